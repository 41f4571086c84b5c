/** The score sheet of a deal, with the rule of each line, and the course of the match. */

import { h, ruleLink } from './dom.js';
import { knows, number, say, signed } from './texts.js';

/** @type {Map<number, Record<string, number>>} */
const course = new Map();

/** @param {Record<string, Record<string, number>>} totals what everybody had after each deal */
export function remember(totals) {
  for (const [deal, each] of Object.entries(totals)) course.set(Number(deal), each);
}

/**
 * @param {HTMLDialogElement} dialog @param {View} view @param {Table} table
 * @param {(seat: string) => string} name @param {string} game
 * @param {(text: string) => string} inNames calls cards by their names
 */
export function openSheet(dialog, view, table, name, game, inNames) {
  course.set(view.deal, { ...view.totals });
  const sheets = view.sheets ?? {};
  // What seats pay each other is told by letters; people read names.
  const about = new Map(table.seats.flatMap(({ seat }) => ['pays', 'receives'].map((verb) => [
    say(`sheet.${game}.${verb}`, { seat }),
    say(`page.${game}.line.${verb}${name(seat) === say('page.table.you') ? '_you' : ''}`, { who: name(seat) }),
  ])));
  const reason = `reason.${game}.${view.reason}`;
  dialog.replaceChildren(
    h('h2', { id: 'sheet-title' }, say('page.table.deal', { n: view.deal })),
    knows(reason) ? h('p', {}, say(reason)) : '',
    view.winners ? h('p', { class: 'lead' }, say('page.table.won', {
      n: view.winners.length, who: [...view.winners].map(name).join(', ') })) : '',
    h('div', { class: 'columns' }, ...Object.entries(sheets).map(([seat, sheet]) =>
      h('section', { class: view.winners?.includes(seat) ? 'winner' : '' },
        h('h3', {}, name(seat)),
        h('table', {}, h('tbody', {}, ...sheet.lines.map((line) => h('tr', {},
          h('td', {}, about.get(line.text) ?? inNames(line.text), '\u00a0', ruleLink(game, line.rule)),
          h('td', { class: 'points' }, signed(line.points))))),
        h('tfoot', {},
          h('tr', {}, h('th', { scope: 'row' }, say('page.table.gained')),
            h('td', { class: 'points' }, signed(view.gained?.[seat] ?? sheet.total))),
          h('tr', {}, h('th', { scope: 'row' }, say('page.table.total')),
            h('td', { class: 'points' }, number(view.totals[seat])))))))),
    courseOf(table, name),
    h('form', { method: 'dialog' }, h('button', { class: 'primary' }, say('page.close'))),
  );
  if (!dialog.open) dialog.show();
}

/** @param {HTMLDialogElement} dialog */
export function closeSheet(dialog) {
  if (dialog.open) dialog.close();
}

/**
 * Draw the totals after each deal as lines.
 * @param {Table} table @param {(seat: string) => string} name
 */
function courseOf(table, name) {
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
      draw('text', { x: 30, y: height(value) + 4, 'text-anchor': 'end' }, number(value)));
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
