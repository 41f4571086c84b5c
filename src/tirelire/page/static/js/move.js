/** Moving a guest to this device. */

import { Refusal, post } from './api.js';

document.getElementById('here')?.addEventListener('click', async () => {
  try {
    await post('/me/move', { code: document.body.dataset.code });
    location.href = '/';
  } catch (error) {
    const problem = /** @type {HTMLElement} */ (document.getElementById('problem'));
    problem.hidden = false;
    problem.textContent = error instanceof Refusal ? error.message : String(error);
  }
});
