/** Entering one deal: a tap for every card, counted as it is entered. */

import { ask, h, ruleLink } from '../dom.js';
import { enumerate, number, say, signed } from '../texts.js';
import { setsOf } from './stack.js';
import { countDeal, course, isTyped, rolesOf } from './count.js';
import { rolesFor } from './monopoly_hand.js';
import { allowed, amount, readPoints } from './points.js';
import { sayLine, sayRole } from './say.js';
import { beginning } from './standing.js';

/** @typedef {import('./shapes.js').Game} Game */
/** @typedef {import('./pad.js').Context} Context */
/** @typedef {import('./shapes.js').Match} Match */
/** @typedef {import('./shapes.js').Deal} Deal */
/** @typedef {import('./shapes.js').Kind} Kind */

/**
 * Who is being counted, whether it is their reward, and what was typed that is no score, by seat.
 * @type {{deal: string, seat: number, reward: boolean, unread: Map<number, string>}}
 */
let at = { deal: '', seat: 0, reward: false, unread: new Map() };

/** A deal of which nothing is known but that pawns stand where they stood (C14). @param {Match} match @param {number} n @returns {Deal} */
const empty = (match, n) => ({ seats: match.names.map((_, seat) => {
  const { pawn } = match.deals[n - 1]?.seats[seat] ?? {};
  return { cards: [], ...(pawn === undefined ? {} : { pawn }) };
}) });

/** @param {Context} ctx @param {Match} match @param {number} n */
export function dealView(ctx, match, n) {
  const game = ctx.games[match.game];
  match.deals[n] ??= empty(match, n);
  const deal = match.deals[n];
  const key = `${match.id}/${n}`;
  if (at.deal !== key) at = { deal: key, seat: deal.out ?? 0, reward: false, unread: new Map() };
  const before = course({ ...match, deals: match.deals.slice(0, n) }, game).deals.at(-1)?.standing
    ?? beginning(game, match.names.length);
  const counted = countDeal(deal, match, game, before);
  const { seat } = at;
  const entry = deal.seats[seat];
  const typed = isTyped(entry);
  return [
    h('h1', { id: 'head', tabindex: '-1' }, say('page.pad.deal', { n: n + 1 })),
    match.game === 'monopoly' ? outField(ctx, match, deal) : null,
    h('div', { class: 'pad-tabs', role: 'group', 'aria-label': say('page.pad.players') }, ...match.names.map((name, i) =>
      h('button', { type: 'button', id: `seat-${i}`, 'aria-pressed': String(i === seat), dataset: { key: `${i}` },
        on: { click: () => turnTo(ctx, i) } }, name, ' ', h('b', {}, isMissing(deal, match, n, i) ? '–' : amount(game, counted.gained[i]))))),
    deal.void ? null : h('section', { class: 'pad-entry', 'aria-label': match.names[seat] },
      typed ? null : entering(ctx, match, deal, game),
      pointsField(ctx, match, deal, game, key),
      isEmpty(entry, match) ? h('label', { class: 'choice pad-nothing', dataset: { key: `nothing-${key}-${seat}` } },
        nothingBox(ctx, match, entry), say('page.pad.nothing')) : null,
      h('table', { class: 'pad-lines' }, h('caption', {}, say('page.pad.sheet_of', { who: match.names[seat] })),
        h('tbody', {}, ...(counted.lines[seat] ?? []).map((line, i) => h('tr', { dataset: { key: `${i}` } },
          h('td', {}, sayLine(line, match)), h('td', { class: 'n' }, signed(line.points)), h('td', {}, ruleLink(match.game, line.rule)))),
        h('tr', { class: 'sum' }, h('th', { scope: 'row' }, say('page.table.total')),
          h('td', { class: 'n', id: 'sum' }, amount(game, counted.gained[seat])), h('td', {}))))),
    h('p', { class: 'buttons pad-done' },
      h('button', { type: 'button', class: 'primary', id: 'done', on: { click: () => void finish(ctx, match, n, counted) } }, say('page.pad.done')),
      h('a', { class: 'button', href: `#m/${match.id}` }, say('page.pad.later'))),
  ];
}

/** @param {Context} ctx @param {number} seat */
function turnTo(ctx, seat) {
  at = { ...at, seat, reward: false };
  ctx.redraw();
}

