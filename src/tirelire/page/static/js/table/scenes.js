/** The scenes of a table: what others do, shown one after the other. */

import { clearDeeds, deedsOf } from '../bubbles.js';
import { endCounts } from '../count.js';
import { direct } from '../director.js';
import { endFinale, finale, isFinale, lasts, opensSheet } from './score.js';
import { redraw } from './signals.js';
import { tell } from './story.js';
import { game, mustHandOver, state } from './state.js';

export const director = direct({
  /** @param {View} view @param {View|null} before @param {boolean} moving */
  show(view, before, moving) {
    const over = view.ended !== 'running';
    state.moving = moving && !mustHandOver();
    state.deeds = state.moving ? deedsOf(view, state.me, game.seen) : new Map();
    state.acting = new Set([...state.deeds.keys()].filter((seat) => seat));
    redraw.send(moving && !over);
    if (opensSheet(view, before)) finale(view, moving && view === state.view, view.ended === 'match' && before !== null);
  },
  tell,
  lasts,
});

/** Whether the result may be told: the table has shown how the deal ended. */
export const isEndShown = () => !director.isBehind && !isFinale();

/** Show the newest position at once: the reader does something at the table. */
export function showNewest() {
  clearDeeds();
  state.moving = false;
  endCounts();
  director.finish();
  endFinale();
}
