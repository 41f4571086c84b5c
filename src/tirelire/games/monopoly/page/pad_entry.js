/** Entering a hand of Monopoly: one tap is a whole group with its houses, or a number of bonus cards. */

import { h } from '/static/js/dom.js';
import { here, most, put, setCount } from '/static/js/pad/cards.js';
import { cardTile, countRow, row, tile } from '/static/js/pad/tiles.js';
import { say } from '/static/js/texts.js';
import { heldOf, isStation, laidOf, remember, rolesToTap, times } from './pad_laid.js';
import { sayRole } from './pad_fields.js';

/** @import { Game, Kind, Screen } from './pad_shapes.js' */
/** @import { Laid } from './pad_laid.js' */

const FEWEST_STATIONS = 2; // P16: stations of a monopoly

/** @param {Game} game @param {string} code */
const find = (game, code) => /** @type {Kind} */ (game.kinds.find((kind) => kind.code === code));

/** @param {Screen} screen */
export function handField(screen) {
  const { deal, game, seat } = screen;
  const laid = laidOf(screen);
  const isOut = deal.out === seat;
  return h('div', { class: 'pad-field' },
    h('p', { class: 'pad-note' }, say(isOut ? 'page.pad.tap_laid' : 'page.pad.tap_groups')),
    ...game.colours.map((code) => colourRow(screen, laid, find(game, code))),
    stationRow(screen, laid),
    utilityRow(screen, laid, find(game, 'UTI')),
    bonusRow(screen, laid, find(game, 'TOKEN')), countRow(screen, find(game, 'GO')),
    ...(isOut ? [chanceField(screen, laid), rewardField({ ...screen, zone: 'reward' }, laid)] : [keptChance(screen, find(game, 'CHANCE'))]));
}

/**
 * Let a hand lie so, if all its cards are free.
 *
 * @param {Screen} screen @param {Laid} laid
 */
function lay(screen, laid) {
  const { game, entry } = screen;
  const { cards, roles } = heldOf(screen, laid);
  const short = game.kinds.find((kind) => times(cards, kind.code) > Math.max(here(screen, kind.code), most(screen, kind)));
  if (short) {
    setCount(screen, short, times(cards, short.code));
    return;
  }
  remember(screen, laid);
  const before = entry.roles;
  entry.roles = roles;
  if (!put(screen, cards)) entry.roles = before;
}

/** Whether all cards are free for a hand that lies so. @param {Screen} screen @param {Laid} laid */
function isFree(screen, laid) {
  const { cards } = heldOf(screen, laid);
  return screen.game.kinds.every((kind) => times(cards, kind.code) <= most(screen, kind));
}

/** A hand with so many cards of a kind, and no others of that kind. @param {Laid} laid @param {string} code @param {number} n */
const withCount = (laid, code, n) => ({ ...laid, cards: [...laid.cards.filter((one) => one !== code), ...Array(n).fill(code)] });

/** The group with no house, with one, and so on: one tap is all of it; a second one gives it back (P17). @param {Screen} screen @param {Laid} laid @param {Kind} kind */
function colourRow(screen, laid, kind) {
  const { game } = screen;
  const is = times(laid.cards, kind.code) === kind.copies ? laid.heights.get(kind.code) ?? 0 : -1;
  /** @param {number} height */
  const built = (height) => {
    const heights = new Map(laid.heights);
    heights.delete(kind.code);
    if (height >= 0) heights.set(kind.code, height);
    return { ...withCount(laid, kind.code, height < 0 ? 0 : kind.copies), heights };
  };
  return row(screen, kind, ['', ...game.houses].map((_, height) => ({
    id: `${kind.code}-${height}`, text: height > 4 ? say('page.pad.hotel_short') : String(height), // P17: a hotel stands on four houses
    label: say(`page.pad.group_${height > 4 ? 'hotel' : height ? 'houses' : 'bare'}`, { group: kind.name, n: height }), on: is === height,
    off: is !== height && !isFree(screen, built(height)), tap: () => lay(screen, built(is === height ? -1 : height)) })));
}

/** How many stations there are: which ones is of no account. @param {Screen} screen @param {Laid} laid */
function stationRow(screen, laid) {
  const { game } = screen;
  const stations = game.kinds.filter((kind) => isStation(kind.code));
  const mine = stations.filter((kind) => laid.cards.includes(kind.code));
  const others = laid.cards.filter((code) => !isStation(code));
  const free = [...mine, ...stations.filter((kind) => !mine.includes(kind) && most(screen, kind))];
  /** @param {number} n */
  const held = (n) => ({ ...laid, cards: [...others, ...free.slice(0, n).map((kind) => kind.code)] });
  const group = { ...stations[0], code: 'STA', name: say('page.pad.stations') };
  return row(screen, { ...group, picture: stations[0].code }, stations.map((_, i) => i + 1).slice(FEWEST_STATIONS - 1).map((n) => ({
    id: `STA-${n}`, text: String(n), label: say('page.pad.how_many', { n, card: group.name }), on: mine.length === n,
    off: n > free.length, tap: () => { if (n <= free.length) lay(screen, held(mine.length === n ? 0 : n)); else screen.ctx.refuse(say('page.pad.no_stations')); } })));
}

