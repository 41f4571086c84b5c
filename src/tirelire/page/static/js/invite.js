/** Links for other people and other devices. */

import { h } from './dom.js';
import { qrSvg } from './qr.js';
import { say } from './texts.js';

/** The address that others open; empty where only this computer reaches the house. */
const origin = document.body.dataset.invitation ?? location.origin;

/** Whether other devices reach the house. */
export const isOpen = origin !== '';

/** @param {string} path */
export const linkTo = (path) => `${origin || location.origin}${path}`;

/** How to open the house to others. */
export const advice = () => h('div', { class: 'notice closed-house' }, h('p', {}, say('page.lobby.closed_house')),
  h('p', {}, h('code', {}, 'make play ARGS=--lan')),
  h('p', {}, h('code', {}, 'tirelire serve --lan')));

/**
 * The QR code of a link; where others cannot open it, how to open the house to them.
 * @param {string} path @returns {Node}
 */
export const codeOrAdvice = (path) => (isOpen ? qrSvg(linkTo(path), say('page.lobby.qr')) : advice());

/**
 * Copy what a field holds. Over plain HTTP, as in a local network, browsers copy only what is selected.
 * @param {HTMLInputElement} field @returns {Promise<boolean>} whether it is copied
 */
export async function copyFrom(field) {
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (isCopied) return true;
  field.select();
  return document.execCommand('copy');
}
