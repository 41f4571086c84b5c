/** Cache ton Cash on the pad: stacks of sets, in thousands. */

import { LETTERS, cardsOf, each } from '/static/js/pad/counting.js';
import { say } from '/static/js/texts.js';
import { goneFrom, kindsInStacks, stackField } from './pad_sets.js';
import { countStack, isSet, setsOf } from './pad_stack.js';

/** @type {import('./pad_shapes.js').Pad} */
export const pad = {
  count: (deal, _match, game) => each(deal, (entry, _seat, wrong) => {
    const sets = setsOf(entry.cards ?? [], game);
    if (!sets.every((set) => isSet(set, game))) wrong('no_set', 'K4');
    return countStack(sets, game);
  }),

  lying: (n, match, game) => [
    ...match.deals[n].seats.map((entry, seat) => `stack ${LETTERS[seat]} ${
      setsOf(cardsOf(entry), game).map((set) => set.join(' ')).join(' / ') || '-'}`),
    'draw -', 'discard -',
    ...Array.from({ length: game.deal[match.names.length].piles }, (_, i) => `neutral ${i + 1} -`)],

  reason: () => 'played',

  kinds: kindsInStacks,

  played(match, game) {
    const actions = match.options.action_cards === 'on' ? game.kinds.filter((kind) => kind.group === 'action') : [];
    return [...kindsInStacks(match, game), ...actions];
  },

  field: stackField,

  /** Penny jars are worth less than other cards (K20). */
  step: ({ score }, options) => (options.penny_jar === 'on' ? score.jar_step : score.step),

  words: ({ values: { kind } }) => ({ kind: say(`kinds.cache_ton_cash.${kind}`) }),

  /** K21: enough cards must be left. */
  refuses(options, game, players) {
    const gone = goneFrom(game, players, options);
    const cards = game.kinds.filter(({ code, group }) => group !== 'action' && code !== game.jar && !gone.includes(code));
    return cards.reduce((n, kind) => n + kind.copies, 0) < game.fewest_cards && say('page.pad.too_few_cards');
  },

  hand: (deal, match) => (match.options.six_cards === 'on' ? deal.large_hand : deal.hand),

  dealing: ({ piles, pile }) => [...(piles ? [say('page.pad.piles', { n: piles, cards: pile })] : []), say('page.pad.first_discard')],
};
