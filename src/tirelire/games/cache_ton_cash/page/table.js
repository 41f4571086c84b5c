/** The table of Cache ton Cash: stacks of sets, and fights about them. */

import { cardRow, h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { board } from './board.js';
import { keysIn, setsOf, short, worth } from './cards.js';
import { ready, selected, touched, touchedPiles, ways, within } from './moves.js';
import { stack } from './stack.js';
import { codeOf, counted, some } from '/static/js/copies.js';

/** The order in which what I may do is offered. */
const ORDER = ['answer', 'contest', 'pair', 'pick', 'claim', 'challenge', 'swap', 'move', 'upgrade',
  'shift', 'discard', 'stop', 'end'];
/** What is done most often with the selected cards stands out. */
const FIRST = ['answer', 'contest', 'pair', 'pick', 'claim', 'challenge', 'swap'];
/** Moves that are offered although no card is selected. */
const AT_ONCE = ['answer', 'contest'];
/** What cannot be taken back, and hurts if it was a slip. */
const GRAVE = ['challenge', 'swap', 'move', 'stop'];
const THROWN = 'discard';

// --- in front of a player ---

/** @param {Context} ctx @param {string} seat */
function seat(ctx, seat) {
  const count = ctx.cards(`hand ${seat}`).length;
  const known = seat === ctx.me ? [] : keysIn(ctx, `hand ${seat}`).map(codeOf);
  const barred = ctx.item('barred').includes(seat) && ctx.view.ended === 'running';
  const note = h('p', { class: 'cash-note' },
    seat === ctx.me ? null : say('page.cache_ton_cash.in_hand', { n: count }),
    known.length > 0 && !ctx.open && ` · ${counted(known, short).join(', ')}`,
    barred && h('span', { class: 'cash-tag' }, say('page.cache_ton_cash.barred')),
    chose(ctx, seat) && h('span', { class: 'cash-tag' }, say('page.cache_ton_cash.chosen')));
  return h('div', { class: 'cash-seat' }, stack(ctx, seat, note),
    known.length > 0 && ctx.open && cardRow('cache_ton_cash', known, ctx.deck));
}

/** @param {Context} ctx @param {string} seat whether a player has chosen after a move card */
const chose = (ctx, seat) => ctx.item(`chosen ${seat}`) !== '-';

// --- my hand ---

/** @param {Context} ctx @returns {'many'|'one'|'none'} */
function selection(ctx) {
  const most = Math.max(0, ...ways(ctx).map((way) => way.cards.length));
  return most > 1 ? 'many' : most ? 'one' : 'none';
}

/** @param {Context} ctx */
function hand(ctx) {
  const isMany = selection(ctx) === 'many';
  return keysIn(ctx, `hand ${ctx.me}`).map((key) => {
    const code = codeOf(key);
    const codes = isMany && !ctx.selected.has(key) ? [...selected(ctx), code] : [code];
    return {
      code,
      key,
      playable: ctx.selected.has(key) || within(ctx, codes).length > 0,
      test: testOf(ctx, codes),
      text: short(code),
    };
  });
}

/** @param {Context} ctx @param {string[]} codes a move that the house can say no to */
function testOf(ctx, codes) {
  const verbs = new Set(ways(ctx).map((way) => way.verb));
  const [, target, nth] = touched(ctx).split(' ');
  if (touched(ctx) === THROWN) return `pick ${codes.join(' ')}`;
  if (target) return ['challenge', target, ...(nth === '2' ? ['second'] : []), ...codes].join(' ');
  if (touchedPiles(ctx).length) return ['claim', codes[0], ...touchedPiles(ctx)].join(' ');
  if (verbs.has('stop')) {
    const isClaim = ctx.item('claim') !== '-' && ctx.item('contest') === '-';
    return `${isClaim ? 'contest' : 'answer'} ${codes.join(' ')}`;
  }
  return `${codes.length > 1 ? 'pair' : THROWN} ${codes.join(' ')}`;
}

// --- what I may do ---

/** @param {Context} ctx @returns {Action[]} */
function actions(ctx) {
  const codes = selected(ctx);
  const found = ready(ctx);
  if (codes.length) found.push(...ways(ctx).filter((way) => !way.cards.length));
  else found.push(...ways(ctx).filter((way) => AT_ONCE.includes(way.verb)));
  const offered = [...new Map(found.map((way) => [way.move, way])).values()]
    .filter((way) => way.verb !== 'move' || touched(ctx))
    .sort((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb));
  return offered.map((way, i) => ({
    label: labelOf(ctx, way),
    move: way.move,
    primary: i === 0 && FIRST.includes(way.verb),
    grave: GRAVE.includes(way.verb),
  }));
}

/** @param {Context} ctx @param {Way} way */
function labelOf(ctx, way) {
  const cards = some(ctx, way.cards);
  if (way.verb === 'answer') return say('page.cache_ton_cash.do_answer', { cards });
  if (way.verb === 'challenge' || way.verb === 'swap') {
    const sets = setsOf(ctx, way.seat);
    const set = sets[sets.length - way.nth] ?? [];
    const key = way.verb === 'swap' ? 'do_swap' : way.nth === 1 ? 'do_challenge' : 'do_second';
    return say(`page.cache_ton_cash.${key}`, {
      who: ctx.name(way.seat), kind: say(`kinds.cache_ton_cash.${set[0]}`), worth: worth(ctx, set),
    });
  }
  const meaning = ctx.meaning(way.move) || way.move;
  const words = meaning.charAt(0).toUpperCase() + meaning.slice(1);
  if (way.verb !== 'claim') return words;
  const tops = way.piles.map((n) => codeOf(keysIn(ctx, `neutral ${n}`)[0] ?? ''));
  return say('page.cache_ton_cash.do_claim', { words, tops: some(ctx, tops) });
}

/** @param {Context} ctx */
function hint(ctx) {
  const codes = selected(ctx);
  const all = ways(ctx);
  if (codes.length) {
    if (!touched(ctx) && within(ctx, codes).some((way) => way.verb === 'move')) {
      return say('page.cache_ton_cash.touch_stack');
    }
    return codes.some((code) => ctx.deck[code]?.value)
      ? say('page.cache_ton_cash.sum', { n: codes.length, worth: worth(ctx, codes) }) : '';
  }
  if (touched(ctx) || touchedPiles(ctx).length) return say('page.cache_ton_cash.choose_card');
  if (all.some((way) => way.verb === 'claim')) return say('page.cache_ton_cash.begin_claim');
  if (all.some((way) => way.verb === THROWN)) return say('page.cache_ton_cash.begin');
  return '';
}

/** @type {PageModule} */
export default { board, seat, hand, actions, hint, selection };
