/** The score of a deal and the end of a match: the sheet, who goes on, a rematch. */

import { get, post } from '../api.js';
import { clockText, isClockRunning } from '../clock.js';
import { celebrate } from '../confetti.js';
import { pace } from '../count.js';
import { at, button, h } from '../dom.js';
import { commitSeats, noteDraw, startMatch } from '../noted.js';
import { isAsking, notReady, readiness } from '../ready.js';
import { settings } from '../settings.js';
import { closeSheet, closing, openSheet } from '../sheet.js';
import { say } from '../texts.js';
import { arrive } from '../travel.js';
import { attempt, persist } from './requests.js';
import { redraw, redrawStatus } from './signals.js';
import { game, id, mine, state, wordsOf } from './state.js';

/** Milliseconds for which the end of a deal is seen at the table before the sheet lies over it. */
const FINALE = { slow: 4000, normal: 2400, fast: 1000, instant: 0 };

export const sheet = /** @type {HTMLDialogElement} */ (at('sheet'));

/** Opens the sheet when the end was seen. @type {(() => void)|null} */
let openWaiting = null;

/** Milliseconds that the movements of a view need at the usual speed. @param {View} view */
export const lasts = (view) => game.lasts?.(view) ?? 0;

/** Show the score, once the last scene was seen. @param {View} view @param {boolean} isSeen @param {boolean} isWon */
export function finale(view, isSeen, isWon) {
  const open = () => {
    if (openWaiting !== open) return;
    openWaiting = null;
    void showSheet(isSeen);
    if (isWon) celebrate();
  };
  openWaiting = open;
  const long = Math.max(FINALE[settings.get('speed')], lasts(view) * pace());
  if (isSeen && !document.hidden) {
    setTimeout(open, long);
    redrawStatus.send(); // without the result
  } else {
    open();
  }
}

/** Whether the end of a deal is being seen, before its sheet. */
export const isFinale = () => openWaiting !== null;

/** Open the sheet now: the reader does something. */
export const endFinale = () => openWaiting?.();

/** Whether a deal is over that can be looked at. @param {View} view */
export const hasScore = (view) => view.ended === 'running' ? view.deal > 1 : view.sheets !== undefined;

/** Whether the next deal waits for somebody at this device. */
export function waitsForMe() {
  const { view, table } = state;
  return view !== null && table !== null && state.continued < view.deal
    && notReady(table, view).some((seat) => seat.mine);
}

/**
 * Whether the sheet opens by itself: at the end of a deal that people look at, or of the match.
 * @param {View} view @param {View|null} before
 */
export function opensSheet(view, before) {
  const isNew = before ? before.ended === 'running' || before.deal !== view.deal : waitsForMe();
  return isNew && view.sheets !== undefined
    && (view.ended === 'match' || isAsking(/** @type {Table} */ (state.table), view));
}

/** Show the sheet of the last deal that is over. @param {boolean} [moving] whether totals count up */
export async function showSheet(moving = false) {
  const { view } = /** @type {{view: View}} */ (state);
  const last = view.ended === 'running' ? view.deal - 1 : view.deal;
  state.lookingBack = view.ended === 'running';
  if (state.score?.deal !== last) {
    state.score = await persist(() => get(`/tables/${id}/sheets?seat=${state.me ?? '-'}`));
  }
  const table = /** @type {Table} */ (state.table);
  openSheet(sheet, /** @type {Score} */ (state.score),
    wordsOf(table), foot(), moving);
  arrive();
  redrawStatus.send();
}

/** What can be done with the sheet that is open, and who is awaited. @returns {(Node|false)[]} */
export function foot() {
  const { view, table, score } = state;
  if (!view || !table || !score) return [];
  if (score.winners && table.status === 'over') {
    return [mayPlayAgain(table) && rematchButton(table, 'sheet-rematch'), replayLink(),
      h('a', { class: 'button', href: '/' }, say('page.end.home')), closing('')];
  }
  const hasBegun = !state.lookingBack && view.deal > score.deal;
  const mayGoOn = hasBegun || waitsForMe();
  return [
    hasBegun && h('p', { class: 'begun', role: 'status' }, say('page.table.deal_begun', { n: view.deal })),
    readiness(table, view, mayGoOn),
    isClockRunning() && isAsking(table, view) && h('p', { class: 'clock', id: 'sheet-clock' }, clockText()),
    mayGoOn ? h('button', { type: 'button', class: 'primary', id: 'continue', autofocus: true,
      on: { click: () => void goOn() } }, say('page.table.continue')) : closing(),
  ];
}

/** The buttons of a table where a deal or the match is over. @param {Table} table */
export function endButtons(table) {
  const buttons = [button(say('page.table.sheet'), 'show-sheet', () => void showSheet())];
  if (waitsForMe() && !sheet.open) {
    buttons.unshift(button(say('page.table.continue'), 'go-on', () => void goOn(), { class: 'primary' }));
  }
  if (table.status !== 'over') return buttons;
  return [...buttons, replayLink(), ...(mayPlayAgain(table) ? [rematchButton(table, 'rematch')] : [])];
}

/** Close the sheet; everybody at this device is ready for the next deal. */
async function goOn() {
  closeSheet(sheet);
  if (!waitsForMe()) return;
  const { deal } = /** @type {View} */ (state.view);
  state.continued = deal;
  redraw.send(false);
  if (await attempt(() => post(`/tables/${id}/ready`, { deal }))) return;
  state.continued = 0;
  redraw.send(false);
}

/** Whether the reader belongs to the company. @param {Table} table */
const mayPlayAgain = (table) => mine().length > 0 || table.host;

/** @param {Table} table @param {string} ident */
const rematchButton = (table, ident) => button(say(table.followed_by ? 'page.end.join' : 'page.table.rematch'),
  ident, () => void rematch(), { class: 'primary' });

export const replayLink = () => h('a', { class: 'button', href: `/replay/${id}` }, say('page.table.replay'));

async function rematch() {
  const next = await attempt(() => post(`/tables/${id}/rematch`));
  if (!next) return;
  noteDraw(next);
  if (next.status === 'open' && next.host && next.seats.every((/** @type {Seat} */ seat) => seat.kind === 'bot' || seat.mine)) {
    await commitSeats(next);
    if (!(await attempt(() => startMatch(next.id).then(() => true)))) return;
  }
  location.href = `/t/${next.id}`;
}
