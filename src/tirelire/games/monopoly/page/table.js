/** The table of Monopoly: a street of deeds, trade piles in front of everybody. */

import { counted } from '/static/js/count.js';
import { card, cardRow, h, unseen } from '/static/js/dom.js';
import { amount, enumerate, number, say, signed } from '/static/js/texts.js';
import { chip, codesIn, draws, face, groupOf, keysIn, neutrals, short } from './cards.js';
import { codeOf, seats, some } from '/static/js/copies.js';
import { openGoingOut, roleWords } from './out.js';
import { bargain, chosen, exchange, ownerOf, pile, tradesWith } from './piles.js';

/** Milliseconds: a hand that goes out is laid down, the reward turned over, the points count up. */
const LAID = 900;
const TURNED = 1600;
const GOING_OUT = 3600;

/** Missing cards of a group that are named beside it; more are said on hover and to those who listen. */
const SHOWN_MISSING = 2;

/** Verbs that put down cards of the hand. */
const PUTTING = ['offer', 'discard', 'lay', 'pass'];

/** @param {Context} ctx the verb that cards of my hand can be put down with now, or '' */
const putting = (ctx) =>
  PUTTING.find((verb) => [...ctx.legal].some((move) => move.startsWith(`${verb} `))) ?? '';

/** @param {Context} ctx the codes of the selected cards, in the order of their selection */
const selected = (ctx) => [...ctx.selected].map(codeOf);

// --- the centre ---

/** @param {Context} ctx */
function board(ctx) {
  const laidDown = reward(ctx);
  if (laidDown) return h('div', { class: 'mono-board', dataset: { stage: 'reward' } }, laidDown);
  const trade = bargain(ctx);
  return h('div', { class: 'mono-board', dataset: { stage: trade ? 'bargain' : '' } },
    h('div', { class: 'mono-middle' },
      draws(ctx) && stock(ctx),
      ...neutrals(ctx).map((n) => h('div', { class: 'mono-neutral' },
        h('span', { class: 'mono-label' }, ownerOf(ctx, `neutral ${n}`)),
        pile(ctx, `neutral ${n}`)))),
    ...notes(ctx).map((text) => h('p', { class: 'mono-note' }, text)),
    trade);
}

/** @param {Context} ctx the draw pile */
function stock(ctx) {
  const n = ctx.cards('draw').length;
  const label = say('page.monopoly.draw_pile', { n });
  const content = [
    h('span', { class: `deck${n > 1 ? ' deep' : ''}` },
      n ? card('monopoly', '?', { label: '' }) : h('span', { class: 'mono-bare' })),
  ];
  return h('div', { class: 'mono-neutral mono-stock' },
    h('span', { class: 'mono-label' }, label),
    ctx.legal.has('draw')
      ? h('button', {
        class: 'target',
        type: 'button',
        id: 'draw-pile',
        'aria-label': say('page.monopoly.draw'),
        on: { click: () => ctx.send('draw') },
      }, ...content)
      : h('div', { dataset: ctx.me ? { why: 'draw' } : undefined }, ...content));
}

/** @param {Context} ctx what everybody should know beside the cards */
function notes(ctx) {
  const texts = [];
  if (/^\d/.test(ctx.item('left'))) texts.push(say('page.monopoly.left', { n: Number(ctx.item('left')) }));
  if (ctx.item('passing') === 'yes' && ctx.view.ended === 'running') texts.push(say('page.monopoly.passing'));
  return texts;
}

/** Number elements, so that they move one after the other. @param {HTMLElement[]} elements */
function inOrder(elements) {
  elements.forEach((one, i) => one.style.setProperty('--i', String(i)));
  return elements;
}

