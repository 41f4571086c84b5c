/** Who leads, and whether the match is over: the formats of all games, from their description. */

import { LETTERS, leaders } from './counting.js';
import { padOf } from './modules.js';

/** @import { Game, Standing } from './shapes.js' */

/**
 * A match before its first deal.
 *
 * @param {Game} game
 * @param {number} players
 * @returns {Standing}
 */
export const beginning = (game, players) => ({
  totals: Array(players).fill(game.capital),
  won: Array(players).fill(0),
  extra: 0,
  over: false,
  winners: [],
});

/**
 * Book a deal.
 *
 * @param {Standing} before
 * @param {number[]|null} gained what each seat gained; null for a deal that is void
 * @param {number} deals how many deals there are with this one
 * @param {Game} game
 * @param {Record<string, string|number>} options
 * @returns {Standing}
 */
export function book(before, gained, deals, game, options) {
  const players = before.totals.length;
  const totals = before.totals.map((total, seat) => total + (gained?.[seat] ?? 0));
  const best = gained ? leaders(gained) : [];
  const won = before.won.map((n, seat) => n + Number(best.includes(seat)));
  const format = game.formats[options.match ?? ''];
  const counts = format.won ? won : totals;
  const lead = leaders(counts);
  const last = deals >= (game.most_deals ?? Infinity);
  const goal = goalOf(game, options, players) ?? Infinity;
  const agreed = typeof format.deals === 'string' ? Number(options[format.deals]) : format.deals;
  const decided = last || deals >= (agreed ?? Infinity) || counts.some((n) => n >= goal);
  const goesOn = decided && options.tie === game.plays_on && lead.length > 1 && !last
    && before.extra < (game.most_extra ?? Infinity);
  const over = decided && !goesOn;
  return { totals, won, extra: before.extra + Number(goesOn), over, winners: over ? lead : [] };
}

/**
 * What ends a match; undefined where a number of deals does.
 *
 * @param {Game} game @param {Record<string, string|number>} options @param {number} players
 */
export function goalOf(game, options, players) {
  const { goal } = game.formats[options.match ?? ''];
  return typeof goal === 'string' ? Number(options[goal]) || game.goals?.[players] : goal;
}

/**
 * Who deals a deal, from 0: the last seat the first one, or the seat that the players named.
 *
 * @param {number} n @param {number} players @param {Record<string, string|number>} options
 */
export function dealerOf(n, players, options) {
  const named = String(options.first_dealer ?? '');
  const first = named.length === 1 ? LETTERS.indexOf(named) : players - 1;
  return (n + first) % players;
}

/**
 * Who may start the next deal: one, or those of whom the youngest does; nobody where all begin at
 * the same time.
 *
 * @param {Game} game
 * @param {number} n
 * @param {Standing} standing
 * @param {Record<string, string|number>} options
 */
export function startersOf(game, n, standing, options) {
  const players = standing.totals.length;
  return padOf(game.id).starters?.(n, standing) ?? [(dealerOf(n, players, options) + 1) % players];
}
