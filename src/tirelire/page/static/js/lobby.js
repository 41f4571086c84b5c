/** A table before its match: who sits where, the link, and the host's button. */

import { complain, post } from './api.js';
import { at, h, patch } from './dom.js';
import { codeOrAdvice, linkTo } from './invite.js';
import { addWords, sit } from './noted.js';
import { knows, say } from './texts.js';

const NAME = 'tirelire-name';

/** @param {HTMLElement} root @param {Table} table @param {Game} game */
export function drawLobby(root, table, game) {
  if (table.status === 'closed') {
    patch(root, [h('h2', {}, game.title), h('p', { class: 'lead' }, say('page.table.closed')),
      h('p', {}, h('a', { class: 'button primary', href: '/' }, say('page.gone.home')))]);
    return;
  }
  const seated = table.seats.some((seat) => seat.mine);
  const free = table.seats.some((seat) => seat.kind === 'open');
  const path = `/t/${table.id}`;
  const link = linkTo(path);
  patch(root, [
    h('section', { class: 'company' },
      h('h2', {}, game.title),
      h('ul', { class: 'places' }, ...table.seats.map((seat) => h('li', { class: seat.kind },
        h('b', {}, seat.name || say('page.lobby.free')), ' ',
        h('span', {}, seat.kind === 'bot' ? say(`bot.${seat.bot}`) : seat.mine ? say('page.lobby.you')
          : '')))),
      seated ? '' : joinForm(table, free),
      ...table.seats.filter((seat) => seat.mine && game.pawns.length)
        .map((seat) => pawnChoice(table, game, seat)),
      h('p', { class: 'notice bad', role: 'alert', id: 'problem', hidden: true }),
      table.host ? h('p', { class: 'buttons' },
        h('button', { class: 'primary', id: 'start', on: { click: () => void start(table) } },
          say(free ? 'page.lobby.start_bots' : 'page.lobby.start')),
        h('button', { class: 'quiet', on: { click: () => void post(`/tables/${table.id}/close`) } },
          say('page.lobby.close'))) : h('p', {}, say('page.lobby.wait')),
      agreed(table, game)),
    free ? h('section', { class: 'invite' },
      h('h3', {}, say('page.lobby.invite')),
      h('p', { class: 'buttons' }, h('input', { readonly: true, value: link, id: 'link',
        'aria-label': say('page.lobby.link') }),
      h('button', { type: 'button', on: { click: () => void share(link) } },
        say('page.lobby.copy'))),
      codeOrAdvice(path)) : '',
    h('details', {}, h('summary', {}, say('page.lobby.fair')), h('p', {}, say('page.lobby.fair_text')),
      h('p', {}, h('code', {}, table.fairness.promise))),
  ]);
}

/** @param {Table} table @param {Game} game the pace, and options that are not the usual ones */
function agreed(table, game) {
  const pace = `page.new.pace_${table.pace.decision}`;
  const changed = game.options.filter((one) => one.players.includes(table.players) && String(table.options[one.name] ?? one.usual) !== String(one.usual));
  /** @param {string} kind */
  const kindName = (kind) => game.cards[kind]?.name ?? say(`page.${game.id}.kind.${kind}`);
  const lines = changed.map((one) => {
    const value = String(table.options[one.name]);
    const isList = !one.values.length && /^[A-Z]/.test(value);
    const words = one.meanings[value] ?? (isList ? value.split(',').map(kindName).join(', ') : value);
    return say('page.lobby.option', { label: one.label, words });
  });
  if (table.pace.decision && knows(pace)) lines.unshift(say(pace));
  return lines.length ? h('section', {}, h('h3', {}, say('page.lobby.options')),
    h('ul', {}, ...lines.map((line) => h('li', {}, line)))) : '';
}

/** @param {Table} table @param {boolean} free */
function joinForm(table, free) {
  if (!free) return h('p', { class: 'notice' }, say('page.lobby.full'));
  const input = h('input', { id: 'name', name: 'name', required: true, maxlength: '24', autocomplete: 'nickname',
    value: localStorage.getItem(NAME) ?? '' });
  return h('form', { class: 'join', on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const name = String(fields.get('name')).trim();
    localStorage.setItem(NAME, name);
    sit(table, name).then(() => location.reload(), complain);
  } } }, h('label', {}, say('page.lobby.name'), ' ', input), ' ',
  h('button', { class: 'primary' }, say('page.lobby.join')));
}

/** Let a player choose a pawn. @param {Table} table @param {Game} game @param {Seat} mine */
const pawnChoice = (table, game, mine) => h('fieldset', { class: 'pawns' },
  h('legend', {}, say('page.lobby.pawn', { who: mine.name })),
  ...game.pawns.map((pawn) => {
    const owner = table.seats.find((one) => one !== mine && one.pawn_chosen && one.pawn === pawn);
    const input = h('input', { type: 'radio', id: `pawn-${mine.seat}-${pawn}`, name: `pawn-${mine.seat}`,
      disabled: Boolean(owner),
      on: { change: () => void post(`/tables/${table.id}/pawn`, { seat: mine.seat, pawn }).catch(complain) } });
    input.checked = mine.pawn === pawn;
    return h('label', { class: 'choice', title: owner?.name }, input,
      h('img', { src: `/art/${game.id}/PAWN_${pawn}.svg`, alt: game.cards[pawn].name }));
  }));

/** @param {Table} table */
async function start(table) {
  await addWords(table); // they would come too late
  await post(`/tables/${table.id}/start`).catch(complain);
}

/** @param {string} link */
async function share(link) {
  if (navigator.share) await navigator.share({ url: link }).catch(() => {});
  else if (navigator.clipboard) await navigator.clipboard.writeText(link);
  else /** @type {HTMLInputElement} */ (at('link')).select(); // a browser copies by itself over HTTPS only
}
