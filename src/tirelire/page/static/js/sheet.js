/** The score sheet of a deal, line by line with the rule of each, and the course of the match. */

import { h } from './dom.js';
import { knows, number, say, signed } from './texts.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Table} Table */

/** @type {Map<number, Record<string, number>>} */
const course = new Map();

/**
 * @param {HTMLDialogElement} dialog
 * @param {View} view
 * @param {Table} table
 * @param {(seat: string) => string} name
 * @param {string} game
 * @param {(text: string) => string} inNames calls cards by their names
 */
export function openSheet(dialog, view, table, name, game, inNames) {
  course.set(view.deal, { ...view.totals });
  const sheets = view.sheets ?? {};
  const reason = `reason.${game}.${view.reason}`;
  dialog.replaceChildren(
    h('h2', { id: 'sheet-title' }, say('page.table.deal', { n: view.deal })),
    knows(reason) ? h('p', {}, say(reason)) : '',
    view.winners ? h('p', { class: 'lead' }, say('page.table.won', {
      n: view.winners.length, who: [...view.winners].map(name).join(', ') })) : '',
    h('div', { class: 'columns' }, ...Object.entries(sheets).map(([seat, sheet]) =>
      h('section', { class: view.winners?.includes(seat) ? 'winner' : '' },
        h('h3', {}, name(seat)),
        h('table', {}, h('tbody', {}, ...sheet.lines.map((line) =>
          h('tr', {}, h('td', {}, inNames(line.text), ' ', h('a', { class: 'rule-link', href: `/rules/${game}#${line.rule}`,
            target: '_blank', rel: 'noopener' }, line.rule)),
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
 *
 * @param {Table} table
 * @param {(seat: string) => string} name
 */
function courseOf(table, name) {
  if (course.size < 2) return '';
  const deals = [...course.keys()].sort((a, b) => a - b);
  const values = deals.flatMap((deal) => Object.values(course.get(deal) ?? {}));
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 320 140');
  svg.setAttribute('class', 'course');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', say('page.table.course'));
  table.seats.forEach((seat, index) => {
    const points = deals.map((deal, i) => {
      const value = course.get(deal)?.[seat.seat] ?? 0;
      const x = 10 + (230 * i) / Math.max(1, deals.length - 1);
      return [x, 130 - (120 * (value - low)) / (high - low)];
    });
    const line = document.createElementNS(svg.namespaceURI, 'polyline');
    line.setAttribute('points', points.map((p) => p.map((x) => x.toFixed(1)).join(',')).join(' '));
    line.setAttribute('class', `line line-${index}`);
    const label = document.createElementNS(svg.namespaceURI, 'text');
    const [, y] = points[points.length - 1];
    label.setAttribute('x', '246');
    label.setAttribute('y', String(y + 4));
    label.textContent = name(seat.seat);
    svg.append(line, label);
  });
  return svg;
}
