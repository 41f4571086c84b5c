/** Numbers that count up to what they are while a scene is seen. */

import { h } from './dom.js';
import { settings } from './settings.js';

/** Milliseconds that counting takes at the usual speed. */
const LONG = 800;

/** @typedef {{from: number, to: number, begins: number, ends: number, write: (n: number) => string}} Count */

/** What is counted, by a name of its own. @type {Map<string, Count>} */
const counts = new Map();
let isRunning = false;

/** What `pace` has read, until it may be another: to read it in the middle of a change costs a style pass. @type {number|undefined} */
let known;
settings.subscribe(() => (known = undefined));
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', () => (known = undefined));

/** How long movements take, as a multiple of their usual time; 0: everything is there at once. */
export const pace = () =>
  (known ??= Number(getComputedStyle(document.documentElement).getPropertyValue('--pace')));

/** @param {Count} count */
function textOf({ from, to, begins, ends, write }) {
  const now = performance.now();
  const share = now >= ends ? 1 : Math.max(0, (now - begins) / (ends - begins));
  return write(Math.round(from + (to - from) * share));
}

function tick() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-count]'))) {
    const count = counts.get(one.dataset.count ?? '');
    if (count) one.textContent = textOf(count);
  }
  isRunning = [...counts.values()].some(({ ends }) => ends > performance.now());
  document.documentElement.toggleAttribute('data-counting', isRunning);
  if (isRunning) requestAnimationFrame(tick);
}

/**
 * Draw a number. Where things may move, a new value is counted up to: from the last one, or from 0.
 * @param {string} key @param {number} to
 * @param {{moving?: boolean, from?: number, after?: number, long?: number, write: (n: number) => string}} how
 *   `after`: milliseconds before it begins
 */
export function counted(key, to, { moving = false, from = counts.get(key)?.to ?? 0, after = 0, long = LONG, write }) {
  let count = counts.get(key);
  if (count?.to !== to) {
    const times = moving ? pace() : 0;
    const begins = performance.now() + after * times;
    count = { from, to, begins, ends: begins + long * times, write };
    counts.set(key, count);
    if (times && !isRunning) {
      isRunning = true;
      document.documentElement.toggleAttribute('data-counting', true);
      requestAnimationFrame(tick);
    }
  }
  return h('span', { class: 'counted', dataset: { count: key, key } }, textOf(count));
}

/** Let what was counted be counted anew when it comes back. @param {string} key */
export const uncount = (key) => counts.delete(key);

/** Show all numbers as they are: somebody does something. */
export function endCounts() {
  for (const count of counts.values()) count.ends = 0;
  if (isRunning) tick();
}
