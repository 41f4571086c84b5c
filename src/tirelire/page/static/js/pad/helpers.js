/** Help for the dealer: cards to leave out, cards to deal, and a timer. */

import { h } from '../dom.js';
import { number, say } from '../texts.js';
import { kindsOf } from './entering.js';
import { padOf } from './modules.js';

/** @import { Context, Game, Match, Standing } from './shapes.js' */

const TIMES = [30, 60, 90, 180, 300];
/** @type {{seconds: number, until: number, ticking: ReturnType<typeof setInterval>|undefined}} */
const timer = { seconds: 60, until: 0, ticking: undefined };

/** @param {Context} ctx @param {Match} match @param {Game} game @param {number} n @param {Standing} standing */
export function helpers(ctx, match, game, n, standing) {
  if (standing.over) return [];
  return [
    h('details', { class: 'pad-help', id: 'dealing', open: n === 0 }, h('summary', {}, say('page.pad.dealing')),
      h('ul', {}, ...dealing(match, game).map((text) => h('li', {}, text)))),
    ...(padOf(match.game).helpers?.(ctx, match) ?? []),
    timerView(),
  ];
}

/** What to leave out, and what to deal. @param {Match} match @param {Game} game */
function dealing(match, game) {
  const pad = padOf(match.game);
  const deal = game.deal[match.names.length];
  return [pad.box?.(deal) ?? removing(match, game),
    say('page.pad.hand', { n: pad.hand?.(deal, match) ?? deal.hand }), ...(pad.dealing?.(deal) ?? [])];
}

/** @param {Match} match @param {Game} game */
function removing(match, game) {
  const played = padOf(match.game).played?.(match, game) ?? kindsOf(match, game);
  const gone = game.kinds.filter((kind) => !played.includes(kind));
  if (!gone.length) return say('page.pad.nothing_out');
  const named = game.options.find((option) => option.name === 'removed')?.kinds ?? {};
  const what = [...new Set(gone.map((kind) => named[kind.group ?? ''] ?? kind.name))];
  return say('page.pad.leave_out', { what: what.join(', ') });
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
