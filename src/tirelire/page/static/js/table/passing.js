/** Pass and play: who gets the device next, and what is decided before it is asked. */

import { get, newId, post } from '../api.js';
import { makeCurtain } from '../curtain.js';
import { at, patch } from '../dom.js';
import { context } from './context.js';
import { attempt, persist } from './requests.js';
import { redraw, seatChosen } from './signals.js';
import { about, game, id, mine, mustHandOver, state } from './state.js';
import { catchUp } from './story.js';

const curtain = makeCurtain(id, about, game, () => redraw.send(false));

/** Draw what everybody may see while the device is handed over. */
export function drawCurtain() {
  const { table, me, view } = /** @type {{table: Table, me: string, view: View}} */ (state);
  const seat = /** @type {Seat} */ (table.seats.find((one) => one.seat === me));
  patch(at('hand'), []);
  curtain.draw(table, seat, `${me} ${view.seat} ${view.number}`, state.handed === me, state.leaving?.seat, takeBack, () => {
    state.handed = me; // the next one may be asked by now
    state.leaving = null;
    if (!mustHandOver()) void catchUp(/** @type {View} */ (state.view));
    redraw.send(false);
  });
}

/** What the holder of the device will be asked for certain, and can decide before they learn more. */
export function earlyQuestion() {
  const { view, me, early } = state;
  if (mine().length < 2 || !view || view.asked || mustHandOver() || early?.seat === me) return null;
  return game.early?.(context(view)) ?? null;
}

/** @param {string} move */
export function answerEarly(move) {
  const { view, me } = /** @type {{view: View, me: string}} */ (state);
  state.early = { seat: me, move, turn: view.items.turn };
  redraw.send(false);
  passOn();
}

/** Make the move that was decided early, once it is asked for. @param {View} view */
async function sendEarly({ awaited, items }) {
  const { early } = state;
  const isOver = early?.turn !== items.turn;
  if (!early || !isOver && !awaited.includes(early.seat)) return;
  state.early = null;
  if (isOver) return;
  const { seat, move } = early;
  const { number } = await persist(() => get(`/tables/${id}/view?seat=${seat}`));
  await attempt(() => post(`/tables/${id}/moves`, { number, id: newId(), move, seat }));
}

/** Pass the device to the next person to the left who is asked. */
export function passOn() {
  const view = /** @type {View} */ (state.view);
  void sendEarly(view);
  const seats = mine().map((seat) => seat.seat);
  if (seats.length < 2 || view.asked || view.ended !== 'running' || earlyQuestion()) return;
  const here = seats.indexOf(state.me ?? '') + 1;
  const others = [...seats.slice(here), ...seats.slice(0, here)].filter((seat) => view.awaited.includes(seat));
  const last = others.length > 1 && game.last?.(context(view));
  const next = others.find((seat) => seat !== last);
  if (!next || next === state.me) return;
  state.leaving = view.retractable ? view : null;
  seatChosen.send(next);
}

/** The player who had the device takes back their choice, and gets the device again. */
async function takeBack() {
  const { seat, number } = /** @type {View} */ (state.leaving);
  state.leaving = state.early = null;
  if (!(await attempt(() => post(`/tables/${id}/retract`, { number, id: newId(), seat })))) return;
  state.handed = '';
  seatChosen.send(seat);
}
