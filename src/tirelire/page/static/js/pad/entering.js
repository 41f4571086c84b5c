/** What one seat has, as somebody enters it: cards, or points alone. It counts nothing. */

import { h } from '../dom.js';
import { amount, say } from '../texts.js';
import { isTyped } from './counting.js';
import { padOf } from './modules.js';
import { allowed, readPoints } from './points.js';
import { cardTile, countRow } from './tiles.js';

/** @import { Context, Deal, Entry, Game, Match, Screen } from './shapes.js' */

/** So many copies of a kind are counted faster by a row of numbers. */
const MANY = 6;

/**
 * Who is being entered, and what was typed that is no score, by seat.
 * @type {{deal: string, seat: number, unread: Map<number, string>}}
 */
let at = { deal: '', seat: 0, unread: new Map() };

/** What was typed that is no score, by seat. */
export const unread = () => at.unread;

/**
 * The screen of a deal, with the seat that was shown last.
 *
 * @param {Context} ctx @param {Match} match @param {number} n @param {number} [only] the one seat that may be entered
 * @returns {Screen}
 */
export function screenOf(ctx, match, n, only) {
  const deal = match.deals[n];
  const key = `${match.id}/${n}`;
  if (at.deal !== key) at = { deal: key, seat: deal.out ?? 0, unread: new Map() };
  const seat = only ?? at.seat;
  /** @type {Screen} */
  const screen = { ctx, match, deal, n, game: ctx.games[match.game], seat, entry: deal.seats[seat], zone: 'cards',
    show(other) { at = { ...at, seat: other }; },
    next() {
      const missing = missingSeats(screen);
      screen.show(missing.find((other) => other > seat) ?? missing[0] ?? seat);
    } };
  return screen;
}

/** A deal of which nothing is known yet. @param {Match} match @param {number} n @returns {Deal} */
export const emptyDeal = (match, n) => ({ seats: match.names.map((_, seat) =>
  ({ cards: [], ...padOf(match.game).instead?.start(match.deals[n - 1]?.seats[seat]) })) });

/** The kinds that can be held. @param {Match} match @param {Game} game */
export const kindsOf = (match, game) => padOf(match.game).kinds?.(match, game) ?? game.kinds;

/** The fields of the seat that is shown. @param {Screen} screen */
export const fields = (screen) => [
  isTyped(screen.entry) ? null : cardFields(screen),
  pointsField(screen),
];

/** @param {Screen} screen */
function cardFields(screen) {
  const { match, game } = screen;
  const pad = padOf(match.game);
  if (pad.instead) return pad.instead.field(screen);
  const kinds = kindsOf(match, game);
  return h('div', { class: `pad-cards pad-${match.game}` },
    pad.field?.(screen) ?? h('div', { class: 'pad-field' },
      h('div', { class: 'pad-tiles', role: 'group', 'aria-label': say('page.pad.tap') },
        ...kinds.filter((kind) => kind.copies < MANY).map((kind) => cardTile(screen, kind, pad.brief?.(kind)))),
      ...kinds.filter((kind) => kind.copies >= MANY).map((kind) => countRow(screen, kind))));
}

/** Points instead of cards, in the unit of the game, and how they are read. @param {Screen} screen */
function pointsField(screen) {
  const { match, n, game, seat, entry: { points } } = screen;
  const isUnread = at.unread.has(seat);
  const read = isUnread ? allowed(game, match.options) : points === undefined ? '' : say('page.pad.booked', { n: amount(game, points) });
  return h('div', { class: 'option pad-points', dataset: { key: `points-${match.id}/${n}-${seat}` } },
    h('label', { for: `points-${seat}` }, say(game.score.thousands ? 'page.pad.or_thousands' : 'page.pad.or_points')),
    h('input', { id: `points-${seat}`, inputmode: game.score.lowest < 0 ? 'text' : 'numeric', autocomplete: 'off', value: points ?? '',
      'aria-describedby': `read-${seat}`, 'aria-invalid': isUnread && 'true',
      on: { input: (/** @type {Event} */ event) => type(screen, event) } }),
    h('output', { id: `read-${seat}`, class: isUnread ? 'pad-wrong' : '' }, read));
}

/** What is typed is read at once; what is no score is not booked. @param {Screen} screen @param {any} event */
function type({ ctx, match, game, seat, entry }, event) {
  const text = event.target.value.trim();
  const points = readPoints(text, game, match.options);
  delete entry.points;
  delete entry.nothing;
  at.unread.delete(seat);
  if (points !== null) entry.points = points;
  else if (text) at.unread.set(seat, text);
  ctx.keep(match);
}

/** Whether neither cards nor points were entered. @param {Match} match @param {Entry} entry */
export const isEmpty = (match, entry) => !padOf(match.game).instead && !isTyped(entry)
  && !entry.cards?.length && !entry.reward?.length;

/** Whether a player has no entry yet. @param {Screen} screen @param {number} seat */
export function isMissing({ match, deal, n }, seat) {
  const entry = deal.seats[seat];
  if (deal.void || isTyped(entry)) return false;
  return padOf(match.game).instead?.isMissing(deal, match.deals[n - 1], seat) ?? (isEmpty(match, entry) && !entry.nothing);
}

/** The seats of which nobody has said yet what they have. @param {Screen} screen */
export const missingSeats = (screen) => screen.match.names.flatMap((_, seat) => (isMissing(screen, seat) ? [seat] : []));
