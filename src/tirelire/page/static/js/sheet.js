/** The score sheet of a deal, and the course of the match. */

import { h, patch, ruleLink } from './dom.js';
import { amount, enumerate, number, say, signed } from './texts.js';

/** @type {Map<number, Record<string, number>>} */
const course = new Map();

/** @param {Record<string, Record<string, number>>} totals what everybody had after each deal */
export function remember(totals) {
  for (const [deal, each] of Object.entries(totals)) course.set(Number(deal), each);
}

/**
 * Show the score sheet of a deal; it stays until somebody closes it.
 * @param {HTMLDialogElement} dialog @param {Score} score @param {SheetWords} words
 * @param {(Node|false)[]} foot what can be done with it
 */
export function openSheet(dialog, score, words, foot = [closing()]) {
  const { about, name } = words;
  remember({ [score.deal]: score.totals });
  dialog.replaceChildren(
    h('h2', { id: 'sheet-title' }, say('page.table.deal', { n: score.deal })),
    score.ending ? h('p', {}, score.ending) : '',
    score.winners ? h('p', { class: 'lead' }, winners(score, words)) : '',
    h('div', { class: 'columns' }, ...Object.entries(score.sheets ?? {}).map(([seat, sheet]) =>
      h('section', { class: score.winners?.includes(seat) ? 'winner' : '' },
        h('h3', {}, name(seat)),
        h('table', {}, h('tbody', {}, ...sheet.lines.map((line) => h('tr', {},
          h('td', {}, line.text, '\u00a0', ruleLink(about.id, line.rule)),
          h('td', { class: 'points' }, amount(about, line.points, signed))))),
        h('tfoot', {},
          h('tr', {}, h('th', { scope: 'row' }, say('page.table.gained')),
            h('td', { class: 'points' }, amount(about, score.gained?.[seat] ?? sheet.total, signed))),
          h('tr', {}, h('th', { scope: 'row' }, say('page.table.total')),
            h('td', { class: 'points' }, amount(about, score.totals[seat])))))))),
    courseOf(words),
    h('footer', {}),
  );
  drawFoot(dialog, foot);
  if (!dialog.open) dialog.show();
}

/** Say who has won; with how much, where the winner has the most. @param {Score} score @param {SheetWords} words */
export function winners(score, { about, name, isMe }) {
  const seats = [...(score.winners ?? '')];
  const others = seats.filter((seat) => !isMe(seat)).map(name);
  const most = Math.max(...Object.values(score.totals));
  const points = amount(about, most);
  const form = others.length < seats.length ? (others.length ? 'you_share' : 'you')
    : seats.length > 1 ? 'shared' : score.totals[seats[0]] === most ? 'with' : 'other';
  return say(`page.table.won.${form}`, { who: enumerate(others), points });
}

/** Change what can be done with a score sheet. @param {HTMLDialogElement} dialog @param {(Node|false)[]} foot */
export function drawFoot(dialog, foot) {
  const place = dialog.querySelector('footer');
  if (place) patch(place, foot);
}

/** A button that closes the sheet. */
export const closing = () => h('form', { method: 'dialog' },
  h('button', { class: 'primary', autofocus: true }, say('page.close')));

/** @param {HTMLDialogElement} dialog */
export function closeSheet(dialog) {
  if (dialog.open) dialog.close();
}

/** Draw the totals after each deal as lines. @param {SheetWords} words */
function courseOf({ table, about, name }) {
  if (course.size < 2) return '';
  const deals = [...course.keys()].sort((a, b) => a - b);
  const values = deals.flatMap((deal) => Object.values(course.get(deal) ?? {}));
  const low = Math.min(...values);
  const high = Math.max(low + 1, ...values);
  /** @param {number} value */
  const height = (value) => 118 - (106 * (value - low)) / (high - low);
  /** @param {number} i */
  const along = (i) => 34 + (196 * i) / (deals.length - 1);
  const svg = draw('svg', { viewBox: '0 0 320 140', class: 'course', role: 'img',
    'aria-label': say('page.table.course') });
  for (const value of new Set([low, low < 0 ? 0 : low, high])) {
    svg.append(draw('path', { class: 'level', d: `M34 ${height(value)}H230` }),
      draw('text', { x: 30, y: height(value) + 4, 'text-anchor': 'end' }, amount(about, value)));
  }
  deals.forEach((deal, i) => svg.append(
    draw('text', { x: along(i), y: 136, 'text-anchor': 'middle' }, number(deal))));
  const last = table.seats.map(({ seat }) => height(course.get(deals[deals.length - 1])?.[seat] ?? 0));
  // Names that would lie over each other stand one below the other.
  const order = last.map((_, i) => i).sort((a, b) => last[a] - last[b]);
  order.forEach((one, i) => { if (i) last[one] = Math.max(last[one], last[order[i - 1]] + 12); });
  table.seats.forEach(({ seat }, index) => {
    const points = deals.map((deal, i) => `${along(i)},${height(course.get(deal)?.[seat] ?? 0)}`);
    svg.append(draw('polyline', { points: points.join(' '), class: `line line-${index}` }),
      draw('text', { x: 236, y: last[index] + 4, class: `name line-${index}` }, name(seat)));
  });
  return svg;
}

/** @param {string} tag @param {Record<string, string|number>} props @param {string} [text] */
function draw(tag, props, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}
