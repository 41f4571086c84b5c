// Cash oder Crash at the table: pawns walk a ring, moved by two cards that lie face down.

import { seats } from '/static/js/copies.js';
import { pace } from '/static/js/count.js';
import { card, cardRow, h, unseen } from '/static/js/dom.js';
import { say, signed } from '/static/js/texts.js';

const GAME = 'cash_oder_crash';
const COLOURS = ['RED', 'YELLOW', 'GREEN', 'BLUE'];
const ROW = 7; // fields in a row of the board without an end
/** Milliseconds at the usual speed: the cards are seen, then the pawn walks; a long way is walked faster. */
const TURN_MS = 900;
const STEP_MS = 170;
const MOST_WALKING_MS = 1700;
const FIVE = 5;

/** What the last draw showed: a view tells what is now, not what was turned up.
 * @type {{table: string, number: number, pawns: Record<string, number>, played: string[],
 *   deals: string, turned: Turned | null} | null} */
let shown = null;

const text = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
  say(`page.${GAME}.${key}`, values);
const sign = (/** @type {number} */ n) => (n > 0 ? 'plus' : n < 0 ? 'minus' : 'zero');

/** What moves call a seat's pawn. @param {Context} ctx @param {string} seat */
const codeOf = (ctx, seat) => COLOURS[seats(ctx).indexOf(seat)];

/** The chosen colour of a seat's pawn. @param {Context} ctx @param {string} seat */
const colourOf = (ctx, seat) =>
  ctx.table.seats.find((one) => one.seat === seat)?.pawn || codeOf(ctx, seat);

/** The picture of a card. @param {Context} ctx @param {string} code */
const pictureOf = (ctx, code) =>
  (COLOURS.includes(code) ? colourOf(ctx, seats(ctx)[COLOURS.indexOf(code)]) : code);

/** The left neighbour of a seat. @param {Context} ctx @param {string} seat */
const leftOf = (ctx, seat) => seats(ctx)[(seats(ctx).indexOf(seat) + 1) % seats(ctx).length];

/** Read where the pawns stand: `A +3 B -2`. @param {Context} ctx @returns {Record<string, number>} */
function pawns(ctx) {
  const words = ctx.item('pawns').split(' ');
  return Object.fromEntries(seats(ctx).map((seat) => [seat, Number(words[words.indexOf(seat) + 1])]));
}

/** Compare with what was drawn before: a number that was turned up, a pawn that walked.
 * @param {Context} ctx */
function notice(ctx) {
  const now = pawns(ctx);
  const played = ctx.cards('played');
  const deals = ctx.item('big_deal');
  const table = `${ctx.table.id} ${ctx.view.seat} ${ctx.view.deal}`;
  const before = shown?.table === table && shown.number <= ctx.view.number ? shown : null;
  const walker = seats(ctx).find((seat) => before && before.pawns[seat] !== now[seat]);
  let turned = before && before.played.length === played.length ? before.turned : null;
  if (before && walker && played.length === before.played.length + 1) {
    const rest = [...played];
    for (const code of before.played) rest.splice(rest.indexOf(code), 1);
    const [from, to] = [before.pawns[walker], now[walker]];
    const doubled = deals !== before.deals;
    turned = { seat: walker, number: rest[0], doubled, from, to, began: performance.now() };
  }
  shown = { table, number: ctx.view.number, pawns: now, played, deals, turned };
  return turned;
}

/** Lay the fields out: as on the drawn ring, or in rows to and fro where there is no end.
 * The result is in hundredths of the width of the board. @param {Context} ctx @returns {Places} */
function layout(ctx) {
  const entries = Object.entries(ctx.places);
  if (entries.length) {
    const scale = 50 / ctx.places['0'][0]; // 0 is above, in the middle
    return new Map(entries.map(([field, [x, y]]) => [Number(field), [x * scale, y * scale]]));
  }
  const all = Object.values(pawns(ctx));
  const low = Math.min(-ROW + 1, ...all);
  const size = Math.max(ROW - 1, ...all) - low + 1;
  return new Map(Array.from({ length: size }, (_, i) => {
    const row = Math.floor(i / ROW);
    const column = row % 2 ? ROW - 1 - (i % ROW) : i % ROW;
    return [low + i, [8 + 14 * column, 8 + 14 * row]];
  }));
}

