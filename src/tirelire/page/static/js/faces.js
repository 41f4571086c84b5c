/** What players look like: a picture on a colour, the same in every place where they appear. */

import { h } from './dom.js';
import { knows, say } from './texts.js';

/** The pictures that people choose from. @type {NonNullable<Schemas['Join']['face']>[]} */
export const FACES = ['pig', 'fox', 'cat', 'owl', 'bear', 'frog', 'penguin', 'rabbit', 'hedgehog', 'bag', 'safe', 'coin'];
/** The number of colours; `base.css` has them. */
export const COLOURS = 8;

/** What a player looks like. @typedef {Pick<Seat, 'face'|'colour'>} Look */
/** A person at this device. @typedef {{name: string, face: typeof FACES[number], colour: number}} Person */

/**
 * The class that gives an element the colour of a player: `--seat` fills, `--on-seat` is written on
 * it, and `--seat-ink` is written on the page.
 * @param {{colour: number}} look
 */
export const colourOf = ({ colour }) => `seat-colour-${colour}`;

/** Draw a player. The name stands beside it, so it says nothing itself. @param {Look & {away?: boolean}} seat */
export const face = (seat) => h('span', { class: `face ${colourOf(seat)}${seat.away ? ' away' : ''}`, 'aria-hidden': 'true' },
  seat.face ? h('img', { src: `/art/house/face-${seat.face}.svg`, alt: '', draggable: 'false' }) : null);

/** Say in a line how a bot plays; nothing for a bot of another package. @param {string} bot */
export const character = (bot) => (knows(`page.character.${bot}`) ? say(`page.character.${bot}`) : '');

const NAME = 'tirelire-name';
const LOOK = 'tirelire-look';

/** The person at this device; null before the name was asked for. @returns {Person|null} */
export function profile() {
  const name = localStorage.getItem(NAME);
  if (!name) return null;
  const look = JSON.parse(localStorage.getItem(LOOK) ?? 'null');
  return { name, ...(look ?? lookFor(0)) };
}

/** Keep who plays at this device. @param {Person} person */
export function keepProfile({ name, face: picture, colour }) {
  localStorage.setItem(NAME, name);
  localStorage.setItem(LOOK, JSON.stringify({ face: picture, colour }));
}

/** A look for the n-th person at a device, from 0. @param {number} n */
export const lookFor = (n) => ({ face: FACES[n % FACES.length], colour: n % COLOURS });
