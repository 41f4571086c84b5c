/** Past evenings: matches by their date, and what players have reached in them. */

import { h } from '../dom.js';
import { amount, enumerate, lang, number, say } from '../texts.js';
import { course } from './count.js';

/** @import { Context, Game, Match } from './shapes.js' */

/** An evening ends so many hours after midnight. */
const NIGHT = 6;
const dates = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The date of the evening on which a match was begun. @param {Match} match */
const evening = (match) => dates.format(match.begun - 3_600_000 * NIGHT);

/** Matches by evening, the last one first. @param {Match[]} all @returns {[string, Match[]][]} */
function byEvening(all) {
  /** @type {Map<string, Match[]>} */
  const found = new Map();
  for (const match of [...all].sort((a, b) => b.begun - a.begun)) found.set(evening(match), [...found.get(evening(match)) ?? [], match]);
  return [...found];
}

/** @param {Match} match @param {Game} game */
function stateOf(match, game) {
  const { standing: { over, winners }, deals } = course(match, game);
  if (!over) return say('page.pad.deals', { n: deals.length });
  return say(`page.table.won.${winners.length > 1 ? 'shared' : 'other'}`, { who: enumerate(winners.map((seat) => match.names[seat])) });
}

/** The matches of all evenings. @param {Context} ctx @param {Match[]} all @param {(match: Match) => void} remove */
export const eveningsView = ({ games }, all, remove) => byEvening(all).flatMap(([day, matches]) => [
  h('h3', { class: 'pad-day', dataset: { key: day } }, day),
  h('ul', { class: 'pad-saved', dataset: { key: `of ${day}` } }, ...matches.map((match) => h('li', { dataset: { key: match.id } },
    h('a', { href: `#m/${match.id}` }, h('b', {}, games[match.game].title), ' ', match.names.join(', '),
      h('span', { class: 'tag' }, stateOf(match, games[match.game]))),
    h('button', { type: 'button', 'aria-label': say('page.pad.remove_one', { who: match.names.join(', ') }), on: { click: () => remove(match) } }, '✕')))),
]);

/** @typedef {{name: string, matches: number, won: number, deals: number, points: number, best: number}} Reached what a player has reached in a game */

/** What every player has reached in a game; names are compared without regard to case. @param {Match[]} all @param {Game} game */
function records(all, game) {
  /** @type {Map<string, Reached>} */
  const found = new Map();
  for (const match of all) {
    const { deals, standing } = course(match, game);
    match.names.forEach((name, seat) => {
      const key = name.trim().toLocaleLowerCase(lang);
      const one = found.get(key) ?? { name: name.trim(), matches: 0, won: 0, deals: 0, points: 0, best: -Infinity };
      one.matches += Number(standing.over);
      one.won += Number(standing.winners.includes(seat));
      for (const { gained } of deals) {
        one.deals += 1;
        one.points += gained[seat];
        one.best = Math.max(one.best, gained[seat]);
      }
      found.set(key, one);
    });
  }
  return [...found.values()].filter((one) => one.deals).sort((a, b) => b.won - a.won || a.matches - b.matches || b.best - a.best);
}

/** The statistics of all evenings, game by game. @param {Context} ctx @param {Match[]} all */
export function statisticsView({ games }, all) {
  const heads = ['player', 'matches', 'matches_won', 'best_deal', 'average'].map((key) => h('th', { scope: 'col' }, h('span', {}, say(`page.pad.${key}`))));
  return [
    h('div', { class: 'pad-head' }, h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.statistics')),
      h('a', { class: 'button', href: '#' }, say('page.pad.all_back'))),
    h('p', { class: 'lead' }, say('page.pad.evenings', { n: byEvening(all).length })),
    ...Object.values(games).flatMap((game) => {
      const rows = records(all.filter((match) => match.game === game.id), game);
      if (!rows.length) return [];
      return [h('h2', {}, game.title),
        h('div', { class: 'pad-scroll', tabindex: '0', role: 'group', 'aria-label': game.title }, h('table', { class: 'pad-table pad-stats', id: `stats-${game.id}`, dataset: { players: '3' } },
          h('caption', { class: 'unseen' }, game.title), h('thead', {}, h('tr', {}, ...heads.map((head) => head.cloneNode(true)))),
          h('tbody', {}, ...rows.map((one) => h('tr', { dataset: { key: one.name } }, h('th', { scope: 'row' }, one.name),
            h('td', {}, number(one.matches)), h('td', {}, h('b', {}, number(one.won))), h('td', {}, amount(game, one.best)),
            h('td', {}, amount(game, Math.round(one.points / one.deals))))))))];
    }),
  ];
}
