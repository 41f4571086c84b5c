/** Trade piles and neutral piles: looking through them, and choosing one to trade with. */

import { h, unseen } from '/static/js/dom.js';
import { number, say } from '/static/js/texts.js';
import { codeOf, some, titles } from '/static/js/copies.js';
import { chip, codesIn, draws, face, keysIn } from './cards.js';

/** The pile chosen for a trade, and the trade; kept while the same turn lasts. */
const choice = { turn: '', place: '', move: '' };
/** The piles that are spread out, whoever laid them. */
const spread = new Set();

/** @param {Context} ctx */
const turnOf = (ctx) => [ctx.table.id, ctx.me, ctx.view.deal, ctx.item('turns')].join(' ');

/** The legal trades with a pile: `pile B` or `neutral 1`. @param {Context} ctx @param {string} place */
export function tradesWith(ctx, place) {
  const [kind, x] = place.split(' ');
  const verbs = kind === 'pile' ? ['trade', 'swap'] : ['neutral', 'combo'];
  return [...ctx.legal].filter((move) => {
    const [verb, partner] = move.split(' ');
    return verbs.includes(verb) && partner === x;
  });
}

/** The pile chosen for a trade and the trade itself, as far as they are legal. @param {Context} ctx */
export function chosen(ctx) {
  if (choice.turn !== turnOf(ctx)) return null;
  const moves = tradesWith(ctx, choice.place);
  if (!moves.length) return null;
  const move = moves.includes(choice.move) ? choice.move : moves[0];
  return { place: choice.place, moves, move };
}

/** What a trade would bring, and what it would cost. @param {Context} ctx @param {string} move */
export function exchange(ctx, move) {
  const [verb, x, n] = move.split(' ');
  const combo = verb === 'combo';
  const count = verb === 'swap' || combo ? 1 : Number(n);
  const place = `${verb === 'trade' || verb === 'swap' ? 'pile' : 'neutral'} ${x}`;
  return {
    count,
    gets: [...keysIn(ctx, place).slice(-count), ...(combo ? ['?'] : [])],
    gives: keysIn(ctx, `pile ${ctx.me}`).slice(-(combo ? 2 : count)),
  };
}

/** @param {Context} ctx @param {string} place the owner of a pile, in words */
export function ownerOf(ctx, place) {
  const [kind, x] = place.split(' ');
  return kind === 'pile' ? ctx.name(x) : say('page.monopoly.neutral', { n: number(Number(x)) });
}

/**
 * Draw a pile: its top card whole, the others by their edges; in words when spread out.
 * @param {Context} ctx @param {string} place
 */
export function pile(ctx, place) {
  const keys = keysIn(ctx, place);
  const codes = codesIn(ctx, place);
  const owner = ownerOf(ctx, place);
  const isOpen = spread.has(place) && keys.length > 1;
  const ident = place.replace(' ', '-');
  const order = h('ol', { class: 'mono-order', id: `${ident}-order` },
    ...[...codes].reverse().map((code) => chip(ctx, code)));
  return h('div', { class: 'mono-place' },
    h('div', { class: 'mono-row' }, fan(ctx, place, keys, owner),
      keys.length > 1 && h('button', {
        class: 'mono-spread',
        type: 'button',
        id: `${ident}-spread`,
        'aria-expanded': String(isOpen),
        'aria-controls': isOpen && order.id,
        'aria-label': say('page.monopoly.spread', { n: keys.length, who: owner }),
        title: say('page.monopoly.spread', { n: keys.length, who: owner }),
        on: {
          click: () => {
            if (!spread.delete(place)) spread.add(place);
            ctx.redraw();
          },
        },
      }, `×${keys.length} ${isOpen ? '▴' : '▾'}`)),
    isOpen && order);
}

/** @param {Context} ctx @param {string} place @param {string[]} keys @param {string} owner */
function fan(ctx, place, keys, owner) {
  const slots = keys.map((key) => h('span', { class: 'mono-slot' }, face(ctx, key)));
  const top = codesIn(ctx, place).at(-1);
  if (!top) return h('div', { class: 'mono-fan mono-bare' }, say('page.monopoly.no_card'));
  if (!tradesWith(ctx, place).length) {
    const [kind, x] = place.split(' ');
    const verb = kind === 'neutral' ? kind : draws(ctx) ? 'trade' : 'swap';
    const why = place === `pile ${ctx.me}` || !ctx.me ? '' : `${verb} ${x}${verb === 'swap' ? '' : ' 1'}`;
    return h('div', { class: 'mono-fan', dataset: why ? { why } : undefined }, ...slots);
  }
  const isChosen = chosen(ctx)?.place === place;
  return h('button', {
    class: 'mono-fan target',
    type: 'button',
    id: place.replace(' ', '-'),
    'aria-pressed': String(isChosen),
    'aria-label': say('page.monopoly.trade_with', { who: owner, card: titles(ctx, [top]) }),
    on: {
      click: () => {
        Object.assign(choice, { turn: turnOf(ctx), place: isChosen ? '' : place, move: '' });
        ctx.redraw();
        document.querySelector('.mono-bargain')?.scrollIntoView({ block: 'nearest' });
      },
    },
  }, ...slots);
}

/** Draw the trade that is thought about: what comes and what goes. @param {Context} ctx */
export function bargain(ctx) {
  const trade = chosen(ctx);
  if (!trade) return null;
  const { gets, gives } = exchange(ctx, trade.move);
  /** @param {string} key @param {string[]} keys */
  const side = (key, keys) => h('div', { class: `mono-side mono-${key}` },
    h('span', { class: 'mono-label' }, say(`page.monopoly.${key}`)),
    h('span', { class: 'mono-cards' }, ...keys.map((one) => face(ctx, one, true))));
  const { '': now, [trade.move]: then } = ctx.prospects ?? {};
  return h('section', { class: 'mono-bargain' },
    h('h2', {}, say(draws(ctx) ? 'page.monopoly.bargain' : 'page.monopoly.bargain_one',
      { who: ownerOf(ctx, trade.place) }),
    then !== undefined && h('span', { class: `mono-brings${then > now ? ' better' : ''}` },
      h('span', {}, say('page.monopoly.brings'), ' '), `${number(now)} → ${number(then)}`)),
    trade.moves.length > 1 && h('div', {
      class: 'mono-counts',
      role: 'group',
      'aria-label': say('page.monopoly.how_many'),
    }, ...trade.moves.map((move) => countButton(ctx, move, move === trade.move))),
    h('div', { class: 'mono-sides', role: 'group', 'aria-label': inWords(ctx, gets, gives) },
      side('gets', gets), side('gives', gives)));
}

/** @param {Context} ctx @param {string[]} gets @param {string[]} gives keys of cards */
const inWords = (ctx, gets, gives) => say('page.monopoly.bargain_words', {
  gets: some(ctx, gets.map(codeOf)), gives: some(ctx, gives.map(codeOf)),
});

/** @param {Context} ctx @param {string} move @param {boolean} isChosen */
function countButton(ctx, move, isChosen) {
  const { count } = exchange(ctx, move);
  const isCombo = move.startsWith('combo ');
  return h('button', {
    class: 'target',
    type: 'button',
    id: `count-${move.replaceAll(' ', '-')}`,
    'aria-pressed': String(isChosen),
    on: {
      click: () => {
        choice.move = move;
        ctx.redraw();
      },
    },
  }, isCombo ? say('page.monopoly.with_draw') : number(count),
  isCombo ? null : unseen(` ${say('page.monopoly.cards_word', { n: count })}`));
}
