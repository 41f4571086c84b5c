/** Who leads, and whether the match is over: the formats of all games, from their description. */

/** @typedef {import('./shapes.js').Game} Game */
/** @typedef {import('./shapes.js').Standing} Standing */

/** Who has the most. @param {number[]} values */
export function leaders(values) {
  const most = Math.max(...values);
  return values.flatMap((value, seat) => (value === most ? [seat] : []));
}

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
  const goal = format.goal === 'target' ? targetOf(game, options, players) : Number(format.goal ?? Infinity);
  const agreed = typeof format.deals === 'string' ? Number(options[format.deals]) : format.deals;
  const decided = last || deals >= (agreed ?? Infinity) || counts.some((n) => n >= goal);
  const goesOn = decided && options.tie === game.plays_on && lead.length > 1 && !last
    && before.extra < (game.most_extra ?? Infinity);
  const over = decided && !goesOn;
  return { totals, won, extra: before.extra + Number(goesOn), over, winners: over ? lead : [] };
}

/**
 * The sum that ends a match of Monopoly (P30).
 *
 * @param {Game} game
 * @param {Record<string, string|number>} options
 * @param {number} players
 */
export const targetOf = (game, options, players) => Number(options.target) || game.goals[players];

/**
 * Who deals a deal, from 0: the last seat the first one, or the seat that the players named (P6, C4).
 *
 * @param {number} n @param {number} players @param {Record<string, string|number>} options
 */
export function dealerOf(n, players, options) {
  const named = String(options.first_dealer ?? '');
  const first = named.length === 1 ? 'ABCDEF'.indexOf(named) : players - 1;
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
  if (game.id === 'money') return [];
  if (game.id === 'cash_oder_crash' && n > 0) return leaders(standing.totals.map((total) => -total));
  return [(dealerOf(n, players, options) + 1) % players];
}
