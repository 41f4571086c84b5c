/** A match in forms that others read: a table of values, and positions in our notation. */

import { LETTERS } from './counting.js';
import { padOf } from './modules.js';
import { dealerOf } from './standing.js';

/** @import { Course, Game, Match } from './shapes.js' */

/** A value between commas; what a spreadsheet would take for a formula is text. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * The deals and totals as comma-separated values.
 *
 * @param {Match} match @param {Course} course
 * @param {{deal: string, gained: string, total: string}} words
 */
export function asCsv(match, course, words) {
  const heads = [words.deal, ...match.names.flatMap((name) => [`${name} ${words.gained}`, `${name} ${words.total}`])];
  const rows = course.deals.map(({ gained, standing }, i) =>
    [i + 1, ...gained.flatMap((n, seat) => [n, standing.totals[seat]])].join(','));
  return `${[heads.map(cell).join(','), ...rows].join('\r\n')}\r\n`;
}

/** @param {number[]} values */
const bySeat = (values) => values.map((value, seat) => `${LETTERS[seat]} ${value}`).join(' ');

/**
 * The end of every deal as a position of our notation, one a line, under comments that say who sat
 * where.
 *
 * @param {Match} match @param {Course} course @param {Game} game
 */
export function asPositions(match, course, game) {
  const players = match.names.length;
  const options = game.options
    .filter((option) => (match.options[option.name] ?? option.usual) !== option.usual)
    .map((option) => `${option.name}=${match.options[option.name]}`);
  const heading = [match.game, players, ...options].join(' ');
  const pad = padOf(match.game);
  const lines = course.deals.map(({ gained, standing }, i) =>
    [heading, `deal ${i + 1}`, `dealer ${LETTERS[dealerOf(i, players, match.options)]}`, `totals ${bySeat(standing.totals)}`,
      `won ${bySeat(standing.won)}`, `gained ${bySeat(gained)}`, `extra ${standing.extra}`,
      `over ${pad.reason(match.deals[i])}${standing.over ? ' match' : ''}`, ...pad.lying(i, match, game)].join('; '));
  const names = match.names.map((name, seat) => `# seat ${LETTERS[seat]} ${name.replaceAll(/[\r\n]/g, ' ')}`);
  return `${[...names, ...lines].join('\n')}\n`;
}
