/** What this browser adds to a deal and notes about it, so that the deal can be checked later. */

import { post, randomHex, requestError } from './api.js';

const NOTES = 'tirelire-notes';
/** Tables of which notes are kept: the newest. */
const MOST = 200;

/** @returns {[id: string, note: Note][]} */
const notes = () => JSON.parse(localStorage.getItem(NOTES) ?? '[]');

/** What was noted of a table before its match. @param {string} id */
export const noted = (id) => notes().find(([table]) => table === id)?.[1];

/** @param {string} id @param {Note} note */
function keep(id, note) {
  const others = notes().filter(([table]) => table !== id);
  localStorage.setItem(NOTES, JSON.stringify([...others, [id, note]].slice(-MOST)));
}

/** Note the promise of a table that has not begun: the first that is seen counts. @param {Table} table */
export function notePromise({ id, status, fairness }) {
  if (status === 'open' && !noted(id)) keep(id, { promise: fairness.promise, words: [] });
}

/**
 * Sit down with words for the deal, or give the own seat other words.
 * @param {Table} table @param {string} name @param {string} [seat]
 */
export async function sit(table, name, seat) {
  notePromise(table); // words only count for a promise that was there before them
  const words = randomHex(12); // so that nobody can have chosen the deal
  const note = noted(table.id);
  if (note) keep(table.id, { ...note, words: [...note.words, words] });
  await post(`/tables/${table.id}/join`, { name, words, seat });
}

/** Words that were sent for seats without any. @type {Map<string, Promise<void>>} */
const sent = new Map();

/** Add words for my seats that have none: at a rematch everybody sits already. @param {Table} table */
export async function addWords(table) {
  if (table.status !== 'open') return;
  const silent = table.seats.filter(({ seat, mine }) => mine && !(seat in table.fairness.words));
  for (const { seat, name } of silent) {
    // Tried again with the next table event; a match that has begun goes on without.
    if (!sent.has(seat)) sent.set(seat, sit(table, name, seat).catch((error) => {
      requestError(error);
      sent.delete(seat);
    }));
  }
  await Promise.all(silent.map(({ seat }) => sent.get(seat)));
}
