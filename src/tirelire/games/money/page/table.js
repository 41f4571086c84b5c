// Money at the table: an auction among bankers, two lots and sealed bids.

import { counted, uncount } from '/static/js/count.js';
import { card, cardRow, h, unseen } from '/static/js/dom.js';
import { enumerate, number, say } from '/static/js/texts.js';
import { meter } from './meters.js';

const BLUFF = 'BLUFF';
/** Kinds of scenes in which all bids are turned over, and those that tell what lies open then. */
const REVEAL = 'money.reveal';
const REVEALED = [REVEAL, 'money.bid', 'money.bluff'];
/** Milliseconds: bids are turned over, sums count up, then the order appears. */
const TURNED = 700;
const REVEALING = 2400;

/** Whether a view shows the bids being turned over. @param {View} view */
const isReveal = (view) => view.log.some((told) => told.scenes.some((scene) => scene.kind === REVEAL));

/** Tell where a card belongs: its currency, the coins, or the bluff card. @param {string} code */
const group = (code) => code.replace(/\d.*$/, '');

/** Name a group in words, as short as a column is narrow. @param {string} name */
const groupName = (name) => name === 'COIN' ? say('page.money.coins') : say(`symbol.money.${name}`);

/** Add up the face values of cards. @param {Context} ctx @param {string[]} codes */
const sum = (ctx, codes) => codes.reduce((total, code) => total + (ctx.deck[code]?.value ?? 0), 0);

/** Write the serial number of a card, or nothing where it is unknown. @param {Context} ctx
 * @param {string} code */
function serial(ctx, code) {
  const known = ctx.cards('serials')[Object.keys(ctx.deck).indexOf(code)];
  return known === undefined || known === '?' ? '' : say('page.money.serial', { number: known });
}

/** Name cards for people who hear the table. @param {Context} ctx @param {string[]} codes */
function named(ctx, codes) {
  const names = codes.map((code) => [ctx.deck[code]?.name ?? code, serial(ctx, code)]);
  return names.map((parts) => parts.filter(Boolean).join(' ')).join(', ');
}

/** Lay banknotes one over the other like a fan. @param {Context} ctx @param {string[]} codes
 * @param {string} owner  begins the keys of cards that cannot be told apart */
function fan(ctx, codes, owner) {
  const box = h('span', { class: 'money-fan', 'aria-hidden': 'true' });
  box.style.setProperty('--n', String(codes.length));
  codes.forEach((code, i) => {
    const key = code === '?' || code === BLUFF ? `${owner}-${i}` : code;
    const note = card('money', code, { key, text: serial(ctx, code) });
    if (ctx.cards('decides').includes(code)) note.classList.add('money-decides');
    note.style.setProperty('--i', String(i));
    box.append(note);
  });
  return box;
}

/** The exchange that was touched and waits to be confirmed, as far as it is legal. @param {Context} ctx */
const lifted = (ctx) => (ctx.legal.has(ctx.memory.get('lifted')) ? ctx.memory.get('lifted') : '');

/** Make an exchange, or lift it first where it is to be confirmed. @param {Context} ctx @param {string} move */
function take(ctx, move) {
  if (!ctx.confirms) {
    ctx.send(move);
    return;
  }
  ctx.memory.set('lifted', lifted(ctx) === move ? '' : move);
  ctx.redraw();
}

/** Draw something that can be exchanged for my bid; while it can be, a button covers it. @param {Context} ctx
 * @param {string} kind  class of the place @param {string} move  the move that takes it
 * @param {string} label in words @param {(HTMLElement | string)[]} parts */
function place(ctx, kind, move, label, parts) {
  const isTarget = ctx.legal.has(move);
  const dataset = isTarget || !ctx.me ? undefined : { why: move };
  const isLifted = isTarget && lifted(ctx) === move;
  return h('div', { class: `${kind}${isLifted ? ' money-lifted' : ''}`, role: 'group', 'aria-label': label, dataset }, ...parts,
    isTarget && h('button', {
      class: 'target',
      type: 'button',
      id: move.replace(' ', '-'),
      'aria-label': say('page.money.take', { what: ctx.meaning(move) || label }),
      'aria-pressed': ctx.confirms ? String(isLifted) : undefined,
      on: { click: () => take(ctx, move) },
    }));
}

/** Say what my hand would be worth after an exchange, where it is offered. @param {Context} ctx @param {string} move */
function bargain(ctx, move) {
  const { '': now, [move]: then } = ctx.prospects ?? {};
  return ctx.legal.has(move) && then !== undefined ? arrow(now, then) : [];
}

