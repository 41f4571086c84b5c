/** A lesson: the goal, then chapters of positions, in each of which the learner makes one move. */

import { complain, get } from './api.js';
import { beckon } from './learn/beckon.js';
import { chapterList, noteLearned, practise } from './learn/chapters.js';
import { ask, at, button, h, patch, ruleLink } from './dom.js';
import { contextOf, drawButtons, drawTable, moduleOf } from './draw.js';
import { drawPicture } from './pictures.js';
import { closeSheet, openSheet } from './sheet.js';
import { forPointer, say } from './texts.js';
import { travel } from './travel.js';
import { zoomCards } from './zoom.js';

/** @typedef {{text: string, press: string[], move: string, table: Table, view: View}} Step */
/** @typedef {{kind: 'right'|'other'|'refused', message: string, rule: string, told?: string[],
 *   view?: View}} Verdict */

const ME = 'A';
const gameId = /** @type {string} */ (document.body.dataset.game);

const sheet = /** @type {HTMLDialogElement} */ (at('sheet'));

/** @type {[Game, Overview]} */
const [about, { pictures, chapters, practice }] = await Promise.all([
  get(`/games/${gameId}`), get(`/lessons/${gameId}`)]);
const game = await moduleOf(about);

const state = {
  /** The chapter, by its index. */
  chapter: 0,
  /** The number of the step, from 1. */
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
    reader: ME,
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
  }, moving, context().view);
}

function drawActions() {
  const ctx = context();
  const actions = state.isDone ? [] : game.actions(ctx);
  const why = state.selected.size ? actions.find((action) => action.disabled)?.why : '';
  at('hint').textContent = state.selected.size ? why || (game.hint?.(ctx) ?? '') : '';
  /** @type {HTMLElement[]} */
  const buttons = actions.map((action) => button(action.label,
    `do-${action.move.replaceAll(' ', '-') || action.label}`, () => void act(action), {
      class: action.primary ? 'primary' : '',
      'aria-disabled': action.disabled || state.isBusy ? 'true' : undefined,
    }));
  if (state.isDone) {
    buttons.push(button(say('page.learn.next'), 'next', () => void goOn(), { class: 'primary' }),
      button(say('page.learn.again'), 'again', () => void go(state.chapter, state.which), { class: 'quiet' }));
  } else if (state.selected.size) {
    buttons.push(button(say('page.table.undo'), 'undo', () => {
      state.selected.clear();
      state.memory.clear();
      ctx.redraw();
    }, { class: 'quiet' }));
  } else if (state.which > 1) {
    buttons.push(button(say('page.learn.previous'), 'previous', () => void go(state.chapter, state.which - 1), { class: 'quiet' }));
  }
  drawButtons(buttons);
  const { press, move } = /** @type {Step} */ (state.step);
  beckon(press, state.isDone ? '' : move);
}

/** Say what is wrong with a move. @param {string} message @param {string} rule */
function explain(message, rule) {
  const place = at('refused');
  nudge('');
  place.hidden = !message;
  place.replaceChildren(forPointer(message.replace(` (${rule})`, '')), ' ', rule ? ruleLink(gameId, rule) : '');
}

/** Say that a move is allowed, but not what we practise. @param {string} message */
function nudge(message) {
  at('nudge').hidden = !message;
  at('nudge').textContent = forPointer(message);
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
  get(`/lessons/${gameId}/${chapters[state.chapter].id}/${state.which}/try?move=${encodeURIComponent(move)}`);

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
  else {
    const isAllowed = verdict.kind === 'other';
    explain(isAllowed ? '' : verdict.message, verdict.rule);
    if (isAllowed) nudge(verdict.message);
  }
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

/** Show one part of the page. @param {'start'|'game'|'end'} part @param {string} hash of its address */
function show(part, hash) {
  closeSheet(sheet);
  at('problem').hidden = true;
  for (const one of ['start', 'game', 'end']) at(one).hidden = one !== part;
  for (const one of ['start', 'end']) at(one).replaceChildren();
  history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
  scrollTo(0, 0);
}

/** Go to a step. @param {number} chapter @param {number} which @param {boolean} [quietly] leave the focus */
async function go(chapter, which, quietly = false) {
  const { id, title, steps } = chapters[chapter];
  /** @type {Step} */
  let step;
  try {
    step = await get(`/lessons/${gameId}/${id}/${which}`);
  } catch (error) {
    complain(error);
    return;
  }
  Object.assign(state, { chapter, which, step, view: step.view, isDone: false });
  state.selected.clear();
  state.memory.clear();
  show('game', `${id}-${which}`);
  at('place').textContent = say('page.learn.step', { title, n: which, all: steps });
  Object.assign(at('bar'), { max: steps, value: which - 1 });
  at('question').classList.remove('done');
  at('question').textContent = forPointer(step.text);
  at('log').replaceChildren();
  explain('', '');
  await draw(false);
  at('table').scrollTop = 0;
  if (!quietly) at('question').focus();
}

/** Go to the next step, or to the end of the chapter. */
async function goOn() {
  const { id, steps } = chapters[state.chapter];
  if (state.which < steps) {
    await go(state.chapter, state.which + 1);
    return;
  }
  noteLearned(gameId, id);
  showEnd();
}

/** The goal of the game, and where to begin. */
function showStart() {
  show('start', '');
  const [goal] = pictures;
  patch(at('start'), [
    drawPicture(about, goal),
    h('p', { class: 'buttons' },
      button(say('page.learn.begin', { n: chapters[0].steps }), 'begin', () => void go(0, 1), { class: 'primary' })),
    chapterList(gameId, chapters, (index) => void go(index, 1)),
  ]);
}

/** A chapter is over: a real match, or another chapter. */
function showEnd() {
  const isCore = state.chapter === 0;
  show('end', `${chapters[state.chapter].id}-end`);
  const next = chapters[state.chapter + 1];
  patch(at('end'), [
    h('h2', { tabindex: '-1' }, isCore ? say('page.learn.end_title')
      : say('page.learn.chapter_end', { title: chapters[state.chapter].title })),
    isCore && drawPicture(about, pictures[2]),
    h('p', {}, say('page.learn.end')),
    h('p', { class: 'buttons' },
      button(say('page.learn.practise'), 'practise', () => void practise(gameId, practice).catch(complain), { class: 'primary' }),
      next && button(say('page.learn.next_chapter', { title: next.title }), 'next-chapter',
        () => void go(state.chapter + 1, 1)),
      h('a', { class: 'button', href: `/rules/${gameId}` }, say('page.learn.rules'))),
    chapterList(gameId, chapters, (index) => void go(index, 1)),
  ]);
  at('end').querySelector('h2')?.focus();
}

at('hand').addEventListener('why', (event) =>
  void wonder(/** @type {CustomEvent<string>} */ (event).detail).catch(complain));
at('table').addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('button')) return;
  wonder(/** @type {HTMLElement|null} */ (target.closest('[data-why]'))?.dataset.why).catch(complain);
});
sheet.addEventListener('close', () => document.getElementById('next')?.focus());

zoomCards(about);
const [, wanted, which] = /^#([a-z]+)-(\d)$/.exec(location.hash) ?? [];
const begin = chapters.findIndex(({ id, steps }) => id === wanted && Number(which) <= steps);
if (begin < 0) showStart();
else await go(begin, Number(which), true);
