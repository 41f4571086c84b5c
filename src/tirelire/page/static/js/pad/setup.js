/** A new match: who plays, and what was agreed. */

import { h, ruleLink } from '../dom.js';
import { say } from '../texts.js';
import { LETTERS } from './counting.js';
import { padOf } from './modules.js';
import { boundsOf, isAllowed, newId, usual } from './store.js';

/** @import { Context, Game, Option } from './shapes.js' */

const NAMES = 'tirelire-pad-names';
let players = 0;

/** @param {Context} ctx @param {Game} game */
export function setupView(ctx, game) {
  /** @type {string[]} */
  const known = JSON.parse(localStorage.getItem(NAMES) ?? '[]');
  if (players < game.fewest || players > game.most) {
    players = Math.min(game.most, Math.max(game.fewest, known.length || 4));
  }
  /** @param {number} change */
  const resize = (change) => {
    players += change;
    ctx.redraw();
  };
  return [
    h('h1', { id: 'head', tabindex: '-1' }, game.title),
    h('form', { id: 'setup', on: { submit: (/** @type {SubmitEvent} */ event) => begin(event, ctx, game) } },
      h('fieldset', {}, h('legend', {}, say('page.pad.names')),
        h('p', { class: 'pad-note' }, say('page.pad.names_text')),
        h('div', { class: 'rows' }, ...Array.from({ length: players }, (_, seat) =>
          h('label', { class: 'pad-name', dataset: { key: `name-${seat}` } }, h('span', {}, say('page.pad.seat', { n: seat + 1 })),
            h('input', { id: `name-${seat}`, maxlength: '24', autocomplete: 'off', required: true, pattern: '.*\\S.*',
              value: known[seat] ?? say('page.new.player', { n: seat + 1 }) })))),
        h('p', { class: 'buttons' },
          h('button', { type: 'button', id: 'fewer', 'aria-disabled': players === game.fewest && 'true',
            on: { click: () => players > game.fewest && resize(-1) } }, say('page.new.fewer')),
          h('button', { type: 'button', id: 'more', 'aria-disabled': players === game.most && 'true',
            on: { click: () => players < game.most && resize(1) } }, say('page.new.more')))),
      h('fieldset', {}, h('legend', {}, say('page.pad.agreed')),
        h('div', { class: 'rows options' }, ...game.options.map((option) => field(option, game)))),
      h('p', { class: 'buttons' }, h('button', { class: 'primary', id: 'begin' }, say('page.pad.begin')))),
  ];
}

/** Whether a value of an option names a seat. @param {string} value */
const isSeat = (value) => /^[A-F]$/.test(value);
const seatOf = (/** @type {string} */ value) => LETTERS.indexOf(value);

/** Whether an option makes a difference for so many. @param {Option} option */
const matters = (option) => option.players.includes(players);

/** @param {Option} option @param {Game} game */
function field(option, game) {
  if (!matters(option)) return null;
  const title = [option.label, ' ', ruleLink(game.id, option.rule)];
  const kinds = Object.entries(option.kinds);
  if (kinds.length) {
    const leaving = padOf(game.id).leaving?.(game, players);
    const named = String(option.usual).split(',');
    return h('fieldset', { class: 'kinds', dataset: { key: option.name, option: option.name } }, h('legend', {}, ...title),
      ...kinds.map(([code, name]) => h('label', { class: 'choice', dataset: { key: code } },
        h('input', { type: 'checkbox', value: code, checked: named.includes(code) }), name)),
      leaving ? h('p', {}, leaving.note) : null);
  }
  const name = `option-${option.name}`;
  const [low, high] = boundsOf(option);
  const input = option.values.length
    ? h('select', { name }, ...option.values.filter((value) => !isSeat(value) || seatOf(value) < players).map((value) => h('option', { value }, option.meanings[value])))
    : h('input', { name, type: 'number', min: low, max: high, inputmode: 'numeric',
      required: true, value: usualNumber(option, game) });
  return h('label', { class: 'option', dataset: { key: option.name } }, h('span', {}, ...title), input);
}

/** The usual value of an option that is a number; a sum to reach depends on how many play. @param {Option} option @param {Game} game */
const usualNumber = (option, game) => (typeof option.usual === 'number' ? option.usual : game.goals?.[players]);

/** @param {SubmitEvent} event @param {Context} ctx @param {Game} game */
function begin(event, ctx, game) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const names = Array.from({ length: players }, (_, seat) =>
    /** @type {HTMLInputElement} */ (form.querySelector(`#name-${seat}`)).value.trim());
  const options = usual(game);
  for (const option of game.options) {
    if (!matters(option)) continue;
    const value = chosen(form, option, game);
    if (value === null || (value !== option.usual && !option.values.length && !isAllowed(option, value))) {
      ctx.refuse(say('page.pad.bad_option', { option: option.label, allowed: option.allowed }));
      return;
    }
    options[option.name] = value;
  }
  const refused = padOf(game.id).refuses?.(options, game, players);
  if (refused) {
    ctx.refuse(refused);
    return;
  }
  localStorage.setItem(NAMES, JSON.stringify(names));
  const id = newId();
  ctx.keep({ id, game: game.id, names, options, deals: [], called: [], begun: Date.now(), changed: 0 });
  ctx.go(`m/${id}`);
}

/** What was chosen; null where that cannot be. @param {HTMLFormElement} form @param {Option} option @param {Game} game */
function chosen(form, option, game) {
  if (Object.keys(option.kinds).length) {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[data-option="${option.name}"] input`));
    const ticked = [...boxes].filter((box) => box.checked).map((box) => box.value);
    const leaving = padOf(game.id).leaving?.(game, players);
    if (!leaving) return ticked.join() || 'none';
    if (!ticked.length) return drawn([...boxes].map((box) => box.value), leaving.n).join();
    return ticked.length === leaving.n ? ticked.join() : null;
  }
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(`option-${option.name}`));
  // What the players leave to chance is drawn once, here.
  if (input.value === 'random' && option.values.some(isSeat)) {
    return drawn(option.values.filter((value) => isSeat(value) && seatOf(value) < players), 1)[0];
  }
  if (option.values.length) return input.value;
  return Number(input.value) === usualNumber(option, game) ? option.usual : Number(input.value);
}

/** Draw some of many, all equally likely, in their order. @param {string[]} all @param {number} n */
function drawn(all, n) {
  const left = [...all];
  while (left.length > all.length - n) left.splice(Math.floor(Math.random() * left.length), 1);
  return all.filter((one) => !left.includes(one));
}
