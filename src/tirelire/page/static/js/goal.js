/** The goal of the match and how far everybody is. */

import { h, unseen } from './dom.js';
import { amount, say } from './texts.js';

/** Say which deal is played and what ends the match. @param {View} view @param {{unit: string}} about */
export function goalText({ deal, goal }, about) {
  const n = Math.max(1, deal);
  if (goal.deals) return goal.deals === 1 ? say('page.goal.single') : say('page.goal.deals', { n, of: Math.max(goal.deals, n) });
  if (goal.points) return say('page.goal.points', { n, points: amount(about, goal.points) });
  return goal.wins ? say('page.goal.wins', { n, wins: goal.wins }) : say('page.table.deal', { n });
}

/**
 * Draw how far a seat is: towards the goal, or beside the leader where the deals are counted.
 * @param {Context} ctx @param {string} seat
 */
export function progress({ view, unit }, seat) {
  const { goal, totals } = view;
  const all = Object.values(totals);
  const most = goal.points ?? Math.max(1, ...all);
  const low = Math.min(0, ...all);
  const share = Math.max(0, Math.min(1, ((totals[seat] ?? 0) - low) / (most - low)));
  const bar = h('span', { class: `goal-bar${share === 1 ? ' full' : ''}`, 'aria-hidden': 'true' }, h('span', {}));
  bar.style.setProperty('--share', String(share));
  if (!goal.points) return bar;
  return h('span', { class: 'goal-bar-of' }, bar,
    unseen(say('page.goal.of', { points: amount({ unit }, goal.points) })));
}
