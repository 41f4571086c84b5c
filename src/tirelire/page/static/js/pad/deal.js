/** Entering one deal: a tap for every card, counted as it is entered. */

import { ask, h, ruleLink } from '../dom.js';
import { amount, enumerate, number, say, signed } from '../texts.js';
import { countDeal, course } from './count.js';
import { cardsOf, isTyped } from './counting.js';
import { padOf } from './modules.js';
import { allowed, readPoints } from './points.js';
import { sayLine } from './say.js';
import { beginning } from './standing.js';

/** @import { Context, Counted, Deal, Entry, Game, Kind, Match, Screen } from './shapes.js' */

/**
 * Who is being counted, whether it is their reward, and what was typed that is no score, by seat.
 * @type {{deal: string, seat: number, reward: boolean, unread: Map<number, string>}}
 */
let at = { deal: '', seat: 0, reward: false, unread: new Map() };

/** A deal of which nothing is known yet. @param {Match} match @param {number} n @returns {Deal} */
const empty = (match, n) => ({ seats: match.names.map((_, seat) =>
  ({ cards: [], ...padOf(match.game).instead?.start(match.deals[n - 1]?.seats[seat]) })) });

/** The next drawing shows this seat. @param {number} seat */
const show = (seat) => { at = { ...at, seat, reward: false }; };

/** @param {Context} ctx @param {Match} match @param {number} n */
export function dealView(ctx, match, n) {
  const game = ctx.games[match.game];
  match.deals[n] ??= empty(match, n);
  const deal = match.deals[n];
  const key = `${match.id}/${n}`;
  if (at.deal !== key) at = { deal: key, seat: deal.out ?? 0, reward: false, unread: new Map() };
  const before = course({ ...match, deals: match.deals.slice(0, n) }, game).deals.at(-1)?.standing
    ?? beginning(game, match.names.length);
  const counted = countDeal(deal, match, game, before);
  const { seat } = at;
  const entry = deal.seats[seat];
  /** @type {Screen} */
  const screen = { ctx, match, deal, n, game, seat, entry, show };
  return [
    h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.deal', { n: n + 1 })),
    padOf(match.game).above?.(screen),
    h('div', { class: 'pad-tabs', role: 'group', 'aria-label': say('page.pad.players') }, ...match.names.map((name, i) =>
      h('button', { type: 'button', id: `seat-${i}`, 'aria-pressed': String(i === seat), dataset: { key: `${i}` },
        on: { click: () => turnTo(ctx, i) } }, name, ' ', h('b', {}, isMissing(screen, i) ? '–' : amount(game, counted.gained[i]))))),
    deal.void ? null : h('section', { class: 'pad-entry', 'aria-label': match.names[seat] },
      isTyped(entry) ? null : entering(screen),
      pointsField(screen, key),
      isEmpty(screen, entry) ? h('label', { class: 'choice pad-nothing', dataset: { key: `nothing-${key}-${seat}` } },
        nothingBox(screen), say('page.pad.nothing')) : null,
      h('table', { class: 'pad-lines' }, h('caption', {}, say('page.pad.sheet_of', { who: match.names[seat] })),
        h('tbody', {}, ...(counted.lines[seat] ?? []).map((line, i) => h('tr', { dataset: { key: `${i}` } },
          h('td', {}, sayLine(line, match)), h('td', { class: 'n' }, amount(game, line.points, signed)), h('td', {}, ruleLink(match.game, line.rule)))),
        h('tr', { class: 'sum' }, h('th', { scope: 'row' }, say('page.table.total')),
          h('td', { class: 'n', id: 'sum' }, amount(game, counted.gained[seat])), h('td', {}))))),
    h('p', { class: 'buttons pad-done' },
      h('button', { type: 'button', class: 'primary', id: 'done', on: { click: () => void finish(screen, counted) } }, say('page.pad.done')),
      h('a', { class: 'button', href: `#m/${match.id}` }, say('page.pad.later'))),
  ];
}

/** @param {Context} ctx @param {number} seat */
function turnTo(ctx, seat) {
  show(seat);
  ctx.redraw();
}

