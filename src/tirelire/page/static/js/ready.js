/** Between two deals: who is ready for the next one, and who is awaited. */

import { h, unseen } from './dom.js';
import { enumerate, say } from './texts.js';

/** Whether a deal is over and the next one waits until people are ready. @param {Table} table @param {View} view */
export const isAsking = (table, view) =>
  view.ended === 'deal' && view.deal > 0 && table.status === 'running' && table.pace.pause !== 0;

/** The people for whom the next deal waits. @param {Table} table @param {View} view @returns {Seat[]} */
export const notReady = (table, view) => (isAsking(table, view)
  ? table.seats.filter((seat) => seat.kind === 'person' && !seat.away && seat.ready < view.deal) : []);

/**
 * Say who is ready and who is awaited, to one of several people.
 * @param {Table} table @param {View} view @param {boolean} waitsForMe
 * @returns {HTMLElement|false} nothing where no other player is awaited
 */
export function readiness(table, view, waitsForMe) {
  const others = table.seats.filter((seat) => seat.kind === 'person' && !seat.away && !seat.mine);
  if (!others.length || !isAsking(table, view)) return false;
  const awaited = notReady(table, view).filter((seat) => !seat.mine);
  const ready = others.filter((seat) => !awaited.includes(seat));
  return h('p', { class: 'readiness', role: 'status' },
    ...ready.map((seat) => h('span', { class: 'tag', dataset: { key: seat.seat } }, '✓\u00a0', h('bdi', {}, seat.name),
      unseen(` (${say('page.table.ready')})`))),
    awaited.length ? h('span', {}, say('page.table.waiting_ready', { who: enumerate(awaited.map((seat) => seat.name)) }))
      : waitsForMe && h('span', {}, say('page.table.waiting_for_you')));
}
