/**
 * A hand as it lies on the table: whole groups with their houses, each Chance card as what it stands
 * for. The pad keeps the cards and, beside them, the roles of Chance cards.
 */

import { mayStand, rolesOf } from './pad_hand.js';

/** @import { Game, Screen } from './pad_shapes.js' */

/** @typedef {{cards: string[], heights: Map<string, number>, roles: string[]}} Laid */

const MOST_CHANCES = 2; // P3

/** Which monopoly was built how high, by seat: cards alone do not say where houses stand. @type {Map<string, Map<string, number>>} */
const built = new Map();

/** @param {Screen} screen */
const keyOf = ({ match, n, seat }) => `${match.id}/${n}/${seat}`;

/** The card that a role stands for. @param {string} role */
export const kindOf = (role) => role.split('@')[0];

/** @param {string[]} cards @param {string} code */
export const times = (cards, code) => cards.filter((one) => one === code).length;

/** @param {string} code */
export const isStation = (code) => /^STA\d$/.test(code);

/** @param {Screen} screen @param {string} role */
const isHouse = ({ game }, role) => game.houses.includes(kindOf(role));

/** @param {Screen} screen */
export const streetsOnly = ({ match }) => match.options.tokens_on === 'colour_groups';

/** A hand as it lies. @param {Screen} screen @returns {Laid} */
export function laidOf(screen) {
  const { deal, game, match, seat, entry } = screen;
  const held = entry.cards ?? [];
  const roles = deal.out === seat && held.includes('CHANCE') ? rolesOf(entry, game, match.options) ?? [] : [];
  const cards = [...held.filter((code) => !roles.length || code !== 'CHANCE'), ...roles.map(kindOf)];
  const known = built.get(keyOf(screen));
  const fits = known && game.houses.every((code, level) =>
    times(cards, code) === [...known.values()].filter((height) => height > level).length);
  return { cards, roles, heights: fits ? known : heightsOf(screen, cards, roles) };
}

/** Let houses stand where roles say, then on the dearest groups. @param {Screen} screen @param {string[]} cards @param {string[]} roles */
function heightsOf(screen, cards, roles) {
  const { game } = screen;
  /** @param {string} colour the highest house that a role puts there */
  const need = (colour) => Math.max(0, ...roles.filter((role) => isHouse(screen, role) && role.endsWith(`@${colour}`))
    .map((role) => game.houses.indexOf(kindOf(role)) + 1));
  const colours = game.colours.filter((code) => times(cards, code) === game.sizes[code]).reverse()
    .sort((a, b) => need(b) - need(a));
  return new Map(colours.map((code, i) => {
    let height = 0;
    while (height < game.houses.length && times(cards, game.houses[height]) > i) height += 1;
    return [code, height];
  }));
}

/**
 * The cards and the roles of a hand that lies so; roles that no longer fit are dropped.
 *
 * @param {Screen} screen @param {Laid} laid
 */
export function heldOf(screen, { cards, heights, roles }) {
  const { game } = screen;
  const held = [...cards.filter((code) => !game.houses.includes(code)),
    ...[...heights.values()].flatMap((height) => game.houses.slice(0, height))];
  const kept = roles.filter((role) => {
    const [code, at] = role.split('@');
    const stands = !at || (isHouse(screen, role) ? game.houses.indexOf(code) < (heights.get(at) ?? 0) : held.some((one) => one.startsWith(at)));
    const i = stands ? held.indexOf(code) : -1;
    if (i >= 0) held.splice(i, 1, 'CHANCE');
    return i >= 0;
  });
  return { cards: held, roles: kept };
}

/** Remember where the houses of a hand stand. @param {Screen} screen @param {Laid} laid */
export const remember = (screen, { heights }) => { built.set(keyOf(screen), heights); };

/**
 * What a Chance card of whoever went out can stand for, and what it does: each role as often as it can
 * be tapped (P18). Of the stations one is named: which one it is makes no difference here.
 *
 * @param {Screen} screen @param {Laid} laid @returns {{role: string, on: boolean}[]}
 */
export function rolesToTap(screen, laid) {
  const { game } = screen;
  const { cards, heights, roles } = laid;
  const station = cards.findLast((code) => isStation(code) && !roles.includes(code));
  const groups = [...game.colours.filter((code) => cards.includes(code)), ...(cards.includes('UTI') ? ['UTI'] : [])];
  const all = [
    ...groups, ...roles.filter(isStation), ...(station ? [station] : []),
    ...[...heights].flatMap(([colour, height]) => game.houses.slice(0, height).map((code) => `${code}@${colour}`)),
    ...(cards.includes('TOKEN') ? [...groups, ...(station ? ['STA'] : [])].map((group) => `TOKEN@${group}`) : []),
    ...(cards.includes('TOKEN') ? ['TOKEN'] : []),
  ];
  return all.flatMap((role) => {
    const on = Array.from({ length: times(roles, role) }, () => ({ role, on: true }));
    const more = { ...laid, roles: [...roles, role] };
    const held = heldOf(screen, more);
    const may = roles.length < MOST_CHANCES && held.roles.length === more.roles.length
      && mayStand(held.cards, held.roles, game, streetsOnly(screen));
    return may ? [...on, { role, on: false }] : on;
  });
}
