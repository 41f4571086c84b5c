/** Counting a stack of Cache ton Cash (K11), in thousands. */

/** @import { Game, Line } from './pad_shapes.js' */

/**
 * Put cards that were tapped one after the other together as sets: another possession begins a new
 * set, wilds join the one before. A possession alone takes a wild from a set that can spare one.
 *
 * @param {string[]} cards
 * @param {Game} game
 * @returns {string[][]}
 */
export function setsOf(cards, game) {
  const wild = new Set(game.kinds.filter((kind) => kind.group === 'wild').map((kind) => kind.code));
  /** @type {string[][]} */
  const sets = [];
  /** @type {string[]} */
  let loose = [];
  for (const code of cards) {
    const last = sets.at(-1);
    if (wild.has(code)) (last ?? loose).push(code);
    else if (last && last.includes(code)) last.push(code);
    else {
      sets.push([code, ...loose]);
      loose = [];
    }
  }
  for (const one of sets.filter((set) => set.length === 1)) {
    const same = sets.find((set) => set !== one && set.includes(one[0]));
    const rich = sets.find((set) => set.length > 2 && set.some((code) => wild.has(code)));
    if (same) same.push(/** @type {string} */ (one.pop()));
    else if (rich) one.push(...rich.splice(rich.findIndex((code) => wild.has(code)), 1));
  }
  const whole = sets.filter((set) => set.length);
  return loose.length ? [...whole, loose] : whole;
}

/**
 * Tell whether something is a set: at least two cards, one kind of possession (K4).
 *
 * @param {string[]} set
 * @param {Game} game
 */
export const isSet = (set, game) => set.length > 1 && new Set(set.filter((code) =>
  game.kinds.find((kind) => kind.code === code)?.group === 'possession')).size === 1;

/**
 * @param {string[][]} sets
 * @param {Game} game
 * @returns {Line[]}
 */
export function countStack(sets, game) {
  const kinds = new Map(game.kinds.map((kind) => [kind.code, kind]));
  return sets.map((set) => ({
    rule: 'K11',
    points: set.reduce((sum, code) => sum + (kinds.get(code)?.value ?? 0), 0),
    key: 'cache_ton_cash.set',
    values: { kind: set.find((code) => kinds.get(code)?.group === 'possession') ?? set[0], n: set.length },
  }));
}
