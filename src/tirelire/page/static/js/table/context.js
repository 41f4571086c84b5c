/** What the script of a game draws a view with at a table. */

import { contextOf } from '../draw.js';
import { isAsking, notReady } from '../ready.js';
import { settings } from '../settings.js';
import { send } from './moves.js';
import { refuse } from './requests.js';
import { hasScore, showSheet } from './score.js';
import { redraw } from './signals.js';
import { mayStandIn, standIn } from './silence.js';
import { about, nameOf, state } from './state.js';

/** Only in the newest view can the reader do anything. @param {View} view @returns {Context} */
export function context(view) {
  const table = /** @type {Table} */ (state.table);
  const isNewest = view === state.view;
  const offers = new Map(view.offers ?? []);
  const now = /** @type {View} */ (state.view);
  // In an older scene too the seats show who is asked now, as the question does; unless that is over.
  const awaited = !isNewest && now.ended !== 'running' ? ''
    : isAsking(table, now) ? notReady(table, now).map(({ seat }) => seat).join('') : now.awaited;
  return contextOf({ ...view, awaited }, table, about, {
    me: state.me,
    reader: state.me,
    name: (seat) => nameOf(table, seat),
    legal: new Set(isNewest ? view.legal : []),
    prospects: view.prospects ?? {},
    foreseen: (move) => {
      const verdict = state.verdicts.get(move);
      return (verdict instanceof Promise ? undefined : verdict?.prospects) ?? {};
    },
    acting: state.acting,
    moving: state.moving,
    present: state.present,
    confirms: settings.get('confirm') === 'on',
    meaning: (move) => offers.get(move) ?? '',
    selected: state.selected,
    memory: state.memory,
    send: (move) => void send(move),
    standIn: mayStandIn(table) ? (seat) => void standIn(seat) : undefined,
    showSheet: hasScore(view) ? () => void showSheet() : undefined,
    redraw: () => {
      state.lifted = '';
      refuse('', '');
      redraw.send(false);
    },
    open: false,
  });
}
