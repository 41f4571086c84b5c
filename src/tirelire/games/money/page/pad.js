/** Money on the pad: hands of notes and coins. */

import { LETTERS, cardsOf, each, list } from '/static/js/pad/counting.js';
import { say } from '/static/js/texts.js';
import { countMoney } from './pad_hand.js';

/** @type {import('./pad_shapes.js').Pad} */
export const pad = {
  count: (deal, _match, game) => each(deal, (entry) => countMoney(entry.cards ?? [], game)),

  lying: (n, match) => ['right -', 'left -', 'stock -',
    ...match.deals[n].seats.map((entry, seat) => `hand ${LETTERS[seat]} ${list(cardsOf(entry))}`)],

  reason: () => 'stock',

  kinds(match, game) {
    const gone = String(match.options.removed ?? '').split(',');
    return game.kinds.filter((kind) => !gone.includes(kind.group ?? ''));
  },

  brief: (kind) => (kind.group === 'COIN' ? kind.name : `${kind.value} ${say(`symbol.money.${kind.group}`)}`),

  words: ({ values: { currency } }) => ({ currency: currency && say(`currency.money.${currency}`) }),

  leaving(game, players) {
    const n = game.leaving[players];
    return { n, note: say('page.pad.draw_removed', { n }) };
  },

  starters: () => [],

  dealing: ({ lots }) => [say('page.pad.lots', { n: lots })],
};
