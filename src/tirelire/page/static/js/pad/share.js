/** A match for others: by link, by QR code, as files, on paper. */

import { h } from '../dom.js';
import { qrSvg } from '../qr.js';
import { lang, say } from '../texts.js';
import { isTyped } from './count.js';
import { asLink } from './store.js';
import { asCsv, asPositions } from './written.js';

/** @typedef {import('./pad.js').Context} Context */
/** @typedef {import('./shapes.js').Match} Match */
/** @typedef {ReturnType<typeof import('./count.js').course>} Course */

/** @param {Match} match @param {import('./shapes.js').Game} game */
const linkTo = async (match, game) => `${location.origin}/pad?lang=${lang}#s=${await asLink(match, game)}`;

/** A match with points in place of cards: short enough for a QR code more often. @param {Match} match @param {Course} course */
const inPoints = (match, course) => ({
  ...match,
  deals: match.deals.slice(0, course.deals.length).map((deal, i) => ({
    done: true,
    ...(deal.void ? { void: true } : {}),
    seats: deal.seats.map((entry, seat) => ({ ...(match.game === 'cash_oder_crash' && !isTyped(entry)
      ? { pawn: entry.pawn ?? 0 } : { points: course.deals[i].gained[seat] }) })),
  })),
});

/** @param {Context} ctx @param {Match} match @param {Course} course @param {() => void} remove */
export function tools(ctx, match, course, remove) {
  const game = ctx.games[match.game];
  const name = `tirelire-${match.game}-${match.id.slice(0, 8)}`;
  const words = { deal: say('page.pad.deal_short'), gained: say('page.table.gained'), total: say('page.table.total') };
  return h('section', { class: 'pad-tools', 'aria-label': say('page.pad.tools') }, h('h2', {}, say('page.pad.tools')),
    h('p', { class: 'buttons' },
      h('button', { type: 'button', id: 'share', on: { click: () => void share(match, course, game) } }, say('page.pad.share')),
      h('button', { type: 'button', id: 'csv', on: { click: () => save(`${name}.csv`, 'text/csv', `\ufeff${asCsv(match, course, words)}`) } }, say('page.pad.csv')),
      h('button', { type: 'button', id: 'positions', on: { click: () => save(`${name}.txt`, 'text/plain', asPositions(match, course, game)) } }, say('page.pad.positions')),
      h('button', { type: 'button', id: 'print', on: { click: () => print() } }, say('page.pad.print')),
      h('button', { type: 'button', id: 'remove', on: { click: remove } }, say('page.pad.remove')),
      h('a', { class: 'button', href: '#' }, say('page.pad.all'))),
    h('div', { id: 'shared' }));
}

/** @param {Match} match @param {Course} course @param {import('./shapes.js').Game} game */
async function share(match, course, game) {
  const link = await linkTo(match, game);
  const copying = navigator.clipboard?.writeText(link);
  const copied = await copying?.then(() => true, () => false);
  document.getElementById('shared')?.replaceChildren(
    h('p', { role: 'status' }, say(copied ? 'page.pad.copied' : 'page.pad.copy_it')),
    h('input', { id: 'link', readonly: true, value: link, 'aria-label': say('page.pad.link') }),
    ...await codeOf(link, inPoints(match, course), game));
}

/** The QR code of a link; of points alone where cards are too much for it. @param {string} link @param {Match} points @param {import('./shapes.js').Game} game */
async function codeOf(link, points, game) {
  for (const [text, note] of [[link, ''], [await linkTo(points, game), say('page.pad.qr_points')]]) {
    try {
      return [/** @type {any} */ (qrSvg(text, say('page.pad.qr'))), note && h('p', {}, note)];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return [h('p', {}, say('page.pad.qr_long'))];
}

/** @param {string} name @param {string} kind @param {string} text */
function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = h('a', { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
