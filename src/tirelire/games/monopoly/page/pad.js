/** Monopoly on the pad: hands, who went out, with which roles and which reward. */

import { LETTERS, cardsOf, each, isTyped, list } from '/static/js/pad/counting.js';
import { say } from '/static/js/texts.js';
import { handField } from './pad_entry.js';
import { opening, sayRole, tableFields } from './pad_fields.js';
import { countMonopoly, richest, rolesOf } from './pad_hand.js';

/** @type {import('./pad_shapes.js').Pad} */
export const pad = {
  count(deal, match, game) {
    if (deal.void) {
      const lines = deal.seats.map(() => [{ rule: 'P14', points: 0, key: 'monopoly.void', values: {} }]);
      return { lines, gained: deal.seats.map(() => 0), problems: [] };
    }
    const streets = match.options.tokens_on === 'colour_groups';
    const counted = each(deal, (entry, seat, wrong) => {
      const out = deal.out === seat;
      const roles = out ? rolesOf(entry, game, match.options) : [];
      if (!roles) wrong('cannot_go_out', 'P15');
      const held = { cards: entry.cards ?? [], reward: entry.reward, roles: roles ?? [], out: out && roles !== null };
      return countMonopoly(held, game, streets);
    });
    const hands = deal.seats.map((entry, seat) =>
      [...(entry.cards ?? []), ...(deal.out === seat ? entry.reward ?? [] : [])]);
    const scores = deal.seats.map((entry, seat) =>
      !isTyped(entry) && (deal.out === seat || !(entry.cards ?? []).includes('CHANCE')));
    const seat = deal.richest === undefined ? richest(hands, scores) : scores[deal.richest] ? deal.richest : -1;
    if (seat >= 0) {
      counted.lines[seat]?.push({ rule: 'P27', points: game.mr_value, key: 'monopoly.mr', values: {} });
      counted.gained[seat] += game.mr_value;
    }
    return counted;
  },

  lying,

  reason(deal) {
    if (deal.void) return 'void';
    return deal.out === undefined || isTyped(deal.seats[deal.out]) ? 'empty' : 'out';
  },

  words: ({ key, values: { group, role } }) => ({
    group: group && say(`${key.endsWith('tokens') ? 'place' : 'group'}.monopoly.${group}`),
    role: role && sayRole(role),
  }),

  opening,

  above: tableFields,

  field: handField,

  dealing: ({ neutral }) => [say('page.pad.trade_cards'), ...(neutral ? [say('page.pad.neutral', { n: neutral })] : [])],
};

/** Deeds get their numbers here: which of a colour somebody held is of no account. @param {number} n @param {import('./pad_shapes.js').Match} match @param {import('./pad_shapes.js').Game} game */
function lying(n, match, game) {
  const deal = match.deals[n];
  /** @type {Record<string, number>} */
  const next = {};
  const grouped = new Set([...game.colours, 'UTI']);
  /** @param {string[]} cards */
  const exact = (cards) => cards.map((code) => {
    if (!grouped.has(code)) return code;
    next[code] = (next[code] ?? 0) + 1;
    return `${code}${next[code]}`;
  });
  const players = match.names.length;
  /** Where the players said who has the most Mr. Monopoly cards, one card stands for them (P27). @param {number} seat */
  const handOf = (seat) => {
    const cards = cardsOf(deal.seats[seat]);
    if (deal.richest === undefined) return cards;
    return [...cards.filter((code) => code !== 'MR'), ...(deal.richest === seat && !isTyped(deal.seats[seat]) ? ['MR'] : [])];
  };
  // Whoever went out comes first, so that what his Chance cards stand for are the deeds after his.
  const first = deal.out === undefined || isTyped(deal.seats[deal.out]) ? -1 : deal.out;
  const order = match.names.map((_, seat) => seat).sort((a, b) => Number(b === first) - Number(a === first));
  const hands = new Map(order.slice(0, 1).map((seat) => [seat, exact(handOf(seat))]));
  const before = { ...next };
  const roles = first < 0 ? [] : (rolesOf(deal.seats[first], game, match.options) ?? []).map((role) => {
    if (!grouped.has(role)) return role;
    before[role] = (before[role] ?? 0) + 1;
    return `${role}${before[role]}`;
  });
  const reward = first < 0 ? [] : exact((deal.seats[first].reward ?? []).filter((code) => deal.richest === undefined || code !== 'MR'));
  for (const seat of order.slice(1)) hands.set(seat, exact(handOf(seat)));
  const draws = (game.most_reward?.[players] ?? 0) > 0;
  const { neutral } = game.deal[players];
  return [
    ...match.names.map((_, seat) => `hand ${LETTERS[seat]} ${list(hands.get(seat) ?? [])}`),
    ...match.names.map((_, seat) => `pile ${LETTERS[seat]} ${list(draws ? [] : reward.filter((_card, i) => i % players === seat))}`),
    ...Array.from({ length: neutral }, (_, i) => `neutral ${i + 1} -`),
    ...(draws ? ['draw -'] : []),
    ...(draws && reward.length ? [`reward ${list(reward)}`] : []),
    ...(first < 0 ? [] : [`out ${LETTERS[first]} ${roles.map((role) => `CHANCE=${role}`).join(' ')}`.trim()]),
  ];
}
