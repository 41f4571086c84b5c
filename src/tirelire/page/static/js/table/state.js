/** What the page of a table knows, and what follows from it. */

import { get } from '../api.js';
import { moduleOf } from '../draw.js';
import { say } from '../texts.js';

export const id = /** @type {string} */ (document.body.dataset.table);
export const gameId = /** @type {string} */ (document.body.dataset.game);

/** @type {Game} */
export const about = await get(`/games/${gameId}`);
export const game = await moduleOf(about);

/** @type {TableState} */
export const state = {
  table: null,
  view: null,
  me: null,
  selected: new Set(),
  memory: new Map(),
  asked: '',
  lifted: '',
  sending: false,
  sent: -1,
  verdicts: new Map(),
  told: -1,
  steps: [],
  acting: new Set(),
  deeds: null,
  moving: false,
  stream: null,
  present: null,
  handed: '',
  leaving: null,
  early: null,
  score: null,
  continued: 0,
  lookingBack: false,
  silent: false,
  silence: undefined,
};

/** My seats, at this device. */
export const mine = () => (state.table?.seats ?? []).filter((seat) => seat.mine);

/** Whether a seat is the reader's, who is addressed. @param {string} seat */
export const isMe = (seat) => mine().length === 1 && mine()[0].seat === seat;

/** @param {Table} table @param {string} letter */
export function nameOf(table, letter) {
  const seat = table.seats.find((one) => one.seat === letter);
  const alone = mine().length === 1;
  return seat?.mine && alone ? say('page.table.you') : seat?.name || letter;
}

/** What a score sheet is put into words with. @param {Table} table @returns {SheetWords} */
export const wordsOf = (table) => ({ table, about, name: (seat) => nameOf(table, seat), isMe });

/** In pass and play nobody sees a hand before its owner has the device. */
export const mustHandOver = () => mine().length > 1 && state.me !== null
  && (state.handed !== state.me || state.view?.seat !== state.me);

/** Whether I have decided, and wait for what comes of it. */
export const isBusy = () => state.sending || state.sent >= 0;

/** Let go of everything that was selected or touched. */
export function forget() {
  state.selected.clear();
  state.memory.clear();
  state.lifted = '';
}

/** Decide anew when the view has what I sent. */
export function settle() {
  if (isBusy() && !state.sending && (state.view?.number ?? 0) > state.sent) {
    state.sent = -1;
    forget();
  }
}
