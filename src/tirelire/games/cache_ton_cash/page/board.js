/** The centre of Cache ton Cash: the piles, and over them a fight. */

import { card, h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { face, keysIn, piles } from './cards.js';
import { fight } from './fight.js';
import { codeOf, seats, some, title, titles } from '/static/js/copies.js';
import {
  isTarget, selected, touch, touched, touchedPiles, touchPile,
} from './moves.js';

/** Whether the discard pile is written out. */
let isWritten = false;

/** @param {Context} ctx */
export function board(ctx) {
  const duel = fight(ctx);
  const place = !duel ? '' : duel.matches('.cash-covers') ? ' cash-covered' : ' cash-beside';
  return h('div', { class: `cash-board${place}`, dataset: { stage: duel ? 'fight' : '' } },
    duel,
    h('div', { class: 'cash-middle' },
      h('div', { class: 'cash-group' }, stock(ctx), discard(ctx)),
      piles(ctx).length > 0
        && h('div', { class: 'cash-group' }, ...piles(ctx).map((n) => neutral(ctx, n)))),
    isWritten && thrown(ctx),
    gone(ctx));
}

/**
 * A pile with its caption; a button where it can be meant. @param {string} caption @param {Node[]} content
 * @param {Record<string, any>|null} means what a button does @param {string|Node} note
 */
function spot(caption, content, means, note) {
  const inner = means
    ? h('button', { class: 'cash-spot target', type: 'button', ...means }, ...content)
    : h('div', { class: 'cash-spot' }, ...content);
  return h('div', { class: 'cash-place' },
    h('span', { class: 'cash-label' }, caption), inner,
    typeof note === 'string' ? h('span', { class: 'cash-note' }, note) : note);
}

/** @param {number} n a pile face down */
const deck = (n) => h('span', { class: `deck${n > 1 ? ' deep' : ''}` },
  n ? card('cache_ton_cash', '?') : h('span', { class: 'cash-empty' }));

/** @param {Context} ctx */
function stock(ctx) {
  const n = ctx.cards('draw').length;
  return spot(say('page.cache_ton_cash.draw'), [deck(n)], null,
    say('page.cache_ton_cash.cards', { n }));
}

/** @param {Context} ctx */
function discard(ctx) {
  const keys = keysIn(ctx, 'discard');
  const top = keys.at(-1);
  return spot(say('page.cache_ton_cash.discard_pile'),
    [top ? face(ctx, top) : h('span', { class: 'cash-empty' })],
    top && isTarget(ctx, 'discard') ? {
      id: 'discard-pile',
      'aria-pressed': String(touched(ctx) === 'discard'),
      'aria-label': say('page.cache_ton_cash.mean_discard', { card: some(ctx, [codeOf(top)]) }),
      on: { click: () => touch(ctx, 'discard') },
    } : null,
    keys.length > 1 ? writeAll(ctx, keys.length)
      : say(top ? 'page.cache_ton_cash.cards' : 'page.cache_ton_cash.empty', { n: 1 }));
}

/** @param {Context} ctx @param {number} n a button that writes the discard pile out */
const writeAll = (ctx, n) => h('button', {
  class: 'cash-more',
  type: 'button',
  id: 'discard-all',
  'aria-expanded': String(isWritten),
  on: {
    click: () => {
      isWritten = !isWritten;
      ctx.redraw();
    },
  },
}, say('page.cache_ton_cash.cards', { n }), isWritten ? ' ▴' : ' ▾');

/** @param {Context} ctx all that was discarded, the top first */
const thrown = (ctx) => h('p', { class: 'cash-note cash-thrown' },
  say('page.cache_ton_cash.thrown',
    { cards: titles(ctx, keysIn(ctx, 'discard').map(codeOf).reverse()) }));

/** @param {Context} ctx @param {string} n */
function neutral(ctx, n) {
  const all = ctx.cards(`neutral ${n}`);
  const [top] = keysIn(ctx, `neutral ${n}`);
  const isOpen = top !== undefined && top !== '?';
  const left = all.length - (isOpen ? 1 : 0);
  const beside = say('page.cache_ton_cash.under', { n: left });
  const caption = ctx.table.players === 3
    ? say('page.cache_ton_cash.between', between(ctx, Number(n)))
    : say('page.cache_ton_cash.pile', { n });
  const isTouched = touchedPiles(ctx).includes(n);
  const codes = selected(ctx);
  const means = isTouched || [...ctx.legal].some((move) => {
    const [verb, code, ...used] = move.split(' ');
    return verb === 'claim' && used.includes(n) && (!codes.length || codes.join() === code);
  });
  return spot(caption, [isOpen ? face(ctx, top) : deck(all.length)], isOpen && means ? {
    id: `neutral-${n}`,
    'aria-pressed': String(isTouched),
    'aria-label': say('page.cache_ton_cash.mean_pile', { n, card: title(ctx, codeOf(top)) }),
    on: { click: () => touchPile(ctx, n) },
  } : null, all.length ? beside : say('page.cache_ton_cash.closed'));
}

/** @param {Context} ctx @param {number} n the two players at a neutral pile */
function between(ctx, n) {
  const all = seats(ctx);
  const [who, whom] = [n - 1, n % all.length].map((i) =>
    (all[i] === ctx.reader ? say('page.cache_ton_cash.you') : ctx.name(all[i])));
  return { who, whom };
}

/** @param {Context} ctx what has left the game */
function gone(ctx) {
  const codes = ctx.cards('gone');
  return codes.length > 0 && h('p', { class: 'cash-note' },
    say('page.cache_ton_cash.gone', { cards: titles(ctx, codes) }));
}
