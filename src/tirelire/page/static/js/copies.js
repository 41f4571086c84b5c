/** Keys for equal cards, so that each travels from its old place to its new one. */

import { enumerate, say } from './texts.js';

/** Views that may follow each other in another order than they are drawn in. */
const MOST_RECENT = 40;

/**
 * Make a tracker: it gives cards keys that last as long as they are seen.
 *
 * A copy that stays in its place keeps its key; a copy that appears takes the key of an equal card
 * that has just left another place. The table may be behind the hand: each view follows the one
 * before it, in whatever order they are drawn.
 * @returns {(view: View, layout: () => Layout) => Map<string, string[]>}
 */
export function tracker() {
  /** The views drawn last, in their order. @type {{number: number, keys: Map<string, string[]>}[]} */
  let recent = [];
  /** @type {WeakMap<object, Map<string, string[]>>} */
  const known = new WeakMap();
  return ({ items, number }, layout) => {
    let keys = known.get(items);
    if (!keys) {
      const before = recent.findLast((one) => one.number <= number) ?? recent.at(-1);
      keys = match(layout(), before?.keys ?? new Map());
      known.set(items, keys);
      recent = [...recent.filter((one) => one.number !== number), { number, keys }]
        .sort((a, b) => a.number - b.number).slice(-MOST_RECENT);
    }
    return keys;
  };
}

/** @param {Context} ctx @param {string} code what a card is called */
export const title = (ctx, code) =>
  code === '?' ? say('page.unknown_card') : ctx.deck[code]?.name ?? code;

/** @param {Context} ctx @param {string[]} codes */
export const titles = (ctx, codes) => enumerate(counted(codes, (code) => title(ctx, code)));

/**
 * Name cards in a sentence, each with its article or its number: “l’Or et 2 Scooters”.
 * @param {Context} ctx @param {string[]} codes
 */
export const some = (ctx, codes) => enumerate([...new Set(codes)].map((code) => {
  const n = codes.filter((one) => one === code).length;
  return code === '?' ? say('page.unknown_card') : say(`some.${ctx.table.game}.${code}`, { n });
}));

/** @param {Context} ctx the seats of the table, as letters */
export const seats = (ctx) => ctx.table.seats.map((seat) => seat.seat);

/** @param {string} key */
export const codeOf = (key) => key.split('#')[0];

/** Name cards, equal ones once with their number. @param {string[]} codes @param {(code: string) => string} title */
export const counted = (codes, title) => [...new Set(codes)].map((code) => {
  const n = codes.filter((one) => one === code).length;
  return n > 1 ? `${n}\u00a0×\u00a0${title(code)}` : title(code);
});

/** @param {Layout} layout @param {Map<string, string[]>} before */
function match(layout, before) {
  const free = new Map([...before].map(([place, keys]) => [place, [...keys]]));
  /** @param {string} place @param {string} code */
  const take = (place, code) => {
    const keys = free.get(place) ?? [];
    const found = keys.findIndex((key) => codeOf(key) === code);
    return found < 0 ? '' : keys.splice(found, 1)[0];
  };
  const kept = layout.map(([place, codes]) => codes.map((code) => take(place, code)));
  const used = new Set(kept.flat());
  /** @type {Map<string, string[]>} */
  const result = new Map();
  layout.forEach(([place, codes], i) => {
    result.set(place, codes.map((code, j) => {
      let key = kept[i][j];
      for (const from of free.keys()) key ||= take(from, code);
      for (let n = 1; !key; n += 1) {
        const fresh = n === 1 ? code : `${code}#${n}`;
        if (!used.has(fresh) && ![...free.values()].flat().includes(fresh)) key = fresh;
      }
      used.add(key);
      return key;
    }));
  });
  return result;
}
