/** What happened at the table, as lines of the log. */

import { get, requestError } from '../api.js';
import { remember } from '../course.js';
import { at, h } from '../dom.js';
import { append, drawLog, linesOf } from '../log.js';
import { sounds } from '../sound.js';
import { persist } from './requests.js';
import { redrawStatus } from './signals.js';
import { id, mustHandOver, state } from './state.js';

/** Fetch what happened in the deal before this page heard of it. @param {View} view */
export async function catchUp(view) {
  const [log, place, told] = [at('log'), h('li', { hidden: true }), state.told];
  drawLog();
  log.append(place);
  state.told = view.number;
  try {
    const past = await persist(() => get(`/tables/${id}/log?seat=${state.me ?? '-'}`));
    remember(past.totals);
    state.steps = past.log;
    place.replaceWith(...linesOf(told, view, past.log, /** @type {Table} */ (state.table)));
    redrawStatus.send();
    log.scrollTop = log.scrollHeight;
  } catch (error) {
    requestError(error); // the stream is refused too, and its handler says so
  }
}

/** @param {View} view */
export function tell(view) {
  if (mustHandOver()) return; // what a player alone was told is told when they have the device
  if (view.gap) {
    void catchUp(view);
    return;
  }
  const fresh = linesOf(state.told, view, view.log, /** @type {Table} */ (state.table));
  state.told = Math.max(state.told, view.number);
  if (!fresh.length) return;
  const begins = view.log.findLastIndex((step) => step.deal);
  state.steps = begins < 0 ? [...state.steps, ...view.log] : view.log.slice(begins);
  append(fresh);
  sounds.card();
}