/** List the fields that a pawn passes, in the direction of its card. @param {Places} places
 * @param {Turned} turned */
function path(places, turned) {
  const fields = [...places.keys()].sort((a, b) => a - b);
  const step = turned.number.startsWith('-') ? -1 : 1;
  const walked = [turned.from];
  for (let at = fields.indexOf(turned.from); walked.at(-1) !== turned.to; walked.push(fields[at])) {
    if (walked.length > fields.length) return [turned.from, turned.to];
    at = (at + step + fields.length) % fields.length;
  }
  return walked;
}

/** Write a place as a translation; pawns that share a field stand around its middle. @param {Places} places
 * @param {number} field @param {number} [index] @param {number} [count] */
function translation(places, field, index = 0, count = 1) {
  const [x, y] = places.get(field) ?? [50, 50];
  const angle = ((index + 0.5) / count) * 2 * Math.PI;
  const apart = count > 1 ? 4.4 : 0;
  const to = [x + apart * Math.sin(angle), y - apart * Math.cos(angle)];
  return `translate(${to.map((part) => `${part.toFixed(2)}cqi`).join(',')})`;
}

/** Draw a pawn: its colour, pattern and shape are in the picture. @param {Context} ctx
 * @param {string} seat */
function pawn(ctx, seat) {
  const colour = colourOf(ctx, seat);
  const alt = text('pawn', { colour: ctx.deck[colour].name });
  return h('span', { class: 'coc-pawn' }, h('img', { src: `/art/${GAME}/PAWN_${colour}.svg`, alt }));
}

/** Draw the board with its pawns; the one that was moved walks. @param {Context} ctx
 * @param {Turned | null} turned */
function ring(ctx, turned) {
  const [places, at, board] = [layout(ctx), pawns(ctx), ctx.table.options.board];
  const where = seats(ctx).map((seat) => text('pawn_on', {
    colour: ctx.deck[colourOf(ctx, seat)].name, who: ctx.name(seat), field: signed(at[seat]),
  }));
  const box = h('div', { class: 'coc-ring', role: 'img', 'aria-label': where.join(' ') });
  if (!Object.keys(ctx.places).length) {
    box.classList.add('coc-line');
    box.style.setProperty('--rows', String(Math.ceil(places.size / ROW)));
    for (const field of places.keys()) {
      const spot = h('span', { class: 'coc-field', dataset: { sign: sign(field) } }, signed(field));
      spot.style.setProperty('transform', translation(places, field));
      box.append(spot);
    }
  } else {
    const name = board === 'ring17' ? 'board17' : 'board';
    box.append(h('img', { class: 'coc-picture', src: `/art/${GAME}/${name}.svg`, alt: '' }));
  }
  if (turned) box.append(...arrows(places, turned));
  for (const seat of seats(ctx)) {
    const here = seats(ctx).filter((each) => at[each] === at[seat]);
    const end = translation(places, at[seat], here.indexOf(seat), here.length);
    const piece = pawn(ctx, seat);
    piece.dataset.key = seat;
    piece.style.setProperty('transform', end);
    piece.classList.toggle('coc-shared', here.length > 1);
    if (turned?.seat === seat) walk(piece, places, turned, end);
    box.append(piece);
  }
  return box;
}

/** Milliseconds for a step on a way. @param {number} steps */
const stepTime = (steps) => Math.min(STEP_MS, MOST_WALKING_MS / steps);

/** Milliseconds until the pawn has arrived, at the usual speed. @param {View} view */
function lasts({ log }) {
  const turned = log.flatMap(({ scenes }) => scenes).find(({ kind }) => kind === `${GAME}.reveal` || kind === `${GAME}.doubled`);
  if (!turned) return 0;
  const number = Math.abs(Number(Object.values(turned.cards).flat()[0] ?? 0));
  const fields = number * (turned.kind === `${GAME}.doubled` ? 2 : 1) + 1;
  return TURN_MS + fields * stepTime(fields);
}

/** Draw an arrow for each step that a pawn made, so that its way stays in sight. @param {Places} places
 * @param {Turned} turned */
