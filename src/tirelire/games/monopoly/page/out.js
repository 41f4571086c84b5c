/** Going out: the hand in groups with its points, what is dropped, what Chance stands for. */

import { post } from '/static/js/api.js';
import { h, patch } from '/static/js/dom.js';
import { drawLine } from '/static/js/sheet.js';
import { number, say } from '/static/js/texts.js';
import { some, title } from '/static/js/copies.js';
import { codesIn, draws, face, groupOf } from './cards.js';

const ROLE = 'CHANCE=';
const BUILDINGS = ['H1', 'H2', 'H3', 'H4', 'HOTEL'];
/** A longer hand has cards to drop first, so that there is a choice. */
const USUAL_HAND = 10;

/**
 * Say the role of a Chance card, or a card dropped on the way out, in words. @param {Context} ctx
 * @param {string} word `CHANCE=H2@YEL`, `discard BRN1`
 */
export function roleWords(ctx, word) {
  if (!word.startsWith(ROLE)) {
    return say('page.monopoly.do_discard', { card: some(ctx, [word.split(' ')[1] ?? word]) });
  }
  return say('page.monopoly.chance_as', { role: roleName(ctx, word.slice(ROLE.length)) });
}

/** @param {Context} ctx @param {string} role */
function roleName(ctx, role) {
  const [code, group] = role.split('@');
  const name = title(ctx, code);
  return group ? say('sheet.monopoly.on', { card: name, group: say(`place.monopoly.${group}`) })
    : name;
}

/** @param {Context} ctx @param {string[]} hand */
const mayDrop = (ctx, hand) => draws(ctx) && hand.length > USUAL_HAND;

/**
 * The roles worth offering: those that touch a group of which I hold a deed.
 * @param {Context} ctx @param {string[]} hand
 */
function roles(ctx, hand) {
  const groups = [...new Set(hand.map(groupOf))].filter((group) => group);
  const deeds = Object.keys(ctx.deck).filter(
    (code) => groups.includes(groupOf(code)) && !hand.includes(code),
  );
  const streets = groups.filter((group) => group !== 'STA' && group !== 'UTI');
  return [...deeds, ...streets.flatMap((x) => BUILDINGS.map((code) => `${code}@${x}`)),
    ...groups.map((group) => `TOKEN@${group}`)];
}

/**
 * Show the hand as it would be laid down, with its points; Chance and what is dropped can be chosen.
 * @param {Context} ctx
 */
export function openGoingOut(ctx) {
  const hand = codesIn(ctx, `hand ${ctx.me}`);
  const lines = h('ul', { class: 'lines mono-lines' });
  const total = h('output', { class: 'mono-total' });
  const answer = h('p', { class: 'mono-answer', role: 'status' });
  const go = h('button', { class: 'primary', value: 'yes' }, say('page.monopoly.out_so'));
  const form = h('form', { method: 'dialog' },
    h('h2', {}, say('page.monopoly.arrange_title'), ' ', total), lines, ...chances(ctx, hand), drops(ctx, hand),
    h('p', { class: 'mono-label' }, say('page.monopoly.reward_follows')), answer,
    h('div', { class: 'buttons' }, go, h('button', { value: 'no' }, say('page.monopoly.cancel'))));
  const dialog = h('dialog', { class: 'question mono-dialog', 'aria-label': say('page.monopoly.arrange_title') }, form);
  const check = async () => {
    const move = moveOf(form);
    /** @type {Schemas['MoveCheck']} */
    const said = await post(`/tables/${ctx.table.id}/check`, { move, seat: ctx.me });
    if (move !== moveOf(form)) return;
    go.disabled = !said.legal;
    answer.textContent = said.message;
    if (!said.sheet) return;
    total.textContent = number(said.sheet.total);
    patch(lines, said.sheet.lines.map((line) => drawLine(line, { id: 'monopoly', unit: ctx.unit, cards: ctx.deck })));
    markDropped(form, said.move ?? '');
  };
  form.addEventListener('change', () => void check());
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'yes') ctx.send(moveOf(form));
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void check();
}

/** Choices of what Chance cards stand for. @param {Context} ctx @param {string[]} hand */
const chances = (ctx, hand) => hand.filter((code) => code === 'CHANCE').map((_, i) => h('label', {},
  say('page.monopoly.chance_is', { n: String(i + 1) }),
  h('select', { name: 'role' },
    h('option', { value: '' }, say('page.monopoly.best_role')),
    ...roles(ctx, hand).map((role) => h('option', { value: role }, roleName(ctx, role))))));

/** The choice of what is dropped first, as cards; those that are dropped are marked. @param {Context} ctx @param {string[]} hand */
const drops = (ctx, hand) => mayDrop(ctx, hand) && h('fieldset', { class: 'mono-drops' },
  h('legend', {}, say('page.monopoly.drop_first')),
  ...hand.map((code) => h('label', { class: 'mono-drop', dataset: { code } },
    h('input', { type: 'checkbox', name: 'drop', value: code }), face(ctx, code, true))));

/** Mark the cards that a move drops. @param {HTMLFormElement} form @param {string} move */
function markDropped(form, move) {
  const words = move.split(' ');
  const dropped = words.includes('discard') ? words.slice(words.indexOf('discard') + 1).filter((word) => !word.includes('=')) : [];
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.mono-drop'))) {
    const at = dropped.indexOf(label.dataset.code ?? '');
    label.classList.toggle('dropped', at >= 0);
    if (at >= 0) dropped.splice(at, 1);
  }
}

/** @param {HTMLFormElement} form the whole move that was put together */
function moveOf(form) {
  const data = new FormData(form);
  const drops = data.getAll('drop').map(String);
  const said = data.getAll('role').map(String).filter((role) => role);
  return ['out', ...(drops.length ? ['discard', ...drops] : []),
    ...said.map((role) => ROLE + role)].join(' ');
}
