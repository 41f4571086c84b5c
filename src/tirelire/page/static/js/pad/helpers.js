/** For whoever deals: what to leave out and deal, a timer, and who called BIG DEAL first. */

import { h } from '../dom.js';
import { number, say } from '../texts.js';
import { kindsOf } from './deal.js';

/** @typedef {import('./shapes.js').Game} Game */
/** @typedef {import('./pad.js').Context} Context */
/** @typedef {import('./shapes.js').Match} Match */

const TIMES = [30, 60, 90, 180, 300];
/** @type {{seconds: number, until: number, ticking: ReturnType<typeof setInterval>|undefined}} */
const timer = { seconds: 60, until: 0, ticking: undefined };
/** Who called first in this turn; -1: nobody yet. */
let caller = -1;

/** @param {Context} ctx @param {Match} match @param {Game} game @param {number} n @param {import('./shapes.js').Standing} standing */
export function helpers(ctx, match, game, n, standing) {
  if (standing.over) return [];
  return [
    h('details', { class: 'pad-help', id: 'dealing', open: n === 0 }, h('summary', {}, say('page.pad.dealing')),
      h('ul', {}, ...dealing(match, game).map((text) => h('li', {}, text)))),
    match.game === 'cash_oder_crash' ? callerView(ctx, match) : null,
    timerView(),
  ];
}

/** What to leave out, and what to deal. @param {Match} match @param {Game} game */
function dealing(match, game) {
  const players = match.names.length;
  const deal = game.deal[players];
  const large = match.options.six_cards === 'on';
  const lines = [removing(match, game, deal), say('page.pad.hand', { n: large ? deal.large_hand : deal.hand })];
  if (deal.lots) lines.push(say('page.pad.lots', { n: deal.lots }));
  if (deal.neutral !== undefined) lines.push(say('page.pad.trade_cards'));
  if (deal.neutral) lines.push(say('page.pad.neutral', { n: deal.neutral }));
  if (deal.piles) lines.push(say('page.pad.piles', { n: deal.piles, cards: deal.pile }));
  if (match.game === 'cash_oder_crash') lines.push(say('page.pad.colour_cards'));
  if (match.game === 'cache_ton_cash') lines.push(say('page.pad.first_discard'));
  return lines;
}

/** @param {Match} match @param {Game} game @param {{sets?: number}} deal */
function removing(match, game, deal) {
  if (deal.sets) return say('page.pad.keep_sets', { n: deal.sets });
  const played = new Set(kindsOf(match, game).map((kind) => kind.code));
  if (match.options.action_cards === 'on') {
    for (const kind of game.kinds) if (kind.group === 'action') played.add(kind.code);
  }
  const gone = game.kinds.filter((kind) => !played.has(kind.code));
  if (!gone.length) return say('page.pad.nothing_out');
  const named = game.options.find((option) => option.name === 'removed')?.kinds ?? {};
  const what = [...new Set(gone.map((kind) => named[kind.group ?? ''] ?? kind.name))];
  return say('page.pad.leave_out', { what: what.join(', ') });
}

/** First come, first served (C8). @param {Context} ctx @param {Match} match */
function callerView(ctx, match) {
  const called = match.called ?? [];
  /** @param {number} seat */
  const call = (seat) => {
    if (caller >= 0) return;
    caller = seat;
    match.called = [...called, seat];
    ctx.keep(match);
  };
  const again = () => {
    caller = -1;
    ctx.redraw();
  };
  return h('details', { class: 'pad-help', id: 'calling' }, h('summary', {}, say('page.pad.big_deal')),
    h('p', {}, say('page.pad.big_deal_text')),
    h('div', { class: 'pad-callers' }, ...match.names.map((name, seat) => h('button', { type: 'button', id: `call-${seat}`, dataset: { key: `${seat}` },
      'aria-disabled': (caller >= 0 || called.includes(seat)) && 'true', 'aria-pressed': String(caller === seat),
      on: { click: () => !called.includes(seat) && call(seat) } }, name))),
    h('p', { role: 'status', id: 'caller' }, caller >= 0 ? say('page.pad.called', { who: match.names[caller] }) : ''),
    h('p', { class: 'buttons' }, h('button', { type: 'button', id: 'next-turn', on: { click: again } }, say('page.pad.next_turn')),
      h('button', { type: 'button', id: 'new-round', on: { click: () => { caller = -1; match.called = []; ctx.keep(match); } } }, say('page.pad.cards_back'))));
}

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function timerView() {
  const left = () => (timer.until ? Math.max(0, Math.ceil((timer.until - Date.now()) / 1000)) : timer.seconds);
  const show = () => {
    const place = document.getElementById('time');
    if (place) place.textContent = clock(left());
    if (timer.until && left() === 0) {
      stop();
      navigator.vibrate?.([200, 100, 200]);
      document.getElementById('time-up')?.replaceChildren(say('page.pad.time_up'));
    }
  };
  const stop = () => {
    clearInterval(timer.ticking);
    timer.ticking = undefined;
    timer.until = 0;
  };
  const start = () => {
    stop();
    document.getElementById('time-up')?.replaceChildren();
    timer.until = Date.now() + 1000 * timer.seconds;
    timer.ticking = setInterval(show, 200);
    show();
  };
  /** @param {number} seconds */
  const set = (seconds) => {
    timer.seconds = seconds;
    start();
  };
  return h('details', { class: 'pad-help', id: 'timing' }, h('summary', {}, say('page.pad.timer')),
    h('p', { class: 'pad-time', id: 'time', role: 'timer' }, clock(left())),
    h('p', { id: 'time-up', role: 'alert' }),
    h('p', { class: 'buttons' }, ...TIMES.map((seconds) => h('button', { type: 'button', id: `time-${seconds}`, dataset: { key: `${seconds}` },
      on: { click: () => set(seconds) } }, seconds < 60 ? say('page.pad.seconds', { n: seconds }) : clockName(seconds))),
    h('button', { type: 'button', id: 'time-stop', dataset: { key: 'stop' }, on: { click: () => { stop(); show(); } } }, say('page.pad.stop'))));
}

/** @param {number} seconds */
const clockName = (seconds) => (seconds % 60 ? clock(seconds) : say('page.pad.minutes', { n: number(seconds / 60) }));
