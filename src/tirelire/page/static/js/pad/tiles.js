/** What is tapped to enter cards: pictures, steppers and rows of numbers. Scripts of games import it. */

import { h } from '../dom.js';
import { number, say } from '../texts.js';
import { here, most, setCount } from './cards.js';

/** @import { Kind, Screen } from './shapes.js' */

/** The picture of a kind. @param {string} game @param {Kind} kind */
export const pictureOf = (game, kind) =>
  h('img', { src: `/art/${game}/${kind.picture ?? kind.code}.svg`, alt: '', draggable: 'false' });

/**
 * A picture to be tapped, and perhaps a sign that takes one card back.
 *
 * @param {Screen} screen @param {Kind} kind
 * @param {{n: number, left: number, add: () => void, less?: () => void, name?: string}} what how many are
 *   here, how many more there can be, what the buttons do, and a short name
 */
export function tile({ match }, kind, { n, left, add, less, name = kind.name }) {
  return h('div', { class: 'tile', dataset: { key: kind.code, group: kind.group ?? kind.code, on: n ? 'yes' : 'no' } },
    h('button', { type: 'button', class: 'kind', id: `kind-${kind.code}`, dataset: { code: kind.code },
      'aria-disabled': n + left < 1 && 'true', 'aria-label': say('page.pad.kind', { card: kind.name, n, left }), on: { click: add } },
    pictureOf(match.game, kind), h('span', { class: 'kind-name' }, name), h('b', { class: 'kind-count' }, n ? number(n) : '')),
    n && less ? h('button', { type: 'button', class: 'less', id: `less-${kind.code}`, 'aria-label': say('page.pad.one_less', { card: kind.name }), on: { click: less } }, '−') : null);
}

/** A tile of which every tap is one card more; after the last one there is none again. @param {Screen} screen @param {Kind} kind @param {string} [name] */
export function cardTile(screen, kind, name) {
  const n = here(screen, kind.code);
  const left = most(screen, kind) - n;
  return tile(screen, kind, { n, left, name, add: () => setCount(screen, kind, n && !left ? 0 : n + 1) });
}

/**
 * A row of numbers, of which one tap says how many cards of a kind there are.
 *
 * @param {Screen} screen @param {Kind} kind
 */
export function countRow(screen, kind) {
  const n = here(screen, kind.code);
  return row(screen, kind, Array.from({ length: kind.copies }, (_, i) => ({
    id: `count-${kind.code}-${i + 1}`, text: number(i + 1), label: say('page.pad.how_many', { n: i + 1, card: kind.name }), on: n === i + 1,
    off: i + 1 > most(screen, kind), tap: () => setCount(screen, kind, n === i + 1 ? 0 : i + 1) })));
}

/**
 * A picture with a row of buttons beside it.
 *
 * @param {Screen} screen @param {Kind} kind
 * @param {{id: string, text: string, label: string, on: boolean, off?: boolean, tap: () => void}[]} buttons
 * @param {string} [key] what tells rows of the same kind apart
 */
export const row = ({ match }, kind, buttons, key = kind.code) => h('div', { class: 'pad-row', role: 'group', 'aria-label': kind.name, dataset: { key } },
  pictureOf(match.game, kind), ...buttons.map(({ id, text, label, on, off, tap }) => h('button', { type: 'button', id, dataset: { key: id },
    'aria-pressed': String(on), 'aria-disabled': off && 'true', 'aria-label': label, on: { click: tap } }, text)));

/**
 * A number between two signs.
 *
 * @param {{id: string, label: string, n: number, low: number, high: number, set: (n: number) => void}} what
 */
export function stepper({ id, label, n, low, high, set }) {
  /** @param {string} sign @param {number} by @param {string} key */
  const button = (sign, by, key) => h('button', { type: 'button', id: `${id}-${key}`, 'aria-label': say(`page.pad.${key}`, { card: label }),
    'aria-disabled': (n + by < low || n + by > high) && 'true', on: { click: () => n + by >= low && n + by <= high && set(n + by) } }, sign);
  return h('div', { class: 'stepper', role: 'group', 'aria-label': label, dataset: { key: id } },
    button('−', -1, 'one_less'), h('b', { id }, number(n)), button('+', 1, 'one_more'));
}
