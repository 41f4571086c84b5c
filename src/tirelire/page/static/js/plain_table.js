/** The default table: every place with its name and its cards, and every legal move as a button. */

import { codeOf, seats, titles, tracker } from './copies.js';
import { card, h } from './dom.js';
import { number } from './texts.js';

const HAND = 'hand';
/** Cards in a place beyond which they are small. */
const MANY = 6;
const track = tracker();

/** The item of a view that lists the cards of a place. @param {Zone} zone @param {string} seat */
const itemOf = (zone, seat) => (zone.by_seat ? `${zone.name} ${seat}` : zone.name);

/** @param {Context} ctx @param {string} item */
const known = (ctx, item) => ctx.cards(item).filter((code) => code !== '?');

/** The keys of the cards in a place that I know, in their order. @param {Context} ctx @param {string} item */
const keysIn = (ctx, item) => track(ctx.view, () => ctx.zones.flatMap((zone) =>
  (zone.by_seat ? seats(ctx) : ['']).map((seat) => {
    const place = itemOf(zone, seat);
    return /** @type {[string, string[]]} */ ([place, known(ctx, place)]);
  }))).get(item) ?? [];

/**
 * Draw a place: its name, how many cards lie there, and those that I know.
 * @param {Context} ctx @param {Zone} zone @param {string} [seat]
 */
function place(ctx, zone, seat = '') {
  const item = itemOf(zone, seat);
  const codes = ctx.cards(item);
  const game = ctx.table.game;
  const faces = keysIn(ctx, item).map((key) => card(game, codeOf(key), { key }));
  if (faces.length < codes.length) faces.push(card(game, '?'));
  const row = h('span', { class: 'plain-cards', 'aria-hidden': 'true' }, ...faces);
  row.style.setProperty('--n', String(faces.length));
  const label = [zone.title, titles(ctx, codes)].filter(Boolean).join(', ');
  const size = faces.length > MANY ? 'plain-zone many' : 'plain-zone';
  return h('div', { class: size, role: 'group', 'aria-label': label, dataset: { key: item } },
    h('span', { class: 'plain-title' }, zone.title, ' ', h('b', {}, number(codes.length))),
    faces.length > 0 && row);
}

/** Whether a move is about a card: it says its code or its name. @param {Context} ctx @param {string} move @param {string} code */
const isAbout = ({ deck }, move, code) =>
  move.split(' ').slice(1).some((word) => word === code || word === deck[code]?.name);

/** @type {PageModule} */
const plain = {
  board: (ctx) => h('div', { class: 'plain-board' },
    ...ctx.zones.filter((zone) => !zone.by_seat).map((zone) => place(ctx, zone))),

  seat: (ctx, seat) => h('div', { class: 'plain-seat' }, ...ctx.zones
    .filter((zone) => zone.by_seat && (zone.name !== HAND || seat !== ctx.me))
    .map((zone) => place(ctx, zone, seat))),

  hand: (ctx) => keysIn(ctx, `${HAND} ${ctx.me}`).map((key) => ({
    code: codeOf(key),
    key,
    playable: [...ctx.legal].some((move) => isAbout(ctx, move, codeOf(key))),
    test: '',
  })),

  selection: (ctx) => (ctx.legal.size ? 'one' : 'none'),

  /** Without a selection every legal move, otherwise those that are about the selected card. */
  actions(ctx) {
    const chosen = [...ctx.selected].map(codeOf);
    const moves = [...ctx.legal].filter((move) => chosen.every((code) => isAbout(ctx, move, code)));
    return moves.map((move) => {
      const label = ctx.meaning(move) || move;
      return { move, label: label.charAt(0).toUpperCase() + label.slice(1), primary: chosen.length > 0 };
    });
  },
};

export default plain;
