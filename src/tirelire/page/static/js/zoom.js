/** A closer look at a card: by resting the mouse, by a long press, or by the key Z. */

import { at, h } from './dom.js';
import { amount, say } from './texts.js';

/** Milliseconds that a mouse rests, and that a finger stays. */
const REST = 600;
const HOLD = 450;
/** Pixels that a finger may move meanwhile. */
const STEADY = 10;
const GAP = 12;

const box = h('div', { class: 'zoom', id: 'zoom', popover: 'manual' });
/** For those who listen; what a popover shows is not told by itself. */
const told = h('div', { class: 'unseen', 'aria-live': 'polite' });

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;
/** The card that is shown. @type {HTMLElement|null} */
let shown = null;
/** Whether a long press has shown a card: its release presses nothing. */
let wasHeld = false;

/**
 * Let the cards of a page be looked at.
 * @param {Game} about
 * @param {(code: string) => Promise<{copies: number, unseen: number}>} [count] asks the house; none: it is not told
 */
export function zoomCards(about, count) {
  at('main').append(box, told);
  const show = (/** @type {HTMLElement} */ card) => void open(about, card, count);
  const later = (/** @type {PointerEvent} */ { clientX, clientY }, /** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const card = cardAt(clientX, clientY);
      if (!card) return;
      wasHeld = wait === HOLD;
      show(card);
    }, wait);
  };
  let [x, y] = [0, 0];
  addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch') {
      if (Math.hypot(event.clientX - x, event.clientY - y) > STEADY) clearTimeout(timer);
      return;
    }
    if (event.clientX === x && event.clientY === y) return; // the page moved, not the mouse
    [x, y] = [event.clientX, event.clientY];
    if (shown && cardAt(x, y) !== shown) close();
    if (!event.buttons && !shown) later(event, REST);
  }, { passive: true });
  addEventListener('pointerdown', (event) => {
    close();
    wasHeld = false;
    [x, y] = [event.clientX, event.clientY];
    if (event.pointerType === 'touch') later(event, HOLD);
  }, { capture: true, passive: true });
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => clearTimeout(timer), { passive: true });
  addEventListener('click', (event) => {
    if (!wasHeld) return;
    wasHeld = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  addEventListener('contextmenu', (event) => {
    if (wasHeld) event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    const isOpen = shown !== null;
    if (event.key === 'Escape' && isOpen) event.stopPropagation();
    if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) {
      close();
      return;
    }
    const cards = cardsOf(document.activeElement);
    const next = cards[cards.findIndex((one) => one === shown) + 1];
    close();
    if (next) show(next);
  }, { capture: true });
  addEventListener('focusin', close);
  addEventListener('scroll', close, { capture: true, passive: true });
}

/** @param {EventTarget|null} target */
const isWriting = (target) => target instanceof HTMLElement
  && target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select');

/** A card that lies open at a place, also under what can be pressed there. @param {number} x @param {number} y */
function cardAt(x, y) {
  for (const element of document.elementsFromPoint(x, y)) {
    const card = element.closest('.card') ?? element.closest('.held')?.querySelector('.card');
    if (card instanceof HTMLElement) return isOpen(card) ? card : null;
  }
  return null;
}

/** @param {HTMLElement} card */
const isOpen = ({ dataset }) => Boolean(dataset.code) && dataset.code !== '?';

/** The open cards of what has the focus, or of what it covers. @param {Element|null} focused */
function cardsOf(focused) {
  for (const place of [focused?.closest('.held'), focused, focused?.parentElement]) {
    const cards = [...(place?.querySelectorAll('.card') ?? [])].map((one) => /** @type {HTMLElement} */ (one)).filter(isOpen);
    if (place && place !== document.body && cards.length) return cards;
  }
  return [];
}

function close() {
  clearTimeout(timer);
  if (shown) box.hidePopover();
  shown = null;
}

/** @param {Game} about @param {HTMLElement} card @param {Parameters<typeof zoomCards>[1]} count */
async function open(about, card, count) {
  const code = card.dataset.code ?? '';
  const { name, value, role } = about.cards[code] ?? { name: '', value: 0, role: '' };
  const picture = /** @type {HTMLImageElement|null} */ (card.querySelector('img'));
  if (!name || !picture || !card.isConnected) return;
  shown = card;
  const copies = h('p', { class: 'zoom-copies' });
  const text = h('div', { class: 'zoom-text' }, h('b', {}, name.charAt(0).toUpperCase() + name.slice(1)),
    value ? h('p', {}, say('page.zoom.value', { worth: amount(about, value) })) : null,
    role && h('p', {}, role), copies);
  box.replaceChildren(h('img', { src: picture.src, alt: '' }), text);
  box.showPopover();
  place(card.getBoundingClientRect());
  const found = count ? await count(code).catch(() => null) : null; // without it the rest is still true
  if (shown !== card) return;
  if (found?.copies) {
    copies.textContent = `${say('page.zoom.copies', { n: found.copies })} ${found.unseen
      ? say('page.zoom.unseen', { n: found.unseen }) : say('page.zoom.all_seen')}`;
    place(card.getBoundingClientRect());
  }
  told.textContent = text.innerText;
}

/** Put the picture above the card, or below it where there is no room. @param {DOMRect} card */
function place(card) {
  const { width, height } = box.getBoundingClientRect();
  const above = card.top - GAP - height;
  const top = above > GAP ? above : Math.min(card.bottom + GAP, innerHeight - height - GAP);
  const left = Math.min(Math.max(GAP, (card.left + card.right - width) / 2), innerWidth - width - GAP);
  box.style.setProperty('left', `${left}px`);
  box.style.setProperty('top', `${top}px`);
}
