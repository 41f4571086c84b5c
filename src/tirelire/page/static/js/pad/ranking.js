/** Who leads: all players in order, with what is left to the goal. */

import { h } from '../dom.js';
import { amount, say } from '../texts.js';
import { goalOf } from './standing.js';

/** @import { Game, Match, Standing } from './shapes.js' */

/** @param {Match} match @param {Game} game @param {Standing} standing */
export function ranking(match, game, standing) {
  const byWon = game.formats[match.options.match ?? ''].won;
  const counts = byWon ? standing.won : standing.totals;
  const goal = goalOf(game, match.options, match.names.length);
  const order = counts.map((_, seat) => seat).sort((a, b) => counts[b] - counts[a]);
  const full = Math.max(goal ?? 0, ...counts, 1);
  return h('ol', { class: 'pad-ranking', id: 'ranking', 'aria-label': say('page.pad.ranking') }, ...order.map((seat) => {
    const place = 1 + counts.filter((n) => n > counts[seat]).length;
    const bar = h('meter', { min: '0', max: full, value: Math.max(0, counts[seat]), 'aria-label': match.names[seat] });
    return h('li', { class: place === 1 ? 'first' : '', dataset: { key: `${seat}` } },
      h('b', { class: 'place' }, `${place}.`), h('span', { class: 'who' }, match.names[seat]), bar,
      h('b', { class: 'n' }, byWon ? say('page.pad.won', { n: standing.won[seat] }) : amount(game, standing.totals[seat])));
  }));
}
