/** Three pictures before the first match of a game at this device; a button shows them again. */

import { get, requestError } from './api.js';
import { isCoached, setCoached } from './coach.js';
import { at, h } from './dom.js';
import { drawPicture } from './pictures.js';
import { say } from './texts.js';

/** Where this browser notes the games whose pictures it has shown. */
const SHOWN = 'tirelire-intro';

/** @returns {string[]} */
const shown = () => (localStorage.getItem(SHOWN) ?? '').split(' ').filter(Boolean);

/** Whether this page has offered the pictures by itself. */
let isOffered = false;

/**
 * Show the pictures if this device has never shown them, and let the button show them again.
 * @param {Game} about @param {boolean} plays whether somebody at this device plays
 * @param {() => void} redraw draw anew what the coach says
 */
export function introduce(about, plays, redraw) {
  const button = at('how');
  button.hidden = !about.lesson;
  button.onclick = () => void open(about, redraw);
  if (!about.lesson || !plays || isOffered) return;
  isOffered = true;
  if (!shown().includes(about.id)) void open(about, redraw);
}

/** @param {Game} about @param {() => void} redraw */
async function open(about, redraw) {
  if (document.getElementById('intro')) return;
  /** @type {Overview} */
  let overview;
  try {
    overview = await get(`/lessons/${about.id}`);
  } catch (error) {
    requestError(error); // the table says that the house is away
    return;
  }
  localStorage.setItem(SHOWN, [...new Set([...shown(), about.id])].join(' '));
  const dialog = h('dialog', { id: 'intro', class: 'intro', 'aria-label': say('page.intro.title') },
    h('div', { class: 'intro-pictures' }, ...overview.pictures.map((picture) => drawPicture(about, picture))),
    h('p', { class: 'intro-zoom' }, say('page.intro.zoom')),
    foot(about, () => dialog.close(), redraw));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Game} about @param {() => void} close @param {() => void} redraw */
const foot = (about, close, redraw) => h('div', { class: 'buttons intro-foot' },
  h('button', { type: 'button', class: 'primary', id: 'intro-close', autofocus: true, on: { click: close } },
    say('page.intro.close')),
  h('a', { class: 'button', href: `/learn/${about.id}` }, say('page.learn.title')),
  h('label', { class: 'choice' },
    h('input', { type: 'checkbox', id: 'coached', checked: isCoached(), on: {
      change: ({ currentTarget }) => {
        setCoached(currentTarget.checked);
        redraw();
      } } }),
    say('page.coach.show')));
