/** Tells who comes to a table and who leaves it, and for whom a bot plays. */

import { h } from './dom.js';
import { append, drawLog, inColours } from './log.js';
import { sounds } from './sound.js';
import { say } from './texts.js';

/** What changed about a seat, as the name of a text; nothing where it is no news. @param {Seat} was @param {Seat} is */
function changeOf(was, is) {
  if (is.mine || was.mine) return '';
  if (was.kind !== 'person') return is.kind === 'person' ? 'sits' : '';
  if (is.kind === 'open') return 'leaves';
  if (is.kind === 'bot') return 'replaced';
  if (was.away !== is.away) return is.away ? 'away' : 'back';
  return '';
}

/** Milliseconds for which somebody may close the page before it is told: they may load it anew. */
const GRACE = 15_000;
/** Who was told to have left, and what will tell so, by seat. */
const told = new Set();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const leaving = new Map();

/** @param {string} change @param {Seat} seat @param {Table} table */
function tell(change, { name }, table, bot = name) {
  const text = say(`page.news.${change}`, { who: name, bot });
  append([h('li', { class: 'news' }, ...inColours(text, table))]);
  drawLog();
}

/** Tell in the log who has closed the page for a while, and who is there again. @param {Table} table @param {string} present */
export function tellPresence(table, present) {
  for (const one of table.seats.filter(({ kind, mine }) => kind === 'person' && !mine)) {
    const { seat } = one;
    if (!present.includes(seat)) {
      if (leaving.has(seat) || told.has(seat)) continue;
      leaving.set(seat, setTimeout(() => {
        leaving.delete(seat);
        told.add(seat);
        tell('gone', one, table);
      }, GRACE));
      continue;
    }
    clearTimeout(leaving.get(seat));
    leaving.delete(seat);
    if (told.delete(seat)) tell('here', one, table);
  }
}

/** Tell what is new about the seats of a table, in the log and to those who listen. @param {Table} before @param {Table} table */
export function tellSeats(before, table) {
  for (const [i, is] of table.seats.entries()) {
    const was = before.seats[i];
    const change = changeOf(was, is);
    if (!change) continue;
    tell(change, was.name ? was : is, table, is.name);
    if (change === 'sits' || change === 'back') sounds.arrival();
  }
}