function arrows(places, turned) {
  const walked = path(places, turned).map((field) => places.get(field) ?? [50, 50]);
  return walked.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = walked[i];
    const arrow = h('span', { class: 'coc-arrow', 'aria-hidden': 'true', dataset: { key: `${turned.began} ${i}` } });
    const middle = [(x + fromX) / 2, (y + fromY) / 2].map((part) => `${part.toFixed(2)}cqi`);
    const angle = Math.atan2(y - fromY, x - fromX);
    arrow.style.setProperty('transform', `translate(${middle.join(',')}) rotate(${angle.toFixed(3)}rad)`);
    arrow.style.setProperty('--after', `${TURN_MS + i * stepTime(walked.length)}ms`);
    return arrow;
  });
}

/** Let a pawn walk from field to field; a table drawn anew meanwhile leaves it walking.
 * @param {HTMLElement} piece @param {Places} places @param {Turned} turned @param {string} end */
function walk(piece, places, turned, end) {
  const steps = path(places, turned).map((field) => translation(places, field));
  steps[steps.length - 1] = end;
  piece.dataset.key = `${turned.seat} ${turned.began}`;
  piece.classList.add('coc-walking');
  if (!pace()) return;
  const frames = steps.map((transform) => ({ transform, easing: 'ease-in-out' }));
  const timing = { duration: steps.length * stepTime(steps.length) * pace(), delay: TURN_MS * pace() };
  // Elements are made in a document without a clock: the pawn walks once it stands on the page.
  queueMicrotask(() => piece.isConnected && piece.animate(frames, { ...timing, fill: 'backwards' }));
}

/** Draw the place of a card in the middle: empty, face down, or known to me alone. @param {Context} ctx
 * @param {'colour' | 'number'} kind @param {string} seat who lays it */
function slot(ctx, kind, seat) {
  const laid = ctx.cards(kind)[0];
  const code = laid && pictureOf(ctx, laid);
  const state = !code ? 'empty' : code === '?' || ctx.open ? 'face_down' : 'yours';
  const label = text(`${kind}_${state}`, { who: ctx.name(seat) });
  const name = code && code !== '?' ? `${ctx.deck[code].name}. ` : '';
  const props = { class: `coc-slot coc-slot-${state}`, role: 'img', 'aria-label': name + label, title: label,
    dataset: { from: seat } };
  return h('figure', props, code ? card(GAME, code, { key: code === '?' ? kind : laid }) : h('span', { class: 'coc-empty' }),
    h('figcaption', {}, h('b', {}, text(kind)), h('span', {}, ctx.name(seat))));
}

/** Draw what was turned up last. @param {Context} ctx @param {Turned} turned */
function last(ctx, turned) {
  const colour = colourOf(ctx, turned.seat);
  const label = text(turned.doubled ? 'last_doubled' : 'last', {
    colour: ctx.deck[colour].name, number: ctx.deck[turned.number].name, field: signed(turned.to),
  });
  return h('div', { class: 'coc-last', role: 'img', 'aria-label': label, title: label,
    dataset: { key: String(turned.began) } },
  card(GAME, colour), card(GAME, turned.number),
  turned.doubled && h('b', { class: 'coc-double' }, '×2'));
}

/** Draw the time that is left for BIG DEAL as a bar that shrinks. @param {Context} ctx */
function clock(ctx) {
  if (!ctx.view.clock || !ctx.legal.has('call')) return null;
  const left = `${ctx.view.clock.left}ms`;
  const bar = h('span', { class: 'coc-clock', 'aria-hidden': 'true', dataset: { key: left } });
  bar.style.setProperty('--left', left);
  return bar;
}

/** Tell what a player does in this turn. @param {Context} ctx @param {string} seat */
function role(ctx, seat) {
  const active = ctx.item('active');
  const kind = seat === active ? 'colour' : seat === leftOf(ctx, active) ? 'number' : '';
  if (ctx.view.ended !== 'running') return '';
  if (ctx.item('passed').includes(seat)) return text('passed');
  return kind && text(`${kind}_${ctx.cards(kind).length ? 'lies' : 'awaited'}`);
}

