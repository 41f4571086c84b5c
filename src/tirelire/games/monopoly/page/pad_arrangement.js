/**
 * The best arrangement of a hand of Monopoly (P15–P18, P24, P25, P29), found exactly. Why so little
 * search is enough stands in `arrangement.py` of the game, which this agrees with line by line.
 */

/** @import { Game } from './pad_shapes.js' */

/**
 * @typedef {object} Hand
 * @property {number[]} groups deeds of each group: the colours, then stations and utilities
 * @property {number[]} stock houses of each level, then hotels
 * @property {number} tokens tokens that are placed at the end
 * @property {number[]} pins groups on which Chance cards stay as tokens (P18)
 */

/** @typedef {number[]} Fixed for each level the colours, as bits, where a Chance card stands */

/** @typedef {{value: number, a: number, b: number}} Found */

const COLOURS = 8;
export const STATIONS = COLOURS;
export const UTILITIES = COLOURS + 1;
export const LEVELS = 5;
const LAST_HOUSE = 4;

/** What a free Chance card may be tried as; or two of them as two deeds of one colour. */
export const AS_TOKEN = 0;
export const AS_STATION = LEVELS + 1;
export const AS_UTILITY = LEVELS + 2;
export const AS_DEED = LEVELS + 3;
export const AS_TWO_DEEDS = AS_DEED + COLOURS;
export const UNUSED = 63;

/** @returns {Fixed} */
export const nowhere = () => Array(LEVELS).fill(0);

/** How many bits are set. @param {number} bits */
export function ones(bits) {
  let n = 0;
  for (let rest = bits; rest; rest &= rest - 1) n += 1;
  return n;
}

/** The dearest colour of a set; 0 in an empty one. @param {number} colours */
export const highest = (colours) => (colours ? 31 - Math.clz32(colours) : 0);

/** The n dearest colours of a set. @param {number} colours @param {number} n */
function dearest(colours, n) {
  let found = 0;
  for (let rest = colours, left = n; left > 0 && rest; left -= 1) {
    found |= 1 << highest(rest);
    rest &= ~(1 << highest(rest));
  }
  return found;
}

/** The colours of which all deeds but so many are held, and some. @param {Game} game @param {number[]} groups @param {number} missing */
export function shortOf(game, groups, missing) {
  let found = 0;
  game.colours.forEach((code, i) => {
    if (groups[i] > 0 && groups[i] === game.sizes[code] - missing) found |= 1 << i;
  });
  return found;
}

/** The colours that need a house here because a Chance card stands here or above. @param {Fixed} fixed @param {number} level */
const bound = (fixed, level) => fixed.slice(level).reduce((all, bits) => all | bits, 0);

/** Whether every house and hotel can stand on a monopoly (P15, P17). @param {number} colours @param {number[]} stock @param {Fixed} fixed */
export function allStand(colours, stock, fixed) {
  if (bound(fixed, 0) & ~colours) return false;
  let below = ones(colours);
  for (let level = 0; level < LEVELS; level += 1) {
    const count = stock[level] + ones(fixed[level]);
    if (count > below || count < ones(bound(fixed, level))) return false;
    below = count;
  }
  return true;
}

/**
 * Put up houses and hotels: the colours at each level. The colours of `order` are served before all
 * others, then those of the highest base value (P17, P29).
 *
 * @param {number} colours @param {number[]} stock @param {Fixed} fixed @param {number[]} order
 */
export function stand(colours, stock, fixed, order) {
  let chosen = colours;
  return stock.map((houses, level) => {
    let here = bound(fixed, level) & chosen;
    let left = Math.max(0, Math.min(ones(chosen), houses + ones(fixed[level])) - ones(here));
    let rest = chosen & ~here;
    for (const served of order) {
      if (left <= 0 || !(rest >> served & 1)) continue;
      here |= 1 << served;
      rest &= ~(1 << served);
      left -= 1;
    }
    chosen = here | dearest(rest, left);
    return chosen;
  });
}

/** The level that a colour was built to. @param {number[]} standing @param {number} colour */
export const height = (standing, colour) => standing.filter((bits) => bits >> colour & 1).length;

/** What a colour is worth at a height (P24). @param {Game} game @param {number} colour @param {number} level */
export const colourValue = (game, colour, level) =>
  game.base[colour] * (1 + Math.min(level, LAST_HOUSE)) + (level > LAST_HOUSE ? game.hotel_value : 0);

/** @param {Game} game @param {number} stations */
export const stationValue = (game, stations) => game.station_values[stations] ?? 0;

/** @param {Game} game @param {number} utilities */
export const utilityValue = (game, utilities) =>
  (utilities === game.sizes.UTI ? game.utilities_value : 0);

/**
 * The most that monopolies can be worth, and the colours to be served first for it (P29).
 *
 * @param {Game} game @param {Whole} whole @param {Fixed} fixed @param {boolean} streets
 */
