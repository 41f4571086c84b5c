/** A match in forms that others read: a table of values, and positions in our notation. */

import { setsOf } from './stack.js';
import { isTyped, rolesOf } from './count.js';
import { dealerOf } from './standing.js';

/** @typedef {import('./shapes.js').Game} Game */
/** @typedef {import('./shapes.js').Match} Match */
/** @typedef {import('./shapes.js').Deal} Deal */
/** @typedef {import('./shapes.js').Entry} Entry */
/** @typedef {ReturnType<typeof import('./count.js').course>} Course */

const LETTERS = 'ABCDEF';

/** A value between commas; what a spreadsheet would take for a formula is text. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * The deals and totals as comma-separated values.
 *
 * @param {Match} match @param {Course} course
 * @param {{deal: string, gained: string, total: string}} words
 */
export function asCsv(match, course, words) {
  const heads = [words.deal, ...match.names.flatMap((name) => [`${name} ${words.gained}`, `${name} ${words.total}`])];
  const rows = course.deals.map(({ gained, standing }, i) =>
    [i + 1, ...gained.flatMap((n, seat) => [n, standing.totals[seat]])].join(','));
  return `${[heads.map(cell).join(','), ...rows].join('\r\n')}\r\n`;
}

/** @param {number[]} values */
const bySeat = (values) => values.map((value, seat) => `${LETTERS[seat]} ${value}`).join(' ');
/** @param {string[]} cards */
const list = (cards) => cards.join(' ') || '-';
/** @param {Entry} entry */
const cardsOf = (entry) => (isTyped(entry) ? [] : entry.cards ?? []);

/** @type {Record<string, (deal: Deal, match: Match, game: Game) => string[]>} */
const LYING = {
  money: (deal) => ['right -', 'left -', 'stock -',
    ...deal.seats.map((entry, seat) => `hand ${LETTERS[seat]} ${list(cardsOf(entry))}`)],
  cash_oder_crash: (deal, match) => [
    `pawns ${deal.seats.map((entry, seat) => `${LETTERS[seat]} ${pawnText(entry.pawn ?? 0)}`).join(' ')}`,
    ...match.names.map((_, seat) => `hand ${LETTERS[seat]} -`)],
  monopoly: lyingMonopoly,
  cache_ton_cash: (deal, match, game) => [
    ...deal.seats.map((entry, seat) => `stack ${LETTERS[seat]} ${
      setsOf(cardsOf(entry), game).map((set) => set.join(' ')).join(' / ') || '-'}`),
    'draw -', 'discard -',
    ...Array.from({ length: game.deal[match.names.length].piles }, (_, i) => `neutral ${i + 1} -`)],
};

/** @param {number} field */
const pawnText = (field) => (field > 0 ? `+${field}` : String(field));

/** Deeds get their numbers here: which of a colour somebody held is of no account. @param {Deal} deal @param {Match} match @param {Game} game */
function lyingMonopoly(deal, match, game) {
  /** @type {Record<string, number>} */
  const next = {};
  const grouped = new Set([...game.colours, 'UTI']);
  /** @param {string[]} cards */
  const exact = (cards) => cards.map((code) => {
    if (!grouped.has(code)) return code;
    next[code] = (next[code] ?? 0) + 1;
    return `${code}${next[code]}`;
  });
  const players = match.names.length;
  // Whoever went out comes first, so that what his Chance cards stand for are the deeds after his.
  const first = deal.out === undefined || isTyped(deal.seats[deal.out]) ? -1 : deal.out;
  const order = match.names.map((_, seat) => seat).sort((a, b) => Number(b === first) - Number(a === first));
  const hands = new Map(order.slice(0, 1).map((seat) => [seat, exact(cardsOf(deal.seats[seat]))]));
  const before = { ...next };
  const roles = first < 0 ? [] : (rolesOf(deal.seats[first], game, match.options) ?? []).map((role) => {
    if (!grouped.has(role)) return role;
    before[role] = (before[role] ?? 0) + 1;
    return `${role}${before[role]}`;
  });
  const reward = first < 0 ? [] : exact(deal.seats[first].reward ?? []);
  for (const seat of order.slice(1)) hands.set(seat, exact(cardsOf(deal.seats[seat])));
  const draws = (game.most_reward?.[players] ?? 0) > 0;
  const { neutral } = game.deal[players];
  return [
    ...match.names.map((_, seat) => `hand ${LETTERS[seat]} ${list(hands.get(seat) ?? [])}`),
    ...match.names.map((_, seat) => `pile ${LETTERS[seat]} ${list(draws ? [] : reward.filter((_card, i) => i % players === seat))}`),
    ...Array.from({ length: neutral }, (_, i) => `neutral ${i + 1} -`),
    ...(draws ? ['draw -'] : []),
    ...(draws && reward.length ? [`reward ${list(reward)}`] : []),
    ...(first < 0 ? [] : [`out ${LETTERS[first]} ${roles.map((role) => `CHANCE=${role}`).join(' ')}`.trim()]),
  ];
}

/** Why a deal was over. @param {Deal} deal @param {string} game */
function reasonOf(deal, game) {
  if (game === 'money') return 'stock';
  if (game !== 'monopoly') return 'played';
  if (deal.void) return 'void';
  return deal.out === undefined || isTyped(deal.seats[deal.out]) ? 'empty' : 'out';
}

/**
 * The end of every deal as a position of our notation, one a line, under comments that say who sat
 * where.
 *
 * @param {Match} match @param {Course} course @param {Game} game
 */
export function asPositions(match, course, game) {
  const players = match.names.length;
  const options = game.options
    .filter((option) => (match.options[option.name] ?? option.usual) !== option.usual)
    .map((option) => `${option.name}=${match.options[option.name]}`);
  const heading = [match.game, players, ...options].join(' ');
  const pawns = Array(players).fill(0);
  const lines = course.deals.map(({ gained, standing }, i) => {
    const deal = match.deals[i];
    // Where chips were entered, the pawns stand where they stood.
    deal.seats.forEach((entry, seat) => { if (!isTyped(entry)) pawns[seat] = entry.pawn ?? 0; });
    const seats = deal.seats.map((entry, seat) => ({ ...entry, pawn: pawns[seat] }));
    return [heading, `deal ${i + 1}`, `dealer ${LETTERS[dealerOf(i, players, match.options)]}`, `totals ${bySeat(standing.totals)}`,
      `won ${bySeat(standing.won)}`, `gained ${bySeat(gained)}`, `extra ${standing.extra}`,
      `over ${reasonOf(deal, match.game)}${standing.over ? ' match' : ''}`,
      ...LYING[match.game]({ ...deal, seats }, match, game)].join('; ');
  });
  const names = match.names.map((name, seat) => `# seat ${LETTERS[seat]} ${name.replaceAll(/[\r\n]/g, ' ')}`);
  return `${[...names, ...lines].join('\n')}\n`;
}
