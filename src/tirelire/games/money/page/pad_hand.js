/** Counting a hand of Money (M15–M17). Every number comes with the game's description. */

/** @import { Game, Line } from './pad_shapes.js' */

/**
 * @param {string[]} cards kinds, each as often as it is held
 * @param {Game} game
 * @returns {Line[]}
 */
export function countMoney(cards, game) {
  /** @type {Line[]} */
  const lines = [];
  const groups = [...new Set(game.kinds.map((kind) => kind.group))];
  for (const currency of groups) {
    const held = game.kinds.filter((kind) => kind.group === currency)
      .map((kind) => ({ ...kind, n: cards.filter((code) => code === kind.code).length }));
    const total = held.reduce((sum, kind) => sum + kind.n * kind.value, 0);
    if (!total) continue;
    if (currency === 'COIN') {
      lines.push({ rule: 'M17', points: total, key: 'money.coins', values: { n: held[0].n } });
      continue;
    }
    const points = total >= game.whole ? total : Math.max(0, total - game.reduction);
    const how = points === total ? '' : total < game.reduction ? '_nothing' : '_reduced';
    lines.push({ rule: 'M15', points, key: `money.currency${how}`, values: { currency, total } });
    for (const { value, n, copies } of held) {
      if (game.triples.includes(value) && n === copies) {
        lines.push({ rule: 'M16', points: game.triple, key: 'money.triple', values: { currency, value } });
      }
    }
  }
  return lines;
}
