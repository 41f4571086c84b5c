/** Pass and play: what everybody may see while the device goes from one person to the next. */

import { get, requestError } from './api.js';
import { at, h, patch } from './dom.js';
import { contextOf, drawTable } from './draw.js';
import { face } from './faces.js';
import { linesSince } from './log.js';
import { say } from './texts.js';

/**
 * The curtain of a table: the view of a spectator, what happened since the next person's last move,
 * and a button by which that person says that they hold the device.
 * @param {string} id @param {Game} about @param {PageModule} game @param {() => void} loaded it is to be drawn anew
 */
export function makeCurtain(id, about, game, loaded) {
  /** @type {{key: string, view: View|null, log: Told[]}} */
  let shown = { key: '', view: null, log: [] };

  /** @param {string} key what the view belongs to */
  async function load(key) {
    shown = { ...shown, key };
    try {
      const [view, past] = await Promise.all([get(`/tables/${id}/view?seat=-`), get(`/tables/${id}/log?seat=-`)]);
      if (shown.key !== key) return;
      shown = { key, view, log: past.log };
      loaded();
    } catch (error) {
      requestError(error); // the stream is refused too, and its handler says so
    }
  }

  return {
    /**
     * @param {Table} table @param {Seat} seat who gets the device @param {string} key changes with the position
     * @param {boolean} isBusy whether the next person's view is on its way
     * @param {string|null|undefined} last who may take back @param {() => void} takeBack @param {() => void} take
     */
    draw(table, seat, key, isBusy, last, takeBack, take) {
      const name = (/** @type {string} */ letter) => table.seats.find((one) => one.seat === letter)?.name ?? letter;
      if (shown.key !== key) void load(key);
      const { view, log } = shown;
      if (view) {
        drawTable(at('table'), game, contextOf(view, table, about, {
          me: null, reader: null, name,
          legal: new Set(), prospects: {}, acting: new Set(), meaning: () => '', selected: new Set(), memory: new Map(),
          send: () => {}, redraw: () => {}, open: false,
        }));
      } else {
        patch(at('table'), []);
      }
      patch(at('curtain'), [
        h('ol', { class: 'since-all', 'aria-label': say('page.table.since') }, ...(view ? linesSince(log, table, seat.seat) : [])),
        h('p', { class: 'next-person' }, face(seat), h('span', {}, say('page.table.hand_over', { who: seat.name }))),
        h('button', { class: 'primary', id: 'handed', 'aria-busy': String(isBusy), on: { click: take } },
          say('page.table.handed', { who: seat.name })),
        last && h('button', { class: 'quiet', id: 'take-back', on: { click: takeBack } },
          say('page.table.retract_who', { who: name(last) })),
      ]);
      at('handed').focus({ preventScroll: true });
    },
  };
}
