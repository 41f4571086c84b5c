/** Drawing the page of a table: its lobby, or the match. */

import { showDeeds } from '../bubbles.js';
import { at } from '../dom.js';
import { drawTable } from '../draw.js';
import { goalText } from '../goal.js';
import { introduce } from '../intro.js';
import { drawLobby } from '../lobby.js';
import { drawLog, lightCards } from '../log.js';
import { placeTalk } from '../talk.js';
import { drawFoot } from '../sheet.js';
import { travel } from '../travel.js';
import { context } from './context.js';
import { orders, people } from './company.js';
import { drawCurtain } from './passing.js';
import { director } from './scenes.js';
import { foot, hasScore, sheet } from './score.js';
import { about, game, mine, mustHandOver, state } from './state.js';
import { drawStatus } from './status.js';

/** The question for which the table was drawn last. */
let drawnFor = '';

/**
 * At a new question, let go of what has the focus while nothing has changed yet: most often it goes,
 * and the browser would lay out the page then, half drawn.
 * @returns {(() => void)|null} gives the focus back to what is still there
 */
function letGo() {
  const one = document.activeElement;
  const isNew = drawnFor !== state.asked;
  drawnFor = state.asked;
  if (!isNew || !(one instanceof HTMLElement) || !one.matches('#actions button, #table button, #hand input')) return null;
  one.blur();
  return () => document.getElementById(one.id)?.focus({ preventScroll: true });
}

/** @param {boolean} moving whether things are to travel to their new places */
export function draw(moving) {
  if (!state.table) return;
  const begun = state.table.status !== 'open' && state.view !== null;
  at('lobby').hidden = begun;
  at('game').hidden = !begun;
  at('leave').hidden = mine().length === 0 || state.table.status === 'over';
  at('scores').hidden = state.view === null || !hasScore(state.view);
  placeTalk(begun);
  if (!begun) {
    drawLobby(at('lobby'), state.table, about, state.present);
    return;
  }
  at('lobby').replaceChildren();
  void people.draw(state.table);
  orders.draw(state.table.status === 'running' && mine().some(({ seat }) => seat === state.me) ? state.me : null);
  introduce(about, mine().length > 0 && state.table.status === 'running', () => draw(false));
  const newest = /** @type {View} */ (state.view);
  const scene = director.view ?? newest;
  const change = () => {
    const takeUp = letGo();
    if (mustHandOver()) drawCurtain();
    else drawTable(at('table'), game, context(scene), at('hand'), context(newest));
    lightCards();
    drawLog();
    drawStatus();
    drawFoot(sheet, foot());
    takeUp?.();
    if (state.deeds) showDeeds(state.deeds, /** @type {Table} */ (state.table), state.me);
    state.deeds = null;
  };
  const goal = goalText(scene, about);
  if (at('goal').textContent !== goal) at('goal').textContent = goal;
  void travel(change, moving, scene);
}
