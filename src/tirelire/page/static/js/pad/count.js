/** A whole match, counted from what was entered: the lines of every seat, and how it stands. */

import { countStack, isSet, setsOf } from './stack.js';
import { settle } from './pawns.js';
import { countMoney } from './money_hand.js';
import { bestRoles, countMonopoly, mayStand, nameTokens, richest } from './monopoly_hand.js';
import { beginning, book } from './standing.js';

/** @typedef {import('./shapes.js').Line} Line */
/** @typedef {import('./shapes.js').Deal} Deal */
/** @typedef {import('./shapes.js').Match} Match */
/** @typedef {import('./shapes.js').Game} Game */
/** @typedef {import('./shapes.js').Standing} Standing */

/**
 * @typedef {object} Counted
 * @property {(Line[]|null)[]} lines of each seat; null where points alone were entered
 * @property {number[]} gained
 * @property {{seat: number, key: string, rule: string}[]} problems what cannot be
 */

/** Whether points alone were entered. @param {import('./shapes.js').Entry} entry */
export const isTyped = (entry) => entry.points !== undefined;

const sum = (/** @type {Line[]} */ lines) => lines.reduce((all, line) => all + line.points, 0);

/**
 * The roles of the Chance cards of whoever went out: those that were said while they fit, or the
 * best (P18); null where the hand cannot go out.
 *
 * @param {import('./shapes.js').Entry} entry @param {Game} game @param {Record<string, any>} options
 */
export function rolesOf(entry, game, options) {
  const cards = entry.cards ?? [];
  const chances = cards.filter((code) => code === 'CHANCE').length;
  const streets = options.tokens_on === 'colour_groups';
  const said = nameTokens(cards, entry.roles ?? [], game, streets);
  if (said.length === chances && mayStand(cards, said, game, streets)) return said;
  return bestRoles(cards, game, streets);
}

/** @type {Record<string, (deal: Deal, match: Match, game: Game, before: Standing) => Counted>} */
const COUNTING = {
  money: (deal, _match, game) => each(deal, (entry) => countMoney(entry.cards ?? [], game)),

  cash_oder_crash(deal, match, _game, before) {
    if (deal.seats.some(isTyped)) {
      const points = deal.seats.map((entry) => entry.points ?? NaN);
      const fits = points.reduce((all, n) => all + n, 0) === 0;
      const problems = fits ? [] : [{ seat: 0, key: 'chips', rule: 'C12' }];
      return { lines: points.map(() => null), gained: points.map((n) => n || 0), problems };
    }
    const pawns = deal.seats.map((entry) => entry.pawn ?? 0);
    const lines = settle(pawns, before.totals, match.options.insolvency === 'pay_what_you_have');
    return { lines, gained: lines.map(sum), problems: [] };
  },

  monopoly(deal, match, game) {
    if (deal.void) {
      const lines = deal.seats.map(() => [{ rule: 'P14', points: 0, key: 'monopoly.void', values: {} }]);
      return { lines, gained: deal.seats.map(() => 0), problems: [] };
    }
    const streets = match.options.tokens_on === 'colour_groups';
    /** @type {Counted['problems']} */
    const problems = [];
    const counted = each(deal, (entry, seat) => {
      const out = deal.out === seat;
      const roles = out ? rolesOf(entry, game, match.options) : [];
      if (!roles) problems.push({ seat, key: 'cannot_go_out', rule: 'P15' });
      const held = { cards: entry.cards ?? [], reward: entry.reward, roles: roles ?? [], out: out && roles !== null };
      return countMonopoly(held, game, streets);
    });
    const hands = deal.seats.map((entry, seat) =>
      [...(entry.cards ?? []), ...(deal.out === seat ? entry.reward ?? [] : [])]);
    const scores = deal.seats.map((entry, seat) =>
      !isTyped(entry) && (deal.out === seat || !(entry.cards ?? []).includes('CHANCE')));
    const seat = richest(hands, scores);
    if (seat >= 0) {
      counted.lines[seat]?.push({ rule: 'P27', points: game.mr_value, key: 'monopoly.mr', values: {} });
      counted.gained[seat] += game.mr_value;
    }
    return { ...counted, problems };
  },

  cache_ton_cash(deal, _match, game) {
    /** @type {Counted['problems']} */
    const problems = [];
    const counted = each(deal, (entry, seat) => {
      const sets = setsOf(entry.cards ?? [], game);
      if (!sets.every((set) => isSet(set, game))) problems.push({ seat, key: 'no_set', rule: 'K4' });
      return countStack(sets, game);
    });
    return { ...counted, problems };
  },
};

/** @param {Deal} deal @param {(entry: import('./shapes.js').Entry, seat: number) => Line[]} count @returns {Counted} */
function each(deal, count) {
  const lines = deal.seats.map((entry, seat) => (isTyped(entry) ? null : count(entry, seat)));
  const gained = deal.seats.map((entry, seat) => entry.points ?? sum(lines[seat] ?? []));
  return { lines, gained, problems: [] };
}

/** Count one deal. @param {Deal} deal @param {Match} match @param {Game} game @param {Standing} before */
export const countDeal = (deal, match, game, before) => COUNTING[match.game](deal, match, game, before);

/**
 * Count all deals that are done, up to the end of the match.
 *
 * @param {Match} match @param {Game} game
 * @returns {{deals: (Counted & {standing: Standing})[], standing: Standing}}
 */
export function course(match, game) {
  let standing = beginning(game, match.names.length);
  /** @type {(Counted & {standing: Standing})[]} */
  const deals = [];
  for (const deal of match.deals) {
    if (!deal.done || standing.over) break;
    const counted = countDeal(deal, match, game, standing);
    standing = book(standing, deal.void ? null : counted.gained, deals.length + 1, game, match.options);
    deals.push({ ...counted, standing });
  }
  return { deals, standing };
}
