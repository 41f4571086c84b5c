/** A lesson: positions one after the other, in each of which the learner makes one kind of move. */

import { UNHURRIED, complain, get, post } from './api.js';
import { ask, at, h, patch, ruleLink } from './dom.js';
import { contextOf, drawTable, moduleOf, travel } from './draw.js';
import { sit } from './noted.js';
import { closeSheet, openSheet } from './sheet.js';
import { forPointer, say } from './texts.js';

/** @typedef {{steps: number, text: string, table: Table, view: View,
 *   practice: {seats: string[], options: Record<string, string|number>}}} Step */
/** @typedef {{kind: 'right'|'other'|'refused', message: string, rule: string, told?: string[],
 *   view?: View}} Verdict */

const ME = 'A';
const gameId = /** @type {string} */ (document.body.dataset.game);

const sheet = /** @type {HTMLDialogElement} */ (at('sheet'));

/** @type {Game} */
const about = await get(`/games/${gameId}`);
const game = await moduleOf(about);

const state = {
  /** The number of the step, from 1; one more than there are: the end. */
  which: 1,
  /** @type {Step|null} */ step: null,
  /** What is seen: the position of the step, then what came of the move. @type {View|null} */
  view: null,
  isDone: false,
  isBusy: false,
  /** @type {Set<string>} */ selected: new Set(),
  /** @type {Map<string, any>} */ memory: new Map(),
};

/** @param {string} letter */
const nameOf = (letter) => (letter === ME ? say('page.table.you')
  : state.step?.table.seats.find((one) => one.seat === letter)?.name ?? letter);

/** @returns {Context} */
function context() {
  const { view, step } = /** @type {{view: View, step: Step}} */ (state);
  const offers = new Map(view.offers ?? []);
  return contextOf(view, step.table, about, {
    me: ME,
    name: nameOf,
    legal: new Set(state.isDone ? [] : view.legal),
    meaning: (move) => offers.get(move) ?? '',
    selected: state.selected,
    memory: state.memory,
    send: (move) => void attempt(move),
    redraw: () => {
      explain('', '');
      void draw(false);
    },
    open: false,
  });
}

// --- drawing ---

/**
 * Draw the position; the elements are there when the promise is settled.
 * @param {boolean} moving whether things are to travel to their new places
 */
function draw(moving) {
  return travel(() => {
    drawTable(at('table'), game, context(), at('hand'));
    drawActions();
  }, moving, context().view.items);
}

function drawActions() {
  const ctx = context();
  const actions = state.isDone ? [] : game.actions(ctx);
  const why = state.selected.size ? actions.find((action) => action.disabled)?.why : '';
  at('hint').textContent = state.isDone ? '' : why || (game.hint?.(ctx) ?? '');
  /** @type {HTMLElement[]} */
  const buttons = actions.map((action) => button(action.label,
    `do-${action.move.replaceAll(' ', '-') || action.label}`, () => void act(action), {
      class: action.primary ? 'primary' : '',
      'aria-disabled': action.disabled || state.isBusy ? 'true' : undefined,
    }));
  if (state.isDone) {
    buttons.push(button(say('page.learn.next'), 'next', () => void go(state.which + 1), { class: 'primary' }),
      button(say('page.learn.again'), 'again', () => void go(state.which), { class: 'quiet' }));
  } else if (state.selected.size) {
    buttons.push(button(say('page.table.undo'), 'undo', () => {
      state.selected.clear();
      state.memory.clear();
      ctx.redraw();
    }, { class: 'quiet' }));
  } else if (state.which > 1) {
    buttons.push(button(say('page.learn.previous'), 'previous', () => void go(state.which - 1), { class: 'quiet' }));
  }
  patch(at('actions'), buttons);
}

/**
 * @param {string} label
 * @param {string} ident
 * @param {() => void} click
 * @param {Record<string, string|undefined>} [more]
 */
const button = (label, ident, click, more = {}) =>
  h('button', { type: 'button', id: ident, ...more, on: { click } }, label);

/** Say what is wrong with a move. @param {string} message @param {string} rule */
function explain(message, rule) {
  const place = at('refused');
  place.hidden = !message;
  place.replaceChildren(forPointer(message.replace(` (${rule})`, '')), ' ', rule ? ruleLink(gameId, rule) : '');
}

// --- doing ---

