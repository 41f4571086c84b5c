/** The cards of Cache ton Cash: what they are called, what they are worth, where they lie. */

import { card } from '/static/js/dom.js';
import { amount, say } from '/static/js/texts.js';
import { codeOf, seats, title, tracker } from '/static/js/copies.js';

const GAME = 'cache_ton_cash';
const track = tracker();

/** @param {Context} ctx @param {string[]} codes */
export const worth = (ctx, codes) => amount(ctx,
  codes.reduce((sum, code) => sum + (ctx.deck[code]?.value ?? 0), 0));

/** @param {string} code what is written on the card itself */
export const short = (code) => say(`page.cache_ton_cash.short.${code}`);

/** @param {Context} ctx the numbers of the neutral piles */
export const piles = (ctx) => ['1', '2', '3'].filter((n) => `neutral ${n}` in ctx.view.items);

/** @param {Context} ctx @param {string} seat the sets of a stack, bottom first */
export function setsOf(ctx, seat) {
  const text = ctx.item(`stack ${seat}`);
  return !text || text === '-' ? [] : text.split(' / ').map((set) => set.split(' '));
}

/** @param {Context} ctx whose set is fought about, which one from the top, and what was played */
export function fightOf(ctx) {
  const text = ctx.item('fight');
  if (!text || text === '-') return null;
  const [seat, nth, ...played] = text.split(' ').filter((word) => word !== '-');
  return { seat, nth: Number(nth), played };
}

/** @param {Context} ctx */
function layout(ctx) {
  /** @type {Layout} */
  const places = [];
  const seen = (/** @type {string} */ item) => ctx.cards(item).filter((code) => code !== '?');
  for (const seat of seats(ctx)) {
    places.push([`hand ${seat}`, seen(`hand ${seat}`)]);
    setsOf(ctx, seat).forEach((set, i) => places.push([`set ${seat} ${i}`, set]));
  }
  places.push(['fight', fightOf(ctx)?.played ?? []]);
  for (const item of ['claim', 'contest', 'discard']) places.push([item, seen(item)]);
  for (const n of piles(ctx)) places.push([`neutral ${n}`, ctx.cards(`neutral ${n}`).slice(0, 1)]);
  return places;
}

/** The keys of the cards in a place, in their order there. @param {Context} ctx @param {string} place */
export const keysIn = (ctx, place) => track(ctx.view, () => layout(ctx)).get(place) ?? [];

/**
 * Draw one card that lies open. @param {Context} ctx @param {string} key of the card, or `?`
 * @param {boolean} [still] whether it is only a picture of a card that lies elsewhere
 */
export function face(ctx, key, still = false) {
  const code = codeOf(key);
  if (code === '?') return card(GAME, '?');
  return card(GAME, code, { label: title(ctx, code), text: short(code), key: still ? '' : key });
}
