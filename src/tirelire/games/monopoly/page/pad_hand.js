/** Counting a hand of Monopoly (P18–P29): roles of Chance cards, the reward, the lines. */

import {
  AS_DEED, AS_STATION, AS_TOKEN, AS_TWO_DEEDS, AS_UTILITY, LEVELS, STATIONS, UNUSED, UTILITIES,
  afterTries, allStand, best, bestFirst, colourValue, height, highest, nowhere, shortOf, stand,
  stationValue, utilityValue,
} from './pad_arrangement.js';

/** @import { Entry, Game, Line } from './pad_shapes.js' */
/** @import { Found, Hand, Whole } from './pad_arrangement.js' */

const EVERY = 0xff;
const isStation = (/** @type {string} */ code) => /^STA\d$/.test(code);
const times = (/** @type {string[]} */ cards, /** @type {string} */ code) =>
  cards.filter((one) => one === code).length;

/** @param {string[]} cards @param {Game} game @returns {Hand} */
const handOf = (cards, game) => ({
  groups: [...game.colours.map((code) => times(cards, code)),
    cards.filter(isStation).length, times(cards, 'UTI')],
  stock: game.houses.map((code) => times(cards, code)),
  tokens: times(cards, 'TOKEN'),
  pins: [],
});

// --- roles ---

/** The groups, as tokens name them. @param {Game} game */
const groupsOf = (game) => [...game.colours, 'STA', 'UTI'];

/** Whether a role is a token: `TOKEN@YEL`, or `TOKEN` where it can stand nowhere. @param {string} role */
const isToken = (role) => kindOf(role) === 'TOKEN';

/** A role as text: `YEL`, `STA3`, `H2@YEL`, `TOKEN@YEL`. In the order in which roles are said. @param {string} role @param {Game} game */
function order(role, game) {
  const [code, at] = role.split('@');
  if (isToken(role)) return 1000 + (at ? groupsOf(game).indexOf(at) : 100);
  if (at) return 100 + game.colours.indexOf(at) * LEVELS + game.houses.indexOf(code);
  return isStation(code) ? 10 + Number(code.at(-1)) : code === 'UTI' ? 20 : game.colours.indexOf(code);
}

/** @param {string[]} roles @param {Game} game */
const sorted = (roles, game) => [...roles].sort((a, b) => order(a, game) - order(b, game));

/** The kind of card that a role stands for. @param {string} role */
const kindOf = (role) => role.split('@')[0];

/** @param {string} role @param {Game} game where a house role stands: level and colour */
const placeOf = (role, game) => {
  const [code, at] = role.split('@');
  return at && !isToken(role) ? { level: game.houses.indexOf(code), bit: 1 << game.colours.indexOf(at) } : null;
};

/** @param {Hand} hand @param {string} role @param {Game} game */
function addDeed(hand, role, game) {
  const group = isStation(role) ? STATIONS : role === 'UTI' ? UTILITIES : game.colours.indexOf(role);
  hand.groups[group] += 1;
}

/**
 * Whether a hand can be laid down with these roles of its Chance cards (P15, P18).
 *
 * @param {string[]} cards @param {string[]} roles @param {Game} game
 * @param {boolean} streets whether tokens stand on colours only
 */
export function mayStand(cards, roles, game, streets) {
  const real = handOf(cards, game);
  const hand = handOf(cards, game);
  const sizes = [...game.colours, 'STA', 'UTI'].map((code) => game.sizes[code]);
  const fixed = nowhere();
  if (!real.groups.some((n) => n)) return false;
  for (const role of roles) {
    const place = placeOf(role, game);
    if (place) {
      if (fixed[place.level] & place.bit) return false;
      fixed[place.level] |= place.bit;
    } else if (isToken(role)) {
      if (!mayCarry(real.groups, role, game, streets)) return false;
    } else {
      if (isStation(role) && (cards.includes(role) || times(roles, role) > 1)) return false;
      addDeed(hand, role, game);
    }
  }
  if (hand.groups.some((n, i) => n > sizes[i] || (n > 0 && real.groups[i] === 0))) return false;
  const whole = hand.groups.every((n, i) => n === 0 || (i === STATIONS ? n > 1 : n === sizes[i]));
  return whole && allStand(shortOf(game, hand.groups, 0), hand.stock, fixed);
}

/**
 * Whether a token can stand where its role says, once all groups are complete (P18, P25). It stands
 * nowhere only if no group of the hand can carry it.
 *
 * @param {number[]} groups real deeds @param {string} role @param {Game} game @param {boolean} streets
 */
function mayCarry(groups, role, game, streets) {
  const [, at] = role.split('@');
  if (!at) return streets && !groups.slice(0, STATIONS).some((n) => n);
  const group = groupsOf(game).indexOf(at);
  return groups[group] > 0 && (group < STATIONS || !streets);
}

