/** Bubbles over the table: what players have just done, and what they say. */

import { at, h } from './dom.js';
import { colourOf } from './faces.js';
import { inColours, thumbnails } from './log.js';
import { knows, say } from './texts.js';

/** Pixels that a bubble keeps from the edge of the window. */
const EDGE = 6;
/** Pixels between two bubbles, and pixels of a seat that its bubble covers. */
const GAP = 4;
const OVERLAP = 8;
/** Milliseconds for which words that were said stay. */
const SAID = 5000;

/** @typedef {{text: string, scene: Told['scenes'][number]}} Sentence */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const layer = h('div', { class: 'bubbles', 'aria-hidden': 'true' });
at('game').append(layer);

/** Where on the page the bubbles are that are shown. @type {Map<Element, Box>} */
const boxes = new Map();

/** @param {Element} bubble */
function take(bubble) {
  boxes.delete(bubble);
  bubble.remove();
}

/** @param {string} seat where a player sits, or the middle of the table */
const placeOf = (seat) => document.querySelector(seat ? `#table [data-seat="${seat}"]` : '#table .board');

/** Pixels by which two spans overlap, with the gap between them. @param {number} a @param {number} long @param {number} b @param {number} wide */
const overlap = (a, long, b, wide) => Math.max(0, Math.min(a + long, b + wide) - Math.max(a, b) + GAP);

/**
 * The top of a bubble: as near to the wanted one as it covers no other bubble.
 * @param {Box} box its top is the wanted one @param {number} above the top of a bubble above the seat @param {Box[]} others
 */
function freeTop({ left, top, width, height }, above, others) {
  const beside = others.filter((one) => overlap(left, width, one.left, one.width) > 0);
  const covers = (/** @type {number} */ at) =>
    beside.reduce((sum, one) => sum + overlap(at, height, one.top, one.height), 0);
  return [top, above, ...beside.flatMap((one) => [one.top + one.height + GAP, one.top - height - GAP])]
    .map((at) => Math.max(EDGE, Math.min(at, innerHeight - height - EDGE)))
    .sort((a, b) => covers(a) - covers(b) || Math.abs(a - top) - Math.abs(b - top))[0];
}

/**
 * Put bubbles below seats, or as near as they cover no other bubble. All is read before anything is
 * written, so that the page is laid out once.
 * @param {[bubble: HTMLElement, seat: string][]} bubbles
 */
function put(bubbles) {
  layer.append(...bubbles.map(([bubble]) => bubble));
  const measured = bubbles.flatMap(([bubble, seat]) => {
    const place = placeOf(seat)?.getBoundingClientRect();
    return place ? [{ bubble, seat, place, width: bubble.offsetWidth, height: bubble.offsetHeight }] : [];
  });
  for (const { bubble, seat, place, width, height } of measured) {
    const middle = place.left + place.width / 2 - width / 2;
    const left = Math.max(EDGE, Math.min(middle, innerWidth - width - EDGE));
    const wanted = seat ? place.bottom - OVERLAP : place.top + place.height / 2 - height / 2;
    const box = { left, top: wanted, width, height };
    const others = [...boxes.values()].map((one) => ({ ...one, left: one.left - scrollX, top: one.top - scrollY }));
    const top = freeTop(box, place.top - height + OVERLAP, others) + scrollY;
    boxes.set(bubble, { ...box, left: left + scrollX, top });
    bubble.style.setProperty('left', `${left + scrollX}px`);
    bubble.style.setProperty('top', `${top}px`);
  }
}

/**
 * What others did in a view, by seat; '' for what happened of itself.
 * @param {View} view @param {string|null} me @param {string[]} [seen] kinds of scenes that the table itself shows
 */
export function deedsOf(view, me, seen = []) {
  /** @type {Map<string, Sentence[]>} */
  const bySeat = new Map();
  for (const { scenes, sentences } of view.log) {
    scenes.forEach((scene, i) => {
      const seat = scene.seat ?? '';
      if (seat !== me && !seen.includes(scene.kind)) bySeat.set(seat, [...(bySeat.get(seat) ?? []), { scene, text: sentences[i] }]);
    });
  }
  return bySeat;
}

/**
 * Say something in one line, where pictures of the cards say the rest; nothing where it takes a sentence.
 * @param {Sentence['scene']} scene @param {Table} table @param {string|null} me
 */
function brief({ kind, seat, whom, cards }, { seats }, me) {
  const key = `page.${kind.replace('.', '.brief.')}`;
  const form = whom && whom === me ? `${key}_to_you` : key;
  const name = (/** @type {string|null} */ letter) => seats.find((one) => one.seat === letter)?.name ?? '';
  return Object.values(cards).flat().length && knows(form) ? say(form, { who: name(seat), whom: name(whom) }) : '';
}

/** @param {Sentence} sentence @param {Table} table @param {string|null} me */
function deed({ scene, text }, table, me) {
  const line = brief(scene, table, me);
  return h('p', { class: line ? 'brief' : '' }, h('span', {}, ...inColours(line || text, table)), thumbnails(table.game, scene));
}

/**
 * Show what others did; what was shown before goes.
 * @param {Map<string, Sentence[]>} deeds @param {Table} table @param {string|null} me
 */
export function showDeeds(deeds, table, me) {
  clearDeeds();
  put([...deeds].map(([seat, all]) => {
    const player = table.seats.find((one) => one.seat === seat);
    return [h('div', { class: `bubble did${player ? ` ${colourOf(player)}` : ' of-itself'}` },
      ...all.slice(-2).map((one) => deed(one, table, me))), seat];
  }));
}

/** Show what a player says, in the place of what they said before. @param {string} seat @param {string} text @param {Table} table */
export function showWords(seat, text, table) {
  const player = table.seats.find((one) => one.seat === seat);
  if (!player) return;
  layer.querySelectorAll(`.said[data-of="${seat}"]`).forEach(take);
  const bubble = h('div', { class: `bubble said ${colourOf(player)}`, dataset: { of: seat } }, h('p', {}, h('bdi', {}, text)));
  put([[bubble, seat]]);
  setTimeout(() => take(bubble), SAID);
}

/** Take away what was done: the reader does something. */
export const clearDeeds = () => layer.querySelectorAll('.did').forEach(take);
addEventListener('resize', clearDeeds); // the seats have moved
