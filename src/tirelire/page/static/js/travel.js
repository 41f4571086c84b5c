/** Cards that travel: from place to place, into a hand that is hidden and out of it. */

import { pace } from './count.js';
import { cards } from './dom.js';
import { measured } from './measure.js';

/** Milliseconds that a card travels at the usual speed; `table.css` has it too. */
const LONG = 350;
/** Pixels: a card that is pushed about by less does not travel. */
const NEAR = 40;
/** How small and how faint a card is in a hand that is hidden, and how large when it is lifted. */
const SMALL = 0.35;
const FAINT = 0.6;
const LIFTED = 1.15;
/** Where to look at a card, in parts of its sides. */
const SPOTS = [1 / 6, 1 / 2, 5 / 6];
/** A card that the reader does not know. */
const HIDDEN = '?';

/** @typedef {Record<string, string>} Items */
/** @typedef {{items: Items, log: Told[]}} Step what a view shows, and the scenes that led to it */
/** @typedef {{element: HTMLElement, box: DOMRect, isSeen: boolean}} Place where a card lies */
/** @typedef {{ident: string, isLeaving: boolean, x: number, y: number}} Flight how far off the other end is */

/** Whether a button or finger is down; a transition that begins would lose its release. */
let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  addEventListener(type, () => (isPressed = type === 'pointerdown'), { capture: true, passive: true });
}

/** @type {Items} */
let drawn = {};
/** @type {ViewTransition|undefined} */
let travelling;
/** The cards that have a name: on every other card one would cost time. @type {HTMLElement[]} */
let named = [];

/** @param {Items} items what the table shows now */
export const noteDrawn = (items) => (drawn = items);

/** End the transition: cards would fly over what opens now. */
export const arrive = () => travelling?.skipTransition();

/** @param {string|undefined} item @param {string} code */
const count = (item, code) => cards(item).filter((one) => one === code).length;

/** The items that hold more copies of a card than they did. @param {string} code @param {Items} was @param {Items} is */
const gaining = (code, was, is) => Object.keys(is).filter((name) => count(is[name], code) > count(was[name], code));

/** The cards that moved: only these travel, since each costs a picture. @param {Items} was @param {Items} is */
function moved(was, is) {
  /** @type {Set<string>} */
  const codes = new Set();
  for (const name of Object.keys({ ...was, ...is })) {
    if (was[name] === is[name]) continue;
    const both = [cards(was[name]), cards(is[name])];
    for (const code of both.flat()) {
      const [before, after] = both.map((all) => all.filter((x) => x === code).length);
      if (before !== after) codes.add(code);
    }
  }
  return codes;
}

/** @param {DOMRect} box @param {number} x @param {number} y */
const holds = (box, x, y) => box.left < x && x < box.right && box.top < y && y < box.bottom;

/** Reads where elements are, each once: nothing may change in between. */
function makeRuler() {
  /** @type {Map<Element, DOMRect>} */
  const boxes = new Map();
  /** What cuts off an element, by its parent. @type {Map<Element, DOMRect[]>} */
  const clips = new Map();
  /** @param {Element} one */
  function boxOf(one) {
    const box = boxes.get(one) ?? one.getBoundingClientRect();
    boxes.set(one, box);
    return box;
  }
  /** @param {Element|null} outer @returns {DOMRect[]} */
  function clipsOf(outer) {
    if (!outer) return [];
    const known = clips.get(outer);
    if (known) return known;
    const own = getComputedStyle(outer).overflowX === 'visible' ? [] : [boxOf(outer)];
    const found = [...own, ...clipsOf(outer.parentElement)];
    clips.set(outer, found);
    return found;
  }
  return { boxOf, clipsOf };
}

/**
 * Whether a card is seen: not cut off by what scrolls, not under later cards or a dialog. A card
 * that travels is drawn above everything.
 * @param {HTMLElement} one @param {HTMLElement[]} later @param {ReturnType<typeof makeRuler>} ruler
 */
