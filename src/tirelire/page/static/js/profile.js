/** Asks for a name, a face and a colour: once, and again where somebody wants to change them. */

import { h } from './dom.js';
import { COLOURS, FACES, colourOf, keepProfile, lookFor, profile } from './faces.js';
import { say } from './texts.js';

/** @typedef {import('./faces.js').Person} Person */

/**
 * Let somebody choose a face and a colour.
 * @param {Omit<Person, 'name'>} now @param {string} prefix of the ids
 */
export const lookFields = (now, prefix) => [
  h('fieldset', { class: 'look faces' }, h('legend', {}, say('page.profile.face')),
    ...FACES.map((picture) => radio(`${prefix}face`, picture, picture === now.face,
      h('img', { src: `/art/house/face-${picture}.svg`, alt: say(`page.profile.faces.${picture}`) })))),
  h('fieldset', { class: 'look colours' }, h('legend', {}, say('page.profile.colour')),
    ...Array.from({ length: COLOURS }, (_, colour) => radio(`${prefix}colour`, `${colour}`, colour === now.colour,
      h('span', { class: `swatch ${colourOf({ colour })}`, role: 'img', 'aria-label': say(`page.profile.colours.c${colour}`) })))),
];

/** @param {string} name @param {string} value @param {boolean} checked @param {HTMLElement} picture */
function radio(name, value, checked, picture) {
  const input = h('input', { type: 'radio', name, value, id: `${name}-${value}` });
  input.checked = checked;
  return h('label', { class: 'pick' }, input, picture);
}

/** Read what was chosen. @param {FormData} fields @param {string} prefix @returns {Omit<Person, 'name'>} */
export const chosenLook = (fields, prefix) => ({
  face: /** @type {Person['face']} */ (fields.get(`${prefix}face`)), colour: Number(fields.get(`${prefix}colour`)) });

/**
 * Ask for a person's name, face and colour. @param {string} go what the button says
 * @param {Person} [known] as it was so far @returns {Promise<Person|null>} null where it was cancelled
 */
export function askPerson(go, known) {
  const now = known ?? { name: '', ...lookFor(Math.floor(Math.random() * FACES.length * COLOURS)) };
  return new Promise((resolve) => {
    /** @type {Person|null} */
    let person = null;
    const name = h('input', { id: 'profile-name', required: true, maxlength: '24', pattern: '.*\\S.*',
      autocomplete: 'nickname', value: now.name });
    const dialog = h('dialog', { class: 'question profile', 'aria-labelledby': 'profile-title' },
      h('form', { method: 'dialog', on: { submit: (/** @type {SubmitEvent} */ event) => {
        if (event.submitter?.id !== 'profile-keep') return;
        person = { name: name.value.trim(), ...chosenLook(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)), 'my-') };
      } } },
      h('h2', { id: 'profile-title' }, say('page.profile.title')),
      h('label', { class: 'field' }, say('page.lobby.name'), name),
      ...lookFields(now, 'my-'),
      h('div', { class: 'buttons' },
        h('button', { id: 'profile-keep', class: 'primary' }, go),
        h('button', { id: 'profile-cancel', formnovalidate: true }, say('page.cancel')))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(person);
    });
    document.body.append(dialog);
    dialog.showModal();
    name.focus();
  });
}

/** Ask who plays at this device, and keep it. @param {string} go what the button says @param {Person} [known] */
export async function askProfile(go, known) {
  const person = await askPerson(go, known);
  if (person) keepProfile(person);
  return person;
}

/** The person at this device; asked for at the first time. @param {string} go what the button says */
export const whoPlays = async (go) => profile() ?? askProfile(go);
