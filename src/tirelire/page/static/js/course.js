/** The course of a match: the totals after each deal, drawn as lines, and the deal that decided it. */

import { colourOf } from './faces.js';
import { sayWho } from './standing.js';
import { amount, number, say, signed } from './texts.js';

/** @type {Map<number, Record<string, number>>} */
const course = new Map();

/** @param {Record<string, Record<string, number>>} totals what everybody had after each deal */
export function remember(totals) {
  for (const [deal, each] of Object.entries(totals)) course.set(Number(deal), each);
}

/** The totals after each deal, the first deal first. */
const allTotals = () => [...course.keys()].sort((a, b) => a - b).map((deal) => course.get(deal) ?? {});

/**
 * The deal that decided a match: the one after which only winners ever led. Where the totals do not
 * decide who wins, it is the deal in which a winner gained the most on the best of the others.
 * @param {Record<string, number>[]} totals after each deal @param {string} winners
 * @returns {{deal: number, leads: boolean}} `leads`: whether it is the former
 */
export function decisiveDeal(totals, winners) {
  /** @param {Record<string, number>} each how far the winners are ahead of the best of the others */
  const ahead = (each) => {
    /** @param {boolean} won */
    const most = (won) => Math.max(...Object.keys(each).filter((seat) => winners.includes(seat) === won)
      .map((seat) => each[seat]));
    return most(true) - most(false);
  };
  const leads = totals.map(ahead);
  const deal = leads.findLastIndex((lead) => lead <= 0) + 2;
  if (deal <= totals.length) return { deal, leads: true };
  const swings = leads.map((lead, i) => lead - (leads[i - 1] ?? 0));
  return { deal: swings.indexOf(Math.max(...swings)) + 1, leads: false };
}

/**
 * Say which deal decided a match; nothing where it had one deal, or not all of its deals are known.
 * @param {Score} score @param {SheetWords} words
 */
export function sayDecisive(score, words) {
  const totals = allTotals();
  const seats = score.winners ?? '';
  if (totals.length < 2 || totals.length < score.deal || seats.length === Object.keys(score.totals).length) return '';
  const { deal, leads } = decisiveDeal(totals, seats);
  if (leads && deal === 1) return sayWho('page.end.always', seats, words);
  const gained = Math.max(...[...seats].map((seat) => totals[deal - 1][seat] - (totals[deal - 2]?.[seat] ?? 0)));
  return sayWho(leads ? 'page.end.decisive' : 'page.end.swing', seats, words,
    { n: deal, points: amount(words.about, gained, signed) });
}

/** Draw the totals after each deal as lines. @param {SheetWords} words */
export function drawCourse({ table, about, name }) {
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
  table.seats.forEach((player, index) => {
    const { seat } = player;
    const colour = colourOf(player);
    const points = deals.map((deal, i) => `${along(i)},${height(course.get(deal)?.[seat] ?? 0)}`);
    svg.append(draw('polyline', { points: points.join(' '), class: `line line-${index} ${colour}` }),
      draw('text', { x: 236, y: last[index] + 4, class: `name ${colour}` }, name(seat)));
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