/** @param {Action} action */
async function act(action) {
  if (action.disabled) {
    explain(action.why ?? '', '');
    return;
  }
  if (action.confirm && !(await ask(action.confirm, action.label))) return;
  await attempt(action.move);
}

/** @param {string} move @returns {Promise<Verdict>} */
const judge = (move) =>
  get(`/lessons/${gameId}/${state.which}/try?move=${encodeURIComponent(move)}`);

/** Try a move: the house says whether it is what we practise. @param {string} move */
async function attempt(move) {
  if (state.isBusy || state.isDone) return;
  state.isBusy = true;
  at('problem').hidden = true;
  /** @type {Verdict} */
  let verdict;
  try {
    verdict = await judge(move);
  } catch (error) {
    complain(error);
    return;
  } finally {
    state.isBusy = false;
    drawActions();
  }
  if (verdict.kind === 'right' && verdict.view) await finish(verdict, verdict.view);
  else explain(verdict.message, verdict.rule);
}

/** @param {Verdict} verdict @param {View} view */
async function finish(verdict, view) {
  state.isDone = true;
  state.view = view;
  state.selected.clear();
  state.memory.clear();
  explain('', '');
  const text = at('question');
  text.classList.add('done');
  text.replaceChildren(h('b', {}, say('page.learn.right')), ' ', forPointer(verdict.message));
  at('log').replaceChildren(...(verdict.told ?? []).map((line) => h('li', {}, line)));
  const isOver = view.ended !== 'running'; // then the sheet opens, and no card flies over it
  await draw(!isOver);
  at('next').focus();
  if (isOver && state.step) {
    openSheet(sheet, view, { table: state.step.table, about, name: nameOf, isMe: (seat) => seat === ME });
    sheet.querySelector('button')?.focus();
  }
}

/** Say why something that was touched cannot be done now. @param {string|undefined} move */
async function wonder(move) {
  if (!move || state.isDone) return;
  const verdict = await judge(move);
  if (verdict.kind === 'refused') explain(verdict.message, verdict.rule);
  else explain(say('page.table.not_now'), '');
}

// --- going on ---

/** Go to a step, or to the end. @param {number} which @param {boolean} [quietly] leave the focus */
async function go(which, quietly = false) {
  closeSheet(sheet);
  at('problem').hidden = true;
  const isEnd = state.step !== null && which > state.step.steps;
  try {
    if (!isEnd) state.step = await get(`/lessons/${gameId}/${which}`);
  } catch (error) {
    complain(error);
    return;
  }
  const step = /** @type {Step} */ (state.step);
  Object.assign(state, { which, view: step.view, isDone: false });
  state.selected.clear();
  state.memory.clear();
  history.replaceState(null, '', `#${which}`);
  at('game').hidden = isEnd;
  at('end').hidden = !isEnd;
  if (isEnd) {
    at('end').querySelector('h2')?.focus();
    return;
  }
  at('place').textContent = say('page.learn.step', { n: which, all: step.steps });
  Object.assign(at('bar'), { max: step.steps, value: which - 1 });
  at('question').classList.remove('done');
  at('question').textContent = forPointer(step.text);
  at('log').replaceChildren();
  explain('', '');
  await draw(false);
  at('table').scrollTop = 0;
  if (!quietly) at('question').focus();
}

/** Open a real table against novices. */
async function practise() {
  const { practice } = /** @type {Step} */ (state.step);
  const name = localStorage.getItem('tirelire-name') ?? say('page.entrance.me');
  const table = await post('/tables', { game: gameId, ...practice, pace: UNHURRIED });
  await sit(table, name, ME);
  await post(`/tables/${table.id}/start`);
  location.href = `/t/${table.id}`;
}

at('hand').addEventListener('why', (event) =>
  void wonder(/** @type {CustomEvent<string>} */ (event).detail).catch(complain));
at('table').addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('button')) return;
  wonder(/** @type {HTMLElement|null} */ (target.closest('[data-why]'))?.dataset.why).catch(complain);
});
sheet.addEventListener('close', () => document.getElementById('next')?.focus());
at('practise').addEventListener('click', () => practise().catch(complain));
at('restart').addEventListener('click', () => void go(1));

const wanted = Number(/^#(\d{1,2})$/.exec(location.hash)?.[1] ?? 1);
await go(1, true);
if (wanted > 1 && state.step) await go(wanted, true);