/** @param {Context} ctx what lies there after somebody has gone out: the hand, then the reward */
function reward(ctx) {
  const [who, ...roles] = ctx.item('out').split(' ');
  if (!who || who === '-') return null;
  const cards = keysIn(ctx, 'reward');
  const points = ctx.view.gained?.[who];
  return h('section', { class: `mono-reward${ctx.moving ? ' mono-moving' : ''}` },
    h('h2', {}, who === ctx.reader ? say('page.monopoly.out_me')
      : say('page.monopoly.out_other', { who: ctx.name(who) })),
    h('p', { class: 'mono-cards mono-fanned' }, ...inOrder(keysIn(ctx, `hand ${who}`)
      .map((key) => face(ctx, key, who === ctx.me)))),
    roles.length > 0 && h('p', {}, roles.map((role) => roleWords(ctx, role)).join(' · ')),
    cards.length > 0 && h('p', { class: 'mono-label' }, say('page.monopoly.reward')),
    cards.length > 0 && h('p', { class: 'mono-cards mono-turning' }, ...inOrder(cards.map((key) => face(ctx, key)))),
    points !== undefined && h('p', { class: 'mono-points' },
      counted(`out ${ctx.table.id} ${ctx.view.deal}`, points, { moving: ctx.moving, after: LAID,
        long: TURNED, write: (n) => amount(ctx, n, signed) })));
}

// --- in front of a player ---

/** @param {Context} ctx @param {string} seat */
function seat(ctx, seat) {
  const mine = seat === ctx.me;
  const lays = !mine && ctx.item('must lay').includes(seat);
  return h('div', { class: `mono-seat${mine ? ' mono-own' : ''}` }, h('div', { class: 'mono-front' },
    pile(ctx, `pile ${seat}`),
    h('div', { class: 'mono-beside' },
      lays && h('span', { class: 'mono-tag' }, say('page.monopoly.must_lay')),
      passing(ctx, seat),
      mine ? street(ctx) : held(ctx, seat))));
}

/** @param {Context} ctx @param {string} seat the card that a player has chosen to pass */
function passing(ctx, seat) {
  const text = ctx.item(`passed ${seat}`);
  if (!text || text === '-') return null;
  const [code] = ctx.cards(`passed ${seat}`);
  return h('span', { class: 'mono-tag' }, code === '?' ? say('page.monopoly.has_chosen')
    : say('page.monopoly.passes', { card: some(ctx, [code]) }));
}

/** @param {Context} ctx @param {string} seat the hand of another player: how many, and which are known */
function held(ctx, seat) {
  const known = codesIn(ctx, `hand ${seat}`);
  const count = ctx.cards(`hand ${seat}`).length;
  return h('div', { class: 'mono-held' },
    h('span', { class: 'mono-count' }, say('page.monopoly.in_hand', { n: count })),
    ctx.open ? cardRow('monopoly', known, ctx.deck) : known.length > 0 && h('ul', { class: 'mono-known', 'aria-label': say('page.monopoly.known') },
      ...known.map((code) => chip(ctx, code, true))));
}

/** @param {Context} ctx how far I am with each group */
function street(ctx) {
  const hand = codesIn(ctx, `hand ${ctx.me}`);
  const groups = [...new Set(hand.map(groupOf))].filter((group) => group);
  if (!groups.length) return null;
  return h('ul', { class: 'mono-street', 'aria-label': say('page.monopoly.street') },
    ...groups.map((group) => {
      const all = Object.keys(ctx.deck).filter((code) => groupOf(code) === group);
      const missing = all.filter((code) => !hand.includes(code));
      const [have, size] = [all.length - missing.length, all.length];
      const names = missing.map((code) => ctx.deck[code].name);
      const wanted = names.length ? say('page.monopoly.missing', { cards: enumerate(names) }) : '';
      return h('li', { class: `mono-chip${missing.length ? '' : ' full'}`, dataset: { group }, title: wanted },
        `${say(`group.monopoly.${group}`)} `,
        h('b', { 'aria-hidden': 'true' }, `${have}/${size}`),
        missing.length > 0 && missing.length <= SHOWN_MISSING && h('span', { 'aria-hidden': 'true',
          class: `mono-missing${missing.length > 1 ? ' several' : ''}` }, missing.map(short).join(', ')),
        unseen([say('page.monopoly.of', { n: have, size }), wanted].filter(Boolean).join('. ')));
    }));
}

// --- my hand ---

/** @param {Context} ctx */
function hand(ctx) {
  const verb = putting(ctx);
  const asked = verb || (ctx.item('must discard') === 'yes' ? 'discard'
    : draws(ctx) ? 'offer' : ctx.item('passing') === 'yes' ? 'pass' : 'lay');
  return keysIn(ctx, `hand ${ctx.me}`).map((key) => {
    const code = codeOf(key);
    return {
      code,
      key,
      playable: ctx.legal.has(`${verb} ${code}`),
      test: `${asked} ${code}`,
      text: short(code),
    };
  });
}

