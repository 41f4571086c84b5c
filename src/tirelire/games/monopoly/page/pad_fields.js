/** What is entered of a deal of Monopoly beside the cards of groups: who went out, and who gets the bonus. */

import { h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';

/** @import { Deal, Match, Screen } from './pad_shapes.js' */

const NOBODY = -1;

/**
 * Buttons of which one is chosen: the players, and other answers.
 *
 * @param {string} id @param {string} question @param {Match} match @param {[string, string][]} others values and texts
 * @param {string} now @param {(value: string) => void} choose
 */
const choice = (id, question, match, others, now, choose) => h('fieldset', { class: 'pad-out' }, h('legend', {}, question),
  ...[...match.names.map((name, seat) => [String(seat), name]), ...others].map(([value, text]) => h('button', { type: 'button', id: `${id}-${value}`,
    dataset: { key: value }, 'aria-pressed': String(value === now), on: { click: () => choose(value) } }, text)));

/** What the answer to the question who went out says about a deal. @param {string} value @returns {Partial<Deal>} */
const outcome = (value) => (value === 'void' ? { void: true } : value === 'nobody' ? {} : { out: Number(value) });

/** @param {string} question @param {Match} match @param {string} now @param {(value: string) => void} choose */
const outChoice = (question, match, now, choose) => choice('out', question, match,
  [['nobody', say('page.pad.nobody_out')], ['void', say('page.pad.void')]], now, choose);

/** A deal begins with who went out, or why nobody did (P12, P14). @param {Match} match @param {number} n @param {(known: Partial<Deal>) => void} open */
export const opening = (match, n, open) =>
  outChoice(say('page.pad.count_out', { n: n + 1 }), match, '', (value) => open(outcome(value)));

/** Who went out, and who has the most Mr. Monopoly cards (P27). @param {Screen} screen */
export function tableFields({ ctx, match, deal, show }) {
  /** @param {string} value */
  const goOut = (value) => {
    delete deal.out;
    delete deal.void;
    Object.assign(deal, outcome(value));
    if (deal.out !== undefined) show(deal.out);
    ctx.keep(match);
  };
  /** @param {string} value */
  const most = (value) => {
    deal.richest = Number(value);
    ctx.keep(match);
  };
  return h('div', {},
    outChoice(say('page.pad.who_out'), match, deal.void ? 'void' : String(deal.out ?? 'nobody'), goOut),
    deal.void ? null : choice('richest', say('page.pad.who_richest'), match, [[String(NOBODY), say('page.pad.nobody_richest')]], String(deal.richest ?? ''), most));
}

/** What a Chance card stands for (P18). @param {string} role */
export function sayRole(role) {
  const [code, group] = role.split('@');
  if (group) {
    return say('sheet.monopoly.on', { card: say(`card.monopoly.${code}`), group: say(`place.monopoly.${group}`) });
  }
  if (code === 'UTI') return say('page.pad.utility');
  if (/^[A-Z]{3}$/.test(code)) return say('page.pad.deed', { group: say(`group.monopoly.${code}`) });
  return say(`card.monopoly.${code}`);
}
