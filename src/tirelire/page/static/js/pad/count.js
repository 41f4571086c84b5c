/** A whole match, counted from what was entered: the lines of every seat, and how it stands. */

import { padOf } from './modules.js';
import { beginning, book } from './standing.js';

/** @import { Course, Deal, Game, Match, Standing } from './shapes.js' */

/** Count one deal. @param {Deal} deal @param {Match} match @param {Game} game @param {Standing} before */
export const countDeal = (deal, match, game, before) => padOf(match.game).count(deal, match, game, before);

/**
 * Count all deals that are done, up to the end of the match.
 *
 * @param {Match} match @param {Game} game @returns {Course}
 */
export function course(match, game) {
  let standing = beginning(game, match.names.length);
  /** @type {Course['deals']} */
  const deals = [];
  for (const deal of match.deals) {
    if (!deal.done || standing.over) break;
    const counted = countDeal(deal, match, game, standing);
    standing = book(standing, deal.void ? null : counted.gained, deals.length + 1, game, match.options);
    deals.push({ ...counted, standing });
  }
  return { deals, standing };
}