/** @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game */
function entering(ctx, match, deal, game) {
  if (match.game === 'cash_oder_crash') return pawnField(ctx, match, deal, game);
  const entry = deal.seats[at.seat];
  const out = deal.out === at.seat;
  const zone = out && at.reward ? 'reward' : 'cards';
  return h('div', { class: 'pad-cards' },
    out ? h('div', { class: 'pad-tabs', role: 'group', 'aria-label': say('page.pad.zone') },
      ...['cards', 'reward'].map((one) => h('button', { type: 'button', id: `zone-${one}`, dataset: { key: one },
        'aria-pressed': String(one === zone), on: { click: () => { at.reward = one === 'reward'; ctx.redraw(); } } },
      say(`page.pad.zone_${one}`), ' ', h('b', {}, number((one === 'reward' ? entry.reward : entry.cards)?.length ?? 0))))) : null,
    h('div', { class: `pad-kinds pad-${match.game}`, role: 'group', 'aria-label': say('page.pad.tap') },
      ...kindsOf(match, game).map((kind) => kindButton(ctx, match, deal, game, kind, zone))),
    held(ctx, match, deal, game, zone),
    out ? roleFields(ctx, match, deal, game) : null);
}

/** The kinds that can be held. @param {Match} match @param {Game} game @returns {Kind[]} */
export function kindsOf(match, game) {
  const gone = String(match.options.removed ?? '').split(',');
  const two = match.names.length === game.fewest;
  return game.kinds.filter((kind) => {
    if (match.game === 'money') return !gone.includes(kind.group ?? '');
    if (match.game === 'monopoly') return true;
    if (kind.code === game.jar) return match.options.penny_jar === 'on';
    return kind.group !== 'action' && !(two && gone.includes(kind.code));
  });
}

/** How many of a kind each seat holds. @param {Deal} deal @param {string} code */
const holders = (deal, code) => deal.seats.map((entry, seat) => [...(isTyped(entry) ? [] : entry.cards ?? []),
  ...(deal.out === seat && !isTyped(entry) ? entry.reward ?? [] : [])].filter((one) => one === code).length);

/** @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game @param {Kind} kind @param {'cards'|'reward'} zone */
function kindButton(ctx, match, deal, game, kind, zone) {
  const all = holders(deal, kind.code);
  const left = kind.copies - all.reduce((a, b) => a + b, 0);
  const here = (deal.seats[at.seat][zone] ?? []).filter((one) => one === kind.code).length;
  return h('button', { type: 'button', class: 'kind', id: `kind-${kind.code}`, dataset: { code: kind.code, group: kind.group ?? kind.code },
    'aria-disabled': left < 1 && 'true', 'aria-label': say('page.pad.kind', { card: kind.name, n: here, left }),
    on: { click: () => tap(ctx, match, deal, game, kind, zone) } },
  h('span', { class: 'kind-name' }, brief(match.game, kind)), h('b', { class: 'kind-count' }, here ? number(here) : ''));
}

/** What stands on a button: its name, but of a note the value and the currency. @param {string} game @param {Kind} kind */
const brief = (game, kind) => (game === 'money' && kind.group !== 'COIN'
  ? `${kind.value} ${say(`symbol.money.${kind.group}`)}` : kind.name);

/** Take one more card. @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game @param {Kind} kind @param {'cards'|'reward'} zone */
function tap(ctx, match, deal, game, kind, zone) {
  const all = holders(deal, kind.code);
  if (all.reduce((a, b) => a + b, 0) >= kind.copies) {
    const who = match.names.filter((_, seat) => all[seat]).join(', ');
    ctx.refuse(say('page.pad.no_more', { card: kind.name, n: kind.copies, who }));
    return;
  }
  const entry = deal.seats[at.seat];
  const out = deal.out === at.seat;
  let where = zone;
  const players = match.names.length;
  const mostHand = out ? game.most_hand?.[players] || Infinity : Infinity;
  const mostReward = game.most_reward?.[players] || Infinity;
  if (where === 'cards' && (entry.cards?.length ?? 0) >= mostHand) where = 'reward'; // P12
  if (where === 'reward' && (entry.reward?.length ?? 0) >= mostReward) {
    ctx.refuse(say('page.pad.full_reward', { n: mostHand, more: mostReward }));
    return;
  }
  entry[where] = [...(entry[where] ?? []), kind.code];
  at.reward = out && (where === 'reward' || (entry.cards?.length ?? 0) >= mostHand);
  ctx.keep(match);
}

