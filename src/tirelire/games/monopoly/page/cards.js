/** The cards of Monopoly: what they are called, where they lie, how they look when small. */

import { card, h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { codeOf, seats, title, tracker } from '/static/js/copies.js';

const GAME = 'monopoly';
const track = tracker();

/** @param {string} code the group of a deed, or '' */
export const groupOf = (code) => /^([A-Z]{3})\d$/.exec(code)?.[1] ?? '';

/** @param {string} code what is written on the card itself; other cards speak by their picture */
export const short = (code) => (groupOf(code) ? say(`page.monopoly.short.${code}`) : '');

/** @param {Context} ctx the numbers of the neutral piles */
export const neutrals = (ctx) => ['1', '2'].filter((n) => `neutral ${n}` in ctx.view.items);

/** @param {Context} ctx whether there is a draw pile, as with up to four players */
export const draws = (ctx) => 'must discard' in ctx.view.items;

/** The cards that are seen, by place; what I laid or chose to pass no longer lies in my hand. @param {Context} ctx */
function layout(ctx) {
  const away = ctx.cards('laid');
  /** @type {Layout} */
  const places = [];
  for (const seat of seats(ctx)) {
    const hand = ctx.cards(`hand ${seat}`).filter((code) => code !== '?');
    const passed = ctx.cards(`passed ${seat}`).filter((code) => code !== '?');
    for (const code of [...passed, ...(seat === ctx.me ? away : [])]) {
      if (hand.includes(code)) hand.splice(hand.indexOf(code), 1);
    }
    places.push([`pile ${seat}`, ctx.cards(`pile ${seat}`).concat(seat === ctx.me ? away : [])]);
    places.push([`hand ${seat}`, hand], [`passed ${seat}`, passed]);
  }
  for (const n of neutrals(ctx)) places.push([`neutral ${n}`, ctx.cards(`neutral ${n}`)]);
  places.push(['reward', ctx.cards('reward')]);
  return places;
}

/**
 * The keys of the cards in a place, in their order there; top of a pile last.
 * @param {Context} ctx @param {string} place
 */
export const keysIn = (ctx, place) => track(ctx.view, () => layout(ctx)).get(place) ?? [];

/** @param {Context} ctx @param {string} place */
export const codesIn = (ctx, place) => keysIn(ctx, place).map(codeOf);

/**
 * Draw one card that lies open. @param {Context} ctx @param {string} key of the card, or `?`
 * @param {boolean} [still] whether it is only a picture of a card that lies elsewhere
 */
export function face(ctx, key, still = false) {
  const code = codeOf(key);
  const label = title(ctx, code);
  return card(GAME, code, { label, text: short(code), key: still || code === '?' ? '' : key });
}

/**
 * Draw a card as a word with the colour of its group. @param {Context} ctx @param {string} code
 * @param {boolean} [brief] whether room is short
 */
export const chip = (ctx, code, brief = false) =>
  h('li', { class: 'mono-chip', dataset: { group: groupOf(code) }, title: title(ctx, code) },
    (brief && short(code)) || title(ctx, code));
