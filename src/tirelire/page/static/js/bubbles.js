/** Bubbles over the table: what players have just done, and what they say. */

import { at, h } from './dom.js';
import { colourOf } from './faces.js';
import { inColours, thumbnails } from './log.js';

/** Pixels that a bubble keeps from the edge of the window. */
const EDGE = 6;
/** Pixels between two bubbles, and pixels of a seat that its bubble covers. */
const GAP = 4;
const OVERLAP = 8;
/** Milliseconds for which words that were said stay. */
const SAID = 5000;

const layer = h('div', { class: 'bubbles', 'aria-hidden': 'true' });
at('game').append(layer);

/** @param {string} seat where a player sits, or the middle of the table */
const placeOf = (seat) => document.querySelector(seat ? `#table [data-seat="${seat}"]` : '#table .board');

/**
 * Put a bubble below a seat, or as near as it covers no other bubble.
 * @param {HTMLElement} bubble @param {string} seat
 */
function put(bubble, seat) {
  const place = placeOf(seat)?.getBoundingClientRect();
  if (!place) return;
  const others = Array.from(layer.children, (one) => one.getBoundingClientRect());
  layer.append(bubble);
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const middle = place.left + place.width / 2 - width / 2;
  const left = Math.max(EDGE, Math.min(middle, innerWidth - width - EDGE));
  const wanted = seat ? place.bottom - OVERLAP : place.top + place.height / 2 - height / 2;
  const beside = others.filter((box) => box.left < left + width + GAP && left < box.right + GAP);
  const isFree = (/** @type {number} */ top) => beside.every((box) => top >= box.bottom + GAP || top + height + GAP <= box.top);
  const tops = [wanted, place.top - height + OVERLAP, ...beside.flatMap((box) => [box.bottom + GAP, box.top - height - GAP])]
    .filter((top) => top >= EDGE && top + height <= innerHeight - EDGE)
    .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  const top = tops.find(isFree) ?? tops[0] ?? EDGE;
  bubble.style.setProperty('left', `${left}px`);
  bubble.style.setProperty('top', `${top}px`);
}

/**
 * Show what others did in a view; what was shown before goes.
 * @param {View} view @param {Table} table @param {string|null} me
 * @param {string[]} [seen] kinds of scenes that the table itself shows
 */
export function showScenes(view, table, me, seen = []) {
  layer.querySelectorAll('.did').forEach((one) => one.remove());
  const scenes = view.log.flatMap((told) => told.scenes.map((scene, i) => ({ scene, text: told.sentences[i] })));
  /** @type {Map<string, {scene: Told['scenes'][number], text: string}[]>} */
  const bySeat = new Map();
  for (const one of scenes) {
    const seat = one.scene.seat ?? '';
    if (seat !== me && !seen.includes(one.scene.kind)) bySeat.set(seat, [...(bySeat.get(seat) ?? []), one]);
  }
  for (const [seat, all] of bySeat) {
    const player = table.seats.find((one) => one.seat === seat);
    put(h('div', { class: `bubble did${player ? ` ${colourOf(player)}` : ' of-itself'}` },
      ...all.slice(-2).map(({ scene, text }) =>
        h('p', {}, ...inColours(text, table), thumbnails(table.game, scene)))), seat);
  }
  return new Set([...bySeat.keys()].filter((seat) => seat));
}

/** Show what a player says. @param {string} seat @param {string} text @param {Table} table */
export function showWords(seat, text, table) {
  const player = table.seats.find((one) => one.seat === seat);
  if (!player) return;
  const bubble = h('div', { class: `bubble said ${colourOf(player)}` }, h('p', {}, h('bdi', {}, text)));
  put(bubble, seat);
  setTimeout(() => bubble.remove(), SAID);
}

/** Take away what was done: the reader does something. */
export const clearScenes = () => layer.querySelectorAll('.did').forEach((one) => one.remove());
addEventListener('resize', clearScenes); // the seats have moved