/** Say what my hand would be worth if the cards I chose were exchanged for a lot. @param {Context} ctx @param {string} side */
function promise(ctx, side) {
  if (!ctx.me || !bidding(ctx) || ![...ctx.selected].some((code) => code !== BLUFF)) return [];
  const { '': now, [`take ${side}`]: then } = ctx.foreseen?.(bidMove(ctx)) ?? {};
  return then === undefined ? [] : arrow(now, then);
}

/** @param {number} now @param {number} then points of my hand */
function arrow(now, then) {
  const better = then > now ? ' better' : then < now ? ' worse' : '';
  return [h('span', { class: `money-bargain${better}` },
    say('page.money.bargain', { now: number(now), then: number(then) }))];
}

/** Draw a lot with its sum. @param {Context} ctx @param {'left' | 'right'} side */
function lot(ctx, side) {
  const codes = ctx.cards(side);
  const title = say(`table.money.${side}`);
  const total = number(sum(ctx, codes));
  const label = say('page.money.lot', { title, cards: named(ctx, codes) || '–', total });
  return place(ctx, `money-lot money-${side}`, `take ${side}`, label, [
    h('span', { class: 'money-title' }, title),
    codes.length ? fan(ctx, codes, side) : h('span', { class: 'money-none' }, '–'),
    h('span', { class: 'money-sum' }, total),
    ...bargain(ctx, `take ${side}`),
    ...promise(ctx, side),
  ]);
}

/** Draw the stock with its count, and what is not in it. @param {Context} ctx */
function stock(ctx) {
  const left = ctx.cards('stock').length;
  const gone = ctx.cards('gone');
  const pile = h('span', { class: 'money-pile', 'aria-hidden': 'true' });
  pile.style.setProperty('--layers', String(Math.min(4, Math.ceil(left / 8))));
  pile.append(left ? card('money', '?', {}) : h('span', { class: 'money-empty' }));
  const parts = [pile, h('span', { class: 'money-left' }, say('table.money.stock', { n: left }))];
  if (ctx.item('last') === 'yes') {
    parts.push(h('strong', { class: 'money-last' }, say('page.money.last')));
  }
  if (gone.length) {
    const currencies = enumerate(gone.map((code) => say(`page.money.kind.${code}`)));
    const title = say('page.money.gone', { n: gone.length, currencies });
    parts.push(h('span', { class: 'money-gone' }, title));
  }
  return h('div', { class: 'money-stock' }, ...parts);
}

/** Draw the bid in front of a player: sealed, or open with its sum. @param {Context} ctx
 * @param {string} seat */
function bid(ctx, seat) {
  const open = ctx.cards(`bid ${seat}`);
  const hidden = [...ctx.cards(`sealed ${seat}`), ...ctx.cards(`laid ${seat}`)];
  const codes = open.length ? open : hidden;
  const who = ctx.name(seat);
  const counting = `bid ${ctx.table.id} ${seat}`;
  if (!open.length) uncount(counting);
  if (!codes.length) {
    return h('div', { class: 'money-bid money-no-bid' }, say('page.money.no_bid'));
  }
  const known = !codes.includes('?');
  const total = number(sum(ctx, codes));
  const count = say('table.money.cards', { n: codes.length });
  const form = seat === ctx.reader ? 'you' : 'other';
  const label = say(`page.money.${open.length ? 'open_bid' : 'sealed_bid'}.${form}`, {
    who,
    what: known ? `${named(ctx, codes)} = ${total}` : count,
  });
  const isTurned = open.length > 0 && ctx.moving && isReveal(ctx.view);
  const kind = `money-bid ${open.length ? 'money-open' : 'money-sealed'}${isTurned ? ' money-revealed' : ''}`;
  const swap = `swap ${seat}`;
  return place(ctx, kind, swap, label, [
    fan(ctx, codes, `bid-${seat}`),
    open.length
      ? h('span', { class: 'money-sum' }, rank(ctx, seat),
        counted(counting, sum(ctx, codes), { moving: isTurned, after: TURNED, write: number }))
      : h('span', { 'aria-hidden': 'true' }, `×${codes.length}`),
    ...bargain(ctx, swap),
  ]);
}

/** Draw when a bid acts: 1 is the next. @param {Context} ctx @param {string} seat */
function rank(ctx, seat) {
  const place = ctx.cards('order').indexOf(seat) + 1;
  return place > 0 && h('span', { class: 'money-rank' }, unseen(`${say('page.money.order')} `), number(place));
}

/** Draw what is held: how many cards, and those that the table remembers. A hand that is hidden
 * counts the cards of a bid that is hidden too. @param {Context} ctx @param {string} seat */