/** @param {Screen} screen */
function entering(screen) {
  const { ctx, match, deal, game, seat, entry } = screen;
  const pad = padOf(match.game);
  if (pad.instead) return pad.instead.field(screen);
  const out = deal.out === seat;
  const zone = out && at.reward ? 'reward' : 'cards';
  return h('div', { class: 'pad-cards' },
    out ? h('div', { class: 'pad-tabs', role: 'group', 'aria-label': say('page.pad.zone') },
      ...['cards', 'reward'].map((one) => h('button', { type: 'button', id: `zone-${one}`, dataset: { key: one },
        'aria-pressed': String(one === zone), on: { click: () => { at.reward = one === 'reward'; ctx.redraw(); } } },
      say(`page.pad.zone_${one}`), ' ', h('b', {}, number((one === 'reward' ? entry.reward : entry.cards)?.length ?? 0))))) : null,
    h('div', { class: `pad-kinds pad-${match.game}`, role: 'group', 'aria-label': say('page.pad.tap') },
      ...kindsOf(match, game).map((kind) => kindButton(screen, kind, zone))),
    held(screen, zone),
    pad.below?.(screen));
}

/** The kinds that can be held. @param {Match} match @param {Game} game */
export const kindsOf = (match, game) => padOf(match.game).kinds?.(match, game) ?? game.kinds;

/** How many of a kind each seat holds. @param {Deal} deal @param {string} code */
const holders = (deal, code) => deal.seats.map((entry, seat) => [...cardsOf(entry),
  ...(deal.out === seat && !isTyped(entry) ? entry.reward ?? [] : [])].filter((one) => one === code).length);

/** @param {Screen} screen @param {Kind} kind @param {'cards'|'reward'} zone */
function kindButton(screen, kind, zone) {
  const all = holders(screen.deal, kind.code);
  const left = kind.copies - all.reduce((a, b) => a + b, 0);
  const here = (screen.entry[zone] ?? []).filter((one) => one === kind.code).length;
  return h('button', { type: 'button', class: 'kind', id: `kind-${kind.code}`, dataset: { code: kind.code, group: kind.group ?? kind.code },
    'aria-disabled': left < 1 && 'true', 'aria-label': say('page.pad.kind', { card: kind.name, n: here, left }),
    on: { click: () => tap(screen, kind, zone) } },
  h('span', { class: 'kind-name' }, brief(screen.match, kind)), h('b', { class: 'kind-count' }, here ? number(here) : ''));
}

/** What stands on a button. @param {Match} match @param {Kind} kind */
const brief = (match, kind) => padOf(match.game).brief?.(kind) ?? kind.name;

/** Take one more card. @param {Screen} screen @param {Kind} kind @param {'cards'|'reward'} zone */
function tap({ ctx, match, deal, game, seat, entry }, kind, zone) {
  const all = holders(deal, kind.code);
  if (all.reduce((a, b) => a + b, 0) >= kind.copies) {
    const who = match.names.filter((_, i) => all[i]).join(', ');
    ctx.refuse(say('page.pad.no_more', { card: kind.name, n: kind.copies, who }));
    return;
  }
  const out = deal.out === seat;
  let where = zone;
  const players = match.names.length;
  const mostHand = out ? game.most_hand?.[players] || Infinity : Infinity;
  const mostReward = game.most_reward?.[players] || Infinity;
  if (where === 'cards' && (entry.cards?.length ?? 0) >= mostHand) where = 'reward';
  if (where === 'reward' && (entry.reward?.length ?? 0) >= mostReward) {
    ctx.refuse(say('page.pad.full_reward', { n: mostHand, more: mostReward }));
    return;
  }
  entry[where] = [...(entry[where] ?? []), kind.code];
  at.reward = out && (where === 'reward' || (entry.cards?.length ?? 0) >= mostHand);
  ctx.keep(match);
}

