/** A finished match, moment by moment, from any seat or with all cards open; my hand lies below. */

import { get, requestError } from './api.js';
import { at as element, h } from './dom.js';
import { checkDeals } from './replay/badge.js';
import { contextOf, drawTable, moduleOf } from './draw.js';
import { drawMoments, listMoves } from './replay/moves.js';
import { copyFrom, linkTo } from './invite.js';
import { openSheet, closeSheet } from './sheet.js';
import { enumerate, number, say } from './texts.js';
import { travel } from './travel.js';

const id = /** @type {string} */ (document.body.dataset.table);
const gameId = /** @type {string} */ (document.body.dataset.game);
const root = element('replay');

/** Seats of somebody who watches, and of somebody who sees all cards. */
const [WATCHING, OPEN] = ['-', '*'];
/** Milliseconds for a moment while the match plays by itself. */
const PACE = 1500;

root.replaceChildren(h('p', { class: 'notice', role: 'status' }, say('page.replay.loading')));

/** What the address says: a moment, and perhaps a seat. */
function addressed() {
  const found = /^#(\d{1,6})(?:\.([A-F*-]))?$/.exec(location.hash);
  return { moment: Number(found?.[1] ?? 1), seat: found?.[2] ?? '' };
}

/** @type {Map<string, View[]>} */
const loaded = new Map();
/** @param {string} seat @returns {Promise<View[]>} */
async function framesOf(seat) {
  const known = loaded.get(seat);
  if (known) return known;
  const { frames } = await get(`/tables/${id}/replay?seat=${encodeURIComponent(seat)}`);
  loaded.set(seat, frames);
  return frames;
}

/**
 * Show a match, at first as a seat sees it.
 * @param {{table: Table, about: Game, game: PageModule,
 *   frames: View[], seat: string, moments: Moment[]}} start
 */
