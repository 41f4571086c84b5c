/** A fight of Cache ton Cash: it lies over the piles, with both stacks, both rows and what is at stake. */

import { counted } from '/static/js/count.js';
import { h } from '/static/js/dom.js';
import { face as look } from '/static/js/faces.js';
import { amount, say } from '/static/js/texts.js';
import { codeOf, seats } from '/static/js/copies.js';
import { face, fightOf, keysIn, setsOf } from './cards.js';
import { picture } from './stack.js';

/** A card that counts for two in a fight. */
const JAR = 'ECO';
/** With more players the fight covers the piles, unless it is folded. */
const MOST_BESIDE = 3;
/** Whether the fight is folded to its heading, so that the piles are seen. */
let isFolded = false;

/** @param {Context} ctx a challenge or a claim, with all that was played about it */
export function fight(ctx) {
  const about = fightOf(ctx);
  const active = ctx.item('turn');
  if (about) {
    const sets = setsOf(ctx, about.seat);
    const set = sets[sets.length - about.nth] ?? [];
    const place = about.nth === 1 ? 'fight' : 'fight_second';
    return duel(ctx, place, set, keysIn(ctx, 'fight'), active, about.seat, about.nth, true);
  }
  const claimed = keysIn(ctx, 'claim');
  if (!claimed.length) return null;
  const asked = ctx.item('asked');
  const played = keysIn(ctx, 'contest');
  const rival = asked === active || !asked || asked === '-' ? ctx.item('used').at(-1) ?? '' : asked;
  return duel(ctx, 'claim', claimed, played, rival, active, 1, false);
}

/** @param {Context} ctx @param {string} key of the heading @param {string[]} prize keys or codes of the set
 * @param {string[]} played keys of the cards played, in order @param {string} opener who plays first
 * @param {string} other @param {number} nth @param {boolean} still whether the set lies elsewhere
 */
function duel(ctx, key, prize, played, opener, other, nth, still) {
  const [who, whom] = key === 'claim' ? [other, opener] : [opener, other];
  const form = ctx.reader === who ? 'you' : ctx.reader === whom ? 'to_you' : 'other';
  const rounds = inRounds(played, nth);
  const covers = seats(ctx).length > MOST_BESIDE ? ' cash-covers' : '';
  return h('section', { class: `cash-fight${isFolded ? ' cash-folded' : covers}` },
    h('header', {},
      h('h2', {}, say(`page.cache_ton_cash.${key}.${form}`, { who: ctx.name(who), whom: ctx.name(whom) })),
      stake(ctx, [...prize, ...played].map(codeOf))),
    h('div', { class: 'cash-prize' }, fold(ctx), !isFolded && h('span', { class: 'cash-cards' },
      ...[...prize].reverse().map((one) => h('span', {}, face(ctx, one, still))))),
    !isFolded && side(ctx, opener, rounds, 0),
    !isFolded && side(ctx, other, rounds, 1),
    ctx.item('demand') === '2' && ctx.item('asked') !== ctx.me && h('p', { class: 'cash-note' }, say('page.cache_ton_cash.demand_two')));
}

/** What is at stake; it grows with every card. @param {Context} ctx @param {string[]} codes */
function stake(ctx, codes) {
  const total = codes.reduce((sum, code) => sum + (ctx.deck[code]?.value ?? 0), 0);
  return h('span', { class: 'cash-stake', dataset: { key: String(codes.length) } },
    say('page.cache_ton_cash.at_stake', { worth: '' }),
    counted(`stake ${ctx.table.id}`, total, { moving: ctx.moving, write: (n) => amount(ctx, n) }));
}

/** @param {Context} ctx a button that folds the fight, or opens it again */
const fold = (ctx) => h('button', {
  type: 'button', id: 'fold-fight', class: 'cash-fold', 'aria-expanded': String(!isFolded),
  'aria-label': say('page.cache_ton_cash.show_fight'), title: say('page.cache_ton_cash.show_fight'),
  on: {
    click: () => {
      isFolded = !isFolded;
      ctx.redraw();
    },
  },
}, isFolded ? '▾' : '▴');

/** A player in a fight: the stack, and what was played so far. @param {Context} ctx @param {string} seat
 * @param {string[][]} rounds @param {number} nth 0 for who plays first */
function side(ctx, seat, rounds, nth) {
  const row = ctx.table.seats.find((one) => one.seat === seat);
  const sets = setsOf(ctx, seat);
  return h('div', { class: `cash-row cash-side-${nth}`, dataset: { key: seat } },
    h('span', { class: 'cash-who' }, row && look(row),
      seat === ctx.reader ? say('page.cache_ton_cash.you_first') : ctx.name(seat)),
    h('span', { class: 'cash-own' }, sets.length > 0 && picture(ctx, seat, sets, true)),
    ...rounds.map((keys, i) => (i % 2 === nth
      ? h('span', { class: 'cash-played' }, ...keys.map((one) => face(ctx, one)))
      : h('span', { class: 'cash-gap' }))));
}

/**
 * Part the cards of a fight into what was played at a time: two cards open the fight about a
 * second set and answer a jar; a jar is played alone. @param {string[]} played @param {number} nth
 */
function inRounds(played, nth) {
  const rounds = [];
  let size = nth;
  for (let i = 0; i < played.length;) {
    const isJar = codeOf(played[i]) === JAR;
    const count = isJar ? 1 : size;
    rounds.push(played.slice(i, i + count));
    i += count;
    const answersJar = size === 2 && rounds.length > 1;
    size = isJar && !answersJar ? 2 : 1;
  }
  return rounds;
}
