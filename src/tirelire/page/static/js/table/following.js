/** Following a table: what the house tells about it. */

import { follow, get, requestError } from '../api.js';
import { startClock } from '../clock.js';
import { remember } from '../course.js';
import { at } from '../dom.js';
import { clearLog } from '../log.js';
import { voidDraws } from '../lobby.js';
import { tellPresence, tellSeats } from '../news.js';
import { commitSeats, noteDraw, revealWords } from '../noted.js';
import { sounds } from '../sound.js';
import { signalTurn } from '../turn.js';
import { talk } from './company.js';
import { passOn } from './passing.js';
import { persist, refuse } from './requests.js';
import { director } from './scenes.js';
import { redraw } from './signals.js';
import { waitForNews } from './silence.js';
import { forget, id, mine, mustHandOver, settle, state } from './state.js';

/** @param {View} view */
export function takeView(view) {
  const before = state.view;
  if (before && view.number < before.number && view.seat === before.seat) return;
  state.view = view;
  const question = `${view.seat}/${view.deal}/${view.question ?? ''}/${view.legal.join()}`;
  if (before?.number !== view.number) {
    state.verdicts = new Map();
    waitForNews();
  }
  if (question !== state.asked) {
    state.asked = question;
    forget();
    refuse('', '');
  }
  settle();
  startClock(view.clock);
  if (view.sheets) {
    state.score = view;
    remember({ [view.deal]: view.totals });
  }
  director.take(view, state.me);
  if (director.isBehind) redraw.send(false); // the hand and the question are the newest
  if (view.asked && !before?.asked) sounds.turn();
  signalTurn(view.asked && !mustHandOver());
  passOn();
}

/** @param {Table} table */
export function takeTable(table) {
  const before = state.table;
  state.table = table;
  if (before) tellSeats(before, table);
  at('removed').hidden = !table.removed || table.status === 'open';
  noteDraw(table);
  void commitSeats(table);
  void revealWords(table, persist);
  at('void-draws').textContent = voidDraws(table);
  at('void-draws').hidden = !table.fairness.void_draws.length;
  const seats = mine().map((seat) => seat.seat);
  const wanted = state.me && seats.includes(state.me) ? state.me : seats[0] ?? null;
  if (before && wanted !== state.me) {
    listen(wanted);
    return;
  }
  talk.allow(table, seats.length > 0);
  redraw.send(false);
}

/** Follow the table from a seat; null: as a spectator. @param {string|null} seat */
export function listen(seat) {
  if (seat !== state.me) { // each seat counts and is told what it saw itself
    state.told = 0;
    state.steps = [];
    state.sent = -1;
    clearLog();
  }
  state.me = seat;
  state.stream?.close();
  state.stream = follow(id, seat ?? '-', {
    table: takeTable,
    view: takeView,
    talk: (lines) => talk.hear(lines),
    presence: ({ seats }) => {
      state.present = seats;
      if (state.table?.status === 'running') tellPresence(state.table, seats);
      redraw.send(false);
    },
    lost: () => (at('lost').hidden = false),
    refused: () => void get(`/tables/${id}`).then(takeTable, (error) => {
      // 410: the table is broken, and its page says so.
      if (requestError(error).status === 410) location.reload();
    }),
    found: () => (at('lost').hidden = true),
  });
}
