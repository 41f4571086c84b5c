/** Signs that it is the reader's turn, also while they look at something else. */

import { canNotify, notify } from './notification.js';
import { settings } from './settings.js';

const title = document.title;
const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]'));
const calm = icon?.href ?? '';
/** Milliseconds for which a phone shakes. */
const SHAKE = 60;

let isMine = false;
let unread = 0;

function show() {
  const marks = `${isMine ? '● ' : ''}${unread ? `(${unread}) ` : ''}`;
  document.title = marks + title;
  if (icon) icon.href = isMine ? '/art/house/icon-turn.svg' : calm;
}

/** Tell the reader whether the table waits for them. @param {boolean} asked */
export function signalTurn(asked) {
  if (asked === isMine) return;
  isMine = asked;
  show();
  if (!asked) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
  if (document.hidden && settings.get('notify') === 'on' && canNotify()) void notify(title);
}

/** Show how much was said that the reader has not seen. @param {number} n */
export function signalTalk(n) {
  unread = n;
  show();
}
