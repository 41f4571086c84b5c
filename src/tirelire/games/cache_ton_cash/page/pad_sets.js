/** Entering a stack of Cache ton Cash by its sets: the kind, how many cards, and the wilds among them. */

import { h } from '/static/js/dom.js';
import { here, most, put } from '/static/js/pad/cards.js';
import { pictureOf, stepper, tile } from '/static/js/pad/tiles.js';
import { number, say } from '/static/js/texts.js';
import { setsOf } from './pad_stack.js';

/** @import { Game, Kind, Match, Screen } from './pad_shapes.js' */

/** @typedef {{kind: Kind, n: number, wilds: Map<Kind, number>}} CardSet a set in numbers */

const FEWEST = 2; // K4: cards of a set

/** The set that is changed: the last one of a stack, unless another was tapped. */
let chosen = { stack: '', i: 0 };

/** Names a stack. @param {Screen} screen */
const nameOf = ({ match, n, seat }) => `${match.id}/${n}/${seat}`;

/** The kinds that two players have left out (K21). @param {Game} game @param {number} players @param {Record<string, any>} options */
export const goneFrom = (game, players, options) => (players === game.fewest ? String(options.removed ?? '').split(',') : []);

/** The kinds that can lie in a stack. @param {Match} match @param {Game} game */
export function kindsInStacks(match, game) {
  const gone = goneFrom(game, match.names.length, match.options);
  return game.kinds.filter(({ code, group }) => (code === game.jar ? match.options.penny_jar === 'on'
    : group !== 'action' && !gone.includes(code)));
}

/** @param {Screen} screen */
export function stackField(screen) {
  const { match, game, entry } = screen;
  const kinds = kindsInStacks(match, game);
  const wilds = kinds.filter((kind) => kind.group === 'wild');
  const sets = setsOf(entry.cards ?? [], game).map((cards) => inNumbers(cards, game, wilds));
  const now = chosen.stack === nameOf(screen) && chosen.i < sets.length ? chosen.i : sets.length - 1;
  return h('div', { class: 'pad-field' },
    sets.length ? null : h('p', { class: 'pad-note' }, say('page.pad.tap_sets')),
    h('div', { class: 'pad-tiles', role: 'group', 'aria-label': say('page.pad.new_set') },
      ...kinds.filter((kind) => kind.group === 'possession').map((kind) => kindTile(screen, sets, kind, wilds))),
    sets[now] ? editor(screen, sets, now, wilds) : null,
    h('ol', { class: 'pad-stack', 'aria-label': say('page.pad.stack') }, ...sets.map((set, i) => h('li', { dataset: { key: `${i}` } },
      h('button', { type: 'button', id: `set-${i}`, 'aria-pressed': String(i === now), 'aria-label': sayText(set),
        on: { click: () => { chosen = { stack: nameOf(screen), i }; screen.ctx.redraw(); } } },
      pictureOf(match.game, set.kind), h('b', {}, number(set.n)),
      ...[...set.wilds].map(([kind, n]) => h('span', { class: 'pad-wild', dataset: { key: kind.code } },
        pictureOf(match.game, kind), number(n))))))));
}

/** @param {string[]} cards @param {Game} game @param {Kind[]} wilds @returns {CardSet} */
function inNumbers(cards, game, wilds) {
  const isWild = (/** @type {string} */ code) => wilds.some((kind) => kind.code === code);
  const code = cards.find((one) => !isWild(one)) ?? cards[0];
  const kind = /** @type {Kind} */ (game.kinds.find((one) => one.code === code));
  /** @param {string} wanted */
  const times = (wanted) => cards.filter((one) => one === wanted).length;
  return { kind, n: times(code), wilds: new Map(wilds.filter((one) => one !== kind && times(one.code)).map((one) => [one, times(one.code)])) };
}

/** @param {CardSet} set */
const asCards = ({ kind, n, wilds }) => [...Array(n).fill(kind.code), ...[...wilds].flatMap(([one, times]) => Array(times).fill(one.code))];

