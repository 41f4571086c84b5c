/** The legal moves of Cache ton Cash, sorted by the cards and things they need. */

import { codeOf } from '/static/js/copies.js';

/** The cards that are played by moves that do not name them. */
const PLAYED = { swap: 'ECHANGE', move: 'DEMENAGEMENT' };

/** @param {Context} ctx @param {string} move @returns {Way} */
function takeApart(ctx, move) {
  const [verb, ...rest] = move.split(' ');
  const way = { move, verb, cards: rest, seat: '', nth: 0, piles: /** @type {string[]} */ ([]) };
  if (verb === 'challenge') {
    way.seat = rest[0];
    way.nth = rest[1] === 'second' ? 2 : 1;
    way.cards = rest.slice(way.nth);
  } else if (verb === 'swap' || verb === 'move') {
    Object.assign(way, { seat: rest[0], nth: 1, cards: [PLAYED[verb]] });
  } else if (verb === 'upgrade') {
    Object.assign(way, { seat: ctx.me ?? '', nth: 1 });
  } else if (verb === 'claim') {
    Object.assign(way, { cards: rest.slice(0, 1), piles: rest.slice(1) });
  } else if (verb === 'shift') {
    way.cards = [];
  }
  return way;
}

/** @type {WeakMap<object, Way[]>} the legal moves of each view, taken apart once */
const parted = new WeakMap();

/** @param {Context} ctx all that I may do */
export function ways(ctx) {
  let found = parted.get(ctx.view);
  if (!found) {
    found = [...ctx.legal].map((move) => takeApart(ctx, move));
    parted.set(ctx.view, found);
  }
  return found;
}

/** @param {Context} ctx the codes of the selected cards */
export const selected = (ctx) => [...ctx.selected].map(codeOf);

/** @param {string[]} all @param {string[]} some whether all copies of some are among them */
export function holds(all, some) {
  const left = [...all];
  return some.every((code) => left.includes(code) && left.splice(left.indexOf(code), 1));
}

// --- what was touched on the table ---

/** @param {Context} ctx the thing touched: `set B 1`, `discard`, or '' */
export const touched = (ctx) => /** @type {string} */ (ctx.memory.get('touched') ?? '');

/** @param {Context} ctx the neutral piles touched */
export const touchedPiles = (ctx) => /** @type {string[]} */ (ctx.memory.get('piles') ?? []);

/** @param {Context} ctx @param {string} thing touch it, or let it go again */
export function touch(ctx, thing) {
  ctx.memory.set('touched', touched(ctx) === thing ? '' : thing);
  ctx.memory.set('piles', []);
  ctx.redraw();
}

/** @param {Context} ctx @param {string} pile touch a neutral pile, or let it go again */
export function touchPile(ctx, pile) {
  const piles = touchedPiles(ctx);
  const left = piles.filter((one) => one !== pile);
  const both = left.length < piles.length ? left : [...piles, pile].sort();
  const fits = ways(ctx).some((way) => holds(way.piles, both));
  ctx.memory.set('piles', fits ? both : [pile]);
  ctx.memory.set('touched', '');
  ctx.redraw();
}

/** @param {Way} way @param {string} thing whether a move is about a thing on the table */
export function isAbout(way, thing) {
  if (thing === 'discard') return way.verb === 'pick';
  const [, seat, nth] = thing.split(' ');
  return way.seat === seat && way.nth === Number(nth);
}

/**
 * Whether a thing on the table can be meant with the cards selected so far.
 * @param {Context} ctx @param {string} thing
 */
export function isTarget(ctx, thing) {
  const codes = selected(ctx);
  return touched(ctx) === thing
    || ways(ctx).some((way) => holds(way.cards, codes) && isAbout(way, thing));
}

/**
 * What I may still do with what was touched and selected so far, or more.
 * @param {Context} ctx @param {string[]} codes
 */
export function within(ctx, codes) {
  const thing = touched(ctx);
  const piles = touchedPiles(ctx);
  return ways(ctx).filter((way) => holds(way.cards, codes)
    && (!thing || isAbout(way, thing))
    && (!piles.length || holds(way.piles, piles)));
}

/**
 * What can be done at once with exactly the selected cards. Of claims with the same card those
 * that take in most are offered, unless the piles were touched. @param {Context} ctx
 */
export function ready(ctx) {
  const codes = selected(ctx);
  const piles = touchedPiles(ctx);
  const found = within(ctx, codes).filter((way) => way.cards.length === codes.length);
  if (piles.length) return found.filter((way) => way.piles.length === piles.length);
  return found.filter((way) => way.verb !== 'claim' || !found.some((other) =>
    other.piles.length > way.piles.length && holds(other.piles, way.piles)));
}