/** All roles that there are. @param {Game} game @returns {string[]} */
const allRoles = (game) => [
  ...groupsOf(game).map((group) => `TOKEN@${group}`), 'TOKEN',
  ...game.colours, 'UTI', ...game.kinds.map((kind) => kind.code).filter(isStation),
  ...game.colours.flatMap((colour) =>
    game.houses.map((house) => `${house}@${colour}`)),
];

/**
 * The roles that a Chance card may have beside those of the others.
 *
 * @param {string[]} cards @param {string[]} others @param {Game} game @param {boolean} streets
 */
export const rolesFor = (cards, others, game, streets) =>
  allRoles(game).filter((role) => mayStand(cards, [role, ...others], game, streets));

/**
 * Let tokens without a group, as older pads noted them, stand on the dearest monopoly (P18).
 *
 * @param {string[]} cards @param {string[]} roles @param {Game} game @param {boolean} streets
 */
export function nameTokens(cards, roles, game, streets) {
  if (!roles.includes('TOKEN')) return roles;
  const { hand, fixed } = laid(cards, [], roles, game);
  const whole = afterTries(game, hand, { value: 0, a: UNUSED, b: UNUSED }, EVERY);
  if (!whole) return roles;
  const standing = stand(whole.colours, whole.stock, fixed, [highest(whole.colours)]);
  const { on } = monopolies(whole, standing, game, streets);
  return sorted(roles.map((role) => (role === 'TOKEN' && on ? `TOKEN@${on}` : role)), game);
}

/**
 * The roles that make a hand worth the most as it is laid down; null if it cannot be (P15, P18).
 *
 * @param {string[]} cards @param {Game} game @param {boolean} streets @returns {string[]|null}
 */
export function bestRoles(cards, game, streets) {
  const hand = handOf(cards, game);
  const found = best(game, hand, times(cards, 'CHANCE'), nowhere(), true, streets);
  if (!found) return null;
  const whole = afterTries(game, hand, found, EVERY);
  if (!whole) return null;
  const standing = stand(whole.colours, whole.stock, nowhere(), [highest(whole.colours)]);
  const { on } = monopolies(whole, standing, game, streets);
  return sorted(nameRoles(cards, standing, nowhere(), on, found, game), game);
}

/**
 * What the tries of an arrangement are called: houses stand on the dearest colours, tokens on the
 * group `on`, and of several missing stations the first is named.
 *
 * @param {string[]} held deeds that are held or stood for
 * @param {number[]} standing @param {number[]} fixed @param {string} on @param {Found} found @param {Game} game
 */
function nameRoles(held, standing, fixed, on, found, game) {
  /** @type {string[]} */
  const roles = [];
  const places = [...fixed];
  for (const chance of [found.a, found.b]) {
    if (chance === UNUSED) continue;
    if (chance >= AS_TWO_DEEDS) {
      const colour = game.colours[chance - AS_TWO_DEEDS];
      return [colour, colour];
    }
    if (chance === AS_TOKEN) roles.push(on ? `TOKEN@${on}` : 'TOKEN');
    else if (chance <= LEVELS) {
      const colour = highest(standing[chance - 1] & ~places[chance - 1]);
      places[chance - 1] |= 1 << colour;
      roles.push(`${game.houses[chance - 1]}@${game.colours[colour]}`);
    } else if (chance === AS_STATION) {
      const taken = [...held, ...roles];
      roles.push(allRoles(game).find((role) => isStation(role) && !taken.includes(role)) ?? '');
    } else roles.push(chance === AS_UTILITY ? 'UTI' : game.colours[chance - AS_DEED]);
  }
  return roles;
}

/**
 * The roles of the Chance cards of whoever went out: those that were said while they fit, or the
 * best (P18); null where the hand cannot go out.
 *
 * @param {Entry} entry @param {Game} game @param {Record<string, any>} options
 */
export function rolesOf(entry, game, options) {
  const cards = entry.cards ?? [];
  const streets = options.tokens_on === 'colour_groups';
  const said = nameTokens(cards, entry.roles ?? [], game, streets);
  if (said.length === times(cards, 'CHANCE') && mayStand(cards, said, game, streets)) return said;
  return bestRoles(cards, game, streets);
}

// --- the reward ---

/**
 * What Chance cards stand for that the reward does not free, and how many it does (P20).
 *
 * @param {string[]} cards hand and reward @param {string[]} reward @param {string[]} roles @param {Game} game
 */
function laid(cards, reward, roles, game) {
  const hand = handOf(cards, game);
  const fixed = nowhere();
  /** @type {string[]} */
  const stood = [];
  let free = 0;
  roles.forEach((role, i) => {
    const place = placeOf(role, game);
    const need = i === 1 && kindOf(role) === kindOf(roles[0]) ? 2 : 1;
    if (times(reward, kindOf(role)) >= need) free += 1;
    else if (isToken(role)) {
      if (role !== 'TOKEN') hand.pins.push(groupsOf(game).indexOf(role.split('@')[1]));
    }
    else if (place) fixed[place.level] |= place.bit;
    else {
      addDeed(hand, role, game);
      stood.push(role);
    }
  });
  return { hand, fixed, free, stood };
}

