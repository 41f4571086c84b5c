/** Lines of a sheet in words, with people by their names. */

import { say } from '../texts.js';
import { LETTERS } from './counting.js';
import { padOf } from './modules.js';

/** @param {import('./shapes.js').Line} line @param {import('./shapes.js').Match} match */
export function sayLine(line, match) {
  const values = { ...line.values, ...padOf(match.game).words?.(line) };
  if (values.seat) values.who = match.names[LETTERS.indexOf(values.seat)];
  return say(`sheet.${line.key}`, values);
}
