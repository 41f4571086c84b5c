/** A line for beginners above the question: what to look at now, in the first matches at this device. */

import { h, patch } from './dom.js';
import { say } from './texts.js';

/** `off` where somebody at this device has switched the coach off. */
const SWITCH = 'tirelire-coach';
/** The tables at which the coach has spoken, as `GAME/TABLE`. */
const SPOKEN = 'tirelire-coached';
const MATCHES = 2;
const DEALS = 2;

export const isCoached = () => localStorage.getItem(SWITCH) !== 'off';

/** @param {boolean} on */
export const setCoached = (on) => localStorage.setItem(SWITCH, on ? 'on' : 'off');

/** Whether a table is one of the first matches of its game here. @param {Table} table */
function isFirst({ game, id }) {
  const tables = (localStorage.getItem(SPOKEN) ?? '').split(' ').filter(Boolean);
  const own = tables.filter((one) => one.startsWith(`${game}/`));
  if (own.includes(`${game}/${id}`)) return true;
  if (own.length >= MATCHES) return false;
  localStorage.setItem(SPOKEN, [...tables, `${game}/${id}`].join(' '));
  return true;
}

/**
 * Say what the house has to say about the question, or nothing.
 * @param {HTMLElement} place @param {View|null} view null: the question is not shown
 * @param {Table} table
 */
export function drawCoach(place, view, table) {
  const text = view?.asked && view.deal <= DEALS && isCoached() && view.coach && isFirst(table) ? view.coach : '';
  place.hidden = !text;
  patch(place, text ? [
    h('span', {}, text),
    h('button', { type: 'button', id: 'coach-off', 'aria-label': say('page.coach.off'), title: say('page.coach.off'), on: {
      click: () => {
        setCoached(false);
        drawCoach(place, null, table);
      } } }, '✕'),
  ] : []);
}
