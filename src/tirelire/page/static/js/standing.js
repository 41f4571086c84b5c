/** Who stands where: ranks, winners and leaders, with a face for each player. */

import { face } from './faces.js';
import { amount, enumerate, say } from './texts.js';

/**
 * The rank of every seat, from 1: winners before all others, then by totals; equal ones share a rank.
 * @param {Score} score @returns {Map<string, number>}
 */
export function ranksOf({ totals, winners = '' }) {
  const seats = Object.keys(totals);
  /** @param {string} one @param {string} other */
  const isBefore = (one, other) => (winners.includes(one) === winners.includes(other)
    ? totals[one] > totals[other] : winners.includes(one));
  return new Map(seats.map((seat) => [seat, 1 + seats.filter((other) => isBefore(other, seat)).length]));
}

/**
 * Say who does something, to the reader: forms `you`, `you_share`, `other` and `shared`.
 * @param {string} key @param {string} seats @param {SheetWords} words
 * @param {Record<string, string|number>} [values]
 */
export function sayWho(key, seats, { name, isMe }, values = {}) {
  const others = [...seats].filter((seat) => !isMe(seat)).map(name);
  const form = others.length < seats.length ? (others.length ? 'you_share' : 'you')
    : others.length > 1 ? 'shared' : 'other';
  return say(`${key}.${form}`, { who: enumerate(others), ...values });
}

/** Say who has won; with how much, where the winner has the most. @param {Score} score @param {SheetWords} words */
export function winners(score, words) {
  const seats = score.winners ?? '';
  const most = Math.max(...Object.values(score.totals));
  const points = amount(words.about, most);
  const isRichest = seats.length === 1 && !words.isMe(seats) && score.totals[seats] === most;
  return isRichest ? say('page.table.won.with', { who: words.name(seats), points })
    : sayWho('page.table.won', seats, words);
}

/** Say who leads. @param {Score} score @param {SheetWords} words */
export function leaders({ totals }, words) {
  const most = Math.max(...Object.values(totals));
  const seats = Object.keys(totals).filter((seat) => totals[seat] === most).join('');
  return sayWho('page.sheet.leads', seats, words, { points: amount(words.about, most) });
}

/** Draw the face of a player. @param {Table} table @param {string} letter */
export function faceOf({ seats }, letter) {
  const seat = seats.find((one) => one.seat === letter);
  return seat ? face(seat) : null;
}
