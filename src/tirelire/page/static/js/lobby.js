/** A table before its match: who sits where, the link, and the host's button. */

import { complain, post } from './api.js';
import { at, h, patch } from './dom.js';
import { character, face, keepProfile, lookFor, profile } from './faces.js';
import { codeOrAdvice, copyFrom, linkTo } from './invite.js';
import { commitSeats, sit, startMatch } from './noted.js';
import { removeButton, sharing } from './people.js';
import { askPerson, askProfile } from './profile.js';
import { enumerate, knows, say } from './texts.js';

/** Say which draws were given up, and by whom. @param {Table} table */
export function voidDraws({ fairness }) {
  const voids = fairness.void_draws.map(({ missing }) => Object.values(missing));
  return voids.length ? say('page.promise.void', { n: voids.length, who: enumerate(voids.flat()) }) : '';
}

/**
 * @param {HTMLElement} root @param {Table} table @param {Game} game
 * @param {string|null} present the seats of others who have the page open; null: unknown
 */
export function drawLobby(root, table, game, present) {
  if (table.status === 'closed') {
    patch(root, [h('h2', {}, game.title), h('p', { class: 'lead' }, say('page.table.closed')),
      h('p', {}, h('a', { class: 'button primary', href: '/' }, say('page.gone.home')))]);
    return;
  }
  if (table.status === 'starting') {
    const awaited = table.seats.filter(({ seat }) => table.fairness.awaited.includes(seat));
    patch(root, [h('h2', {}, game.title), h('p', { class: 'lead', id: 'starting', role: 'status' },
      say('page.lobby.starting', { who: enumerate(awaited.map(({ name }) => name)) }))]);
    return;
  }
  const seated = table.seats.some((seat) => seat.mine);
  const free = table.seats.some((seat) => seat.kind === 'open');
  const path = `/t/${table.id}`;
  const link = linkTo(path);
  patch(root, [
    h('section', { class: 'company' },
      h('h2', {}, game.title),
      h('ul', { class: 'places' }, ...table.seats.map((seat) => place(table, seat, present))),
      table.fairness.void_draws.length
        ? h('p', { class: 'notice void-draws', role: 'status' }, voidDraws(table)) : '',
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
        say(canShare() ? 'page.lobby.share' : 'page.lobby.copy'))),
      h('p', { id: 'shared', role: 'status' }, shared),
      codeOrAdvice(path)) : '',
    h('details', {}, h('summary', {}, say('page.lobby.fair')), h('p', {}, say('page.lobby.fair_text')),
      h('p', {}, h('code', {}, table.fairness.promise))),
  ]);
}

/** @param {Table} table @param {Seat} seat @param {string|null} present the others who have the page open; null: unknown */
function place(table, seat, present) {
  const isOther = seat.kind === 'person' && !seat.mine;
  const isHere = present?.includes(seat.seat);
  return h('li', { class: seat.kind, dataset: { key: seat.seat } },
    seat.kind === 'open' ? null : face(seat),
    h('span', { class: 'whom' }, h('b', {}, h('bdi', {}, seat.name || say('page.lobby.free'))),
      seat.mine ? h('small', {}, say('page.lobby.you')) : null,
      seat.kind === 'bot' ? h('small', {}, `${say(`bot.${seat.bot}`)}${character(seat.bot) && '. '}${character(seat.bot)}`) : null,
      isOther && present !== null ? h('small', { class: isHere ? 'presence here' : 'presence' },
        say(isHere ? 'page.lobby.here' : 'page.lobby.not_here')) : null),
    seat.host ? h('span', { class: 'tag host' }, say('page.lobby.host')) : null,
    seat.together && !seat.mine ? sharing(table, seat) : null,
    seat.mine ? h('button', { type: 'button', class: 'quiet change', 'aria-label': `${say('page.profile.change')} (${seat.name})`,
      on: { click: () => void change(table, seat) } }, say('page.profile.change')) : null,
    table.host && isOther ? removeButton(table, seat, complain) : null);
}

/** Let somebody who sits here change the name and the look. @param {Table} table @param {Seat} seat */
async function change(table, seat) {
  const isAlone = table.seats.filter((one) => one.mine).length === 1;
  const ask = isAlone ? askProfile : askPerson;
  const person = await ask(say('page.profile.keep'), /** @type {import('./faces.js').Person} */ (seat));
  if (person) await sit(table, person, seat.seat).catch(complain);
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
  if (knows(pace)) lines.unshift(say(pace));
  return h('section', {}, h('h3', {}, say('page.lobby.options')),
    h('ul', {}, ...lines.map((line) => h('li', {}, line))));
}

/** @param {Table} table @param {boolean} free */
function joinForm(table, free) {
  if (table.removed) return h('p', { class: 'notice', role: 'status' }, say('page.people.removed'));
  if (!free) return h('p', { class: 'notice' }, say('page.lobby.full'));
  const known = profile() ?? { name: '', ...lookFor(table.seats.filter((seat) => seat.kind !== 'open').length) };
  const input = h('input', { id: 'name', name: 'name', required: true, maxlength: '24', autocomplete: 'nickname',
    value: known.name });
  const look = h('button', { type: 'button', class: 'quiet', id: 'look', 'aria-label': say('page.profile.change'),
    on: { click: async () => {
      const me = await askProfile(say('page.lobby.join'), { ...known, name: /** @type {HTMLInputElement} */ (at('name')).value });
      if (me) await sit(table, me).then(() => location.reload(), complain);
    } } }, face(known));
  const form = h('form', { class: 'join', on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const me = { ...known, name: String(fields.get('name')).trim() };
    keepProfile(me);
    sit(table, me).then(() => location.reload(), complain);
  } } }, h('label', {}, say('page.lobby.name'), ' ', input), ' ',
  h('button', { class: 'primary' }, say('page.lobby.join')));
  return h('div', { class: 'joining' }, look, form);
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
  await commitSeats(table); // it would come too late
  await startMatch(table.id).catch(complain);
}

/** Whether the device has a dialog that passes links on: phones do, over HTTPS. */
const canShare = () => 'share' in navigator;
/** What became of the link. */
let shared = '';

/** @param {string} link */
async function share(link) {
  if (canShare()) {
    await navigator.share({ url: link }).catch(() => {});
    return;
  }
  const isCopied = await copyFrom(/** @type {HTMLInputElement} */ (at('link')));
  shared = say(isCopied ? 'page.lobby.copied' : 'page.lobby.selected');
  at('shared').textContent = shared;
}
