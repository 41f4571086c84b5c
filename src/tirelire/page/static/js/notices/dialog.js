/** The dialog in which a guest says where they are told that it is their turn, and when not. */

import { get, post, remove, requestError } from '../api.js';
import { h, patch } from '../dom.js';
import { WORKER } from '../notification.js';
import { say } from '../texts.js';

/** @typedef {import('../schemas.js').components['schemas']['Notices']} Notices */
/** @typedef {Notices['addresses'][number]} Address */


/** Characters of an address that are shown. */
const SHOWN = 36;
/** The table at which the dialog was opened; empty elsewhere. */
const table = document.body.dataset.table ?? '';
/** @type {HTMLDialogElement|undefined} */
let dialog;
/** @type {Notices} */
let notices;
/** Addresses that are told of this table. @type {string[]} */
let here = [];
let isSeated = false;
/** The endpoint of this browser. */
let own = '';
/** What is said below. */
let said = '';

/** Do something, and show what came of it. @param {() => Promise<string|void>} act */
async function run(act) {
  try {
    said = await act() ?? '';
  } catch (error) {
    said = requestError(error).message;
  }
  draw();
}

/** @param {number} minutes */
const clock = (minutes) => `${Math.floor(minutes / 60)}`.padStart(2, '0') + ':' + `${minutes % 60}`.padStart(2, '0');
/** @param {string} text */
const minutes = (text) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

/** @param {Address} address */
const label = ({ kind, address }) => kind === 'push' ? say(address === own ? 'page.notices.push' : 'page.notices.push_of')
  : address.length > SHOWN ? `${address.slice(0, SHOWN)}…` : address;

/** Tell somebody of this table, or not. @param {string} id @param {boolean} on */
const choose = (id, on) => run(async () => {
  const wanted = on ? [...here, id] : here.filter((one) => one !== id);
  ({ addresses: here } = await post(`/tables/${table}/notices`, { addresses: wanted }));
});

/** Add an address; it is told of this table at once. @param {string} kind @param {any} body */
async function add(kind, body) {
  const known = notices?.addresses.map(({ id }) => id) ?? [];
  notices = await post(`/me/notices/${kind}`, body);
  const made = notices.addresses.find(({ id }) => !known.includes(id));
  if (made && isSeated) await choose(made.id, true);
}

/** Ask the browser for its leave, which it grants only after a press. */
async function addBrowser() {
  if (await Notification.requestPermission() !== 'granted') return say('page.notices.push_denied');
  try {
    const worker = await navigator.serviceWorker.register(WORKER);
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: notices.push_key });
    const { endpoint = '', keys = {} } = made.toJSON();
    own = endpoint;
    await add('push', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return say('page.notices.push_failed');
    throw error;
  }
}

/** @param {Address} address */
function entry(address) {
  const { id, is_confirmed, is_failing } = address;
  const state = !is_confirmed ? say('page.notices.unconfirmed') : is_failing ? say('page.notices.failing') : '';
  const input = h('input', { type: 'checkbox', id: `told-${id}`, on: { change: ({ currentTarget }) => void choose(id, currentTarget.checked) } });
  input.checked = here.includes(id);
  return h('li', { dataset: { key: id } },
    h('span', { class: 'address' }, h('bdi', {}, label(address)), state && h('small', {}, ` (${state})`)),
    isSeated && h('label', {}, input, ' ', say('page.notices.here')),
    h('button', { type: 'button', class: 'quiet', 'aria-label': `${say('page.notices.remove')} ${label(address)}`,
      on: { click: () => void run(async () => {
        await remove(`/me/notices/${id}`);
        notices = { ...notices, addresses: notices.addresses.filter((one) => one.id !== id) };
      }) } }, '✕'));
}

/** A form with one field. @param {'email'|'webhook'} kind @param {string} type @param {string} name @param {string} [after] */
const field = (kind, type, name, after) => h('form', { class: 'field notice-add', dataset: { key: kind },
  on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const value = `${new FormData(form).get(name)}`.trim();
    void run(async () => {
      await add(kind, { [name]: value });
      form.reset();
      return after && say(after);
    });
  } } },
h('label', {}, say(`page.notices.${kind}_add`), h('input', { id: `notice-${kind}`, name, type, required: true, maxlength: '254' })),
h('button', {}, say('page.notices.add')));

function quiet() {
  const { starts, ends } = notices.quiet ?? { starts: 0, ends: 0 };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = (/** @type {string} */ name, /** @type {number} */ value) => h('label', {}, say(`page.notices.quiet_${name}`), ' ',
    h('input', { type: 'time', name, id: `quiet-${name}`, required: true, value: notices.quiet ? clock(value) : '' }));
  const keep = (/** @type {number} */ from, /** @type {number} */ until) => run(async () => {
    notices = await post('/me/notices/quiet', { starts: from, ends: until, zone });
    return say('page.notices.kept');
  });
  return h('form', { class: 'quiet-hours', dataset: { key: 'quiet' }, on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosen = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    void keep(minutes(`${chosen.get('from')}`), minutes(`${chosen.get('until')}`));
  } } }, h('fieldset', {}, h('legend', {}, say('page.notices.quiet')), at('from', starts), ' ', at('until', ends), ' ',
    h('button', {}, say('page.notices.quiet_keep')),
    notices.quiet && h('button', { type: 'button', on: { click: () => void keep(0, 0) } }, say('page.notices.quiet_none'))));
}

function draw() {
  if (!dialog) return;
  const { addresses, push_key, email, webhook } = notices;
  const canPush = push_key && 'PushManager' in globalThis && !addresses.some(({ address }) => address === own);
  patch(dialog, [
    h('h2', { id: 'notices-title' }, say('page.notices.title')),
    h('p', {}, say('page.notices.text')),
    addresses.length ? h('ul', { class: 'addresses' }, ...addresses.map(entry)) : h('p', {}, say('page.notices.none')),
    canPush && h('p', { class: 'buttons' }, h('button', { type: 'button', id: 'notice-push', on: { click: () => void run(addBrowser) } }, say('page.notices.push_add'))),
    email && field('email', 'email', 'address', 'page.notices.email_sent'),
    webhook && field('webhook', 'url', 'url'),
    quiet(),
    h('p', { id: 'notices-said', role: 'status' }, said),
    h('form', { method: 'dialog', class: 'buttons' }, h('button', { class: 'primary', id: 'notices-close' }, say('page.close'))),
  ]);
}

/** Open the dialog; a stranger becomes a guest by it. */
export async function openNotices() {
  await post('/me');
  notices = await get('/me/notices');
  if (table) {
    /** @type {Table} */
    const { seats } = await get(`/tables/${table}`);
    isSeated = seats.some(({ mine }) => mine);
    ({ addresses: here } = await get(`/tables/${table}/notices`));
  }
  const worker = await navigator.serviceWorker?.getRegistration(WORKER);
  own = (await worker?.pushManager?.getSubscription())?.endpoint ?? '';
  dialog ??= h('dialog', { class: 'question settings notices', 'aria-labelledby': 'notices-title' });
  document.body.append(dialog);
  said = '';
  draw();
  dialog.showModal();
}
