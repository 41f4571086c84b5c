// Meters of Money: what there is of each currency, with the marks of its scoring.

import { h, unseen } from '/static/js/dom.js';
import { number, say } from '/static/js/texts.js';

/** Totals from which notes score at all, and score in full (M15); the width of a meter. */
const MARKS = [100, 200];
const FULL = 300;
/** Values of which three equal notes bring a bonus (M16). */
const TRIPLES = [20, 30];
const THREE = 3;

/**
 * Draw a meter for the cards of one group.
 * @param {string} name of the group, in words @param {string} group @param {number[]} values
 * @param {string} title all its cards, in words
 */
export function meter(name, group, values, title) {
  const total = values.reduce((sum, value) => sum + value, 0);
  const isCurrency = group !== 'COIN';
  const bar = h('span', { class: 'money-bar', 'aria-hidden': 'true' },
    h('span', { class: 'money-fill' }), ...MARKS.map((mark) => h('span', { class: `money-mark money-mark-${mark}` })));
  bar.style.setProperty('--share', String(Math.min(1, total / FULL)));
  const level = !isCurrency ? '' : total >= MARKS[1] ? ' whole' : total >= MARKS[0] ? ' reduced' : ' none';
  return h('li', { class: `money-meter${level}`, title, dataset: { group } },
    h('span', { 'aria-hidden': 'true' }, name), h('b', { 'aria-hidden': 'true' }, number(total)),
    unseen(say('page.money.meter', { name, total: number(total) })),
    isCurrency && bar, isCurrency && dots(values));
}

/** Draw a dot for each note of a value of which three are wanted. @param {number[]} values */
function dots(values) {
  const rows = TRIPLES.map((value) => [value, values.filter((one) => one === value).length]).filter(([, n]) => n > 1);
  return rows.length > 0 && h('span', { class: 'money-dots', 'aria-hidden': 'true' }, ...rows.map(([value, n]) => {
    const row = h('span', { class: n >= THREE ? 'full' : '', dataset: { key: String(value) } },
      `${value}`, '●'.repeat(n), '○'.repeat(Math.max(0, THREE - n)));
    row.style.setProperty('--n', String(n));
    return row;
  }));
}
