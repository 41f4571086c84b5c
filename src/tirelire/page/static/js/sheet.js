/** The score sheet: a ranking of all players, mine first, with the cards that count. */

import { drawCourse, remember, sayDecisive } from './course.js';
import { counted } from './count.js';
import { cardRow, h, patch, ruleSign, unseen } from './dom.js';
import { faceOf, leaders, ranksOf, winners } from './standing.js';
import { amount, number, say, signed } from './texts.js';

/** Steps of a podium. */
const PODIUM = 3;
/** Whether there is room for the lines of all players at once. */
const roomy = matchMedia('(min-width: 48rem)');

/**
 * Show the score sheet of a deal, and at the end of a match who has won it; it stays until it is closed.
 * @param {HTMLDialogElement} dialog @param {Score} score @param {SheetWords} words
 * @param {(Node|false)[]} foot what can be done with it
 * @param {boolean} [moving] whether totals count up
 */
export function openSheet(dialog, score, words, foot = [closing()], moving = false) {
  remember({ [score.deal]: score.totals });
  const title = say('page.table.deal', { n: score.deal });
  dialog.replaceChildren(
    ...(score.winners ? [...ending(score, words), h('h3', {}, title)] : [
      h('h2', { id: 'sheet-title' }, title)]),
    h('p', {}, score.ending || '', score.winners ? '' : ` ${leaders(score, words)}`),
    h('ol', { class: 'ranking' }, ...inOrder(score, words).map(([seat, rank]) => drawRank(seat, rank, score, words, moving))),
    score.winners ? '' : drawCourse(words),
    h('footer', {}),
  );
  drawFoot(dialog, foot);
  if (!dialog.open) dialog.show();
  dialog.scrollTop = 0;
}

/** Change what can be done with a score sheet. @param {HTMLDialogElement} dialog @param {(Node|false)[]} foot */
export function drawFoot(dialog, foot) {
  const place = dialog.querySelector('footer');
  if (place) patch(place, foot);
}

/** A button that closes the sheet. @param {string} [kind] its class */
export const closing = (kind = 'primary') => h('form', { method: 'dialog' },
  h('button', { class: kind, autofocus: true }, say('page.close')));

/** @param {HTMLDialogElement} dialog */
export function closeSheet(dialog) {
  if (dialog.open) dialog.close();
}

/** The seats with their ranks: the reader's first, then by rank. @param {Score} score @param {SheetWords} words */
const inOrder = (score, { isMe }) => [...ranksOf(score)]
  .sort(([a, x], [b, y]) => Number(isMe(b)) - Number(isMe(a)) || x - y);

/** @param {string} seat @param {number} rank @param {Score} score @param {SheetWords} words @param {boolean} moving */
function drawRank(seat, rank, score, { table, about, name, isMe }, moving) {
  const lines = score.sheets?.[seat]?.lines ?? [];
  const [total, gained] = [score.totals[seat], score.gained?.[seat] ?? 0];
  const kind = `${isMe(seat) ? ' own' : ''}${score.winners?.includes(seat) ? ' winner' : ''}`;
  return h('li', { class: `rank${kind}`, dataset: { seat } },
    h('details', { open: isMe(seat) || roomy.matches },
      h('summary', {},
        h('span', { class: 'place' }, unseen(`${say('page.sheet.rank')} `), number(rank)),
        faceOf(table, seat),
        h('bdi', { class: 'who' }, name(seat)),
        figure('gained', say('page.sheet.gained'), amount(about, gained, signed)),
        figure('total', say('page.table.total'), counted(`total ${table.id} ${score.deal} ${seat}`, total,
          { moving, from: total - gained, write: (n) => amount(about, n) })),
        bar(score, seat)),
      lines.length ? h('ul', { class: 'lines' }, ...lines.map((line) => drawLine(line, about)))
        : h('p', { class: 'lines' }, say('page.sheet.nothing'))));
}

/** @param {string} kind @param {string} label @param {string|Node} text */
const figure = (kind, label, text) => h('span', { class: kind }, h('small', {}, label, ' '), text);

/** Draw a total as a part of the highest one; what the deal brought is marked. @param {Score} score @param {string} seat */
function bar({ totals, gained }, seat) {
  const most = Math.max(1, ...Object.values(totals));
  const now = Math.max(0, totals[seat]);
  const before = Math.min(now, Math.max(0, totals[seat] - (gained?.[seat] ?? 0)));
  const drawn = h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', { class: 'before' }), h('span', { class: 'fresh' }));
  drawn.style.setProperty('--before', `${(100 * before) / most}%`);
  drawn.style.setProperty('--fresh', `${(100 * (now - before)) / most}%`);
  return drawn;
}

/** @param {SheetLine} line @param {Pick<Game, "id"|"unit"|"cards">} about */
export function drawLine({ text, rule, points, cards }, about) {
  return h('li', {},
    h('span', {}, text, '\u00a0', ruleSign(about.id, rule)),
    h('span', { class: 'points' }, amount(about, points, signed)),
    cards.length > 0 && cardRow(about.id, cards, about.cards));
}

/** Who has won the match: a sentence, the podium, the deal that decided it. @param {Score} score @param {SheetWords} words */
function ending(score, words) {
  const { table, about, name } = words;
  const best = [...ranksOf(score)].sort(([, a], [, b]) => a - b).slice(0, PODIUM);
  const decisive = sayDecisive(score, words);
  return [
    h('h2', { id: 'sheet-title', class: 'won' }, winners(score, words)),
    decisive ? h('p', { class: 'decisive' }, decisive) : '',
    h('div', { class: 'summit' },
      h('ol', { class: 'podium', 'aria-label': say('page.end.podium') }, ...best.map(([seat, rank]) =>
        h('li', { class: `step step-${rank}` }, faceOf(table, seat), h('bdi', { class: 'who' }, name(seat)),
          h('span', { class: 'total' }, amount(about, score.totals[seat])),
          h('span', { class: 'block' }, unseen(`${say('page.sheet.rank')} `), number(rank))))),
      drawCourse(words)),
  ];
}