/** Draw the chips of a player, fives and ones. @param {number} total */
function chips(total) {
  const piles = { CHIP5: Math.floor(Math.max(0, total) / FIVE), CHIP1: Math.max(0, total) % FIVE };
  const drawn = Object.entries(piles).filter(([, count]) => count).map(([kind, count]) =>
    h('span', {}, `${count}×`, h('img', { src: `/art/${GAME}/${kind}.svg`, alt: '' })));
  return h('span', { class: 'coc-chips', 'aria-hidden': 'true' }, ...drawn);
}

/** @returns {Action[]} */
const callOrPass = () => [{ label: text('call'), move: 'call', primary: true }, { label: text('pass'), move: 'pass' }];

/** @type {PageModule} */
const cashOderCrash = {
  board(ctx) {
    const turned = notice(ctx);
    const active = ctx.item('active');
    const middle = h('div', { class: 'coc-middle' },
      slot(ctx, 'colour', active), slot(ctx, 'number', leftOf(ctx, active)), clock(ctx));
    const stage = Object.keys(ctx.places).length ? 'ring' : 'line';
    return h('div', { class: 'coc-board', dataset: { stage } }, ring(ctx, turned),
      ctx.view.ended === 'running' && middle, turned && last(ctx, turned));
  },

  seat(ctx, seat) {
    const field = pawns(ctx)[seat];
    const held = ctx.cards(`hand ${seat}`);
    const deal = ctx.item('big_deal').includes(seat);
    const doing = role(ctx, seat);
    return h('div', { class: 'coc-seat' },
      h('span', { class: 'coc-at' }, pawn(ctx, seat),
        h('b', { dataset: { sign: sign(field) } }, signed(field))),
      h('span', { class: `coc-deal${deal ? '' : ' coc-used'}` },
        h('img', { src: `/art/${GAME}/BIGDEAL.svg`, alt: '' }),
        h(deal ? 'b' : 's', {}, text('big_deal')), !deal && unseen(text('big_deal_used'))),
      chips(ctx.view.totals[seat] ?? 0),
      seat !== ctx.me && (ctx.open && held.length ? cardRow(GAME, held, ctx.deck)
        : h('span', {}, text('cards', { n: held.length }))),
      doing && h('span', { class: 'coc-role' }, doing));
  },

  hand(ctx) {
    if (!ctx.me || ctx.view.ended !== 'running') return [];
    const numbers = ctx.cards(`hand ${ctx.me}`);
    const laid = leftOf(ctx, ctx.item('active')) === ctx.me ? numbers.indexOf(ctx.item('number')) : -1;
    const colours = [ctx.me, leftOf(ctx, ctx.me)].map((seat) => codeOf(ctx, seat));
    const codes = [...colours, ...numbers.filter((_, i) => i !== laid)];
    return codes.map((code, i) => {
      const copy = codes.slice(0, i).filter((each) => each === code).length + 1;
      const key = copy > 1 ? `${code}#${copy}` : code;
      const move = `lay ${code}`;
      return { code: pictureOf(ctx, code), key, playable: ctx.legal.has(move), test: move, apart: i === 1 };
    });
  },

  lasts,

  selection: (ctx) => ([...ctx.legal].some((move) => move.startsWith('lay ')) ? 'one' : 'none'),

  hint(ctx) {
    const [key] = ctx.selected;
    const words = key ? ctx.meaning(`lay ${key.split('#')[0]}`) : '';
    return words.charAt(0).toUpperCase() + words.slice(1);
  },

  actions(ctx) {
    if (ctx.legal.has('call')) return callOrPass();
    if (cashOderCrash.selection(ctx) === 'none') return [];
    const [key] = ctx.selected;
    const move = key ? `lay ${key.split('#')[0]}` : '';
    return [{ label: text('lay'), move, primary: true, disabled: !key, why: key ? '' : text('choose') }];
  },

  // C8: who lays first learns nothing more before the call.
  early(ctx) {
    const active = ctx.item('active');
    const [kind, both] = ['colour', 'number'].filter((each) => ctx.cards(each).length);
    const first = kind === 'colour' ? active : leftOf(ctx, active);
    return kind && !both && first === ctx.me && ctx.item('big_deal').includes(first)
      ? { question: text('early'), actions: callOrPass() } : null;
  },
};

export default cashOderCrash;
