/** A table before its match: who sits where, the link, and the host's button. */

import { Refusal, newWords, post } from './api.js';
import { h } from './dom.js';
import { qrSvg } from './qr.js';
import { say } from './texts.js';

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Game} Game */

const NAME = 'tirelire-name';

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {Game} game
 */
export function drawLobby(root, table, game) {
  const typed = /** @type {HTMLInputElement|null} */ (document.getElementById('name'))?.value;
  if (table.status === 'closed') {
    root.replaceChildren(h('h2', {}, game.title), h('p', { class: 'lead' }, say('page.table.closed')),
      h('p', {}, h('a', { class: 'button primary', href: '/' }, say('page.gone.home'))));
    return;
  }
  const seated = table.seats.some((seat) => seat.mine);
  const free = table.seats.some((seat) => seat.kind === 'open');
  const link = `${location.origin}/t/${table.id}`;
  const problem = h('p', { class: 'notice bad', role: 'alert', hidden: true });
  root.replaceChildren(
    h('h2', {}, game.title),
    h('ul', { class: 'places' }, ...table.seats.map((seat) => h('li', { class: seat.kind },
      h('b', {}, seat.name || say('page.lobby.free')), ' ',
      h('span', {}, seat.kind === 'bot' ? say(`bot.${seat.bot}`) : seat.mine ? say('page.lobby.you')
        : '')))),
    seated ? '' : joinForm(table, typed ?? localStorage.getItem(NAME) ?? '', problem, free),
    problem,
    free ? h('section', { class: 'invite' },
      h('h3', {}, say('page.lobby.invite')),
      h('p', {}, h('input', { readonly: true, value: link, id: 'link',
        'aria-label': say('page.lobby.link') }), ' ',
      h('button', { type: 'button', on: { click: () => void share(link) } },
        say('page.lobby.copy'))),
      qr(link)) : '',
    table.host ? h('p', { class: 'buttons' },
      h('button', { class: 'primary', id: 'start', on: { click: () => void start(table, problem) } },
        say(free ? 'page.lobby.start_bots' : 'page.lobby.start')),
      h('button', { class: 'quiet', on: { click: () => void post(`/tables/${table.id}/close`) } },
        say('page.lobby.close'))) : h('p', {}, say('page.lobby.wait')),
    h('details', {}, h('summary', {}, say('page.lobby.fair')), h('p', {}, say('page.lobby.fair_text')),
      h('p', {}, h('code', {}, table.fairness.promise))),
  );
}

/** @param {string} link */
function qr(link) {
  const drawn = qrSvg(link, say('page.lobby.qr'));
  drawn.setAttribute('class', 'qr');
  return drawn;
}

/**
 * @param {Table} table
 * @param {string} name
 * @param {HTMLElement} problem
 * @param {boolean} free
 */
function joinForm(table, name, problem, free) {
  if (!free) return h('p', { class: 'notice' }, say('page.lobby.full'));
  const input = h('input', { id: 'name', required: true, maxlength: '24', autocomplete: 'nickname',
    value: name });
  return h('form', { class: 'join', on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    localStorage.setItem(NAME, input.value.trim());
    join(table.id, input.value.trim()).catch((error) => show(problem, error));
  } } }, h('label', {}, say('page.lobby.name'), ' ', input), ' ',
  h('button', { class: 'primary' }, say('page.lobby.join')));
}

/**
 * @param {string} id
 * @param {string} name
 */
async function join(id, name) {
  await post(`/tables/${id}/join`, { name, words: newWords() });
  location.reload();
}

/**
 * @param {Table} table
 * @param {HTMLElement} problem
 */
async function start(table, problem) {
  try {
    await post(`/tables/${table.id}/start`);
  } catch (error) {
    show(problem, error);
  }
}

/**
 * @param {HTMLElement} place
 * @param {unknown} error
 */
function show(place, error) {
  place.hidden = false;
  place.textContent = error instanceof Refusal ? error.message : String(error);
}

/** @param {string} link */
async function share(link) {
  if (navigator.share) await navigator.share({ url: link }).catch(() => {});
  else await navigator.clipboard.writeText(link);
}
