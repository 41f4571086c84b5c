/** What is entered of a hand of Monopoly beside its cards: who went out, and the roles of Chance cards. */

import { h, ruleLink } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';
import { rolesFor, rolesOf } from './pad_hand.js';

/** @import { Screen } from './pad_shapes.js' */

/** Who went out, or why nobody did (P12, P14). @param {Screen} screen */
export function outField({ ctx, match, deal, show }) {
  /** @param {string} value */
  const choose = (value) => {
    delete deal.out;
    delete deal.void;
    if (value === 'void') deal.void = true;
    else if (value !== '') deal.out = Number(value);
    if (deal.out !== undefined) show(deal.out);
    ctx.keep(match);
  };
  const now = deal.void ? 'void' : String(deal.out ?? '');
  const values = [...match.names.map((name, seat) => [String(seat), name]), ['', say('page.pad.nobody_out')], ['void', say('page.pad.void')]];
  return h('label', { class: 'option' }, say('page.pad.who_out'),
    h('select', { id: 'out', dataset: { now }, on: { change: (/** @type {any} */ event) => choose(event.target.value) } },
      ...values.map(([value, text]) => h('option', { value, dataset: { key: value } }, text))));
}

/** What the Chance cards of whoever went out were laid down as (P18). @param {Screen} screen */
export function roleFields({ ctx, match, deal, game, seat, entry }) {
  const cards = entry.cards ?? [];
  if (deal.out !== seat || !cards.includes('CHANCE')) return null;
  const roles = rolesOf(entry, game, match.options);
  if (!roles) return h('p', { class: 'notice' }, say('page.pad.cannot_go_out'), ' ', ruleLink('monopoly', 'P15'));
  return h('div', { class: 'pad-roles' }, ...roles.map((role, i) => {
    const others = roles.filter((_, k) => k !== i);
    /** @param {string} value */
    const choose = (value) => {
      entry.roles = roles.map((old, k) => (k === i ? value : old));
      ctx.keep(match);
    };
    return h('label', { class: 'option', dataset: { key: `${i}` } }, say('page.pad.role', { n: i + 1 }),
      h('select', { id: `role-${i}`, dataset: { now: role }, on: { change: (/** @type {any} */ event) => choose(event.target.value) } },
        ...rolesFor(cards, others, game, match.options.tokens_on === 'colour_groups').map((one) => h('option', { value: one, dataset: { key: one } }, sayRole(one)))));
  }));
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
