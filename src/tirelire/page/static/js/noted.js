/**
 * The draw of a match, as this browser takes part in it: it commits to random words, reveals them
 * when the match starts, and notes what it saw, so that the deal can be checked later.
 */

import { post, randomHex, requestError } from './api.js';
import { commitment } from './hashes.js';

const NOTES = 'tirelire-notes';
/** Tables of which notes are kept: the newest. */
const MOST = 200;
/** Random bytes of words: too many to be found from their hash. */
const WORDS_BYTES = 16;

/** @returns {[id: string, note: Note][]} */
const notes = () => JSON.parse(localStorage.getItem(NOTES) ?? '[]');

/** What was noted of a table before its match. @param {string} id */
export const noted = (id) => notes().find(([table]) => table === id)?.[1];

/** @param {string} id @param {Note} note */
function keep(id, note) {
  const others = notes().filter(([table]) => table !== id);
  localStorage.setItem(NOTES, JSON.stringify([...others, [id, note]].slice(-MOST)));
}

/**
 * Note what a table has fixed: the first promise that is seen counts, until the draw is given up;
 * and the commitments when the match starts, before any words are revealed.
 * @param {Table} table
 */
export function noteDraw({ id, status, fairness }) {
  const { promise, fingerprint } = fairness;
  const note = noted(id);
  const isVoid = fairness.void_draws.some((draw) => draw.promise === note?.promise);
  if (status === 'open' && (!note || isVoid)) {
    keep(id, { promise, words: [], voids: note ? [...(note.voids ?? []), note.promise] : [] });
  } else if (status === 'starting' && note?.promise === promise && !note.fingerprint) {
    keep(id, { ...note, fingerprint });
  }
}

/**
 * Make a commitment to new words. None is made where words were already asked for under the same
 * promise: the house would get a second draw that no one sees.
 * @param {Table} table
 */
function commit(table) {
  noteDraw(table); // words only count for a promise that was there before them
  const note = /** @type {Note} */ (noted(table.id));
  const { promise } = table.fairness;
  if (note.fingerprint && note.promise === promise) return undefined;
  const words = randomHex(WORDS_BYTES);
  keep(table.id, { ...note, words: [...note.words, words] });
  return { promise, hash: commitment(promise, words) };
}

/**
 * Sit down with a commitment, or make a new one.
 * @param {Table} table @param {{name: string} & Partial<import('./faces.js').Person>} person @param {string} [seat]
 */
export const sit = (table, { name, face, colour }, seat) =>
  post(`/tables/${table.id}/join`, { name, face, colour, seat, commitment: commit(table) });

/** The words that a seat committed to, if they were made here. @param {Table} table @param {string} seat */
const wordsOf = ({ id, fairness }, seat) => noted(id)?.words.find(
  (words) => commitment(fairness.promise, words) === fairness.commitments[seat]);

/** What is on its way or done, by promise and seat. @type {Map<string, Promise<void>>} */
const sent = new Map();

/**
 * Do something once for a seat and a promise; if it fails, it is done again with the next event.
 * @param {string} key @param {() => Promise<any>} what
 */
function once(key, what) {
  if (!sent.has(key)) sent.set(key, what().catch((error) => {
    sent.delete(key);
    requestError(error);
  }));
  return sent.get(key);
}

/**
 * Commit for my seats whose words were not made here: at a rematch everybody sits already, after a
 * void draw all commit anew, and words of another device cannot be revealed.
 * @param {Table} table
 */
export async function commitSeats(table) {
  if (table.status !== 'open') return;
  const mine = table.seats.filter(({ seat, mine: is }) => is && !wordsOf(table, seat));
  await Promise.all(mine.map(({ seat, name }) =>
    once(`commit ${table.fairness.promise} ${seat}`, () => sit(table, { name }, seat))));
}

/**
 * Reveal the words of my seats, if what is fixed is what this browser noted.
 * @param {Table} table
 * @param {(what: () => Promise<any>) => Promise<any>} [persist] how to send it
 */
export async function revealWords(table, persist = (what) => what()) {
  if (table.status !== 'starting') return;
  noteDraw(table);
  const { fingerprint, promise, awaited } = table.fairness;
  if (noted(table.id)?.fingerprint !== fingerprint) return;
  const mine = table.seats.filter(({ seat, mine: is }) => is && awaited.includes(seat));
  await Promise.all(mine.map(({ seat }) => {
    const words = wordsOf(table, seat);
    return words && once(`reveal ${promise} ${seat}`,
      () => persist(() => post(`/tables/${table.id}/reveal`, { seat, words })));
  }));
}

/** Start a match, and reveal the words of this device at once. @param {string} id */
export const startMatch = async (id) => revealWords(await post(`/tables/${id}/start`));
