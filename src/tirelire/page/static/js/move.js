/** Moving a guest to this device. */

import { GUEST, complain, get, post, ready, requestError } from './api.js';
import { at, h } from './dom.js';

/** Warn of the tables that the guest of this device would lose. */
async function warn() {
  /** @type {Table[]} */
  const all = await get('/me/tables');
  const tables = all.filter(({ status }) => ['open', 'running'].includes(status));
  at('replaced').hidden = tables.length === 0;
  at('replaced').querySelector('ul')?.replaceChildren(...tables.map((table) => h('li', {},
    h('a', { href: `/t/${table.id}` },
      ...table.seats.flatMap((seat, i) => [i ? ', ' : '', h('bdi', {}, seat.name || '…')])))));
}
if (localStorage.getItem(GUEST)) warn().catch((error) => void requestError(error)); // a stranger loses nothing

at('here').addEventListener('click', () => {
  post('/me/move', { code: document.body.dataset.code }).then(() => (location.href = '/'), complain);
});
ready();
