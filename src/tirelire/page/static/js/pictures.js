/** Pictures that explain a game: rows of its cards, signs between them, and what they are worth. */

import { h } from './dom.js';
import { amount, signed } from './texts.js';

/** @type {Record<string, string>} */
const SIGNS = { '<>': '⇄', '>': '→' };

/** Things in a row from which its cards lie closer. */
const MANY = 4;

/** Draw a picture with its title and words. @param {Game} about @param {Picture} picture */
export const drawPicture = (about, { id, title, text, rows, labels }) => h('figure', { class: `picture picture-${id}` },
  h('h2', {}, title),
  h('div', { class: 'picture-rows' }, ...rows.map((row, i) => drawRow(about, row, labels[i]))),
  h('figcaption', {}, text));

/** @param {Game} about @param {string} row @param {string|undefined} label */
function drawRow(about, row, label) {
  const [cards, worth] = row.split(' = ');
  const parts = cards.split(' ').map((part) => drawPart(about, part));
  const isCard = (/** @type {HTMLElement|undefined} */ part) => part instanceof HTMLImageElement;
  parts.forEach((part, i) => part.classList.toggle('under', isCard(part) && isCard(parts[i + 1])));
  return h('div', { class: 'picture-row' },
    h('span', { class: `picture-cards${parts.length >= MANY && isCard(parts[MANY - 1]) ? ' many' : ''}` }, ...parts),
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