function isSeen(one, later, { boxOf, clipsOf }) {
  const { left, top, width, height } = boxOf(one);
  const spots = SPOTS.flatMap((x) => SPOTS.map((y) => [left + x * width, top + y * height]));
  if (!clipsOf(one.parentElement).every((clip) => spots.every(([x, y]) => holds(clip, x, y)))) return false;
  const covers = later.map(boxOf);
  return spots.some(([x, y]) => !covers.some((box) => holds(box, x, y)));
}

/** @param {DOMRect} box */
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** @param {DOMRect} one @param {DOMRect} other */
const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < NEAR;

/**
 * Find the places of cards; of several pictures of a card the first counts: one that the table
 * shows in an older scene may lie in my hand too.
 * @param {Set<string>} codes
 */
function survey(codes) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card:not(.thumbs .card), dialog[open]'))];
  const ruler = makeRuler();
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const [i, element] of all.entries()) {
    const { code, travel: key } = element.dataset;
    const ident = key?.toLowerCase(); // Chromium knows the pictures that a script moves by small letters only
    if (!ident || !code || !codes.has(code) || places.has(ident)) continue;
    places.set(ident, { element, box: ruler.boxOf(element), isSeen: isSeen(element, all.slice(i + 1), ruler) });
  }
  const backs = all.filter(({ dataset }) => dataset.code === HIDDEN);
  return { places, backs: backs.map((back) => ({ box: ruler.boxOf(back), isPile: back.closest('.board') !== null })) };
}

/** Let the browser know which cards travel, in place of those before. @param {[string, HTMLElement][]} cards */
function name(cards) {
  for (const one of named) one.style.removeProperty('view-transition-name');
  named = cards.map(([, one]) => one);
  for (const [ident, one] of cards) one.style.setProperty('view-transition-name', `card-${ident}`);
}

/** Where the hand of a player is, who hides it. @param {string|undefined} seat @returns {DOMRect|undefined} */
const seatBox = (seat) => (document.querySelector(`[data-seat="${seat}"] > header .face`)
  ?? document.querySelector(`[data-seat="${seat}"]`))?.getBoundingClientRect();

/** The seat whose item it is: `hand B`. @param {string} item */
const seatOf = (item) => / ([A-F])$/.exec(item)?.[1];

/** The player who did something with a card in a scene. @param {Told[]} log @param {string} code */
const actorWith = (log, code) => log.flatMap(({ scenes }) => scenes)
  .find(({ seat, cards: moving }) => seat && Object.values(moving).some((codes) => codes.includes(code)))?.seat ?? undefined;

/**
 * The player into whose hidden hand a card has gone.
 * @param {string} code @param {Items} was @param {Step} view
 */
const taker = (code, was, { items, log }) =>
  (code === HIDDEN ? undefined : gaining(code, was, items).map(seatOf).find((seat) => seat) ?? actorWith(log, code));

/**
 * Where a card was that appears: in the hand of a player who hides it, or in a pile.
 * @param {Place} place @param {Items} was @param {Step} view @param {ReturnType<typeof survey>['backs']} backs
 * @returns {DOMRect|undefined}
 */
function originOf({ element }, was, { items, log }, backs) {
  const code = element.dataset.code ?? '';
  const pile = backs.find(({ isPile }) => isPile)?.box;
  if (code === HIDDEN) {
    const owner = /** @type {HTMLElement|null} */ (element.closest('[data-from], [data-seat]'));
    return seatBox(owner?.dataset.from ?? owner?.dataset.seat);
  }
  const here = gaining(code, was, items).map(seatOf);
  const player = actorWith(log, code);
  if (player && !(here.includes(player) && element.closest('#hand'))) return seatBox(player);
  const from = [code, HIDDEN].flatMap((one) => gaining(one, items, was)); // what it gains backwards is lost
  const seats = from.map(seatOf).filter((seat) => seat);
  return from.length > seats.length ? pile ?? seatBox(seats[0]) : seatBox(seats[0]);
}