/** What was entered; a tap takes a card back. @param {Screen} screen @param {'cards'|'reward'} zone */
function held({ ctx, match, game, entry }, zone) {
  const cards = entry[zone] ?? [];
  const names = new Map(game.kinds.map((kind) => [kind.code, brief(match, kind)]));
  const groups = padOf(match.game).groups?.(cards, game)
    ?? [...new Set(cards)].map((code) => cards.filter((one) => one === code));
  /** @param {string} code */
  const takeBack = (code) => {
    entry[zone] = cards.toSpliced(cards.lastIndexOf(code), 1);
    ctx.keep(match);
  };
  return h('ul', { class: 'pad-held', 'aria-label': say('page.pad.entered') }, ...groups.map((group, i) => h('li', { dataset: { key: `${i}` } },
    ...[...new Set(group)].map((code) => {
      const n = group.filter((one) => one === code).length;
      return h('button', { type: 'button', dataset: { key: code, group: game.kinds.find((kind) => kind.code === code)?.group ?? code },
        'aria-label': say('page.pad.take_back', { card: names.get(code) ?? code }), on: { click: () => takeBack(code) } },
      `${names.get(code)}${n > 1 ? ` ×${n}` : ''} ✕`);
    }))));
}

/** Points instead of cards, in the unit of the game, and how they are read. @param {Screen} screen @param {string} key */
function pointsField(screen, key) {
  const { match, game, seat, entry: { points } } = screen;
  const unread = at.unread.has(seat);
  const read = unread ? allowed(game, match.options) : points === undefined ? '' : say('page.pad.booked', { n: amount(game, points) });
  return h('div', { class: 'option pad-points', dataset: { key: `points-${key}-${seat}` } },
    h('label', { for: `points-${seat}` }, say(game.score.thousands ? 'page.pad.or_thousands' : 'page.pad.or_points')),
    h('input', { id: `points-${seat}`, inputmode: game.score.lowest < 0 ? 'text' : 'numeric', autocomplete: 'off', value: points ?? '',
      'aria-describedby': `read-${seat}`, 'aria-invalid': unread && 'true',
      on: { input: (/** @type {Event} */ event) => type(screen, event) } }),
    h('output', { id: `read-${seat}`, class: unread ? 'pad-wrong' : '' }, read));
}

/** What is typed is read at once; what is no score is not booked. @param {Screen} screen @param {any} event */
function type({ ctx, match, game, entry }, event) {
  const text = event.target.value.trim();
  const points = readPoints(text, game, match.options);
  delete entry.points;
  delete entry.nothing;
  at.unread.delete(at.seat);
  if (points !== null) entry.points = points;
  else if (text) at.unread.set(at.seat, text);
  ctx.keep(match);
}

/** A tick that says that somebody really has nothing. @param {Screen} screen */
function nothingBox({ ctx, match, seat, entry }) {
  const box = h('input', { type: 'checkbox', id: `nothing-${seat}`, on: { change: () => {
    if (entry.nothing) delete entry.nothing;
    else entry.nothing = true;
    ctx.keep(match);
  } } });
  box.checked = entry.nothing === true;
  return box;
}

/** Whether neither cards nor points were entered. @param {Screen} screen @param {Entry} entry */
const isEmpty = ({ match }, entry) => !padOf(match.game).instead && !isTyped(entry)
  && !entry.cards?.length && !entry.reward?.length;

/** Whether nobody has said yet what a player has. @param {Screen} screen @param {number} seat */
function isMissing(screen, seat) {
  const { match, deal, n } = screen;
  const entry = deal.seats[seat];
  if (deal.void || isTyped(entry)) return false;
  return padOf(match.game).instead?.isMissing(deal, match.deals[n - 1], seat) ?? (isEmpty(screen, entry) && !entry.nothing);
}

/** @param {Screen} screen @param {Counted} counted */
async function finish(screen, counted) {
  const { ctx, match, deal, game } = screen;
  const [unread] = at.unread;
  if (unread) {
    turnTo(ctx, unread[0]);
    ctx.refuse(say('page.pad.no_score', { who: match.names[unread[0]], text: unread[1], allowed: allowed(game, match.options) }));
    return;
  }
  const [problem] = counted.problems;
  if (problem) {
    at.seat = problem.seat;
    ctx.redraw();
    const why = say(`page.pad.${problem.key}`);
    ctx.refuse(say('page.pad.problem', { who: match.names[problem.seat], why, rule: problem.rule }));
    return;
  }
  const missing = match.names.flatMap((_, seat) => (isMissing(screen, seat) ? [seat] : []));
  if (missing.length) {
    const who = enumerate(missing.map((seat) => match.names[seat]));
    const { instead } = padOf(match.game);
    const key = instead?.missing ?? 'missing';
    turnTo(ctx, missing[0]);
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
