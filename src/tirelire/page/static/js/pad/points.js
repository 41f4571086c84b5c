/** Points that somebody types: what is read is what is shown, and what is shown is booked. */

import { amount, say } from '../texts.js';
import { padOf } from './modules.js';

/** @import { Game } from './shapes.js' */

/**
 * Read a score: `290`, `290K`, `290 000` and `290000` are the same where a game counts thousands.
 *
 * @param {string} text @param {Game} game @param {Record<string, string|number>} [options]
 * @returns {number|null} null where this cannot be the score of a deal
 */
export function readPoints(text, game, options = {}) {
  const { lowest, highest, thousands } = game.score;
  const found = /^([+-]?)(\d{1,7})(k?)$/i.exec(text.replaceAll('−', '-').replace(/[\s.,'’](?=\d{3}(?!\d))|\s(?=k$)/gi, ''));
  if (!found || (found[3] && !thousands)) return null;
  let n = Number(found[2]);
  if (thousands && !found[3] && n > highest) n /= 1000;
  if (found[1] === '-') n = -n;
  return Number.isInteger(n / stepOf(game, options)) && n >= lowest && n <= highest ? n + 0 : null;
}

/** What divides every score. @param {Game} game @param {Record<string, string|number>} options */
const stepOf = (game, options) => padOf(game.id).step?.(game, options) ?? game.score.step;

/** Say what a score can be. @param {Game} game @param {Record<string, string|number>} options */
export const allowed = (game, options) => say(`page.pad.scores.${game.id}`, {
  step: amount(game, stepOf(game, options)), most: amount(game, game.score.highest) });
