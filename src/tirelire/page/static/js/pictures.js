/** Pictures that explain a game: rows of its cards, signs between them, and what they are worth. */

import { h } from './dom.js';
import { amount, signed } from './texts.js';

/** @type {Record<string, string>} */
const SIGNS = { '<>': '⇄', '>': '→' };

/** Draw a picture with its title and words. @param {Game} about @param {Picture} picture */
export const drawPicture = (about, { id, title, text, rows, labels }) => h('figure', { class: `picture picture-${id}` },
  h('h2', {}, title),
  h('div', { class: 'picture-rows' }, ...rows.map((row, i) => drawRow(about, row, labels[i]))),
  h('figcaption', {}, text));

/** @param {Game} about @param {string} row @param {string|undefined} label */
function drawRow(about, row, label) {
  const [cards, worth] = row.split(' = ');
  return h('div', { class: 'picture-row' },
    h('span', { class: 'picture-cards' }, ...cards.split(' ').map((part) => drawPart(about, part))),
    worth !== undefined && h('b', { class: 'picture-worth' }, `= ${amount(about, Number(worth))}`),
    label && h('span', { class: 'picture-label' }, label));
}

/** @param {Game} about @param {string} part a sign, a field as `[+4]`, or the name of a picture */
function drawPart(about, part) {
  if (part in SIGNS) return h('span', { class: 'picture-sign' }, SIGNS[part]);
  if (part.startsWith('[')) return h('b', { class: 'picture-field' }, signed(Number(part.slice(1, -1))));
  return h('img', { class: `art-${part.split('_')[0].toLowerCase()}`, alt: nameOf(about, part),
    src: `/art/${about.id}/${encodeURIComponent(part)}.svg` });
}

/** Name the card of a picture; copies of a kind are told apart by a last sign. @param {Game} about @param {string} part */
const nameOf = ({ cards }, part) => [part, `${part}a`, `${part}1`].map((code) => cards[code]?.name).find(Boolean) ?? '';
