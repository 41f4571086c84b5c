/** What the counting of all games shares. Scripts of games import it: it waits for none of them. */

/** @import { Counted, Deal, Entry, Line } from './shapes.js' */

export const LETTERS = 'ABCDEF';

/** Whether points alone were entered. @param {Entry} entry */
export const isTyped = (entry) => entry.points !== undefined;

/** @param {Entry} entry */
export const cardsOf = (entry) => (isTyped(entry) ? [] : entry.cards ?? []);

/** Cards as a position writes them. @param {string[]} cards */
export const list = (cards) => cards.join(' ') || '-';

/** @param {Line[]} lines */
export const sum = (lines) => lines.reduce((all, line) => all + line.points, 0);

/** Who has the most. @param {number[]} values */
export function leaders(values) {
  const most = Math.max(...values);
  return values.flatMap((value, seat) => (value === most ? [seat] : []));
}

/**
 * Count a deal seat by seat; `wrong` notes what cannot be.
 *
 * @param {Deal} deal
 * @param {(entry: Entry, seat: number, wrong: (key: string, rule: string) => void) => Line[]} count
 * @returns {Counted}
 */
export function each(deal, count) {
  /** @type {Counted['problems']} */
  const problems = [];
  const lines = deal.seats.map((entry, seat) => (isTyped(entry) ? null
    : count(entry, seat, (key, rule) => problems.push({ seat, key, rule }))));
  const gained = deal.seats.map((entry, seat) => entry.points ?? sum(lines[seat] ?? []));
  return { lines, gained, problems };
}