/**
 * Count a hand line by line.
 *
 * @param {{cards: string[], reward?: string[], roles?: string[], out?: boolean}} held roles of all
 *   Chance cards of the hand, where its player went out
 * @param {Game} game @param {boolean} streets whether tokens stand on colours only
 * @returns {Line[]}
 */
export function countMonopoly({ cards, reward = [], roles = [], out = false }, game, streets) {
  if (!out && cards.includes('CHANCE')) {
    return [{ rule: 'P28', points: 0, key: 'monopoly.chance_kept', values: {} }];
  }
  const all = [...cards, ...(out ? reward : [])];
  const chances = out ? times(reward, 'CHANCE') : 0;
  let said = sorted(roles, game);
  const [a, b] = said;
  if (b && kindOf(a) === kindOf(b)) {
    // Where the reward frees one of two that stand for equal cards, the better one is chosen.
    const [one, other] = [said, [b, a]].map((pair) => {
      const { hand, fixed, free } = laid(all, reward, pair, game);
      return code(best(game, hand, free + chances, fixed, false, streets));
    });
    if (other > one) said = [b, a];
  }
  const { hand, fixed, free, stood } = laid(all, reward, said, game);
  const found = best(game, hand, free + chances, fixed, false, streets);
  const whole = found && afterTries(game, hand, found, EVERY);
  if (!whole) return [];
  const { order: served } = bestFirst(game, whole, fixed, streets);
  const standing = stand(whole.colours, whole.stock, fixed, served);
  const { lines, on } = monopolies(whole, standing, game, streets);
  const named = nameRoles([...all, ...stood], standing, fixed, on, found, game);
  return [
    ...lines,
    ...goLine(times(all, 'GO'), game),
    ...[...sorted(roles, game), ...named].map((role) =>
      ({ rule: 'P18', points: 0, key: 'monopoly.chance', values: { role } })),
  ];
}

/** An answer of `best` as one number, of which the higher is the better. @param {Found|null} found */
const code = (found) => (found ? found.value * 4096 + found.a * 64 + found.b : -1);

/** @param {number} n @param {Game} game @returns {Line[]} */
const goLine = (n, game) => (n
  ? [{ rule: 'P26', points: n * game.go_value, key: 'monopoly.go', values: { n } }] : []);

/**
 * The lines of the monopolies and of the tokens, and the group on which tokens pay the most.
 *
 * @param {Whole} whole @param {number[]} standing @param {Game} game @param {boolean} streets
 */
function monopolies(whole, standing, game, streets) {
  /** @type {Line[]} */
  const lines = [];
  let most = 0;
  let on = '';
  const stations = stationValue(game, whole.stations);
  const utilities = utilityValue(game, whole.utilities);
  if (!streets && Math.max(stations, utilities) > 0) {
    most = Math.max(stations, utilities);
    on = stations >= utilities ? 'STA' : 'UTI';
  }
  game.colours.forEach((group, i) => {
    if (!(whole.colours >> i & 1)) return;
    const n = height(standing, i);
    const points = colourValue(game, i, n);
    const key = n === LEVELS ? 'hotel' : n ? 'houses' : 'bare';
    lines.push({ rule: 'P24', points, key: `monopoly.${key}`, values: { group, n } });
    if (points >= most) [most, on] = [points, group];
  });
  if (stations) lines.push({ rule: 'P24', points: stations, key: 'monopoly.stations', values: { n: whole.stations } });
  if (utilities) lines.push({ rule: 'P24', points: utilities, key: 'monopoly.utilities', values: {} });
  if (whole.tokens && !on) lines.push({ rule: 'P25', points: 0, key: 'monopoly.idle_tokens', values: { n: whole.tokens } });
  groupsOf(game).forEach((group, i) => {
    const n = whole.pins.filter((pin) => pin === i).length + (group === on ? whole.tokens : 0);
    const worth = i === STATIONS ? stations : i === UTILITIES ? utilities
      : colourValue(game, i, height(standing, i));
    if (n) lines.push({ rule: 'P25', points: n * worth, key: 'monopoly.tokens', values: { group, n } });
  });
  return { lines, on };
}

/**
 * Who has the most Mr. Monopoly cards, alone, and may score (P27, P28); -1: nobody.
 *
 * @param {string[][]} hands with the reward of whoever went out
 * @param {boolean[]} scores
 */
export function richest(hands, scores) {
  const counts = hands.map((cards) => times(cards, 'MR'));
  const most = Math.max(...counts);
  const seat = counts.indexOf(most);
  return most > 0 && counts.lastIndexOf(most) === seat && scores[seat] ? seat : -1;
}
