/** Lines of a sheet in words, with people by their names. */

import { say } from '../texts.js';

/** @param {import('./shapes.js').Line} line @param {import('./shapes.js').Match} match */
export function sayLine(line, match) {
  const values = { ...line.values };
  if (values.group) values.group = say(`${line.key.endsWith('tokens') ? 'place' : 'group'}.monopoly.${values.group}`);
  if (values.currency) values.currency = say(`currency.money.${values.currency}`);
  if (values.role) values.role = sayRole(values.role);
  if (values.kind) values.kind = say(`kinds.cache_ton_cash.${values.kind}`);
  if (values.seat) values.who = match.names['ABCDEF'.indexOf(values.seat)];
  return say(`sheet.${line.key}`, values);
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