export function bestFirst(game, whole, fixed, streets) {
  const { colours, stations, utilities, stock, tokens, pins } = whole;
  /** @type {{value: number, order: number[]}} */
  let found = { value: -1, order: [0] };
  for (const order of orders(colours, fixed, pins)) {
    const standing = stand(colours, stock, fixed, order);
    const values = [...Array(COLOURS).keys()].map((colour) =>
      (colours >> colour & 1 ? colourValue(game, colour, height(standing, colour)) : 0));
    values.push(stationValue(game, stations), utilityValue(game, utilities));
    const carrying = pins.length ? values.slice(0, COLOURS) : [values[order[0]]];
    const most = Math.max(...carrying, ...(streets ? [] : values.slice(COLOURS)));
    const value = [...values, ...pins.map((group) => values[group])].reduce((a, b) => a + b)
      + tokens * most;
    if (value >= found.value) found = { value, order };
  }
  return found;
}

/**
 * The orders of the colours that are worth a try, the best of equal ones last: without a Chance card
 * that stays somewhere the dearest first; with a house of one, each first; with a token, every order.
 *
 * @param {number} colours @param {Fixed} fixed @param {number[]} pins @returns {number[][]}
 */
function orders(colours, fixed, pins) {
  const all = [...Array(COLOURS).keys()].filter((colour) => colours >> colour & 1);
  if (!pins.length) return fixed.some((bits) => bits) && all.length ? all.map((x) => [x]) : [[highest(colours)]];
  const after = (/** @type {number[]} */ chosen) => all.filter((x) => !chosen.includes(x));
  /** @type {number[][]} */
  let found = [[]];
  for (let place = 0; place < Math.min(3, all.length); place += 1) {
    found = found.flatMap((chosen) => after(chosen).map((x) => [...chosen, x]));
  }
  // Of equal ones Python takes the last by the number that the order makes, its last place first.
  const number = (/** @type {number[]} */ order) => order.reduceRight((sum, x) => sum * 16 + x + 1, 0);
  return found.sort((a, b) => number(a) - number(b));
}

/** @typedef {{colours: number, stations: number, utilities: number, stock: number[], tokens: number, pins: number[]}} Whole */

/** What a hand has without its Chance cards. @param {Game} game @param {Hand} hand @returns {Whole} */
const wholeOf = (game, hand) => ({
  colours: shortOf(game, hand.groups, 0),
  stations: hand.groups[STATIONS],
  utilities: hand.groups[UTILITIES],
  stock: [...hand.stock],
  tokens: hand.tokens,
  pins: hand.pins,
});

/**
 * What a hand is when a free Chance card is something; null where that cannot be (P18).
 *
 * @param {Game} game @param {number} chance @param {number} near @param {Whole} whole @returns {Whole|null}
 */
function afterTry(game, chance, near, whole) {
  const now = { ...whole, stock: [...whole.stock] };
  if (chance === AS_TOKEN) now.tokens += 1;
  else if (chance <= LEVELS) now.stock[chance - 1] += 1;
  else if (chance === AS_STATION) {
    if (whole.stations === 0 || whole.stations === game.sizes.STA) return null;
    now.stations += 1;
  } else if (chance === AS_UTILITY) {
    if (whole.utilities !== 1) return null;
    now.utilities += 1;
  } else if (chance !== UNUSED) {
    const bit = 1 << ((chance - AS_DEED) % COLOURS);
    if (!(near & bit) || whole.colours & bit) return null;
    now.colours |= bit;
  }
  return now;
}

/** The same with both Chance cards. @param {Game} game @param {Hand} hand @param {Found} found @param {number} near @returns {Whole|null} */
export function afterTries(game, hand, found, near) {
  const once = afterTry(game, found.a, near, wholeOf(game, hand));
  return once && afterTry(game, found.b, near, once);
}

/** All pairs of tries, in the order in which the first of equal ones counts. @param {number} free */
function* tries(free) {
  if (free === 0) yield [UNUSED, UNUSED];
  else if (free === 1) for (let a = 0; a < AS_TWO_DEEDS; a += 1) yield [a, UNUSED];
  else {
    for (let a = 0; a < AS_TWO_DEEDS; a += 1) for (let b = a; b < AS_TWO_DEEDS; b += 1) yield [a, b];
    for (let colour = 0; colour < COLOURS; colour += 1) yield [AS_TWO_DEEDS + colour, UNUSED];
  }
}

/**
 * The most that a hand can be worth, without GO, and what its free Chance cards are (P29); null if
 * with `strict` not everything can have its place (P15).
 *
 * @param {Game} game @param {Hand} hand @param {number} free @param {Fixed} fixed
 * @param {boolean} strict @param {boolean} streets @returns {Found|null}
 */
export function best(game, hand, free, fixed, strict, streets) {
  const near = shortOf(game, hand.groups, 1);
  const far = shortOf(game, hand.groups, 2);
  const begun = hand.groups.slice(0, COLOURS).filter((n) => n).length;
  const deeds = hand.groups.some((n) => n);
  /** @type {Found|null} */
  let found = null;
  for (const [a, b] of tries(free)) {
    const whole = afterTries(game, hand, { value: 0, a, b }, a >= AS_TWO_DEEDS && a !== UNUSED ? far : near);
    if (!whole) continue;
    if (strict && (!deeds || ones(whole.colours) !== begun || whole.stations === 1
      || whole.utilities === 1 || !allStand(whole.colours, whole.stock, fixed))) continue;
    const { value } = bestFirst(game, whole, fixed, streets);
    if (value > (found?.value ?? -1)) found = { value, a, b };
  }
  return found;
}