/** @param {CardSet} set */
const sayText = ({ kind, n, wilds }) => [...new Map([[kind, n], ...wilds])].map(([one, times]) => say('page.pad.how_many', { n: times, card: one.name })).join(', ');

/** Keep other sets, and let one of them be changed next. @param {Screen} screen @param {CardSet[]} sets @param {number} i */
function change(screen, sets, i) {
  chosen = { stack: nameOf(screen), i: Math.max(0, i) };
  put(screen, sets.flatMap(asCards));
}

/** How many cards of a kind are still free. @param {Screen} screen @param {Kind} kind */
const free = (screen, kind) => most(screen, kind) - here(screen, kind.code);

/** A tap begins a set with the fewest cards that one has; a lone card takes a wild. @param {Screen} screen @param {CardSet[]} sets @param {Kind} kind @param {Kind[]} wilds */
function kindTile(screen, sets, kind, wilds) {
  const left = free(screen, kind);
  const last = sets.findLastIndex((set) => set.kind === kind);
  const begin = () => {
    // Two sets of a kind on top of each other are one: more cards are said by their number.
    if (last >= 0 && last === sets.length - 1) change(screen, sets, last);
    else begun(screen, sets, sets.length, { kind, n: Math.min(FEWEST, left), wilds: new Map() }, wilds);
  };
  return tile(screen, kind, { n: here(screen, kind.code), left, add: begin });
}

/** Put a set in its place; where it has one card, a wild joins it (K4). @param {Screen} screen @param {CardSet[]} sets @param {number} i @param {CardSet} set @param {Kind[]} wilds */
function begun(screen, sets, i, set, wilds) {
  const wild = wilds.find((one) => free(screen, one) > 0);
  if (set.n < FEWEST && !set.wilds.size) {
    if (!set.n || !wild) {
      screen.ctx.refuse(say('page.pad.no_set'));
      return;
    }
    set.wilds.set(wild, 1);
  }
  change(screen, sets.toSpliced(i, 1, set), i);
}

/** How many cards a set has, and which wilds. @param {Screen} screen @param {CardSet[]} sets @param {number} i @param {Kind[]} wilds */
function editor(screen, sets, i, wilds) {
  const set = sets[i];
  const high = set.n + free(screen, set.kind);
  /** @param {Kind} kind @param {number} n */
  const setWild = (kind, n) => {
    const changed = new Map(set.wilds).set(kind, n);
    if (!n) changed.delete(kind);
    begun(screen, sets, i, { ...set, wilds: changed }, wilds);
  };
  return h('div', { class: 'pad-set', role: 'group', 'aria-label': set.kind.name },
    h('h2', {}, set.kind.name, h('button', { type: 'button', id: 'drop-set', 'aria-label': say('page.pad.drop_set', { card: set.kind.name }),
      on: { click: () => change(screen, sets.toSpliced(i, 1), sets.length - 2) } }, '✕')),
    h('div', { class: 'pad-numbers', role: 'group', 'aria-label': say('page.pad.cards_of_set') }, ...Array.from({ length: set.kind.copies }, (_, k) =>
      h('button', { type: 'button', id: `cards-${k + 1}`, dataset: { key: `${k + 1}` }, 'aria-pressed': String(set.n === k + 1),
        'aria-disabled': k + 1 > high && 'true', 'aria-label': say('page.pad.how_many', { n: k + 1, card: set.kind.name }),
        on: { click: () => k + 1 <= high && begun(screen, sets, i, { ...set, wilds: new Map(set.wilds), n: k + 1 }, wilds) } }, number(k + 1)))),
    h('div', { class: 'pad-wilds' }, ...wilds.map((kind) => {
      const n = set.wilds.get(kind) ?? 0;
      return h('div', { class: 'pad-row', dataset: { key: kind.code } }, pictureOf(screen.match.game, kind), h('span', {}, kind.name),
        stepper({ id: `wild-${kind.code}`, label: kind.name, n, low: 0, high: n + free(screen, kind), set: (to) => setWild(kind, to) }));
    })));
}