/** @param {Context} ctx @returns {'many'|'one'|'none'} */
function selection(ctx) {
  const verb = putting(ctx);
  return verb === 'discard' ? 'many' : verb ? 'one' : 'none';
}

// --- what I may do ---

/** @param {Context} ctx @returns {Action[]} */
function actions(ctx) {
  /** @type {Action[]} */
  const found = [];
  const trade = chosen(ctx);
  if (trade) {
    const { count } = exchange(ctx, trade.move);
    const who = ownerOf(ctx, trade.place);
    const verb = trade.move.split(' ')[0];
    found.push({
      label: say(`page.monopoly.do_${verb}`, { n: count, who }), move: trade.move, primary: true,
    });
  }
  const put = putAction(ctx);
  if (put) found.push(put);
  if (ctx.legal.has('out')) {
    found.push({
      label: say('page.monopoly.out'), move: 'out', primary: !trade,
      confirm: say('page.monopoly.out_sure'),
      open: () => openGoingOut(ctx),
    });
  }
  for (const verb of ['draw', 'stay', 'skip']) {
    if (ctx.legal.has(verb)) found.push({ label: say(`page.monopoly.${verb}`), move: verb });
  }
  for (const move of ctx.legal) {
    if (/^out ./.test(move)) found.push({ label: roleWords(ctx, move.slice(4)), move });
  }
  if (ctx.legal.has('back')) found.push(backAction(ctx));
  return found;
}

/** @param {Context} ctx putting down what is selected @returns {Action|null} */
function putAction(ctx) {
  const verb = putting(ctx);
  const codes = selected(ctx);
  if (!codes.length) {
    if (!verb || verb === 'offer') return null;
    return {
      label: say(`page.monopoly.do_${verb}_none`), move: '', primary: true, disabled: true,
      why: say('page.monopoly.choose_card'),
    };
  }
  if (!codes.every((code) => ctx.legal.has(`${verb} ${code}`))) return null;
  return {
    label: codes.length > 2 ? say('page.monopoly.do_many', { n: codes.length })
      : say(`page.monopoly.do_${verb}`, { card: some(ctx, codes) }),
    move: [verb, ...codes].join(' '),
    primary: verb !== 'offer',
  };
}

/** @param {Context} ctx @returns {Action} */
function backAction(ctx) {
  const [laid] = ctx.cards('laid');
  const label = laid ? say('page.monopoly.back_card', { card: some(ctx, [laid]) })
    : say('page.monopoly.back');
  return { label, move: 'back' };
}

/** Say what my hand would be worth after a move, where the house says so. @param {Context} ctx @param {string} move */
function brings(ctx, move) {
  const { '': now, [move]: then } = ctx.prospects ?? {};
  return then === undefined ? '' : say('page.monopoly.would', { now: number(now), then: number(then) });
}

/** @param {Context} ctx */
function hint(ctx) {
  const codes = selected(ctx);
  if (chosen(ctx) && !codes.length) return ''; // the trade lies in the centre
  const verb = putting(ctx);
  const would = codes.length ? brings(ctx, [verb, ...codes].join(' ')) : '';
  if (verb === 'discard' && codes.length > 1) {
    return [would, say('page.monopoly.on_top', { card: some(ctx, codes.slice(-1)) })].filter(Boolean).join(' ');
  }
  if (would) return would;
  if (verb === 'offer' && codes.length) return say('page.monopoly.offer_hint');
  const places = [...seats(ctx).map((x) => `pile ${x}`), ...neutrals(ctx).map((n) => `neutral ${n}`)];
  if (places.some((place) => tradesWith(ctx, place).length)) {
    return say(draws(ctx) ? 'page.monopoly.touch_pile' : 'page.monopoly.touch_card');
  }
  return verb === 'offer' ? say('page.monopoly.offer_first') : '';
}

/** All choose a card to pass (P23); the next turn is that of the left neighbour. @param {Context} ctx */
function last(ctx) {
  const all = seats(ctx);
  return all[(all.indexOf(ctx.item('turn')) + 1) % all.length];
}

/** @type {PageModule} */
export default {
  board, seat, hand, actions, hint, selection, last,
  lasts: (view) => (/^[A-F]/.test(view.items.out ?? '') ? GOING_OUT : 0),
};