/** What was entered; a tap takes a card back. @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game @param {'cards'|'reward'} zone */
function held(ctx, match, deal, game, zone) {
  const entry = deal.seats[at.seat];
  const cards = entry[zone] ?? [];
  const names = new Map(game.kinds.map((kind) => [kind.code, brief(match.game, kind)]));
  const groups = match.game === 'cache_ton_cash' ? setsOf(cards, game)
    : [...new Set(cards)].map((code) => cards.filter((one) => one === code));
  /** @param {string} code */
  const takeBack = (code) => {
    entry[zone] = cards.toSpliced(cards.lastIndexOf(code), 1);
    ctx.keep(match);
  };
  return h('ul', { class: 'pad-held', 'aria-label': say('page.pad.entered') }, ...groups.map((group, i) => h('li', { dataset: { key: `${i}` } },
    ...[...new Set(group)].map((code) => {
      const n = group.filter((one) => one === code).length;
      return h('button', { type: 'button', dataset: { key: code, group: game.kinds.find((kind) => kind.code === code)?.group ?? code },
        'aria-label': say('page.pad.take_back', { card: names.get(code) ?? code }), on: { click: () => takeBack(code) } },
      `${names.get(code)}${n > 1 ? ` ×${n}` : ''} ✕`);
    }))));
}

/** Who went out, or why nobody did (P12, P14). @param {Context} ctx @param {Match} match @param {Deal} deal */
function outField(ctx, match, deal) {
  /** @param {string} value */
  const choose = (value) => {
    delete deal.out;
    delete deal.void;
    if (value === 'void') deal.void = true;
    else if (value !== '') deal.out = Number(value);
    if (deal.out !== undefined) at = { ...at, seat: deal.out, reward: false };
    ctx.keep(match);
  };
  const now = deal.void ? 'void' : String(deal.out ?? '');
  const values = [...match.names.map((name, seat) => [String(seat), name]), ['', say('page.pad.nobody_out')], ['void', say('page.pad.void')]];
  return h('label', { class: 'option' }, say('page.pad.who_out'),
    h('select', { id: 'out', dataset: { now }, on: { change: (/** @type {any} */ event) => choose(event.target.value) } },
      ...values.map(([value, text]) => h('option', { value, dataset: { key: value } }, text))));
}

/** What the Chance cards of whoever went out were laid down as (P18). @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game */
function roleFields(ctx, match, deal, game) {
  const entry = deal.seats[at.seat];
  const cards = entry.cards ?? [];
  if (!cards.includes('CHANCE')) return null;
  const roles = rolesOf(entry, game, match.options);
  if (!roles) return h('p', { class: 'notice' }, say('page.pad.cannot_go_out'), ' ', ruleLink('monopoly', 'P15'));
  return h('div', { class: 'pad-roles' }, ...roles.map((role, i) => {
    const others = roles.filter((_, k) => k !== i);
    /** @param {string} value */
    const choose = (value) => {
      entry.roles = roles.map((old, k) => (k === i ? value : old));
      ctx.keep(match);
    };
    return h('label', { class: 'option', dataset: { key: `${i}` } }, say('page.pad.role', { n: i + 1 }),
      h('select', { id: `role-${i}`, dataset: { now: role }, on: { change: (/** @type {any} */ event) => choose(event.target.value) } },
        ...rolesFor(cards, others, game, match.options.tokens_on === 'colour_groups').map((one) => h('option', { value: one, dataset: { key: one } }, sayRole(one)))));
  }));
}

/** Where the pawns stand (C12). @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game */
function pawnField(ctx, match, deal, game) {
  const entry = deal.seats[at.seat];
  const bounds = game.boards[match.options.board];
  const colour = game.colours[at.seat];
  /** @param {number} field @param {boolean} [goesOn] */
  const put = (field, goesOn = false) => {
    entry.pawn = field;
    if (goesOn) at.seat = Math.min(at.seat + 1, match.names.length - 1);
    ctx.keep(match);
  };
  const legend = say('page.pad.pawn', { who: match.names[at.seat], colour: colour.name });
  if (!bounds.length) {
    return h('label', { class: 'option', dataset: { key: `line-${at.seat}` } }, legend, h('input', { id: `pawn-${at.seat}`, type: 'number', value: entry.pawn ?? 0,
      on: { change: (/** @type {any} */ event) => put(Math.max(-999, Math.min(999, Math.trunc(Number(event.target.value) || 0)))) } }));
  }
  const fields = Array.from({ length: bounds[1] - bounds[0] + 1 }, (_, i) => bounds[0] + i);
  return h('fieldset', { class: 'pad-pawns', dataset: { key: 'pawns', colour: colour.code } }, h('legend', {}, legend), ...fields.map((field) => {
    const here = deal.seats.flatMap((one, seat) => ((one.pawn ?? 0) === field ? [seat] : []));
    return h('button', { type: 'button', id: `field-${field}`, dataset: { key: `${field}` }, 'aria-pressed': String((entry.pawn ?? 0) === field),
      'aria-label': [signed(field), ...here.map((seat) => match.names[seat])].join(', '), on: { click: () => put(field, true) } },
    signed(field), ...here.map((seat) => h('i', { class: `pawn pawn-${game.colours[seat].code}`, dataset: { key: `${seat}` } })));
  }));
}

