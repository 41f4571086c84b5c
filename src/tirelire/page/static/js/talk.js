/** Short talk at the table, which the host can switch off and a reader can mute. */

import { post } from './api.js';
import { at, h } from './dom.js';
import { say } from './texts.js';

/** @param {string} id @param {() => string|null} me */
export function listenToTalk(id, me) {
  let heard = 0;
  let muted = false;
  /** @type {Table|null} */
  let table = null;
  const words = /** @type {HTMLInputElement} */ (at('words'));
  at('say').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = words.value.trim();
    if (!text) return;
    post(`/tables/${id}/talk`, { text, seat: me() }).then(() => (words.value = ''));
  });
  at('mute').addEventListener('click', () => {
    muted = !muted;
    at('mute').setAttribute('aria-pressed', String(muted));
    at('said').hidden = muted;
  });
  at('hush').addEventListener('click', () => {
    if (table) void post(`/tables/${id}/talk/switch`, { allowed: !table.talk });
  });
  return {
    /** @param {Table} now @param {boolean} seated */
    allow(now, seated) {
      table = now;
      const people = now.seats.filter((seat) => seat.kind === 'person' && !seat.mine).length;
      at('talk').hidden = (!now.talk && !now.host) || (people === 0 && seated);
      at('say').hidden = !now.talk || !seated;
      at('hush').hidden = !now.host;
      at('hush').textContent = say(now.talk ? 'page.table.hush' : 'page.table.unhush');
    },
    /** @param {{seq: number, seat: number, text: string}[]} lines @param {Table} now */
    hear(lines, now) {
      for (const line of lines) {
        if (line.seq <= heard) continue;
        heard = line.seq;
        at('said').append(h('li', {}, h('b', {}, now.seats[line.seat]?.name ?? ''), ' ', line.text));
      }
      at('said').scrollTop = at('said').scrollHeight;
    },
  };
}
