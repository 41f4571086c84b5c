/** Entering one deal: seat by seat, counted as it is entered. */

import { ask, h, ruleLink } from '../dom.js';
import { amount, enumerate, say, signed } from '../texts.js';
import { countDeal, course } from './count.js';
import { emptyDeal, fields, isEmpty, isMissing, missingSeats, screenOf, unread } from './entering.js';
import { friendsButton, friendsView } from './friends.js';
import { padOf } from './modules.js';
import { allowed } from './points.js';
import { sayLine } from './say.js';
import { beginning } from './standing.js';

/** @import { Context, Counted, Match, Screen } from './shapes.js' */

/** @param {Context} ctx @param {Match} match @param {number} n */
export function dealView(ctx, match, n) {
  const game = ctx.games[match.game];
  match.deals[n] ??= emptyDeal(match, n);
  const deal = match.deals[n];
  const before = course({ ...match, deals: match.deals.slice(0, n) }, game).deals.at(-1)?.standing
    ?? beginning(game, match.names.length);
  const counted = countDeal(deal, match, game, before);
  const screen = screenOf(ctx, match, n);
  const missing = missingSeats(screen);
  return [
    h('div', { class: 'pad-head' }, h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.deal', { n: n + 1 })),
      deal.done ? null : friendsButton(ctx, match, n),
      h('a', { class: 'button', id: 'back', href: `#m/${match.id}` }, say('page.pad.later'))),
    deal.done ? null : friendsView(match),
    padOf(match.game).above?.(screen),
    deal.void ? null : seatTabs(screen, counted),
    deal.void ? null : h('section', { class: 'pad-entry', 'aria-label': match.names[screen.seat] },
      ...fields(screen), nothingButton(screen), sheet(screen, counted)),
    h('div', { class: 'pad-done' },
      h('p', { id: 'missing', role: 'status', class: 'pad-missing' }, missing.length
        ? say('page.pad.still_missing', { who: enumerate(missing.map((seat) => match.names[seat])) }) : ''),
      h('p', { class: 'buttons' }, nextButton(screen, missing),
        h('button', { type: 'button', class: missing.length ? '' : 'primary', id: 'done', on: { click: () => void finish(screen, counted) } }, say('page.pad.done')))),
  ];
}

/** The players, with a tick where something was entered. @param {Screen} screen @param {Counted} counted */
function seatTabs(screen, counted) {
  const { match, deal, game, seat } = screen;
  return h('div', { class: 'pad-tabs pad-seats', role: 'group', 'aria-label': say('page.pad.players') }, ...match.names.map((name, i) => {
    const missing = isMissing(screen, i);
    return h('button', { type: 'button', id: `seat-${i}`, 'aria-pressed': String(i === seat), dataset: { key: `${i}`, entered: missing ? 'no' : 'yes' },
      on: { click: () => turnTo(screen, i) } },
    h('span', { class: 'tick', 'aria-hidden': 'true' }, missing ? '' : '✓'),
    h('span', { class: 'who' }, name), deal.out === i ? h('span', { class: 'tag' }, say('page.pad.is_out')) : null,
    h('span', { class: 'unseen' }, say(missing ? 'page.pad.not_entered' : 'page.pad.is_entered')),
    h('b', {}, missing ? '–' : amount(game, counted.gained[i])));
  }));
}

/** Show another seat. @param {Screen} screen @param {number} seat */
function turnTo({ ctx, show }, seat) {
  show(seat);
  ctx.redraw();
}

/** The next player who is missing. @param {Screen} screen @param {number[]} missing */
function nextButton(screen, missing) {
  const next = missing.find((seat) => seat > screen.seat) ?? missing.find((seat) => seat !== screen.seat);
  if (next === undefined) return null;
  return h('button', { type: 'button', class: 'primary', id: 'next', on: { click: () => turnTo(screen, next) } },
    say('page.pad.next', { who: screen.match.names[next] }));
}

/** Say that a player really has nothing, and go on. @param {Screen} screen */
function nothingButton(screen) {
  const { ctx, match, n, seat, entry } = screen;
  if (!isEmpty(match, entry)) return null;
  const say0 = () => {
    if (entry.nothing) delete entry.nothing;
    else {
      entry.nothing = true;
      screen.next();
    }
    ctx.keep(match);
  };
  return h('button', { type: 'button', class: 'pad-nothing', id: `nothing-${seat}`, dataset: { key: `nothing-${n}-${seat}` },
    'aria-pressed': String(entry.nothing === true), on: { click: say0 } }, say('page.pad.nothing'));
}

/** @param {Screen} screen @param {Counted} counted */
function sheet({ match, game, seat }, counted) {
  return h('table', { class: 'pad-lines' }, h('caption', {}, say('page.pad.sheet_of', { who: match.names[seat] })),
    h('tbody', {}, ...(counted.lines[seat] ?? []).map((line, i) => h('tr', { dataset: { key: `${i}` } },
      h('td', {}, sayLine(line, match)), h('td', { class: 'n' }, amount(game, line.points, signed)), h('td', {}, ruleLink(match.game, line.rule)))),
    h('tr', { class: 'sum' }, h('th', { scope: 'row' }, say('page.table.total')),
      h('td', { class: 'n', id: 'sum' }, amount(game, counted.gained[seat])), h('td', {}))));
}

/** @param {Screen} screen @param {Counted} counted */
async function finish(screen, counted) {
  const { ctx, match, deal, game } = screen;
  const [wrong] = unread();
  if (wrong) {
    turnTo(screen, wrong[0]);
    ctx.refuse(say('page.pad.no_score', { who: match.names[wrong[0]], text: wrong[1], allowed: allowed(game, match.options) }));
    return;
  }
  const [problem] = counted.problems;
  if (problem) {
    turnTo(screen, problem.seat);
    const why = say(`page.pad.${problem.key}`);
    ctx.refuse(say('page.pad.problem', { who: match.names[problem.seat], why, rule: problem.rule }));
    return;
  }
  const missing = missingSeats(screen);
  if (missing.length) {
    const who = enumerate(missing.map((seat) => match.names[seat]));
    const { instead } = padOf(match.game);
    const key = instead?.missing ?? 'missing';
    turnTo(screen, missing[0]);
    if (!await ask(say(`page.pad.${key}`, { who }), say(`page.pad.${key}_yes`))) return;
    for (const seat of missing) {
      if (instead) instead.fill(deal.seats[seat]);
      else deal.seats[seat].nothing = true;
    }
  }
  deal.done = true;
  match.called = [];
  ctx.keep(match);
  ctx.go(`m/${match.id}`);
}
