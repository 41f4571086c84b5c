/** Measuring what the page does for a new view: `tests/page/draw_times.py` reads it. */

/**
 * Note how long something takes: `depart` is the first part of an update, up to the movement of the
 * cards, `arrive` the second, `draw` the drawing within.
 * @param {'depart'|'arrive'|'draw'} name @param {() => void} what
 */
export function measured(name, what) {
  const began = performance.now();
  what();
  performance.measure(name, { start: began });
}
