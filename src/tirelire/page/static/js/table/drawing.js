/** Drawing the page of a table: its lobby, or the match. */

import { at } from '../dom.js';
import { drawTable } from '../draw.js';
import { goalText } from '../goal.js';
import { introduce } from '../intro.js';
import { drawLobby } from '../lobby.js';
import { lightCards } from '../log.js';
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
    if (mustHandOver()) drawCurtain();
    else drawTable(at('table'), game, context(scene), at('hand'), context(newest));
    lightCards();
    drawStatus();
    drawFoot(sheet, foot());
  };
  const goal = goalText(scene, about);
  if (at('goal').textContent !== goal) at('goal').textContent = goal;
  void travel(change, moving, scene);
}
