/** A match for others: by link, by QR code, as files, on paper. */

import { at, h } from '../dom.js';
import { advice, copyFrom, isOpen, linkTo } from '../invite.js';
import { qrSvg } from '../qr.js';
import { lang, say } from '../texts.js';
import { asLink, asPoints } from './links.js';
import { asCsv, asPositions } from './written.js';

/** @import { Context, Course, Game, Match } from './shapes.js' */

/** @param {Match} match @param {Game} game */
const longLinkTo = async (match, game) => linkTo(`/pad?lang=${lang}#s=${await asLink(match, game)}`);

/** A shorter one, without the cards. @param {Match} match @param {Course} course @param {Game} game */
const shortLinkTo = (match, course, game) =>
  linkTo(`/pad#p=${asPoints(match, course.deals.map((deal) => deal.gained), game)}`);

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

/** @param {Match} match @param {Course} course @param {Game} game */
async function share(match, course, game) {
  const link = await longLinkTo(match, game);
  const told = h('p', { role: 'status' });
  const field = h('input', { id: 'link', readonly: true, value: link, 'aria-label': say('page.pad.link') });
  at('shared').replaceChildren(told, field, ...(isOpen ? codeOf(link, shortLinkTo(match, course, game)) : [advice()]));
  told.textContent = say(await copyFrom(field) ? 'page.pad.copied' : 'page.pad.copy_it');
}

/** The QR code of a link; of points alone where cards are too much for it. @param {string} link @param {string} short */
function codeOf(link, short) {
  for (const [text, note] of [[link, ''], [short, say('page.pad.qr_points')]]) {
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
  document.body.append(link); // a link that is in no page downloads nothing
  link.click();
  link.remove();
  URL.revokeObjectURL(address);
}
