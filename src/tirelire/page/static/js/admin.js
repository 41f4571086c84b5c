/** The page of the owner of the house: tables and guests. The token stays in this tab. */

import { complain, ready, request } from './api.js';
import { ask, at, h } from './dom.js';
import { lang, say } from './texts.js';

const TOKEN = 'tirelire-admin';
const when = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeStyle: 'short' });
/** A ban that ends after so many years is for ever. */
const LONG = 100 * 365 * 86_400_000;

/** @typedef {{id: string, game: string, status: string, created: number,
 *   seats: {seat: string, kind: string, name: string, guest: string|null, away: boolean}[]}} AdminTable */
/** @typedef {{id: string, created: number, muted: boolean, banned: number|null, names: string[], seats: number}} AdminGuest */

/** @param {string} method @param {string} path @param {any} [body] */
const admin = (method, path, body) => request(method, `/admin${path}`, body,
  { authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}` });

/** Do something, then show everything anew. @param {string} method @param {string} path @param {any} [body] */
const act = (method, path, body) => admin(method, path, body).then(show).catch(complain);

/** @param {string} label @param {() => void} click @param {string} [ident] */
const button = (label, click, ident) => h('button', { type: 'button', id: ident, on: { click } }, label);

/** @param {AdminTable} table */
const tableRow = (table) => h('tr', {},
  h('td', {}, h('a', { href: `/t/${table.id}` }, table.id)), h('td', {}, table.game),
  h('td', {}, say(`page.entrance.is_${table.status}`)), h('td', {}, when.format(table.created)),
  h('td', {}, ...table.seats.flatMap(({ name }, i) => [i ? ', ' : '', h('bdi', {}, name || '…')])),
  h('td', {}, ['open', 'running', 'broken'].includes(table.status) && button(say('page.lobby.close'), () => {
    void act('POST', `/tables/${table.id}/close`);
  })));

/** @param {AdminGuest} guest */
function stateOf({ muted, banned }) {
  const now = Date.now();
  const words = muted ? [say('page.admin.is_muted')] : [];
  if (banned !== null && banned > now + LONG) words.push(say('page.admin.is_banned'));
  else if (banned !== null && banned > now) words.push(say('page.admin.is_banned_until', { when: when.format(banned) }));
  return words.join(', ');
}

/** @param {AdminGuest} guest */
function guestRow(guest) {
  const { id, names, muted } = guest;
  const path = `/guests/${id}`;
  const isBanned = guest.banned !== null && guest.banned > Date.now();
  return h('tr', { dataset: { guest: id } },
    h('td', {}, h('code', {}, id)),
    h('td', {}, ...names.flatMap((name, i) => [i ? ', ' : '', h('bdi', {}, name)])),
    h('td', {}, String(guest.seats)), h('td', {}, stateOf(guest)), h('td', {}, when.format(guest.created)),
    h('td', { class: 'buttons' },
      button(say(muted ? 'page.admin.unmute' : 'page.admin.mute'), () => void act('POST', `${path}/mute`, { muted: !muted })),
      button(say(isBanned ? 'page.admin.unban' : 'page.admin.ban'), () => (isBanned
        ? void act('POST', `${path}/ban`, { banned: false }) : void ban(path))),
      button(say('page.admin.rename'), () => void rename(path)),
      button(say('page.admin.delete'), () => void forget(path))));
}

/** Open a dialog with fields; the answer is null if it is cancelled. @param {string} yes @param {...HTMLElement} fields
 * @returns {Promise<FormData|null>} */
function fill(yes, ...fields) {
  return new Promise((resolve) => {
    const form = h('form', { method: 'dialog' }, ...fields, h('div', { class: 'buttons' },
      h('button', { value: 'yes', class: 'primary' }, yes),
      h('button', { value: 'no', formnovalidate: true }, say('page.cancel'))));
    const dialog = h('dialog', { class: 'question', 'aria-label': yes }, form);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes' ? new FormData(form) : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} label @param {Record<string, string>} how */
const field = (label, how) => h('p', {}, h('label', {}, label, ' ', h('input', { ...how, required: true })));

/** @param {string} path */
async function ban(path) {
  const number = { type: 'number', min: '0', value: '0' };
  const given = await fill(say('page.admin.ban'),
    field(say('page.admin.days'), { ...number, name: 'days', max: '3650' }),
    field(say('page.admin.network_days'), { ...number, name: 'network', max: '365' }));
  if (!given) return;
  await act('POST', `${path}/ban`, { banned: true, days: Number(given.get('days')) || null,
    network_days: Number(given.get('network')) });
}

/** @param {string} path */
async function rename(path) {
  const given = await fill(say('page.admin.rename'), field(say('page.admin.new_name'), { name: 'name', maxlength: '24' }));
  if (given) await act('POST', `${path}/rename`, { name: String(given.get('name')).trim() });
}

/** @param {string} path */
async function forget(path) {
  if (await ask(say('page.admin.delete_text'), say('page.admin.delete'))) await act('DELETE', path);
}

async function show() {
  const [tables, guests] = await Promise.all([admin('GET', '/tables'), admin('GET', '/guests?limit=1000')]);
  at('problem').hidden = true;
  at('enter').hidden = true;
  at('inside').hidden = false;
  at('tables').replaceChildren(...tables.map(tableRow));
  at('guests').replaceChildren(...guests.map(guestRow));
}

at('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (at('token'));
  sessionStorage.setItem(TOKEN, input.value.trim());
  input.value = '';
  show().catch((error) => {
    sessionStorage.removeItem(TOKEN);
    complain(error);
  });
});
at('exit').addEventListener('click', () => {
  sessionStorage.removeItem(TOKEN);
  location.reload();
});
at('again').addEventListener('click', () => void show().catch(complain));
if (sessionStorage.getItem(TOKEN)) show().catch(complain);
ready();
