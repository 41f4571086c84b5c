/** Drawing a table: seats around the centre, my hand below. */

import { at, card, cards, h, icon, patch, unseen } from './dom.js';
import { colourOf, face } from './faces.js';
import { sharing } from './people.js';
import { progress } from './goal.js';
import { measured } from './measure.js';
import { amount, say } from './texts.js';
import { noteDrawn } from './travel.js';

/** Buttons beyond which they are small. */
const FEW = 3;

/** Draw the buttons below my hand. @param {HTMLElement[]} buttons */
export function drawButtons(buttons) {
  at('actions').classList.toggle('crowded', buttons.length > FEW);
  patch(at('actions'), buttons);
}

/** Load a game's own script, or the default table. @param {Game} game @returns {Promise<PageModule>} */
export const moduleOf = async ({ id, page }) =>
  (await import(page ? `/static/games/${id}/table.js` : './plain_table.js')).default;

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
 * @param {Context} [own] what my hand is drawn from, where the table is behind
 */
export const drawTable = (root, game, ctx, rail, own = ctx) => measured('draw', () => {
  noteDrawn(ctx.view.items);
  const me = ctx.me;
  const seats = ctx.table.seats.map((seat) => seat.seat);
  const first = me ? seats.indexOf(me) : 0;
  const others = seats.map((_, i) => seats[(first + i) % seats.length]).filter((x) => x !== me);
  const board = game.board(ctx);
  root.dataset.others = String(others.length);
  root.dataset.stage = board.dataset.stage ?? '';
  const list = me ? game.hand(own) : [];
  const hand = list.length ? drawHand(game, own, list) : null;
  patch(root, [
    h('section', { class: 'seats', 'aria-label': say('page.table.others') },
      ...others.map((seat) => drawSeat(game, ctx, seat))),
    h('section', { class: 'board', 'aria-label': say('page.table.board') }, board),
    me ? h('section', { class: 'mine' }, drawSeat(game, ctx, me)) : null,
    rail ? null : hand,
  ]);
  if (rail) patch(rail, [hand]);
});

/** @param {PageModule} game @param {Context} ctx @param {string} seat */
function drawSeat(game, ctx, seat) {
  const row = ctx.table.seats.find((one) => one.seat === seat);
  const active = ctx.view.awaited.includes(seat);
  const mine = seat === ctx.me;
  const absence = row ? absenceOf(ctx, row) : '';
  return h(
    'article',
    { class: `seat${absence ? ' absent' : ''}${active ? ' deciding' : ''}${mine ? ' own' : ''}${ctx.acting?.has(seat) ? ' acting' : ''}${row ? ` ${colourOf(row)}` : ''}`, dataset: { seat, key: seat } },
    h(
      'header',
      {},
      row && face(row),
      h('bdi', { class: 'who' }, ctx.name(seat)),
      row?.together && !row.mine ? sharing(ctx.table, row) : null,
      row?.kind === 'bot' || absence === 'away' ? h('span', { class: `tag bot${absence ? ' of-absent' : ''}`,
        title: absence && say('page.table.away') }, icon('bot'), h('span', {}, say(absence ? 'page.table.away' : 'page.table.bot'))) : null,
      absence === 'gone' ? h('span', { class: 'tag gone', title: say('page.lobby.not_here') }, icon('gone'),
        h('span', {}, say('page.table.absent'))) : null,
      active && stageOf(ctx, seat === ctx.reader),
      scoreOf(ctx, seat),
      progress(ctx, seat),
    ),
    game.seat(ctx, seat),
    active && row?.kind === 'person' && !row.mine && !row.away ? standInButton(ctx, seat) : null,
  );
}

/** Whether a person has left: a bot plays for them, or they have closed the page. @param {Context} ctx @param {Seat} seat */
function absenceOf({ present }, { seat, kind, mine, away }) {
  if (kind !== 'person') return '';
  if (away) return 'away';
  return !mine && typeof present === 'string' && !present.includes(seat) ? 'gone' : '';
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
  const hand = h(
    'fieldset',
    { class: 'hand', dataset: { count: String(list.length), game: ctx.table.game } },
    h('legend', {}, ctx.view.worth ? unseen(`${say('page.table.hand')}. `) : ctx.handTitle ?? say('page.table.hand'),
      ctx.view.worth),
    ...list.map((one) => drawHandCard(game, ctx, one, mode)),
  );
  hand.style.setProperty('--n', String(list.length));
  return hand;
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
