/** Friends enter their own hands: the owner of the pad shares it, and collects what they send. */

import { ConnectionLost, request, requestError } from '../api.js';
import { h } from '../dom.js';
import { codeOrAdvice, isOpen, linkTo } from '../invite.js';
import { lang, say } from '../texts.js';
import { LETTERS } from './counting.js';
import { agreed, matches, readEntry } from './store.js';

/** @import { Context, Match } from './shapes.js' */

/** Milliseconds between two looks for new hands. */
const EVERY = 2500;
const GONE = 404;

/** The deal that friends enter, whether the code is shown, and what became of the last look. */
const now = { deal: '', open: false, state: '' };
/** @type {ReturnType<typeof setTimeout>|undefined} */
let waiting;

/** The button that shows the code, and hides it. @param {Context} ctx @param {Match} match @param {number} n */
export const friendsButton = (ctx, match, n) => h('button', { type: 'button', id: 'friends', 'aria-expanded': String(now.open), 'aria-label': say('page.pad.friends'),
  on: { click: () => void toggle(ctx, match, n) } }, say('page.pad.friends_short'));

/** The code that friends scan, and what has come. @param {Match} match */
export function friendsView(match) {
  const path = match.share ? `/pad?lang=${lang}#f/${match.share.id}` : '';
  return h('section', { class: 'pad-friends', 'aria-label': say('page.pad.friends') },
    h('p', { id: 'friends-state', role: 'status', class: 'pad-note' }, match.share ? now.state : ''),
    now.open && match.share ? h('div', { class: 'pad-code' }, isOpen && h('p', {}, say('page.pad.friends_text')),
      /** @type {any} */ (codeOrAdvice(path)),
      h('input', { id: 'friends-link', readonly: true, value: linkTo(path), 'aria-label': say('page.pad.friends_link') })) : null);
}

/** Show the code, or hide it. @param {Context} ctx @param {Match} match @param {number} n */
async function toggle(ctx, match, n) {
  now.open = !now.open;
  if (now.open && !match.share) {
    try {
      const { id, key } = await request('POST', '/pad/shares', { game: match.game, names: match.names,
        options: agreed(ctx.games[match.game], match.options), ...dealOf(match, n) });
      match.share = { id, key, seen: 0 };
      ctx.keep(match);
    } catch (error) {
      now.open = false;
      ctx.refuse(requestError(error).message);
      return;
    }
  }
  ctx.redraw();
}

/** What the house is told about a deal. @param {Match} match @param {number} n */
const dealOf = (match, n) => ({ deal: n + 1, out: LETTERS[match.deals[n]?.out ?? -1] ?? null });

/**
 * Look for hands while a match is shown; `n` is the deal that friends enter.
 *
 * @param {Context} ctx @param {string} [id] @param {number} [n]
 */
export function follow(ctx, id = '', n = 0) {
  const deal = id && `${id}/${n}`;
  if (deal === now.deal) return;
  now.deal = deal;
  clearTimeout(waiting);
  if (deal) void collect(ctx, id, n);
}

/** @param {Context} ctx @param {string} id @param {number} n */
async function collect(ctx, id, n) {
  const deal = now.deal;
  const match = matches(ctx.games).find((one) => one.id === id);
  if (match?.share) {
    try {
      const { hands } = await request('POST', `/pad/shares/${match.share.id}/collect`, { key: match.share.key, ...dealOf(match, n) });
      if (deal === now.deal) take(ctx, id, n, hands);
    } catch (error) {
      const { status, message } = requestError(error);
      if (status === GONE) unshare(ctx, id);
      else tell(ctx, error instanceof ConnectionLost ? say('page.pad.friends_away') : message);
    }
  }
  if (deal === now.deal) waiting = setTimeout(() => void collect(ctx, id, n), EVERY);
}

/** Enter the hands that are new. @param {Context} ctx @param {string} id @param {number} n @param {any[]} hands */
function take(ctx, id, n, hands) {
  // Read again: somebody may have entered something meanwhile.
  const match = matches(ctx.games).find((one) => one.id === id);
  const seen = match?.share?.seen ?? 0;
  const fresh = hands.filter((one) => one.version > seen);
  if (!match?.share || !match.deals[n] || match.deals[n].done) return;
  if (!fresh.length) {
    tell(ctx, now.state === say('page.pad.friends_away') ? '' : now.state);
    return;
  }
  for (const { seat, hand } of fresh) match.deals[n].seats[LETTERS.indexOf(seat)] = readEntry(hand, ctx.games[match.game]);
  match.share.seen = Math.max(...fresh.map((one) => one.version));
  now.state = say('page.pad.hand_came', { who: fresh.map((one) => match.names[LETTERS.indexOf(one.seat)]).join(', ') });
  ctx.keep(match);
}

/** @param {Context} ctx @param {string} text */
function tell(ctx, text) {
  if (now.state === text) return;
  now.state = text;
  ctx.redraw();
}

/** A share that the house no longer knows. @param {Context} ctx @param {string} id */
function unshare(ctx, id) {
  const match = matches(ctx.games).find((one) => one.id === id);
  if (!match) return;
  delete match.share;
  Object.assign(now, { open: false, state: '' });
  ctx.keep(match);
}
