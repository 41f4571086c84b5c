/** A stack of sets laid crosswise: the bottom one safe, the top one at risk. */

import { h, unseen } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { face, keysIn, setsOf, short, worth } from './cards.js';
import { codeOf, title } from '/static/js/copies.js';
import { isTarget, touch, touched } from './moves.js';

/** How far, in pixels, a stack may rise above its bottom set, and each set above the next. */
const RISE = 34;
const STEP = 7;
/** The seats whose stacks are written out set by set. */
const written = new Set();

/** @param {Context} ctx @param {string} seat @param {Node} note what else is to be said */
export function stack(ctx, seat, note) {
  const sets = setsOf(ctx, seat);
  if (!sets.length) {
    return h('div', { class: 'cash-stack cash-none' },
      h('span', {}, say('page.cache_ton_cash.no_set')), note);
  }
  const isOpen = written.has(seat) && sets.length > 2;
  const all = sets.map((set, i) => line(ctx, seat, set, i, sets.length - i)).reverse();
  const second = !isOpen && sets.length > 2 && isTarget(ctx, `set ${seat} 2`) && all[1];
  return h('div', { class: 'cash-stack' },
    picture(ctx, seat, sets),
    h('div', { class: 'cash-words' },
      !isOpen && all[0], second,
      !isOpen && sets.length > 1 && h('div', { class: 'cash-bottom' }, all[all.length - 1]),
      h('p', { class: 'cash-total' },
        h('b', {}, unseen(say('page.cache_ton_cash.stack_worth')), worth(ctx, sets.flat())),
        sets.length > 2 && more(ctx, seat, sets.length, isOpen))),
    note,
    isOpen && h('ol', { class: 'cash-sets' }, ...all.map((one) => h('li', {}, one))));
}

/** @param {Context} ctx @param {string} seat @param {number} n @param {boolean} isOpen */
const more = (ctx, seat, n, isOpen) => h('button', {
  class: 'cash-more',
  type: 'button',
  id: `sets-${seat}`,
  'aria-expanded': String(isOpen),
  'aria-label': say('page.cache_ton_cash.all_sets', { n, who: ctx.name(seat) }),
  on: {
    click: () => {
      if (!written.delete(seat)) written.add(seat);
      ctx.redraw();
    },
  },
}, h('span', { class: 'cash-long' }, say('page.cache_ton_cash.sets', { n })),
  h('span', { class: 'cash-brief' }, `×${n}`), isOpen ? '▴' : '▾');

/**
 * One set in words; a button where it can be meant and its picture is none.
 * @param {Context} ctx @param {string} seat @param {string[]} set @param {number} i from the bottom
 * @param {number} nth from the top
 */
function line(ctx, seat, set, i, nth) {
  const risk = i > 0 && (nth === 1 || (nth === 2 && ctx.table.options.top_two === 'on'));
  const mark = i === 0 ? 'safe' : risk ? 'risk' : '';
  const content = [
    mark && h('span', { class: `cash-mark cash-${mark}`, title: say(`page.cache_ton_cash.${mark}`) },
      unseen(say(`page.cache_ton_cash.${mark}`))),
    h('span', { class: 'cash-kind', title: title(ctx, set[0]) }, short(set[0])),
    h('span', { class: 'cash-count' }, `×${set.length}`),
    h('span', { class: 'cash-worth' }, worth(ctx, set)),
  ];
  if (nth === 1 || !isTarget(ctx, `set ${seat} ${nth}`)) return h('span', { class: 'cash-line' }, ...content);
  return h('button', { class: 'cash-line target', ...means(ctx, seat, nth, 'line') }, ...content);
}

/** @param {Context} ctx @param {string} seat @param {number} nth @param {string} part */
function means(ctx, seat, nth, part) {
  const sets = setsOf(ctx, seat);
  const set = sets[sets.length - nth];
  const thing = `set ${seat} ${nth}`;
  return {
    type: 'button',
    id: `${part}-${seat}-${nth}`,
    'aria-pressed': String(touched(ctx) === thing),
    'aria-label': say(nth === 1 ? 'page.cache_ton_cash.mean_top' : 'page.cache_ton_cash.mean_second',
      { who: ctx.name(seat), kind: title(ctx, set[0]), n: set.length, worth: worth(ctx, set) }),
    on: { click: () => touch(ctx, thing) },
  };
}

/**
 * The stack as it lies there, each set across the one under it.
 * @param {Context} ctx @param {string} seat @param {string[][]} sets
 * @param {boolean} [still] whether it is only a picture of a stack that lies elsewhere
 */
export function picture(ctx, seat, sets, still = false) {
  const step = Math.min(STEP, RISE / Math.max(1, sets.length - 1));
  const layers = sets.map((set, i) => layer(ctx, seat, i, i === sets.length - 1, step * i, still));
  const risk = sets.length > 1 && h('span', { class: 'cash-mark cash-risk cash-above' });
  const safe = h('span', { class: 'cash-mark cash-safe cash-below' });
  const content = [...layers, safe, risk];
  const pile = !still && isTarget(ctx, `set ${seat} 1`)
    ? h('button', { class: 'cash-pile target', ...means(ctx, seat, 1, 'pile') }, ...content)
    : h('div', { class: 'cash-pile', 'aria-hidden': 'true', dataset: still || seat === ctx.me || !ctx.me
      ? undefined : { why: `challenge ${seat} ${sets[sets.length - 1][0]}` } }, ...content);
  pile.style.setProperty('--rise', `${step * (sets.length - 1)}px`);
  return pile;
}

/** @param {Context} ctx @param {string} seat @param {number} i from the bottom
 * @param {boolean} isTop @param {number} up pixels @param {boolean} still
 */
function layer(ctx, seat, i, isTop, up, still) {
  const keys = keysIn(ctx, `set ${seat} ${i}`);
  const fought = isTop && ctx.item('fight').startsWith(`${seat} 1`);
  // Possessions lie on the wilds of their set: the first card of a set is its uppermost.
  const faces = [...keys].reverse().map((key, j) => {
    const one = face(ctx, key, still);
    one.style.setProperty('--fan', String(j - (keys.length - 1) / 2));
    return one;
  });
  const element = h('span', {
    class: `cash-layer${i % 2 ? ' across' : ''}${fought ? ' fought' : ''}`,
    dataset: { kind: codeOf(keys[0] ?? '') },
  }, ...faces);
  element.style.setProperty('--up', `${up}px`);
  element.style.setProperty('--thick', String(Math.min(1, 4 / keys.length)));
  return element;
}
