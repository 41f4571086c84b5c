/** The director: shows what others do as scenes, one after the other, at the reader's speed. */

import { pace } from './count.js';
import { measured } from './measure.js';
import { settings } from './settings.js';

/** Milliseconds for which a scene is seen before the next one begins, by speed. */
const HOLD = { slow: 2600, normal: 1300, fast: 550, instant: 0 };
/** The share of that time for what happens in every turn alike. */
const ROUTINE = 0.45;
/** Milliseconds in which the table catches up, and scenes that may wait: earlier ones are only told. */
const MOST_BEHIND = 4500;
const MOST_WAITING = 6;

/** Whether a view tells nothing that a reader has not done themselves. @param {View} view @param {string|null} me */
const isOwn = (view, me) => view.log.every((told) => !told.deal && told.scenes.every((scene) => scene.seat === me));

/** @param {View} view */
const isRoutine = (view) => view.log.every((told) => told.scenes.every((scene) => scene.routine));

/**
 * Make a director. Views that arrive while a scene is seen wait for their turn; a reader who does
 * something at the table sees the newest at once.
 * @param {{show: (view: View, before: View|null, moving: boolean) => void, tell: (view: View) => void,
 *   lasts: (view: View) => number}} stage
 *   `show` draws the table as it is in a view; `tell` is called for each view, also for one that is
 *   passed over; `lasts` says how many milliseconds its movements need at the usual speed
 */
export function direct({ show, tell, lasts }) {
  /** @type {View[]} */
  let waiting = [];
  /** @type {View|null} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let isPaused = false;

  /** @param {View} view @param {boolean} moving */
  function present(view, moving) {
    const before = shown;
    shown = view;
    measured('depart', () => {
      tell(view);
      show(view, before, moving);
    });
  }

  /** @param {View} view */
  function hold(view) {
    const usual = HOLD[settings.get('speed')] * (isRoutine(view) ? ROUTINE : 1);
    return Math.max(Math.min(usual, MOST_BEHIND / (waiting.length + 1)), lasts(view) * pace());
  }

  /** Pass over a view; the end of a deal is always seen. @param {View} view */
  function pass(view) {
    if (view.ended === 'running') tell(view);
    else present(view, false);
  }

  function next() {
    timer = undefined;
    if (isPaused) return;
    waiting.splice(0, waiting.length - MOST_WAITING).forEach(pass);
    const view = waiting.shift();
    if (!view) return;
    present(view, true);
    timer = setTimeout(next, hold(view));
  }

  return {
    /** The view that the table shows; not always the newest. */
    get view() {
      return shown;
    },
    get isBehind() {
      return waiting.length > 0;
    },
    /**
     * Take a new view: as the next scene, or at once where there is nothing to follow.
     * @param {View} view @param {string|null} me
     */
    take(view, me) {
      const before = waiting.at(-1) ?? shown;
      const follows = before !== null && before.seat === view.seat && before.number < view.number && !view.gap;
      if (!follows || document.hidden || settings.get('speed') === 'instant') {
        this.finish(false);
        present(view, follows);
      } else if (timer === undefined && !isPaused) {
        present(view, true);
        if (!isOwn(view, me)) timer = setTimeout(next, hold(view));
      } else {
        waiting.push(view);
      }
    },
    /** Show the newest view now. @param {boolean} [drawing] */
    finish(drawing = true) {
      clearTimeout(timer);
      timer = undefined;
      const views = waiting;
      waiting = [];
      const newest = drawing ? views.pop() : undefined;
      views.forEach(pass);
      if (newest) present(newest, false);
    },
    /** Stop after this scene, or go on. @param {boolean} pause */
    pause(pause) {
      isPaused = pause;
      if (!pause && timer === undefined) next();
    },
  };
}
