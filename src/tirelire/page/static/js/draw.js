/** Drawing a table: seats around the centre, my hand below. */

import { card, cards, h, icon, patch, unseen } from './dom.js';
import { amount, say } from './texts.js';

/** Load a game's own script, or the default table. @param {Game} game @returns {Promise<PageModule>} */
export const moduleOf = async ({ id, page }) =>
  (await import(page ? `/static/games/${id}/table.js` : './plain_table.js')).default;

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether a button or finger is down; a transition that begins would lose its release. */
let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  addEventListener(type, () => (isPressed = type === 'pointerdown'), { capture: true, passive: true });
}

/** @type {Record<string, string>} */
let drawn = {};
/** @type {ViewTransition|undefined} */
let travelling;

/** End the transition: cards would fly over what opens now. */
export const arrive = () => travelling?.skipTransition();

/**
 * The cards that moved: only these travel, since each costs a picture.
 * @param {Record<string, string>} items
 */
function moved(items) {
  const codes = new Set();
  for (const name of Object.keys({ ...drawn, ...items })) {
    const both = [cards(drawn[name]), cards(items[name])];
    for (const code of both.flat()) {
      const [was, is] = both.map((all) => all.filter((x) => x === code).length);
      if (was !== is) codes.add(code);
    }
  }
  return codes;
}

/** Where to look at a card, in parts of its sides. */
const SPOTS = [1 / 6, 1 / 2, 5 / 6];

/** @param {DOMRect} box @param {number} x @param {number} y */
const holds = (box, x, y) => box.left < x && x < box.right && box.top < y && y < box.bottom;

/**
 * Whether a card is seen: not cut off by what scrolls, not under later cards or a dialog. A card
 * that travels is drawn above everything.
 * @param {HTMLElement} one @param {HTMLElement[]} all
 */
function isSeen(one, all) {
  const boxOf = (/** @type {Element} */ element) => element.getBoundingClientRect();
  const { left, top, width, height } = boxOf(one);
  const spots = SPOTS.flatMap((x) => SPOTS.map((y) => [left + x * width, top + y * height]));
  for (let outer = one.parentElement; outer; outer = outer.parentElement) {
    const clip = boxOf(outer);
    if (getComputedStyle(outer).overflowX !== 'visible' && !spots.every(([x, y]) => holds(clip, x, y))) return false;
  }
  const covers = all.slice(all.indexOf(one) + 1).map(boxOf);
  return spots.some(([x, y]) => !covers.some((box) => holds(box, x, y)));
}

/** Pixels: a card that is pushed about by less does not travel. */
const NEAR = 40;

/**
 * Change what is seen; cards travel, unless somebody wants it quiet.
 * @param {() => void} change @param {boolean} moving
 * @param {Record<string, string>} items what will be seen
 * @returns {Promise<void>} settled when `change` has run, which may be later
 */
export function travel(change, moving, items) {
  if (!moving || quiet.matches || isPressed || !document.startViewTransition || document.hidden) {
    change();
    return Promise.resolve();
  }
  const codes = moved(items);
  /** @type {Map<string, DOMRect>} */
  const places = new Map();
  const name = () => {
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card, dialog[open]'))];
    for (const one of all) {
      const { code, travel: ident } = one.dataset;
      let travels = false;
      if (ident && codes.has(code)) {
        const [was, is] = [places.get(ident), one.getBoundingClientRect()];
        places.set(ident, is);
        travels = isSeen(one, all) && !(was && Math.hypot(was.x - is.x, was.y - is.y) < NEAR);
      }
      one.style.setProperty('view-transition-name', travels ? `card-${ident}` : 'none');
    }
  };
  name();
  travelling = document.startViewTransition(() => {
    change();
    name();
  });
  const { ready, finished, updateCallbackDone } = travelling;
  for (const part of [ready, finished]) part.catch(() => {}); // the next transition was sooner
  return updateCallbackDone;
}

/**
 * What a game module may use, from a view.
 * @param {View} view @param {Table} table @param {Game} about
 * @param {Omit<Context, 'unit'|'view'|'table'|'cards'|'item'|'deck'|'zones'|'places'>} more @returns {Context}
 */
export const contextOf = (view, table, about, more) => ({
  view,
  table,
  cards: (item) => cards(view.items[item]),
  item: (item) => view.items[item] ?? '-',
  deck: about.cards,
  unit: about.unit,
  zones: about.zones,
  places: about.places[String(table.options.board)] ?? {},
  ...more,
});

/**
 * Draw everything that depends on the position.
 * @param {HTMLElement} root @param {PageModule} game @param {Context} ctx
 * @param {HTMLElement} [rail] where my hand goes; below the table if not given
 */
