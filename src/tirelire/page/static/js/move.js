/** Moving a guest to this device. */

import { complain, post, ready } from './api.js';

document.getElementById('here')?.addEventListener('click', () => {
  post('/me/move', { code: document.body.dataset.code }).then(() => (location.href = '/'), complain);
});
ready();