function held(ctx, seat) {
  const codes = ctx.cards(`hand ${seat}`);
  const aid = ctx.table.options.memory_aid === 'on' || ctx.open || ctx.view.ended !== 'running';
  const known = aid ? codes.filter((code) => code !== '?') : [];
  const away = ctx.cards(`sealed ${seat}`).filter((code) => code === '?').length;
  const count = h(
    'span',
    { class: 'money-count' },
    h('span', { class: 'money-tiny', 'aria-hidden': 'true' }, card('money', '?', {})),
    say('page.money.held', { n: codes.length - away }),
  );
  const purse = known.length ? [ctx.open ? cardRow('money', known, ctx.deck) : subtotals(ctx, known)] : [];
  return h('div', { class: 'money-held' }, count, ...purse);
}

/** List cards by currency, each with its sum. @param {Context} ctx @param {string[]} codes */
function subtotals(ctx, codes) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const code of codes.filter((each) => each !== BLUFF)) {
    groups.set(group(code), [...(groups.get(group(code)) ?? []), code]);
  }
  const items = [...groups].map(([name, all]) =>
    meter(groupName(name), name, all.map((code) => ctx.deck[code]?.value ?? 0), named(ctx, all)));
  return h('ul', { class: 'money-purse', 'aria-label': say('page.money.purse') }, ...items);
}

/** Tell whether I am choosing my bid. @param {Context} ctx */
const bidding = (ctx) => [...ctx.legal].some((move) => move.startsWith('lay ') || move === 'seal');

/** @type {PageModule} */
const money = {
  board(ctx) {
    return h('div', { class: 'money-board' }, lot(ctx, 'left'), stock(ctx), lot(ctx, 'right'));
  },

  seat(ctx, seat) {
    const mine = seat === ctx.me;
    const hand = mine ? subtotals(ctx, ctx.cards(`hand ${seat}`)) : held(ctx, seat);
    const played = ctx.view.ended !== 'running';
    return h('div', { class: 'money-seat' }, played ? null : bid(ctx, seat), hand);
  },

  hand(ctx) {
    const codes = ctx.me ? ctx.cards(`hand ${ctx.me}`) : [];
    return codes.map((code, i) => ({
      code,
      key: code,
      playable: ctx.legal.has(`lay ${code}`),
      test: `bid ${code}`,
      text: serial(ctx, code),
      apart: group(code) !== group(codes[i + 1] ?? code),
      label: [ctx.deck[code]?.name ?? code, serial(ctx, code)].filter(Boolean).join(', '),
    }));
  },

  seen: REVEALED,
  lasts: (view) => (isReveal(view) ? REVEALING : 0),

  selection(ctx) {
    return bidding(ctx) ? 'many' : 'none';
  },

  hint(ctx) {
    if (bidding(ctx)) {
      const chosen = [...ctx.selected];
      const total = number(sum(ctx, chosen));
      return chosen.length
        ? say('page.money.chosen', { n: chosen.length, total })
        : say('page.money.choose');
    }
    if (lifted(ctx)) return ctx.meaning(lifted(ctx));
    return ctx.legal.has('withdraw') ? say('page.money.exchange') : '';
  },

  actions(ctx) {
    /** @type {Action[]} */
    const list = [];
    if (lifted(ctx)) {
      list.push({ label: say('page.money.exchange_now'), move: lifted(ctx), primary: true });
    }
    if (ctx.legal.has('withdraw')) {
      list.push({ label: say('page.money.withdraw'), move: 'withdraw' });
    }
    if (ctx.legal.has('back')) {
      list.push({ label: say('page.money.back'), move: 'back' });
    }
    if (ctx.legal.has('seal')) {
      list.push({ label: say('page.money.seal'), move: 'seal', primary: true });
    } else if (bidding(ctx)) {
      list.push(bidAction(ctx));
    }
    return list;
  },
};

/** What is selected, as a bid. @param {Context} ctx */
const bidMove = (ctx) => `bid ${[...ctx.selected].join(' ')}`;

/** Offer to seal what is selected as my bid. @param {Context} ctx @returns {Action} */
function bidAction(ctx) {
  const chosen = [...ctx.selected];
  const move = bidMove(ctx);
  if (!chosen.length) {
    const why = say('refusal.money.empty_bid');
    return { label: say('page.money.bid_none'), move, primary: true, disabled: true, why };
  }
  const bluff = chosen.length === 1 && chosen[0] === BLUFF;
  const total = number(sum(ctx, chosen));
  const label = bluff ? say('page.money.bid_bluff') : say('page.money.bid', { total });
  return { label, move, primary: true };
}

export default money;