export function drawTable(root, game, ctx, rail) {
  const began = performance.now();
  drawn = ctx.view.items;
  const me = ctx.me;
  const seats = ctx.table.seats.map((seat) => seat.seat);
  const first = me ? seats.indexOf(me) : 0;
  const others = seats.map((_, i) => seats[(first + i) % seats.length]).filter((x) => x !== me);
  root.dataset.others = String(others.length);
  const list = me ? game.hand(ctx) : [];
  const hand = list.length ? drawHand(game, ctx, list) : null;
  patch(root, [
    h('section', { class: 'seats', 'aria-label': say('page.table.others') },
      ...others.map((seat) => drawSeat(game, ctx, seat))),
    h('section', { class: 'board', 'aria-label': say('page.table.board') }, game.board(ctx)),
    me ? h('section', { class: 'mine' }, drawSeat(game, ctx, me)) : null,
    rail ? null : hand,
  ]);
  if (rail) patch(rail, [hand]);
  performance.measure('draw', { start: began });
}

/** @param {PageModule} game @param {Context} ctx @param {string} seat */
function drawSeat(game, ctx, seat) {
  const row = ctx.table.seats.find((one) => one.seat === seat);
  const active = ctx.view.awaited.includes(seat);
  const mine = seat === ctx.me;
  return h(
    'article',
    { class: `seat${active ? ' deciding' : ''}${mine ? ' own' : ''}`, dataset: { seat, key: seat } },
    h(
      'header',
      {},
      h('span', { class: 'who' }, ctx.name(seat)),
      row?.kind === 'bot' || row?.away ? h('span', { class: 'tag bot' }, icon('bot'),
        h('span', {}, say(row.away ? 'page.table.away' : 'page.table.bot'))) : null,
      active && stageOf(ctx, mine),
      scoreOf(ctx, seat),
    ),
    game.seat(ctx, seat),
    active && row?.kind === 'person' && !row.mine && !row.away ? standInButton(ctx, seat) : null,
  );
}

/** What somebody does who is awaited. @param {Context} ctx @param {boolean} mine */
function stageOf({ view }, mine) {
  const tag = (/** @type {string} */ key) => h('span', { class: 'tag turn' }, say(key));
  if (view.ended === 'deal') return !mine && tag('page.table.looks');
  return tag(mine ? 'page.entrance.my_turn' : 'page.table.thinks');
}

/**
 * The points of a seat. Touched, they show the last score sheet; by keyboard a button of the page does.
 * @param {Context} ctx @param {string} seat
 */
const scoreOf = ({ view, unit, showSheet }, seat) => h('span', { class: showSheet ? 'score linked' : 'score',
  title: showSheet && say('page.table.scores'), on: showSheet ? { click: showSheet } : {} },
unseen(say('page.table.score')), amount({ unit }, view.totals[seat] ?? 0));

/** @param {Context} ctx @param {string} seat whose player lets everybody wait */
const standInButton = ({ name, standIn }, seat) => standIn && h('button', {
  type: 'button', class: 'stand-in', id: `stand-in-${seat}`,
  'aria-label': say('page.table.stand_in_for', { who: name(seat) }),
  on: { click: () => standIn(seat) } }, say('page.table.stand_in'));

/** @param {PageModule} game @param {Context} ctx @param {HandCard[]} list */
function drawHand(game, ctx, list) {
  const mode = game.selection(ctx);
  return h(
    'fieldset',
    { class: 'hand', dataset: { count: String(list.length), game: ctx.table.game } },
    h('legend', {}, ctx.view.worth ? unseen(`${say('page.table.hand')}. `) : say('page.table.hand'),
      ctx.view.worth),
    ...list.map((one) => drawHandCard(game, ctx, one, mode)),
  );
}

/** @param {PageModule} game @param {Context} ctx @param {HandCard} one @param {'many'|'one'|'none'} mode */
function drawHandCard(game, ctx, one, mode) {
  const label = one.label ?? ctx.deck[one.code]?.name ?? one.code;
  const usable = mode !== 'none' && one.playable;
  const input = h('input', {
    type: 'checkbox',
    id: `hand-${one.key}`,
    name: 'card',
    value: one.key,
    'aria-disabled': usable ? undefined : 'true',
    dataset: { test: one.test },
    on: {
      change: ({ currentTarget: touched }) => {
        if (!usable) {
          touched.checked = false;
          touched.dispatchEvent(new CustomEvent('why', { bubbles: true, detail: one.test }));
          return;
        }
        if (mode === 'one') ctx.selected.clear();
        if (touched.checked) ctx.selected.add(one.key);
        else ctx.selected.delete(one.key);
        ctx.redraw();
      },
    },
  });
  input.checked = ctx.selected.has(one.key);
  return h(
    'label',
    { class: `held${usable ? ' playable' : ''}${input.checked ? ' chosen' : ''}${one.apart ? ' apart' : ''}`, dataset: { key: one.key } },
    input,
    card(ctx.table.game, one.code, { key: one.key, text: one.text, label }),
  );
}
