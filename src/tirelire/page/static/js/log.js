/** The log: what happened, in the colours of the players, with pictures of the cards. */

import { at, card, h, patch, unseen } from './dom.js';
import { colourOf } from './faces.js';
import { settings } from './settings.js';
import { say } from './texts.js';

const MOST_LINES = 200;
/** Pictures that a line has room for. */
const MOST_CARDS = 8;

/** @param {string} game @param {Told['scenes'][number]|undefined} scene pictures of the cards that were moved */
export function thumbnails(game, scene) {
  const groups = Object.values(scene?.cards ?? {}).filter((codes) => codes.length);
  if (!groups.length) return null;
  return h('span', { class: 'thumbs', 'aria-hidden': 'true' }, ...groups.map((codes, i) => h('span', { class: i ? 'thumbs-given' : '' },
    ...codes.slice(0, MOST_CARDS).map((code) => card(game, code)),
    codes.length > MOST_CARDS ? `+${codes.length - MOST_CARDS}` : null)));
}

/**
 * Write a sentence with the names of players in their colours.
 * @param {string} text @param {Table} table
 * @returns {(Node|string)[]}
 */
export function inColours(text, table) {
  const names = table.seats.filter((seat) => seat.name).sort((a, b) => b.name.length - a.name.length);
  /** @type {Array<Node|string>} */
  let parts = [text.trim()];
  for (const seat of names) {
    const name = () => h('b', { class: `in-colour ${colourOf(seat)}` }, seat.name);
    /** @type {Array<Node|string>} */
    const next = [];
    for (const part of parts) {
      if (typeof part !== 'string') next.push(part);
      else part.split(seat.name).forEach((piece, i) => next.push(...(i ? [name(), piece] : [piece])));
    }
    parts = next;
  }
  return parts.filter((part) => part !== '');
}

/** @param {string} text @param {Told['scenes'][number]|undefined} scene @param {Table} table @param {boolean} [ordered] */
function line(text, scene, table, ordered) {
  const seat = table.seats.find((one) => one.seat === scene?.seat);
  const codes = Object.values(scene?.cards ?? {}).flat();
  return h('li', {
    class: `told${scene?.routine ? ' routine' : ''}${seat ? ` by ${colourOf(seat)}` : ''}`,
    dataset: codes.length ? { cards: codes.join(' ') } : undefined,
  }, ...inColours(text, table), ordered ? h('small', {}, ` (${say('page.orders.by')})`) : null, thumbnails(table.game, scene));
}

/**
 * Put into lines what happened after a number, and up to the number of a view.
 * @param {number} after @param {View} view @param {Told[]} steps @param {Table} table
 */
export function linesOf(after, { number, deal }, steps, table) {
  const fresh = steps.filter((step) => step.number > after && step.number <= number);
  return fresh.flatMap((step) => [
    ...(step.deal ? [h('li', { class: 'deal' }, say('page.table.deal', { n: deal }))] : []),
    ...step.sentences.map((text, i) => line(text, step.scenes[i], table, step.by_order)),
  ]);
}

/** Lines that those who listen have not been told yet. @type {string[]} */
let untold = [];

/** Tell those who listen what is new: several views may be shown at once, and none may be lost. */
function announce() {
  at('told').replaceChildren(...untold.map((text) => h('div', {}, text)));
  untold = [];
}

/** Lines that come into the log when the table is drawn next: the page is laid out once for both. @type {HTMLElement[]} */
let waiting = [];

/** Append lines to the log with the next drawing; those who listen are told now. @param {HTMLElement[]} lines */
export function append(lines) {
  if (!untold.length) queueMicrotask(announce);
  untold.push(...lines.map((line) => line.textContent ?? ''));
  waiting.push(...lines);
}

/** Draw the lines that wait; the oldest go. */
export function drawLog() {
  const newest = waiting.at(-1);
  if (!newest) return;
  at('log').append(...waiting);
  at('newest').textContent = newest.textContent;
  waiting = [];
  while (at('log').childElementCount > MOST_LINES) at('log').firstElementChild?.remove();
  requestAnimationFrame(showEnd); // with the layout that is made then anyway
}

