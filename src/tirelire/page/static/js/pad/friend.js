/** The pad of a friend: one's own hand, entered on one's own phone and sent to the owner of the pad. */

import { get, request, requestError } from '../api.js';
import { h } from '../dom.js';
import { say } from '../texts.js';
import { LETTERS } from './counting.js';
import { emptyDeal, fields, isMissing, screenOf, unread } from './entering.js';
import { agreed, usual } from './store.js';

/** @import { Context, Match, Screen } from './shapes.js' */

/** Milliseconds between two looks whether the next deal has begun. */
const EVERY = 4000;

/**
 * The shared pad that is open: as the house shows it, the match as it is entered here, whose hand it is,
 * and whether it was sent as it is.
 * @type {{id: string, pad?: any, match?: Match, seat: number, sent: boolean, problem: string}}
 */
let at = { id: '', seat: -1, sent: false, problem: '' };
/** @type {ReturnType<typeof setTimeout>|undefined} */
let waiting;

/** @param {Context} ctx @param {string} id */
export function friendView(ctx, id) {
  if (at.id !== id) {
    at = { id, seat: -1, sent: false, problem: '' };
    void look(ctx);
  }
  const { pad, match, seat } = at;
  if (!pad || !match) return [h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.title')), h('p', { role: 'status', id: 'friend-state' }, at.problem || say('page.pad.opening'))];
  const game = ctx.games[match.game];
  return [
    h('h1', { id: 'head', tabindex: '-1' }, `${game.title} · ${say('page.pad.deal', { n: pad.deal })}`),
    h('fieldset', { class: 'pad-out' }, h('legend', {}, say('page.pad.who_are_you')), ...match.names.map((name, i) =>
      h('button', { type: 'button', id: `me-${i}`, dataset: { key: `${i}` }, 'aria-pressed': String(i === seat), on: { click: () => choose(ctx, i) } },
        pad.sent.includes(LETTERS[i]) ? `✓ ${name}` : name))),
    seat < 0 ? h('p', { class: 'lead' }, say('page.pad.friend_lead')) : handView(ctx, match, seat),
  ];
}

/** Enter the hand of another player. @param {Context} ctx @param {number} seat */
function choose(ctx, seat) {
  at.seat = seat;
  at.sent = false;
  ctx.redraw();
}

/** @param {Context} ctx @param {Match} match @param {number} seat */
function handView(ctx, match, seat) {
  const n = match.deals.length - 1;
  const own = { ...ctx, keep: () => {
    at.sent = false;
    ctx.refuse('');
    ctx.redraw();
  } };
  const screen = screenOf(own, match, n, seat);
  return h('section', { class: 'pad-entry', 'aria-label': match.names[seat] },
    match.deals[n].out === seat ? h('p', { class: 'tag' }, say('page.pad.you_are_out')) : null,
    ...fields(screen),
    h('div', { class: 'pad-done' }, h('p', { id: 'friend-state', role: 'status', class: at.problem ? 'pad-missing' : '' },
      at.problem || (at.sent ? say('page.pad.sent') : '')),
    h('p', { class: 'buttons' }, h('button', { type: 'button', class: 'primary', id: 'send', on: { click: () => void send(ctx, screen) } },
      say(at.sent ? 'page.pad.send_again' : isMissing(screen, seat) ? 'page.pad.send_nothing' : 'page.pad.send')))));
}

/** @param {Context} ctx @param {Screen} screen */
async function send(ctx, screen) {
  const { seat, entry } = screen;
  if (unread().has(seat)) {
    ctx.refuse(say('page.pad.no_points'));
    return;
  }
  const hand = { ...entry, ...(isMissing(screen, seat) ? { nothing: true } : {}) };
  try {
    const pad = await request('POST', `/pad/shares/${at.id}/hands`, { seat: LETTERS[seat], deal: at.pad.deal, hand });
    Object.assign(at, { pad, sent: true, problem: '' });
  } catch (error) {
    at.problem = requestError(error).message;
  }
  ctx.redraw();
}

/** Ask which deal is being entered, now and again. @param {Context} ctx */
async function look(ctx) {
  const { id } = at;
  clearTimeout(waiting);
  try {
    const pad = await get(`/pad/shares/${id}`);
    if (at.id === id) open(ctx, pad);
  } catch (error) {
    at.problem = requestError(error).message;
  }
  if (at.id !== id) return;
  ctx.redraw();
  waiting = setTimeout(() => void look(ctx), EVERY);
}

/** Show a pad as the house has it; a new deal begins with an empty hand. @param {Context} ctx @param {any} pad */
function open(ctx, pad) {
  const game = ctx.games[pad.game];
  const isNew = at.pad?.deal !== pad.deal;
  at.problem = '';
  at.pad = pad;
  at.match ??= { id: `friend-${at.id}`, game: game.id, names: pad.names, options: { ...usual(game), ...agreed(game, pad.options) }, deals: [], begun: 0, changed: 0 };
  if (isNew) {
    at.sent = false;
    at.match.deals.length = pad.deal - 1;
    at.match.deals[pad.deal - 1] = emptyDeal(at.match, pad.deal - 1);
  }
  const deal = at.match.deals[pad.deal - 1];
  delete deal.out;
  if (pad.out) deal.out = LETTERS.indexOf(pad.out);
}

/** Leave the shared pad. */
export function leave() {
  clearTimeout(waiting);
  at = { id: '', seat: -1, sent: false, problem: '' };
}
