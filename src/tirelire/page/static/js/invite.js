/** Links for other people and other devices. */

import { h } from './dom.js';
import { qrSvg } from './qr.js';
import { say } from './texts.js';

/** The address that others open; empty where only this computer reaches the house. */
const origin = document.body.dataset.invitation ?? location.origin;

/** @param {string} path */
export const linkTo = (path) => `${origin || location.origin}${path}`;

/**
 * The QR code of a link; where others cannot open it, how to open the house to them.
 * @param {string} path @returns {Node}
 */
export const codeOrAdvice = (path) => (origin ? qrSvg(linkTo(path), say('page.lobby.qr'))
  : h('div', { class: 'notice closed-house' }, h('p', {}, say('page.lobby.closed_house')),
    h('p', {}, h('code', {}, 'make play ARGS=--lan')),
    h('p', {}, h('code', {}, 'tirelire serve --lan'))));