/** @param {Screen} screen @param {Laid} laid @param {Kind} kind */
function utilityRow(screen, laid, kind) {
  const on = times(laid.cards, kind.code) === kind.copies;
  const all = withCount(laid, kind.code, kind.copies);
  return row(screen, kind, [{ id: 'UTI-2', text: String(kind.copies), label: say('page.pad.how_many', { n: kind.copies, card: kind.name }), on,
    off: !on && !isFree(screen, all), tap: () => lay(screen, on ? withCount(laid, kind.code, 0) : all) }]);
}

/** Bonus cards by their number, a Chance card that stands for one among them. @param {Screen} screen @param {Laid} laid @param {Kind} kind */
function bonusRow(screen, laid, kind) {
  const is = times(laid.cards, kind.code);
  return row(screen, kind, Array.from({ length: kind.copies }, (_, i) => i + 1).map((n) => ({
    id: `count-${kind.code}-${n}`, text: String(n), label: say('page.pad.how_many', { n, card: kind.name }), on: is === n,
    off: is !== n && !isFree(screen, withCount(laid, kind.code, n)), tap: () => lay(screen, withCount(laid, kind.code, is === n ? 0 : n)) })));
}

/** A Chance card in the hand of a player who did not go out: the hand is worth nothing (P28), and the next one follows. @param {Screen} screen @param {Kind} kind */
function keptChance(screen, kind) {
  const { ctx, match, entry } = screen;
  const on = here(screen, kind.code) > 0;
  const tap = () => {
    const others = (entry.cards ?? []).filter((code) => code !== kind.code);
    if (!on && !most(screen, kind)) {
      setCount(screen, kind, 1);
      return;
    }
    entry.cards = on ? others : [...others, kind.code];
    if (!on) screen.next();
    ctx.keep(match);
  };
  return h('button', { type: 'button', class: 'pad-nothing', id: 'kept-chance', 'aria-pressed': String(on), on: { click: tap } }, say('page.pad.kept_chance'));
}

/** What Chance cards are laid down as (P18). @param {Screen} screen @param {Laid} laid */
function chanceField(screen, laid) {
  const roles = rolesToTap(screen, laid);
  if (!roles.length) return null;
  /** @param {string} role @param {boolean} on */
  const tap = (role, on) => {
    const left = [...laid.roles];
    if (on) left.splice(left.indexOf(role), 1);
    lay(screen, { ...laid, roles: on ? left : [...left, role] });
  };
  const names = roles.map(({ role }) => (isStation(role) ? 'STA' : role.replace('@', '-')));
  return h('fieldset', { class: 'pad-out pad-roles' }, h('legend', {}, say('page.pad.role')), ...roles.map(({ role, on }, i) => {
    const isSecond = names.indexOf(names[i]) < i;
    const id = `role-${names[i]}${isSecond ? '-2' : ''}`;
    const text = isStation(role) ? say('page.pad.station') : sayRole(role);
    return h('button', { type: 'button', id, dataset: { key: id }, 'aria-pressed': String(on), on: { click: () => tap(role, on) } },
      isSecond ? say('page.pad.second_role', { role: text }) : text);
  }));
}

/** The reward: one tap is one card, and only what counts is tapped (P19). @param {Screen} screen @param {Laid} laid */
function rewardField(screen, laid) {
  const { game } = screen;
  const stood = laid.roles.filter(isStation);
  const stations = game.kinds.filter((kind) => isStation(kind.code));
  const free = stations.filter((kind) => !stood.includes(kind.code) && most(screen, kind) > here(screen, kind.code));
  const mine = stations.filter((kind) => !stood.includes(kind.code) && here(screen, kind.code));
  /** @param {Kind[]} kinds */
  const hold = (kinds) => put(screen, [...(screen.entry.reward ?? []).filter((code) => !isStation(code) || stood.includes(code)), ...kinds.map((kind) => kind.code)]);
  const other = { ...stations[0], code: 'STA', name: say(stood.length ? 'page.pad.other_station' : 'page.pad.stations'), picture: stations[0].code };
  return h('fieldset', { class: 'pad-reward' }, h('legend', {}, say('page.pad.reward')),
    h('div', { class: 'pad-tiles' },
      ...[...game.colours, 'UTI'].map((code) => cardTile(screen, find(game, code))),
      // Whether the reward brings the very station that a Chance card stands for makes a difference (P20).
      ...stood.map((code, i) => sameStation(screen, find(game, code), i)),
      tile(screen, other, { n: mine.length, left: free.length, add: () => hold(free.length ? [...mine, free[0]] : []) }),
      ...[...game.houses, 'TOKEN', 'GO', 'CHANCE'].map((code) => cardTile(screen, find(game, code)))));
}

/** @param {Screen} screen @param {Kind} kind @param {number} i */
function sameStation(screen, kind, i) {
  const n = here(screen, kind.code);
  const shown = { ...kind, code: `same-${i}`, name: say('page.pad.same_station'), picture: kind.code };
  return tile(screen, shown, { n, left: most(screen, kind) - n, add: () => setCount(screen, kind, 1 - n) });
}