function show({ table, about, game, frames, seat, moments }) {
  const letters = table.seats.map((one) => one.seat);
  const mine = table.seats.find((one) => one.mine)?.seat;
  /** Whose hand lies below the table while all cards are open. */
  const home = mine ?? letters[0];
  const byNumber = new Map(moments.map((moment) => [moment.number, moment]));
  /** The present moment, from 0. */
  let at = -1;
  /** Whether the present moment follows the one before it, as a scene. */
  let isMoving = false;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;

  /** @param {string} letter */
  const name = (letter) => table.seats.find((one) => one.seat === letter)?.name || letter;
  /** @type {SheetWords} */
  const words = { table, about, name, isMe: (letter) => letter === mine };

  const felt = h('div', { class: 'felt', id: 'table', tabindex: '0', role: 'group',
    'aria-label': about.title });
  const rail = h('div', { class: 'rail', id: 'hand' });
  const moves = listMoves(words, (moment) => go(moment));
  const key = drawMoments(moments, frames.length, words, (moment) => go(moment));
  const fair = checkDeals(id);
  const told = h('ul', { class: 'told' });
  const place = h('p', { class: 'place' });
  const sheet = h('dialog', { class: 'sheet', id: 'sheet', 'aria-labelledby': 'sheet-title' });
  const slider = h('input', { type: 'range', id: 'moment', min: '1', max: String(frames.length),
    'aria-label': say('page.replay.slider'), on: { input: () => go(Number(slider.value) - 1) } });
  const play = h('button', { type: 'button', class: 'primary', id: 'play',
    on: { click: () => (timer === undefined ? start() : stop()) } }, say('page.replay.play'));
  const scores = h('button', { type: 'button', id: 'scores', on: { click: showScores } },
    say('page.table.sheet'));
  const linked = h('span', { role: 'status' });
  const begins = frames.flatMap((frame, i) => (frame.deal !== frames[i - 1]?.deal ? [i] : []));
  const deals = begins.map((begin, i) => {
    const button = h('button', { type: 'button', on: { click: () => go(begin) } },
      say('page.replay.deal', { n: i + 1 }));
    const item = h('li', {}, button);
    item.style.setProperty('flex-grow', String((begins[i + 1] ?? frames.length) - begin));
    return { item, button };
  });

  /** @param {string} key @param {string} sign @param {() => number} target */
  const step = (key, sign, target) => h('button', { type: 'button', id: key,
    'aria-label': say(`page.replay.${key}`), title: say(`page.replay.${key}`),
    on: { click: () => go(target()) } }, sign);

  /** @param {string} value @param {string} text */
  const choice = (value, text) => h('option', { value, selected: value === seat }, text);
  const seats = h('select', { id: 'seat', on: { change: () => void look(seats.value) } },
    choice(OPEN, say('page.replay.by_all')),
    choice(WATCHING, say('page.replay.by_spectator')),
    ...letters.map((letter) => choice(letter, say('page.replay.by_seat', { who: name(letter) }))));

  const deck = h('section', { class: 'status', 'aria-label': say('page.replay.controls') },
    rail,
    h('div', { class: 'moment', 'aria-live': 'polite' }, place, told),
    h('div', { class: 'controls' },
      h('div', { class: 'buttons' },
        step('first', '⇤', () => 0),
        step('previous', '←', () => at - 1),
        play,
        step('next', '→', () => at + 1),
        step('last', '⇥', () => frames.length - 1),
        scores),
      h('div', { class: 'track' }, key.marks, slider,
        deals.length > 1 && h('ol', { class: 'deals', 'aria-label': say('page.replay.deals') },
          ...deals.map((deal) => deal.item)))));
  const side = h('aside', { class: 'side' },
    h('h1', {}, say('page.replay.title')),
    h('div', { class: 'buttons choices' },
      h('label', {}, say('page.replay.seen_from'), ' ', seats), fair.badge),
    moments.length > 0 && h('details', { class: 'key-moments', open: true },
      h('summary', {}, say('page.replay.moments.title')), key.list),
    moves.list,
    h('p', { class: 'keys keyboard' }, say('page.replay.keys')),
    h('div', { class: 'buttons' },
      h('button', { type: 'button', id: 'link', on: { click: () => void copyLink() } },
        say('page.replay.link')),
      h('a', { class: 'button', href: `/api/tables/${id}/record`, download: `tirelire-${id}.txt` },
        say('page.replay.download')),
      linked));
  root.replaceChildren(
    h('div', { id: 'game' }, h('div', { class: 'play' }, felt, deck), side), sheet, fair.dialog);
  moves.draw(frames, sentences, byNumber);

  /** Go to a moment; the nearest that there is. @param {number} wanted @param {boolean} [plays] */
  function go(wanted, plays = false) {
    if (!plays) stop();
    const moment = Math.min(Math.max(0, wanted), frames.length - 1);
    if (moment === at) return;
    const near = Math.abs(moment - at) === 1;
    at = moment;
    closeSheet(sheet);
    history.replaceState(null, '', `#${at + 1}.${seat}`);
    isMoving = near;
    void travel(draw, near, frames[at]);
    tell();
  }

  function start() {
    if (at === frames.length - 1) go(0);
    play.textContent = say('page.replay.pause');
    timer = setInterval(() => {
      go(at + 1, true);
      if (at === frames.length - 1) stop();
    }, PACE);
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    play.textContent = say('page.replay.play');
  }

  /** Look from another seat, at the same moment. @param {string} wanted */
  async function look(wanted) {
    stop();
    seats.value = wanted;
    linked.textContent = '';
    try {
      const seen = await framesOf(wanted);
      if (seats.value !== wanted) return; // another was chosen meanwhile
      frames = seen;
      seat = wanted;
      moves.draw(frames, sentences, byNumber);
      const moment = at;
      at = -1;
      go(moment);
    } catch (error) {
      linked.textContent = say('page.replay.failed', { why: requestError(error).message });
      seats.value = seat;
    }
  }

  function draw() {
    const me = seat === OPEN ? home : letters.includes(seat) ? seat : null;
    const ctx = contextOf(frames[at], table, about, {
      me,
      reader: me === mine ? me : null,
      handTitle: me && me !== mine ? say('page.replay.hand', { who: name(me) }) : undefined,
      name,
      legal: new Set(),
      meaning: () => '',
      selected: new Set(),
      memory: new Map(),
      send: () => {},
      redraw: () => drawTable(felt, game, ctx, rail),
      open: seat === OPEN,
      moving: isMoving,
    });
    ctx.redraw();
  }

  /** Say where we are and what happened. */
  function tell() {
    const view = frames[at];
    const where = { deal: number(view.deal), n: number(at + 1), all: number(frames.length) };
    const lines = sentences(view);
    place.textContent = say('page.replay.moment', where);
    told.replaceChildren(...lines.map((line) => h('li', {}, line)));
    slider.value = String(at + 1);
    slider.setAttribute('aria-valuetext', `${place.textContent}. ${lines.join(' ')}`);
    moves.mark(at);
    deals.forEach(({ button }, i) => { button.ariaCurrent = i + 1 === view.deal ? 'step' : null; });
    scores.hidden = view.ended === 'running';
  }

  /** @param {View} view */
  function sentences(view) {
    const lines = view.log.flatMap((one) => (one.deal
      ? [say('page.replay.dealt', { n: view.deal })] : one.sentences));
    if (!lines.length) lines.push(seat === OPEN ? '…' : say('page.replay.unseen'));
    if (view.ending) lines.push(view.ending);
    if (view.ended === 'match') {
      const who = [...(view.winners ?? '')].map(name);
      lines.push(say('page.replay.won', { n: who.length, who: enumerate(who) }));
    }
    return lines;
  }

  /** Show the sheet of the deal, and by way of those before it the course of the match. */
  function showScores() {
    for (const view of frames.slice(0, at + 1)) {
      if (view.ended !== 'running') openSheet(sheet, view, words);
    }
  }

  async function copyLink() {
    const field = h('input', { class: 'unseen', readonly: true, value: linkTo(`${location.pathname}${location.hash}`), 'aria-label': say('page.lobby.link') });
    linked.after(field);
    const isCopied = await copyFrom(field);
    field.remove();
    linked.textContent = say(`page.replay.${isCopied ? 'copied' : 'link_here'}`);
  }

  /** @type {Record<string, () => number>} */
  const keys = {
    ArrowLeft: () => at - 1,
    ArrowRight: () => at + 1,
    ArrowUp: () => at - 1,
    ArrowDown: () => at + 1,
    Home: () => 0,
    End: () => frames.length - 1,
  };
  document.addEventListener('keydown', (event) => {
    const inside = event.target instanceof Element
      && event.target.closest('select, dialog, input:not([type="checkbox"])');
    const isInList = event.target instanceof Element && event.target.closest('#moves') !== null;
    const target = /Up|Down/.test(event.key) && !isInList ? undefined : keys[event.key]; // they scroll
    if (!target || inside || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(target());
  });
  addEventListener('hashchange', () => {
    const wanted = addressed();
    go(wanted.moment - 1);
    if (wanted.seat && wanted.seat !== seat && isSeat(table, wanted.seat)) void look(wanted.seat);
  });

  go(addressed().moment - 1);
}

/** @param {Table} table @param {string} seat */
const isSeat = (table, seat) =>
  seat === OPEN || seat === WATCHING || table.seats.some((one) => one.seat === seat);

async function begin() {
  try {
    const [table, about] = await Promise.all([get(`/tables/${id}`), get(`/games/${gameId}`)]);
    const game = await moduleOf(about);
    const wanted = addressed().seat;
    const seat = isSeat(table, wanted) ? wanted : OPEN;
    const [frames, { moments }] = await Promise.all([framesOf(seat), get(`/tables/${id}/moments`)]);
    show({ table, about, game, frames, seat, moments });
  } catch (error) {
    root.replaceChildren(
      h('p', { class: 'notice bad', role: 'alert' },
        say('page.replay.failed', { why: requestError(error).message })),
      h('button', { type: 'button', on: { click: () => void begin() } }, say('page.replay.again')));
  }
}

void begin();
