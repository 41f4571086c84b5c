/** A match: how it stands, who deals next, and what to do with it. */

import { h } from '../dom.js';
import { amount, enumerate, number, say, signed } from '../texts.js';
import { course } from './count.js';
import { picture } from './course.js';
import { emptyDeal } from './entering.js';
import { helpers } from './helpers.js';
import { padOf } from './modules.js';
import { ranking } from './ranking.js';
import { newId } from './store.js';
import { tools } from './share.js';
import { beginning, dealerOf, goalOf, startersOf } from './standing.js';

/** @import { Context, Deal, Game, Match, Standing } from './shapes.js' */

/** @param {Context} ctx @param {Match} match @param {() => void} remove */
export function matchView(ctx, match, remove) {
  const game = ctx.games[match.game];
  const counted = course(match, game);
  const { deals, standing } = counted;
  const format = game.formats[match.options.match ?? ''];
  const goal = format.won ? undefined : goalOf(game, match.options, match.names.length);
  const totals = [beginning(game, match.names.length).totals, ...deals.map((deal) => deal.standing.totals)];
  const begun = match.deals.length > deals.length && !standing.over;
  return [
    h('h1', { id: 'head', tabindex: '-1' }, game.title),
    h('p', { id: 'standing', class: 'pad-standing', role: 'status' }, standing.over
      ? say(`page.table.won.${standing.winners.length > 1 ? 'shared' : 'other'}`, { who: enumerate(standing.winners.map((seat) => match.names[seat])) })
      : next(match, game, deals.length, standing)),
    standing.over
      ? h('p', { class: 'buttons' }, h('button', { type: 'button', class: 'primary', id: 'again', on: { click: () => again(ctx, match) } }, say('page.pad.again')))
      : (!begun && padOf(match.game).opening?.(match, deals.length, (known) => open(ctx, match, deals.length, known)))
        || h('p', { class: 'buttons' }, h('a', { class: 'button primary', id: 'count', href: `#m/${match.id}/${deals.length + 1}` },
          say(begun ? 'page.pad.go_on' : 'page.pad.count', { n: deals.length + 1 }))),
    deals.length ? ranking(match, game, standing) : null,
    h('div', { class: 'pad-scroll', tabindex: '0', role: 'group', 'aria-label': say('page.pad.table') }, h('table', { class: 'pad-table', dataset: { players: String(match.names.length) } },
      h('caption', { class: 'unseen' }, say('page.pad.table')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, say('page.pad.deal_short')),
        ...match.names.map((name) => h('th', { scope: 'col' }, h('span', {}, name))))),
      h('tbody', {}, ...deals.map((deal, i) => h('tr', {}, h('th', { scope: 'row' },
        h('a', { href: `#m/${match.id}/${i + 1}`, class: 'pad-correct', 'aria-label': say('page.pad.correct', { n: i + 1 }) }, number(i + 1)),
        deal.problems.length ? h('span', { class: 'pad-wrong' }, ` ${say('page.pad.wrong')}`) : null),
      ...deal.gained.map((n, seat) => h('td', {}, h('span', { class: 'gained' }, amount(game, n, signed)), h('b', {}, amount(game, deal.standing.totals[seat]))))))),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, say('page.table.total')),
        ...standing.totals.map((n, seat) => h('td', { class: standing.winners.includes(seat) ? 'winner' : '' }, h('b', {}, amount(game, n)),
          format.won ? h('span', { class: 'gained' }, say('page.pad.won', { n: standing.won[seat] })) : null)))))),
    deals.length ? h('p', { class: 'pad-note' }, say('page.pad.correct_text')) : null,
    deals.length ? wrap(picture(game, match.names, totals, goal)) : null,
    ...helpers(ctx, match, game, deals.length, standing),
    tools(ctx, match, counted, remove),
  ];
}

/** Begin deal `n` with what is known of it. @param {Context} ctx @param {Match} match @param {number} n @param {Partial<Deal>} known */
function open(ctx, match, n, known) {
  match.deals[n] = { ...emptyDeal(match, n), ...known };
  ctx.keep(match);
  ctx.go(`m/${match.id}/${n + 1}`);
}

/** The same players again, with what they agreed: what stays in the box stays there. @param {Context} ctx @param {Match} match */
function again(ctx, { game, names, options }) {
  const id = newId();
  ctx.keep({ id, game, names, options, deals: [], called: [], begun: Date.now(), changed: 0 });
  ctx.go(`m/${id}`);
}

/** @param {Element} svg */
function wrap(svg) {
  const figure = h('figure', { class: 'pad-figure' });
  figure.append(svg);
  return figure;
}

/** Who deals and who starts. @param {Match} match @param {Game} game @param {number} n @param {Standing} standing */
function next(match, game, n, standing) {
  const dealer = match.names[dealerOf(n, match.names.length, match.options)];
  const who = startersOf(game, n, standing, match.options).map((seat) => match.names[seat]);
  const starts = who.length ? say('page.pad.starts', { n: who.length, who: enumerate(who) }) : say('page.pad.all_start');
  return `${say('page.pad.deals_next', { n: n + 1, who: dealer })} ${starts}`;
}
