/** The course of a match as a picture. */

import { amount, number, say } from '../texts.js';

const WIDE = 420;
const HIGH = 240;
const LEFT = 50;
const RIGHT = 96;
const TOP = 14;
const BOTTOM = 28;

/** @param {string} tag @param {Record<string, string|number>} props @param {string} [text] */
function draw(tag, props, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

/**
 * Draw what everybody had after each deal.
 *
 * @param {{unit: string}} game @param {string[]} names @param {number[][]} totals after each deal, from before the first
 * @param {number} [goal] what ends the match
 */
export function picture(game, names, totals, goal) {
  const values = [...totals.flat(), ...(goal === undefined ? [] : [goal])];
  const low = Math.min(...values);
  const high = Math.max(low + 1, ...values);
  /** @param {number} value */
  const y = (value) => HIGH - BOTTOM - ((HIGH - BOTTOM - TOP) * (value - low)) / (high - low);
  /** @param {number} i */
  const x = (i) => LEFT + ((WIDE - LEFT - RIGHT) * i) / Math.max(1, totals.length - 1);
  const svg = draw('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'pad-course', role: 'img', 'aria-label': say('page.table.course') });
  for (const value of new Set([low, ...(low < 0 ? [0] : []), high])) {
    svg.append(draw('path', { class: 'level', d: `M${LEFT} ${y(value)}H${WIDE - RIGHT}` }),
      draw('text', { x: LEFT - 6, y: y(value) + 5, 'text-anchor': 'end' }, amount(game, value)));
  }
  if (goal !== undefined) svg.append(draw('path', { class: 'goal', d: `M${LEFT} ${y(goal)}H${WIDE - RIGHT}` }));
  totals.forEach((_, i) => {
    if (totals.length < 16 || i % 5 === 0) {
      svg.append(draw('text', { x: x(i), y: HIGH - 6, 'text-anchor': 'middle' }, number(i)));
    }
  });
  const ends = totals[totals.length - 1].map(y);
  // Names that would lie over each other stand one below the other.
  const order = ends.map((_, seat) => seat).sort((a, b) => ends[a] - ends[b]);
  order.forEach((seat, i) => { if (i) ends[seat] = Math.max(ends[seat], ends[order[i - 1]] + 18); });
  names.forEach((name, seat) => {
    const points = totals.map((row, i) => `${x(i)},${y(row[seat])}`).join(' ');
    svg.append(draw('polyline', { points, class: `line line-${seat}` }),
      draw('text', { x: WIDE - RIGHT + 8, y: ends[seat] + 5, class: `name line-${seat}` },
        name.length > 10 ? `${name.slice(0, 8)}…` : name));
  });
  return svg;
}
