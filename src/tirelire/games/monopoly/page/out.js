/** Going out in another way than the best one: what to discard first, what Chance stands for. */

import { post } from '/static/js/api.js';
import { h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { some, title } from '/static/js/copies.js';
import { codesIn, draws, groupOf } from './cards.js';

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

/** A button that opens the choice, where there is anything to choose. @param {Context} ctx */
export function arrangeButton(ctx) {
  if (!ctx.legal.has('out')) return null;
  const hand = codesIn(ctx, `hand ${ctx.me}`);
  if (!hand.includes('CHANCE') && !mayDrop(ctx, hand)) return null;
  return h('button', {
    class: 'mono-arrange',
    type: 'button',
    id: 'arrange',
    on: { click: () => open(ctx, hand) },
  }, say('page.monopoly.arrange'));
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

/** @param {Context} ctx @param {string[]} hand */
function open(ctx, hand) {
  const chances = hand.filter((code) => code === 'CHANCE').map((_, i) => h('label', {},
    say('page.monopoly.chance_is', { n: String(i + 1) }),
    h('select', { name: 'role' },
      h('option', { value: '' }, say('page.monopoly.best_role')),
      ...roles(ctx, hand).map((role) => h('option', { value: role }, roleName(ctx, role))))));
  const drops = mayDrop(ctx, hand) && h('fieldset', {},
    h('legend', {}, say('page.monopoly.drop_first')),
    ...hand.map((code) => h('label', { class: 'mono-drop' },
      h('input', { type: 'checkbox', name: 'drop', value: code }), title(ctx, code))));
  const answer = h('p', { class: 'mono-answer', role: 'status' });
  const go = h('button', { class: 'primary', value: 'go' }, say('page.monopoly.out_so'));
  const form = h('form', { method: 'dialog' },
    h('h2', {}, say('page.monopoly.arrange_title')), ...chances, drops, answer,
    h('div', { class: 'buttons' }, go,
      h('button', { value: 'no' }, say('page.monopoly.cancel'))));
  const dialog = h('dialog', { class: 'question mono-dialog' }, form);
  const check = async () => {
    const move = moveOf(form);
    const said = await post(`/tables/${ctx.table.id}/check`, { move, seat: ctx.me });
    if (move !== moveOf(form)) return;
    go.disabled = !said.legal;
    answer.textContent = said.legal ? say('page.monopoly.fits') : said.message;
  };
  form.addEventListener('change', check);
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'go') ctx.send(moveOf(form));
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  check();
}

/** @param {HTMLFormElement} form the whole move that was put together */
function moveOf(form) {
  const data = new FormData(form);
  const drops = data.getAll('drop').map(String);
  const said = data.getAll('role').map(String).filter((role) => role);
  return ['out', ...(drops.length ? ['discard', ...drops] : []),
    ...said.map((role) => ROLE + role)].join(' ');
}
