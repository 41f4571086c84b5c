/** The dialog of settings, which every page has. */

import { h, patch } from './dom.js';
import { face, profile } from './faces.js';
import { askPermission, hasNotifications } from './notification.js';
import { askProfile } from './profile.js';
import { VALUES, settings } from './settings.js';
import { say } from './texts.js';

const button = /** @type {HTMLElement} */ (document.getElementById('settings'));
/** @type {HTMLDialogElement|undefined} */
let dialog;

/** Settings of two values, which are switched; the others are chosen from a list. */
const isSwitch = (/** @type {readonly string[]} */ values) => values.includes('on');

/** @param {import('./settings.js').Setting} name */
function field(name) {
  const values = VALUES[name];
  const label = say(`page.preferences.${name}.title`);
  if (isSwitch(values)) {
    const input = h('input', { type: 'checkbox', role: 'switch', id: `set-${name}`,
      on: { change: ({ currentTarget }) => void turn(name, currentTarget.checked) } });
    input.checked = settings.get(name) === 'on';
    return h('label', { class: 'setting' }, h('span', {}, label), input);
  }
  const order = name === 'speed' ? ['slow', 'normal', 'fast', 'instant'] : values;
  return h('label', { class: 'setting' }, h('span', {}, label),
    h('select', { id: `set-${name}`, on: { change: ({ currentTarget }) => settings.set(name, currentTarget.value) } },
      ...order.map((value) => h('option', { value, selected: settings.get(name) === value }, say(`page.preferences.${name}.${value}`)))));
}

/** Switch a setting; notices need the leave of the browser. @param {import('./settings.js').Setting} name @param {boolean} on */
async function turn(name, on) {
  const isRefused = on && name === 'notify' && !(await askPermission());
  settings.set(name, on && !isRefused ? 'on' : 'off');
}

function fullScreen() {
  if (!document.fullscreenEnabled) return null;
  const isFull = document.fullscreenElement !== null;
  return h('div', { class: 'setting' }, h('span', {}, say('page.preferences.screen')),
    h('button', { type: 'button', id: 'full-screen', on: { click: () => {
      void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } } }, say(`page.preferences.${isFull ? 'leave_full' : 'enter_full'}`)));
}

/** The ways to the other languages, which the head of a narrow page has no room for. */
function languages() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('.switch')]);
  return links.length ? h('div', { class: 'setting' }, h('span', {}, say('page.preferences.language')),
    h('span', { class: 'languages' }, ...links.map((link) =>
      h('a', { class: 'button', href: link.href, hreflang: link.hreflang, lang: link.lang }, link.textContent)))) : null;
}

/** The way to the dialog of messages, in a house that sends any. */
function notices() {
  return 'notices' in button.dataset && h('div', { class: 'setting' }, h('span', {}, say('page.preferences.notices')),
    h('button', { type: 'button', id: 'set-notices', on: { click: async () => {
      const { openNotices } = await import('./notices/dialog.js');
      dialog?.close();
      await openNotices();
    } } }, say('page.preferences.choose')));
}

function me() {
  const person = profile();
  return h('div', { class: 'setting' }, h('span', { class: 'me' }, person && face(person), h('bdi', {}, person?.name ?? say('page.entrance.me'))),
    h('button', { type: 'button', id: 'set-profile', on: { click: async () => {
      if (await askProfile(say('page.profile.keep'), person ?? undefined)) draw();
    } } }, say('page.profile.change')));
}

function draw() {
  if (!dialog) return;
  patch(dialog, [
    h('h2', { id: 'settings-title' }, say('page.settings')),
    me(),
    ...(/** @type {import('./settings.js').Setting[]} */ (Object.keys(VALUES))).filter((name) => name !== 'notify' || hasNotifications()).map(field),
    notices(),
    fullScreen(),
    languages(),
    h('form', { method: 'dialog', class: 'buttons' }, h('button', { class: 'primary', id: 'settings-close' }, say('page.close'))),
  ]);
}

function open() {
  dialog ??= h('dialog', { class: 'question settings', 'aria-labelledby': 'settings-title' });
  document.body.append(dialog);
  draw();
  dialog.showModal();
}

document.addEventListener('fullscreenchange', draw);
settings.subscribe(draw);
button.addEventListener('click', open);
button.removeAttribute('disabled');
