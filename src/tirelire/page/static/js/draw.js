/** Drawing a table: seats around the centre, my hand below. */

import { card, cards, h, icon, patch, unseen } from './dom.js';
import { number, say } from './texts.js';

/** @type {Record<string, () => Promise<{default: GameModule}>>} */
const MODULES = {
  money: () => import('./games/money.js'),
  cash_oder_crash: () => import('./games/cash_oder_crash.js'),
  monopoly: () => import('./games/monopoly.js'),
  cache_ton_cash: () => import('./games/cache_ton_cash.js'),
};

/** Load the module of a game. @param {string} game */
export const moduleOf = async (game) => (await MODULES[game]()).default;

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Record<string, string>} */
let drawn = {};

/**
 * The cards of which some lie elsewhere now: only these travel, as every one costs a picture.
 * @param {Record<string, string>} items
 */
function moved(items) {
  const codes = new Set();
  for (const name of Object.keys({ ...drawn, ...items })) {
    const [before, after] = [cards(drawn[name]).sort(), cards(items[name]).sort()];
    if (String(before) === String(after)) continue;
    for (const code of [...before, ...after]) {
      const [was, is] = [before, after].map((all) => all.filter((x) => x === code).length);
      if (was !== is) codes.add(code);
    }
  }
  return codes;
}

/**
 * Change what is seen; cards travel, unless somebody wants it quiet.
 * @param {() => void} change @param {boolean} moving
 * @param {Record<string, string>} items what will be seen
 */
export function travel(change, moving, items) {
  if (!moving || quiet.matches || !document.startViewTransition || document.hidden) {
    change();
    return;
  }
  const codes = moved(items);
  const name = () => {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-travel]'))) {
      const { code, travel: ident } = one.dataset;
      one.style.setProperty('view-transition-name', codes.has(code) ? `card-${ident}` : 'none');
    }
  };
  name();
  const { ready, finished } = document.startViewTransition(() => {
    change();
    name();
  });
  for (const part of [ready, finished]) part.catch(() => {}); // the next was sooner
}

/**
 * What a game module may use, from a view.
 * @param {View} view @param {Table} table @param {Game} about
 * @param {Omit<Context, 'view'|'table'|'cards'|'item'|'deck'|'places'>} more @returns {Context}
 */
export const contextOf = (view, table, about, more) => ({
  view,
  table,
  cards: (item) => cards(view.items[item]),
  item: (item) => view.items[item] ?? '-',
  deck: about.cards,
  places: about.places[String(table.options.board)] ?? {},
  ...more,
});

/**
 * Draw everything that depends on the position.
 * @param {HTMLElement} root @param {GameModule} game @param {Context} ctx
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

/** @param {GameModule} game @param {Context} ctx @param {string} seat */
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
      active ? h('span', { class: 'tag turn' },
        say(mine ? 'page.entrance.my_turn' : 'page.table.thinks')) : null,
      h('span', { class: 'score' }, unseen(say('page.table.score')),
        number(ctx.view.totals[seat] ?? 0)),
    ),
    game.seat(ctx, seat),
    active && row?.kind === 'person' && !row.mine && !row.away ? standInButton(ctx, seat) : null,
  );
}

/** @param {Context} ctx @param {string} seat whose player lets everybody wait */
const standInButton = ({ name, standIn }, seat) => standIn && h('button', {
  type: 'button', class: 'stand-in', id: `stand-in-${seat}`,
  'aria-label': say('page.table.stand_in_for', { who: name(seat) }),
  on: { click: () => standIn(seat) } }, say('page.table.stand_in'));

/** @param {GameModule} game @param {Context} ctx @param {HandCard[]} list */
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

/**
 * @param {GameModule} game @param {Context} ctx @param {HandCard} one
 * @param {'many'|'one'|'none'} mode
 */
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
