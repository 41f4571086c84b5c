/** Cash oder Crash on the pad: where the pawns stand, or chips. */

import { h } from '/static/js/dom.js';
import { LETTERS, isTyped, leaders, sum } from '/static/js/pad/counting.js';
import { say, signed } from '/static/js/texts.js';
import { callerView } from './pad_caller.js';
import { settle } from './pad_pawns.js';

/** @type {import('./pad_shapes.js').Pad} */
export const pad = {
  count(deal, match, _game, before) {
    if (deal.seats.some(isTyped)) {
      const points = deal.seats.map((entry) => entry.points ?? NaN);
      const fits = points.reduce((all, n) => all + n, 0) === 0;
      const problems = fits ? [] : [{ seat: 0, key: 'chips', rule: 'C12' }];
      return { lines: points.map(() => null), gained: points.map((n) => n || 0), problems };
    }
    const pawns = deal.seats.map((entry) => entry.pawn ?? 0);
    const lines = settle(pawns, before.totals, match.options.insolvency === 'pay_what_you_have');
    return { lines, gained: lines.map(sum), problems: [] };
  },

  lying: (n, match) => [
    `pawns ${match.names.map((_, seat) => `${LETTERS[seat]} ${fieldText(standing(match, n, seat))}`).join(' ')}`,
    ...match.names.map((_, seat) => `hand ${LETTERS[seat]} -`)],

  reason: () => 'played',

  instead: {
    /** Pawns stand where they stood (C14). */
    start: (before) => (before?.pawn === undefined ? {} : { pawn: before.pawn }),
    field: pawnField,
    /** Pawns that all stand where they stood were not entered. */
    isMissing: (deal, before, seat) => deal.seats[seat].pawn === undefined
      || (!deal.done && before !== undefined && deal.seats.every((one, i) => one.pawn === before.seats[i].pawn)),
    missing: 'missing_pawns',
    fill(entry) { entry.pawn ??= 0; },
  },

  /** The player with the least starts, but not the first deal (C14). */
  starters: (n, { totals }) => (n > 0 ? leaders(totals.map((total) => -total)) : undefined),

  box: ({ sets }) => say('page.pad.keep_sets', { n: sets }),

  dealing: () => [say('page.pad.colour_cards')],

  helpers: (ctx, match) => [callerView(ctx, match)],
};

/** Where a pawn stands after a deal: where chips were entered, it stays. @param {import('./pad_shapes.js').Match} match @param {number} n @param {number} seat */
const standing = (match, n, seat) => match.deals.slice(0, n + 1).map((deal) => deal.seats[seat])
  .findLast((entry) => !isTyped(entry))?.pawn ?? 0;

/** @param {number} field */
const fieldText = (field) => (field > 0 ? `+${field}` : String(field));

/** Where the pawns stand (C12). @param {import('./pad_shapes.js').Screen} screen */
function pawnField({ ctx, match, deal, game, seat: mine, entry, show }) {
  const bounds = game.boards[match.options.board];
  const colour = game.colours[mine];
  /** @param {number} field @param {boolean} [goesOn] */
  const put = (field, goesOn = false) => {
    entry.pawn = field;
    if (goesOn) show(Math.min(mine + 1, match.names.length - 1));
    ctx.keep(match);
  };
  const legend = say('page.pad.pawn', { who: match.names[mine], colour: colour.name });
  if (!bounds.length) {
    return h('label', { class: 'option', dataset: { key: `line-${mine}` } }, legend, h('input', { id: `pawn-${mine}`, type: 'number', value: entry.pawn ?? 0,
      on: { change: (/** @type {any} */ event) => put(Math.max(-999, Math.min(999, Math.trunc(Number(event.target.value) || 0)))) } }));
  }
  const fields = Array.from({ length: bounds[1] - bounds[0] + 1 }, (_, i) => bounds[0] + i);
  return h('fieldset', { class: 'pad-pawns', dataset: { key: 'pawns', colour: colour.code } }, h('legend', {}, legend), ...fields.map((field) => {
    const here = deal.seats.flatMap((one, seat) => ((one.pawn ?? 0) === field ? [seat] : []));
    return h('button', { type: 'button', id: `field-${field}`, dataset: { key: `${field}` }, 'aria-pressed': String((entry.pawn ?? 0) === field),
      'aria-label': [signed(field), ...here.map((seat) => match.names[seat])].join(', '), on: { click: () => put(field, true) } },
    signed(field), ...here.map((seat) => h('i', { class: `pawn pawn-${game.colours[seat].code}`, dataset: { key: `${seat}` } })));
  }));
}
