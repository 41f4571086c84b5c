/** A table: before, during and after a match. */

import { get, post } from './api.js';
import { ask, at } from './dom.js';
import { say } from './texts.js';
import { zoomCards } from './zoom.js';
import { draw } from './table/drawing.js';
import { listen, takeTable, takeView } from './table/following.js';
import { attempt, explain } from './table/requests.js';
import { director, showNewest } from './table/scenes.js';
import { showSheet } from './table/score.js';
import { redraw, redrawStatus, seatChosen, viewCame } from './table/signals.js';
import { about, id, mine, state } from './table/state.js';
import { drawStatus } from './table/status.js';

redraw.connect(draw);
redrawStatus.connect(drawStatus);
viewCame.connect(takeView);
seatChosen.connect(listen);

at('hand').addEventListener('why', (event) => explain(/** @type {CustomEvent<string>} */ (event).detail));
at('table').addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('button')) return;
  explain(/** @type {HTMLElement|null} */ (target.closest('[data-why]'))?.dataset.why);
});
// A reader who does something at the table sees the newest position.
for (const type of ['pointerdown', 'keydown']) {
  document.querySelector('.play')?.addEventListener(type, ({ target }) => {
    // A score opens its sheet, whatever the table shows; it would move from under the press.
    if (target instanceof Element && target.closest('.score.linked')) return;
    showNewest();
  }, { capture: true });
}
at('skip-scenes').addEventListener('click', () => director.finish());
at('pause-scenes').addEventListener('click', () => {
  const pause = at('pause-scenes').getAttribute('aria-pressed') !== 'true';
  at('pause-scenes').setAttribute('aria-pressed', String(pause));
  director.pause(pause);
});
at('scores').addEventListener('click', () => void showSheet());
at('leave').addEventListener('click', async () => {
  if (!(await ask(say('page.table.leave_text'), say('page.table.leave')))) return;
  for (const { seat } of mine()) {
    if (!(await attempt(() => post(`/tables/${id}/leave`, { seat })))) return;
  }
  location.href = '/';
});
zoomCards(about, (code) => get(`/tables/${id}/cards/${encodeURIComponent(code)}?seat=${state.me ?? '-'}`));
takeTable(await get(`/tables/${id}`));
listen(mine()[0]?.seat ?? null);