/** Points instead of cards, in the unit of the game, and how they are read. @param {Context} ctx @param {Match} match @param {Deal} deal @param {Game} game @param {string} key */
function pointsField(ctx, match, deal, game, key) {
  const { seat } = at;
  const { points } = deal.seats[seat];
  const unread = at.unread.has(seat);
  const read = unread ? allowed(game, match.options) : points === undefined ? '' : say('page.pad.booked', { n: amount(game, points) });
  return h('div', { class: 'option pad-points', dataset: { key: `points-${key}-${seat}` } },
    h('label', { for: `points-${seat}` }, say(game.score.thousands ? 'page.pad.or_thousands' : 'page.pad.or_points')),
    h('input', { id: `points-${seat}`, inputmode: game.score.lowest < 0 ? 'text' : 'numeric', autocomplete: 'off', value: points ?? '',
      'aria-describedby': `read-${seat}`, 'aria-invalid': unread && 'true',
      on: { input: (/** @type {Event} */ event) => type(ctx, match, deal, event) } }),
    h('output', { id: `read-${seat}`, class: unread ? 'pad-wrong' : '' }, read));
}

/** What is typed is read at once; what is no score is not booked. @param {Context} ctx @param {Match} match @param {Deal} deal @param {any} event */
function type(ctx, match, deal, event) {
  const text = event.target.value.trim();
  const entry = deal.seats[at.seat];
  const points = readPoints(text, ctx.games[match.game], match.options);
  delete entry.points;
  delete entry.nothing;
  at.unread.delete(at.seat);
  if (points !== null) entry.points = points;
  else if (text) at.unread.set(at.seat, text);
  ctx.keep(match);
}

/** A tick that says that somebody really has nothing. @param {Context} ctx @param {Match} match @param {import('./shapes.js').Entry} entry */
function nothingBox(ctx, match, entry) {
  const box = h('input', { type: 'checkbox', id: `nothing-${at.seat}`, on: { change: () => {
    if (entry.nothing) delete entry.nothing;
    else entry.nothing = true;
    ctx.keep(match);
  } } });
  box.checked = entry.nothing === true;
  return box;
}

/** Whether neither cards nor points were entered. @param {import('./shapes.js').Entry} entry @param {Match} match */
const isEmpty = (entry, match) => match.game !== 'cash_oder_crash' && !isTyped(entry)
  && !entry.cards?.length && !entry.reward?.length;

/** Whether nobody has said yet what a player has; pawns that all stand where they stood were not entered. @param {Deal} deal @param {Match} match @param {number} n @param {number} seat */
function isMissing(deal, match, n, seat) {
  const entry = deal.seats[seat];
  if (deal.void || isTyped(entry)) return false;
  if (match.game !== 'cash_oder_crash') return isEmpty(entry, match) && !entry.nothing;
  const before = match.deals[n - 1];
  return entry.pawn === undefined
    || (!deal.done && before !== undefined && deal.seats.every((one, i) => one.pawn === before.seats[i].pawn));
}

/** @param {Context} ctx @param {Match} match @param {number} n @param {import('./count.js').Counted} counted */
async function finish(ctx, match, n, counted) {
  const deal = match.deals[n];
  const [unread] = at.unread;
  if (unread) {
    turnTo(ctx, unread[0]);
    ctx.refuse(say('page.pad.no_score', { who: match.names[unread[0]], text: unread[1], allowed: allowed(ctx.games[match.game], match.options) }));
    return;
  }
  const [problem] = counted.problems;
  if (problem) {
    at.seat = problem.seat;
    ctx.redraw();
    const why = say(`page.pad.${problem.key}`);
    ctx.refuse(say('page.pad.problem', { who: match.names[problem.seat], why, rule: problem.rule }));
    return;
  }
  const missing = match.names.flatMap((_, seat) => (isMissing(deal, match, n, seat) ? [seat] : []));
  if (missing.length) {
    const who = enumerate(missing.map((seat) => match.names[seat]));
    const key = match.game === 'cash_oder_crash' ? 'missing_pawns' : 'missing';
    turnTo(ctx, missing[0]);
    if (!await ask(say(`page.pad.${key}`, { who }), say(`page.pad.${key}_yes`))) return;
    for (const seat of missing) {
      const entry = deal.seats[seat];
      if (match.game === 'cash_oder_crash') entry.pawn ??= 0;
      else entry.nothing = true;
    }
  }
  deal.done = true;
  match.called = [];
  ctx.keep(match);
  ctx.go(`m/${match.id}`);
}
