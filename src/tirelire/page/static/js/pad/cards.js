/** Changing the cards that a seat has: how many are free, and where they lie. */

import { say } from '../texts.js';
import { cardsOf, isTyped } from './counting.js';

/** @import { Deal, Kind, Screen, Zone } from './shapes.js' */

/** How many of a kind each seat holds. @param {Deal} deal @param {string} code */
const holders = (deal, code) => deal.seats.map((entry, seat) => [...cardsOf(entry),
  ...(deal.out === seat && !isTyped(entry) ? entry.reward ?? [] : [])].filter((one) => one === code).length);

/** How many cards of a kind lie in the zone that is shown. @param {Screen} screen @param {string} code */
export const here = ({ entry, zone }, code) => (entry[zone] ?? []).filter((one) => one === code).length;

/** How many cards of a kind can lie in the zone that is shown. @param {Screen} screen @param {Kind} kind */
export const most = (screen, kind) =>
  kind.copies - holders(screen.deal, kind.code).reduce((a, b) => a + b, 0) + here(screen, kind.code);

/** How many cards a zone may hold. @param {Screen} screen @param {Zone} zone */
function room({ deal, game, match, seat }, zone) {
  if (deal.out !== seat) return Infinity;
  return game[zone === 'reward' ? 'most_reward' : 'most_hand']?.[match.names.length] || Infinity;
}

/**
 * Let other cards lie in the zone that is shown, and keep it.
 *
 * @param {Screen} screen @param {string[]} cards @returns {boolean} whether they fit
 */
export function put(screen, cards) {
  const { ctx, match, entry, zone } = screen;
  const before = entry[zone] ?? [];
  if (cards.length > before.length && cards.length > room(screen, zone)) {
    ctx.refuse(say('page.pad.full_reward', { n: room(screen, 'cards'), more: room(screen, 'reward') }));
    return false;
  }
  entry[zone] = cards;
  delete entry.nothing;
  ctx.keep(match);
  return true;
}

/**
 * Let so many cards of a kind lie in the zone that is shown; say who has them where they are missing.
 *
 * @param {Screen} screen @param {Kind} kind @param {number} n
 */
export function setCount(screen, kind, n) {
  const { ctx, match, deal, entry, zone } = screen;
  if (n > most(screen, kind)) {
    const who = match.names.filter((_, seat) => holders(deal, kind.code)[seat]).join(', ');
    ctx.refuse(say('page.pad.no_more', { card: kind.name, n: kind.copies, who }));
    return false;
  }
  const cards = [...(entry[zone] ?? [])];
  for (let k = here(screen, kind.code); k > n; k -= 1) cards.splice(cards.lastIndexOf(kind.code), 1);
  return put(screen, [...cards, ...Array(Math.max(0, n - here(screen, kind.code))).fill(kind.code)]);
}
