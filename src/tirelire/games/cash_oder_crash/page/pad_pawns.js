/** The settlement of Cash oder Crash (C12, C13). */

import { LETTERS } from '/static/js/pad/counting.js';

/** @import { Line } from './pad_shapes.js' */

/**
 * What everybody pays and receives.
 *
 * @param {number[]} pawns the field of each seat's pawn
 * @param {number[]} chips what each seat had before
 * @param {boolean} limited whether players pay at most what they have
 * @returns {Line[][]} the lines of each seat
 */
export function settle(pawns, chips, limited) {
  const players = pawns.length;
  /** @type {Line[][]} */
  const lines = pawns.map(() => []);
  for (let seat = 0; seat < players; seat += 1) {
    const left = (seat + 1) % players;
    const right = (seat + players - 1) % players;
    let toLeft = Math.max(0, -pawns[seat]);
    let toRight = Math.max(0, pawns[right]);
    if (limited) {
      toLeft = Math.min(toLeft, chips[seat]);
      toRight = Math.min(toRight, chips[seat] - toLeft);
    }
    for (const [amount, other] of [[toLeft, left], [toRight, right]]) {
      if (!amount) continue;
      lines[seat].push({ rule: 'C12', points: -amount, key: 'cash_oder_crash.pays', values: { seat: LETTERS[other] } });
      lines[other].push({ rule: 'C12', points: amount, key: 'cash_oder_crash.receives', values: { seat: LETTERS[seat] } });
    }
  }
  return lines;
}
