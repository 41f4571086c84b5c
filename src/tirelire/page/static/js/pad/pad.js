/** The score pad: which screen is shown, and what all screens share. */

import { ask, h, patch } from '../dom.js';
import { lang, say } from '../texts.js';
import { dealView } from './deal.js';
import { eveningsView, statisticsView } from './evenings.js';
import { friendView, leave } from './friend.js';
import { follow } from './friends.js';
import { fromLink, fromPoints } from './links.js';
import { matchView } from './match.js';
import { games } from './modules.js';
import { setupView } from './setup.js';
import { forget, keep, matches } from './store.js';

/** @import { Context, Match } from './shapes.js' */

const root = /** @type {HTMLElement} */ (document.getElementById('pad'));
const refused = /** @type {HTMLElement} */ (document.getElementById('refused'));

/** @type {Context} */
const ctx = {
  games,
  go(hash) {
    location.hash = hash;
  },
  redraw: draw,
  keep(match) {
    refused.hidden = true;
    keep(match, games);
    draw();
  },
  refuse(text) {
    refused.hidden = !text;
    refused.textContent = text;
  },
};

/** Saved matches, and new ones. */
function homeView() {
  const saved = matches(games);
  return [
    h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.title')),
    h('p', { class: 'lead' }, say('page.pad.lead')),
    h('h2', {}, say('page.pad.new')),
    h('ul', { class: 'pad-games' }, ...Object.values(games).map((game) => h('li', {},
      h('a', { class: 'button primary', href: `#new/${game.id}`, id: `new-${game.id}` },
        h('img', { src: `/art/${game.id}/cover.svg`, alt: '', width: '90', height: '60' }), h('span', {}, game.title))))),
    saved.length ? h('div', { class: 'pad-head' }, h('h2', {}, say('page.pad.saved')),
      h('a', { class: 'button', id: 'statistics', href: '#stats' }, say('page.pad.statistics'))) : null,
    ...eveningsView(ctx, saved, (match) => void remove(match)),
    h('p', { class: 'pad-note' }, say('page.pad.offline')),
  ];
}

/** @param {Match} match */
async function remove(match) {
  if (!await ask(say('page.pad.remove_text'), say('page.pad.remove'))) return;
  forget(match.id, games);
  if (location.hash.startsWith(`#m/${match.id}`)) ctx.go('');
  draw();
}

let shown = '';

function draw() {
  const [kind, id = '', n = ''] = location.hash.slice(1).split('/');
  const match = kind === 'm' ? matches(games).find((one) => one.id === id) : undefined;
  if (kind !== 'f') leave();
  let view;
  if (kind === 'new' && games[id]) view = setupView(ctx, games[id]);
  else if (match && n) view = dealView(ctx, match, Math.min(Math.max(0, Number(n) - 1 || 0), match.deals.length));
  else if (match) view = matchView(ctx, match, () => void remove(match));
  else if (kind === 'f') view = friendView(ctx, id);
  else if (kind === 'stats') view = statisticsView(ctx, matches(games));
  else view = homeView();
  // Friends enter the deal that is not yet done, whichever is shown.
  follow(ctx, match?.share && match.id, match?.deals.filter((deal) => deal.done).length);
  const screen = [kind, id, n].join();
  const sameScreen = screen === shown;
  shown = screen;
  if (sameScreen) patch(root, view);
  else root.replaceChildren(...view.flatMap((part) => part || []));
  // What a list shows is not an attribute of it.
  const lists = /** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll('select[data-now]'));
  for (const list of lists) list.value = list.dataset.now ?? '';
  if (sameScreen) return;
  refused.hidden = true;
  document.getElementById('head')?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Take over a match that somebody shared; one's own later changes are not lost without asking. */
async function arrive() {
  const [kind, text] = [location.hash.slice(0, 3), location.hash.slice(3)];
  if (kind !== '#s=' && kind !== '#p=') {
    draw();
    return;
  }
  const found = kind === '#p=' ? fromPoints(text, games) : await fromLink(text, games);
  history.replaceState(null, '', '#');
  if (!found) {
    draw();
    ctx.refuse(say('page.pad.bad_link'));
    return;
  }
  const own = matches(games).find((one) => one.id === found.id);
  const differs = own && JSON.stringify(own.deals) !== JSON.stringify(found.deals);
  if (!differs || await ask(say('page.pad.replace_text'), say('page.pad.replace'))) keep(found, games);
  ctx.go(`m/${found.id}`);
}

addEventListener('hashchange', () => void arrive());
addEventListener('storage', draw); // another window has changed something
for (const link of document.querySelectorAll('.switch')) {
  link.addEventListener('click', () => { /** @type {HTMLAnchorElement} */ (link).hash = location.hash; });
}
void arrive();
navigator.serviceWorker?.register(`/pad/sw.js?lang=${lang}`, { scope: '/pad' }).catch(() => {
  // A pad that is not kept still counts; browsers refuse to keep it where a connection is not safe.
});