/** Empty the log: another seat is told something else. */
export function clearLog() {
  waiting = [];
  for (const place of ['log', 'told', 'newest']) at(place).replaceChildren();
}

/** Show the newest lines; a line that is pointed at stays. */
function showEnd() {
  if (!at('log').matches(':hover')) at('log').scrollTop = at('log').scrollHeight;
}
// The log may become lower, as more is asked below it, and pictures of cards make it longer.
new ResizeObserver(showEnd).observe(at('log'));
at('log').addEventListener('load', showEnd, true);

/** The cards of the line that is pointed at. @type {string[]} */
let lit = [];
/** Whether any line was pointed at when cards were lit last. */
let isLit = false;

/** Light the cards of the line that is pointed at; again after each draw. */
export function lightCards() {
  if (!lit.length && !isLit) return;
  isLit = lit.length > 0;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#table .card, #hand .card'))) {
    one.classList.toggle('lit', lit.includes(one.dataset.code ?? ''));
  }
}

/** @param {Event} event the pointer comes to a line, or leaves it */
function light({ target, type }) {
  const line = /** @type {HTMLElement|null} */ (target instanceof Element ? target.closest('[data-cards]') : null);
  lit = type === 'pointerover' ? line?.dataset.cards?.split(' ') ?? [] : [];
  lightCards();
}
for (const type of ['pointerover', 'pointerout']) at('log').addEventListener(type, light);

const folder = at('log-fold');
const tellFolded = () => folder.setAttribute('aria-expanded', String(settings.get('log') === 'on'));
folder.addEventListener('click', () => settings.set('log', settings.get('log') === 'on' ? 'off' : 'on'));
settings.subscribe(() => {
  tellFolded();
  at('log').scrollTop = at('log').scrollHeight;
});
tellFolded();

const folding = at('log-all');
folding.addEventListener('click', () => {
  const all = folding.getAttribute('aria-pressed') !== 'true';
  folding.setAttribute('aria-pressed', String(all));
  at('log').classList.toggle('folded', !all);
  at('log').scrollTop = at('log').scrollHeight;
});

/**
 * What others have done since a player's last move.
 * @param {Told[]} steps @param {string|null} me
 */
function sinceMyTurn(steps, me) {
  const all = steps.flatMap((step) => step.scenes.map((scene, i) => ({ scene, text: step.sentences[i] })));
  const last = all.findLastIndex(({ scene }) => scene.seat === me && !scene.routine);
  return all.slice(last + 1).filter(({ scene }) => scene.seat && !scene.routine);
}

/**
 * Tell in lines what others have done since a player's last move.
 * @param {Told[]} steps @param {Table} table @param {string|null} me
 */
export const linesSince = (steps, table, me) => sinceMyTurn(steps, me).map(({ scene, text }) => line(text, scene, table));

const strip = at('since');
const all = at('since-all');

/**
 * Show in a strip of one line what others have done since the reader's last move; a press opens it.
 * @param {Told[]} steps @param {Table} table @param {string|null} me
 */
export function drawSince(steps, table, me) {
  const entries = sinceMyTurn(steps, me);
  strip.hidden = !entries.length;
  if (strip.hidden) all.hidePopover();
  patch(strip, entries.map(({ scene, text }) => {
    const seat = /** @type {Seat} */ (table.seats.find((one) => one.seat === scene.seat));
    return h('span', { class: `done ${colourOf(seat)}` }, h('b', { class: 'in-colour' }, seat.name), ' ',
      thumbnails(table.game, scene) ?? h('span', { 'aria-hidden': 'true' }, text.replace(seat.name, '').trim()), unseen(text));
  }));
  patch(all, linesSince(steps, table, me));
}

/** Whether the list was open when the strip was pressed: by then the press has closed it. */
let wasOpen = false;
strip.addEventListener('pointerdown', () => (wasOpen = all.matches(':popover-open')));
strip.addEventListener('click', (event) => {
  event.preventDefault();
  if (wasOpen) all.hidePopover();
  else all.showPopover();
  wasOpen = false;
});