/** Move the cards of which there is one picture only. @param {Flight[]} flights */
function fly(flights) {
  const root = document.documentElement;
  for (const { ident, isLeaving, x, y } of flights) {
    const group = `::view-transition-group(card-${ident})`;
    const duration = LONG * pace();
    const there = { transform: getComputedStyle(root, group).transform, opacity: 1 };
    if (there.transform === 'none') continue; // the browser has taken no picture of it
    const away = { transform: `translate(${x}px, ${y}px) ${there.transform} scale(${SMALL})`, opacity: FAINT };
    const lifted = { ...there, transform: `${there.transform} scale(${LIFTED})`, offset: isLeaving ? 0.2 : 0.8 };
    root.animate(isLeaving ? [there, lifted, away] : [away, lifted, there],
      { pseudoElement: group, duration, easing: 'ease-in-out', fill: 'both' });
    root.animate({ opacity: [1, 1] },
      { pseudoElement: `::view-transition-${isLeaving ? 'old' : 'new'}(card-${ident})`, duration, fill: 'both' });
  }
}

/**
 * Change what is seen; cards travel, unless somebody wants it quiet. A card that another player takes
 * or plays travels to or from their seat, where its hand is hidden.
 * @param {() => void} change @param {boolean} moving
 * @param {{items: Items, log?: Told[]}} view what will be seen
 * @returns {Promise<void>} settled when `change` has run, which may be later
 */
export function travel(change, moving, { items, log = [] }) {
  if (!moving || !pace() || isPressed || !document.startViewTransition || document.hidden) {
    change();
    return Promise.resolve();
  }
  const was = drawn;
  const codes = moved(was, items);
  const before = survey(codes);
  name([...before.places].filter(([, place]) => place.isSeen).map(([ident, { element }]) => [ident, element]));
  /** @type {Flight[]} */
  let flights = [];
  travelling = document.startViewTransition(() => measured('arrive', () => {
    change();
    const after = survey(codes);
    const travels = [...after.places].filter(([ident, { box, isSeen }]) => {
      const old = before.places.get(ident);
      return isSeen && !(old && isNear(old.box, box));
    });
    flights = flightsOf(before, after, new Set(travels.map(([ident]) => ident)), was, { items, log });
    name(travels.map(([ident, { element }]) => [ident, element]));
  }));
  const { ready, finished, updateCallbackDone } = travelling;
  ready.then(() => fly(flights), () => {}); // the next transition was sooner
  finished.catch(() => {});
  return updateCallbackDone;
}

/**
 * The flights of cards that have a picture before the change only, or after it only.
 * @param {ReturnType<typeof survey>} before @param {ReturnType<typeof survey>} after
 * @param {Set<string>} arriving cards that have a picture after it @param {Items} was @param {Step} view
 * @returns {Flight[]}
 */
function flightsOf(before, after, arriving, was, view) {
  /** @type {Flight[]} */
  const flights = [];
  /** @param {string} ident @param {boolean} isLeaving @param {DOMRect} here @param {DOMRect|undefined} there */
  const add = (ident, isLeaving, here, there) => {
    if (!there) return;
    const [[x, y], [toX, toY]] = [middle(here), middle(there)];
    flights.push({ ident, isLeaving, x: toX - x, y: toY - y });
  };
  for (const [ident, { element, box, isSeen }] of before.places) {
    if (!isSeen || arriving.has(ident)) continue;
    const now = after.places.get(ident)?.box;
    if (now && isNear(box, now)) continue; // pushed about
    add(ident, true, box, now ?? seatBox(taker(element.dataset.code ?? '', was, view)));
  }
  for (const ident of arriving) {
    const place = /** @type {Place} */ (after.places.get(ident));
    const old = before.places.get(ident);
    if (old?.isSeen) continue; // the browser has both pictures
    if (before.backs.some(({ box }) => isNear(box, place.box))) continue; // turned over where it lies
    add(ident, false, place.box, old?.box ?? originOf(place, was, view, before.backs));
  }
  return flights;
}
