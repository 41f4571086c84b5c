/** A table: before, during and after a match. */

import { ask, at, h, patch, ruleLink } from './dom.js';
import { clearScenes, showScenes } from './bubbles.js';
import { clockText, isClockRunning, startClock } from './clock.js';
import { endCounts, pace } from './count.js';
import { makeCurtain } from './curtain.js';
import { direct } from './director.js';
import { AWAY, follow, get, newId, post, requestError } from './api.js';
import { contextOf, drawTable, moduleOf } from './draw.js';
import { drawCoach } from './coach.js';
import { introduce } from './intro.js';
import { drawLobby, voidDraws } from './lobby.js';
import { append, drawSince, lightCards, linesOf } from './log.js';
import { commitSeats, noteDraw, revealWords, startMatch } from './noted.js';
import { tellPresence, tellSeats } from './news.js';
import { listOrders } from './orders.js';
import { listPeople } from './people.js';
import { isAsking, notReady, readiness } from './ready.js';
import { celebrate } from './confetti.js';
import { remember } from './course.js';
import { closeSheet, closing, drawFoot, openSheet } from './sheet.js';
import { goalText } from './goal.js';
import { winners } from './standing.js';
import { enumerate, say } from './texts.js';
import { settings } from './settings.js';
import { sounds } from './sound.js';
import { listenToTalk, placeTalk } from './talk.js';
import { arrive, travel } from './travel.js';
import { zoomCards } from './zoom.js';
import { signalTurn } from './turn.js';

const id = /** @type {string} */ (document.body.dataset.table);
const gameId = /** @type {string} */ (document.body.dataset.game);
/** Milliseconds without news before a bot may stand in. */
const SILENCE = 60_000;

const sheet = /** @type {HTMLDialogElement} */ (at('sheet'));

/** @type {Game} */
const about = await get(`/games/${gameId}`);
const game = await moduleOf(about);

/** @type {TableState} */
const state = {
  table: null,
  view: null,
  me: null,
  selected: new Set(),
  memory: new Map(),
  asked: '',
  sending: false,
  sent: -1,
  verdicts: new Map(),
  told: -1,
  steps: [],
  acting: new Set(),
  moving: false,
  stream: null,
  present: null,
  handed: '',
  leaving: null,
  early: null,
  score: null,
  continued: 0,
  lookingBack: false,
  silent: false,
  silence: undefined,
};

/** My seats, at this device. */
const mine = () => (state.table?.seats ?? []).filter((seat) => seat.mine);

/** What the game's script draws a view with; only in the newest can the reader do anything. @param {View} view @returns {Context} */
function context(view) {
  const table = /** @type {Table} */ (state.table);
  const isNewest = view === state.view;
  const offers = new Map(view.offers ?? []);
  const awaited = isAsking(table, view) ? notReady(table, view).map(({ seat }) => seat).join('') : view.awaited;
  return contextOf({ ...view, awaited }, table, about, {
    me: state.me,
    reader: state.me,
    name: (seat) => nameOf(table, seat),
    legal: new Set(isNewest ? view.legal : []),
    prospects: view.prospects ?? {},
    foreseen: (move) => {
      const verdict = state.verdicts.get(move);
      return (verdict instanceof Promise ? undefined : verdict?.prospects) ?? {};
    },
    acting: state.acting,
    moving: state.moving,
    present: state.present,
    confirms: settings.get('confirm') === 'on',
    meaning: (move) => offers.get(move) ?? '',
    selected: state.selected,
    memory: state.memory,
    send: (move) => void send(move),
    standIn: mayStandIn(table) ? (seat) => void standIn(seat) : undefined,
    showSheet: hasScore(view) ? () => void showSheet() : undefined,
    redraw: () => {
      refuse('', '');
      draw(false);
    },
    open: false,
  });
}

/** @param {Table} table @param {string} letter */
function nameOf(table, letter) {
  const seat = table.seats.find((one) => one.seat === letter);
  const alone = mine().length === 1;
  return seat?.mine && alone ? say('page.table.you') : seat?.name || letter;
}

// --- drawing ---

/** @param {boolean} moving whether things are to travel to their new places */
function draw(moving) {
  if (!state.table) return;
  const begun = state.table.status !== 'open' && state.view !== null;
  at('lobby').hidden = begun;
  at('game').hidden = !begun;
  at('leave').hidden = mine().length === 0 || state.table.status === 'over';
  at('scores').hidden = state.view === null || !hasScore(state.view);
  placeTalk(begun);
  if (!begun) {
    drawLobby(at('lobby'), state.table, about, state.present);
    return;
  }
  at('lobby').replaceChildren();
  void people.draw(state.table);
  orders.draw(state.table.status === 'running' && mine().some(({ seat }) => seat === state.me) ? state.me : null);
  introduce(about, mine().length > 0 && state.table.status === 'running', () => draw(false));
  const newest = /** @type {View} */ (state.view);
  const scene = director.view ?? newest;
  const change = () => {
    if (mustHandOver()) drawCurtain();
    else drawTable(at('table'), game, context(scene), at('hand'), context(newest));
    lightCards();
    drawStatus();
    drawFoot(sheet, foot());
  };
  at('goal').textContent = goalText(scene, about);
  void travel(change, moving, scene);
}

/** Milliseconds for which the end of a deal is seen at the table before the sheet lies over it. */
const FINALE = { slow: 4000, normal: 2400, fast: 1000, instant: 0 };
/** Opens the sheet when the end was seen. @type {(() => void)|null} */
let openWaiting = null;

/** Show the score, once the last scene was seen. @param {View} view @param {boolean} isSeen @param {boolean} isWon */
function finale(view, isSeen, isWon) {
  const open = () => {
    if (openWaiting !== open) return;
    openWaiting = null;
    void showSheet(isSeen);
    if (isWon) celebrate();
  };
  openWaiting = open;
  const long = Math.max(FINALE[settings.get('speed')], lasts(view) * pace());
  if (isSeen && !document.hidden) {
    setTimeout(open, long);
    drawStatus(); // without the result
  } else {
    open();
  }
}

/** Whether the result may be told: the table has shown how the deal ended. */
const isEndShown = () => !director.isBehind && openWaiting === null;

/** Milliseconds that the movements of a view need at the usual speed. @param {View} view */
const lasts = (view) => game.lasts?.(view) ?? 0;

/** Shows what happened scene by scene. */
const director = direct({
  /** @param {View} view @param {View|null} before @param {boolean} moving */
  show(view, before, moving) {
    const over = view.ended !== 'running';
    state.moving = moving && !mustHandOver();
    state.acting = state.moving ? showScenes(view, /** @type {Table} */ (state.table), state.me, game.seen) : new Set();
    draw(moving && !over);
    if (opensSheet(view, before)) finale(view, moving && view === state.view, view.ended === 'match' && before !== null);
  },
  tell,
  lasts,
});

/** In pass and play nobody sees a hand before its owner has the device. */
const mustHandOver = () => mine().length > 1 && state.me !== null
  && (state.handed !== state.me || state.view?.seat !== state.me);

const curtain = makeCurtain(id, about, game, () => draw(false));

function drawCurtain() {
  const { table, me, view } = /** @type {{table: Table, me: string, view: View}} */ (state);
  const seat = /** @type {Seat} */ (table.seats.find((one) => one.seat === me));
  patch(at('hand'), []);
  curtain.draw(table, seat, `${me} ${view.seat} ${view.number}`, state.handed === me, state.leaving?.seat, takeBack, () => {
    state.handed = me; // the next one may be asked by now
    state.leaving = null;
    if (!mustHandOver()) void catchUp(/** @type {View} */ (state.view));
    draw(false);
  });
}

function drawStatus() {
  const view = /** @type {View} */ (state.view);
  const table = /** @type {Table} */ (state.table);
  const ctx = context(view);
  const covered = mustHandOver();
  const asked = view.asked && !covered;
  at('status').hidden = covered;
  at('curtain').hidden = !covered;
  if (!covered) at('curtain').replaceChildren();
  at('status').ariaBusy = `${isBusy()}`;
  const early = earlyQuestion();
  at('question').textContent = covered ? '' : early?.question ?? questionOf(view, table);
  at('question').classList.toggle('to-me', asked || early !== null);
  drawCoach(at('coach'), covered ? null : view, table);
  drawSince(asked ? state.steps : [], table, state.me);
  at('skip-scenes').hidden = !director.isBehind;
  const actions = asked ? game.actions(ctx).map(judged) : early?.actions ?? [];
  const why = state.selected.size ? actions.find((action) => action.disabled)?.why : '';
  at('hint').textContent = asked ? why || (game.hint?.(ctx) ?? '') : '';
  /** @type {HTMLElement[]} */
  const buttons = actions.map((action) => button(action.label,
    `do-${action.move.replaceAll(' ', '-') || action.label}`, () => void (early ? answerEarly(action.move) : act(action)), {
      class: action.primary ? 'primary' : '',
      'aria-disabled': action.disabled || isBusy() ? 'true' : undefined,
      title: action.disabled ? action.why : undefined,
    }));
  if (view.retractable && !covered) {
    buttons.push(button(say('page.table.retract'), 'retract', () => void order('retract', {})));
  }
  if (asked && state.selected.size) {
    buttons.push(button(say('page.table.undo'), 'undo', () => {
      forget();
      ctx.redraw();
    }, { class: 'quiet' }));
  }
  const away = mine().filter((seat) => seat.away);
  if (away.length && table.status === 'running') {
    buttons.push(button(say('page.table.back'), 'back', () => {
      for (const { seat } of away) void attempt(() => post(`/tables/${id}/return`, { seat }));
    }, { class: 'primary' }));
  }
  if (view.ended !== 'running' && isEndShown()) buttons.push(...endButtons(table));
  if (table.status === 'closed') buttons.push(replayLink());
  patch(at('actions'), buttons);
}

/**
 * @param {string} label @param {string} ident @param {() => void} click
 * @param {Record<string, string|undefined>} [more]
 */
const button = (label, ident, click, more = {}) =>
  h('button', { type: 'button', id: ident, ...more, on: { click } }, label);

/**
 * A move of several decisions is offered when the house says that it is legal.
 * @param {Action} action @returns {Action}
 */
function judged(action) {
  if (action.disabled || state.view?.legal.includes(action.move)) return action;
  const { verdicts } = state;
  let verdict = verdicts.get(action.move);
  if (!verdict) {
    const ask = post(`/tables/${id}/check`, { move: action.move, seat: state.me });
    verdict = ask.catch((error) => {
      requestError(error);
      return { legal: true }; // the answer to the move itself says what is wrong
    });
    verdicts.set(action.move, verdict);
    void verdict.then((said) => {
      verdicts.set(action.move, said);
      if (verdicts !== state.verdicts) return;
      if (said.prospects) draw(false);
      else drawStatus();
    });
  }
  const said = verdict instanceof Promise ? null : verdict;
  return { ...action, disabled: !said?.legal, why: said?.message };
}

function forget() {
  state.selected.clear();
  state.memory.clear();
}

/** Whether I have decided, and wait for what comes of it. */
const isBusy = () => state.sending || state.sent >= 0;

/** @param {View} view @param {Table} table */
function questionOf(view, table) {
  if (table.status === 'closed') return say('page.table.closed');
  if (view.ended !== 'running' && !isEndShown()) return '';
  if (view.ended === 'match') return winners(view, wordsOf(table));
  if (view.ended === 'deal') {
    const names = waitsForMe() ? [] : notReady(table, view).map(({ name }) => name);
    return names.length ? say('page.table.waiting_ready', { who: enumerate(names) })
      : say('page.table.deal_over', { n: view.deal });
  }
  if (view.asked && view.question) return view.question;
  const names = [...view.awaited].filter((seat) => !isMe(seat)).map((seat) => nameOf(table, seat));
  return names.length ? say('page.table.waiting', { n: names.length, who: enumerate(names) }) : '';
}

/** Whether a seat is the reader's, who is addressed. @param {string} seat */
const isMe = (seat) => mine().length === 1 && mine()[0].seat === seat;

/** What a score sheet is put into words with. @param {Table} table @returns {SheetWords} */
const wordsOf = (table) => ({ table, about, name: (seat) => nameOf(table, seat), isMe });

/** @param {Table} table */
function endButtons(table) {
  /** @type {HTMLElement[]} */
  const buttons = [button(say('page.table.sheet'), 'show-sheet', () => void showSheet())];
  if (waitsForMe() && !sheet.open) {
    buttons.unshift(button(say('page.table.continue'), 'go-on', () => void goOn(), { class: 'primary' }));
  }
  if (table.status === 'over') {
    buttons.push(replayLink());
    if (mayPlayAgain(table)) buttons.push(rematchButton(table, 'rematch'));
  }
  return buttons;
}

/** Whether the reader belongs to the company. @param {Table} table */
const mayPlayAgain = (table) => mine().length > 0 || table.host;

/** @param {Table} table @param {string} ident */
const rematchButton = (table, ident) => button(say(table.followed_by ? 'page.end.join' : 'page.table.rematch'),
  ident, () => void rematch(), { class: 'primary' });

const replayLink = () => h('a', { class: 'button', href: `/replay/${id}` }, say('page.table.replay'));

// --- the score ---

/** Whether a deal is over that can be looked at. @param {View} view */
const hasScore = (view) => view.ended === 'running' ? view.deal > 1 : view.sheets !== undefined;

/** Whether the next deal waits for somebody at this device. */
function waitsForMe() {
  const { view, table } = state;
  return view !== null && table !== null && state.continued < view.deal
    && notReady(table, view).some((seat) => seat.mine);
}

/** Show the sheet of the last deal that is over. @param {boolean} [moving] whether totals count up */
async function showSheet(moving = false) {
  const { view } = /** @type {{view: View}} */ (state);
  const last = view.ended === 'running' ? view.deal - 1 : view.deal;
  state.lookingBack = view.ended === 'running';
  if (state.score?.deal !== last) {
    state.score = await persist(() => get(`/tables/${id}/sheets?seat=${state.me ?? '-'}`));
  }
  const table = /** @type {Table} */ (state.table);
  openSheet(sheet, /** @type {Score} */ (state.score),
    wordsOf(table), foot(), moving);
  arrive();
  drawStatus();
}

/** What can be done with the sheet that is open, and who is awaited. @returns {(Node|false)[]} */
function foot() {
  const { view, table, score } = state;
  if (!view || !table || !score) return [];
  if (score.winners && table.status === 'over') {
    return [mayPlayAgain(table) && rematchButton(table, 'sheet-rematch'), replayLink(),
      h('a', { class: 'button', href: '/' }, say('page.end.home')), closing('')];
  }
  const hasBegun = !state.lookingBack && view.deal > score.deal;
  const mayGoOn = hasBegun || waitsForMe();
  return [
    hasBegun && h('p', { class: 'begun', role: 'status' }, say('page.table.deal_begun', { n: view.deal })),
    readiness(table, view, mayGoOn),
    isClockRunning() && isAsking(table, view) && h('p', { class: 'clock', id: 'sheet-clock' }, clockText()),
    mayGoOn ? h('button', { type: 'button', class: 'primary', id: 'continue', autofocus: true,
      on: { click: () => void goOn() } }, say('page.table.continue')) : closing(),
  ];
}

/** Close the sheet; everybody at this device is ready for the next deal. */
async function goOn() {
  closeSheet(sheet);
  if (!waitsForMe()) return;
  const { deal } = /** @type {View} */ (state.view);
  state.continued = deal;
  draw(false);
  if (await attempt(() => post(`/tables/${id}/ready`, { deal }))) return;
  state.continued = 0;
  draw(false);
}

// --- doing ---

/** @param {Action} action */
async function act(action) {
  const verdict = await state.verdicts.get(action.move);
  if (verdict ? !verdict.legal : action.disabled) {
    refuse(verdict?.message ?? action.why ?? '', verdict?.rule ?? '');
    return;
  }
  if (action.open) {
    action.open();
    return;
  }
  if (action.confirm && !(await ask(action.confirm, action.label))) return;
  await send(action.move);
}

/** @param {string} move */
const send = (move) => order('moves', { move });

/** @param {'moves'|'retract'} what @param {{move?: string}} more */
async function order(what, more) {
  if (!state.view || isBusy()) return;
  if (what === 'retract') state.early = null;
  state.sending = true;
  refuse('', '');
  const body = { number: state.view.number, id: newId(), ...more, seat: state.me };
  state.sent = body.number;
  drawStatus();
  try {
    const { number } = await persist(() => post(`/tables/${id}/${what}`, body));
    state.sent = body.seat === state.me ? number - 1 : -1;
  } catch (error) {
    state.sent = -1;
    const { status, message, rule } = requestError(error);
    if (status === 409) {
      take({ ...await persist(() => get(`/tables/${id}/view?seat=${state.me}&help=true`)), gap: true });
    }
    refuse(status === 409 ? say('page.table.too_late') : message, rule);
  } finally {
    state.sending = false;
    settle();
    drawStatus();
  }
}

/** Decide anew when the view has what I sent. */
function settle() {
  if (isBusy() && !state.sending && (state.view?.number ?? 0) > state.sent) {
    state.sent = -1;
    forget();
  }
}

/** Retry while the house is away: moves are idempotent. @param {() => Promise<any>} what */
async function persist(what) {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      return await what();
    } catch (error) {
      if (requestError(error).status !== AWAY) throw error;
      at('lost').hidden = false;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Retry, and show a refusal; then the answer is null. @param {() => Promise<any>} what */
async function attempt(what) {
  try {
    return await persist(what);
  } catch (error) {
    const { message, rule } = requestError(error);
    refuse(message, rule);
    return null;
  }
}

/** @param {string} message @param {string} rule */
function refuse(message, rule) {
  const place = at('refused');
  place.hidden = !message;
  place.replaceChildren(message.replace(` (${rule})`, ''), ' ', rule ? ruleLink(gameId, rule) : '');
}

/** With a clock nobody has to ask for it. @param {Table} table */
const mayStandIn = (table) => state.silent && table.status === 'running'
  && table.pace.decision === 0 && mine().length > 0;

/** Let a bot play for somebody who does not answer. @param {string} seat */
async function standIn(seat) {
  waitForNews();
  draw(false);
  await attempt(() => post(`/tables/${id}/stand-in`, { seat }));
}

async function rematch() {
  const next = await attempt(() => post(`/tables/${id}/rematch`));
  if (!next) return;
  noteDraw(next);
  if (next.status === 'open' && next.host && next.seats.every((/** @type {Seat} */ seat) => seat.kind === 'bot' || seat.mine)) {
    await commitSeats(next);
    if (!(await attempt(() => startMatch(next.id).then(() => true)))) return;
  }
  location.href = `/t/${next.id}`;
}

// --- hearing ---

/** @param {View} view */
function take(view) {
  const before = state.view;
  if (before && view.number < before.number && view.seat === before.seat) return;
  state.view = view;
  const question = `${view.seat}/${view.deal}/${view.question ?? ''}/${view.legal.join()}`;
  if (before?.number !== view.number) {
    state.verdicts = new Map();
    waitForNews();
  }
  if (question !== state.asked) {
    state.asked = question;
    forget();
    refuse('', '');
  }
  settle();
  startClock(view.clock);
  if (view.sheets) {
    state.score = view;
    remember({ [view.deal]: view.totals });
  }
  director.take(view, state.me);
  if (director.isBehind) draw(false); // the hand and the question are the newest
  if (view.asked && !before?.asked) sounds.turn();
  signalTurn(view.asked && !mustHandOver());
  passOn();
}

/**
 * Whether the sheet opens by itself: at the end of a deal that people look at, or of the match.
 * @param {View} view @param {View|null} before
 */
function opensSheet(view, before) {
  const isNew = before ? before.ended === 'running' || before.deal !== view.deal : waitsForMe();
  return isNew && view.sheets !== undefined
    && (view.ended === 'match' || isAsking(/** @type {Table} */ (state.table), view));
}

function waitForNews() {
  clearTimeout(state.silence);
  state.silent = false;
  state.silence = setTimeout(() => {
    state.silent = true;
    draw(false);
  }, SILENCE);
}

/** Fetch what happened in the deal before this page heard of it. @param {View} view */
async function catchUp(view) {
  const [log, place, told] = [at('log'), h('li', { hidden: true }), state.told];
  log.append(place);
  state.told = view.number;
  try {
    const past = await persist(() => get(`/tables/${id}/log?seat=${state.me ?? '-'}`));
    remember(past.totals);
    state.steps = past.log;
    place.replaceWith(...linesOf(told, view, past.log, /** @type {Table} */ (state.table)));
    drawStatus();
    log.scrollTop = log.scrollHeight;
  } catch (error) {
    requestError(error); // the stream is refused too, and its handler says so
  }
}

/** @param {View} view */
function tell(view) {
  if (mustHandOver()) return; // what somebody alone was told is told when he has the device
  if (view.gap) {
    void catchUp(view);
    return;
  }
  const fresh = linesOf(state.told, view, view.log, /** @type {Table} */ (state.table));
  state.told = Math.max(state.told, view.number);
  if (!fresh.length) return;
  const begins = view.log.findLastIndex((step) => step.deal);
  state.steps = begins < 0 ? [...state.steps, ...view.log] : view.log.slice(begins);
  append(fresh);
  at('newest').textContent = fresh.at(-1)?.textContent ?? '';
  sounds.card();
}

/** What the holder of the device will be asked for certain, and can decide before they learn more. */
function earlyQuestion() {
  const { view, me, early } = state;
  if (mine().length < 2 || !view || view.asked || mustHandOver() || early?.seat === me) return null;
  return game.early?.(context(view)) ?? null;
}

/** @param {string} move */
function answerEarly(move) {
  const { view, me } = /** @type {{view: View, me: string}} */ (state);
  state.early = { seat: me, move, turn: view.items.turn };
  draw(false);
  passOn();
}

/** Make the move that was decided early, once it is asked for. @param {View} view */
async function sendEarly({ awaited, items }) {
  const { early } = state;
  const isOver = early?.turn !== items.turn;
  if (!early || !isOver && !awaited.includes(early.seat)) return;
  state.early = null;
  if (isOver) return;
  const { seat, move } = early;
  const { number } = await persist(() => get(`/tables/${id}/view?seat=${seat}`));
  await attempt(() => post(`/tables/${id}/moves`, { number, id: newId(), move, seat }));
}

/** In pass and play the device goes to the next person to the left who is asked. */
function passOn() {
  const view = /** @type {View} */ (state.view);
  void sendEarly(view);
  const seats = mine().map((seat) => seat.seat);
  if (seats.length < 2 || view.asked || view.ended !== 'running' || earlyQuestion()) return;
  const here = seats.indexOf(state.me ?? '') + 1;
  const others = [...seats.slice(here), ...seats.slice(0, here)].filter((seat) => view.awaited.includes(seat));
  const last = others.length > 1 && game.last?.(context(view));
  const next = others.find((seat) => seat !== last);
  if (!next || next === state.me) return;
  state.leaving = view.retractable ? view : null;
  listen(next);
}

/** Whoever had the device takes back their choice, and gets the device again. */
async function takeBack() {
  const { seat, number } = /** @type {View} */ (state.leaving);
  state.leaving = state.early = null;
  if (!(await attempt(() => post(`/tables/${id}/retract`, { number, id: newId(), seat })))) return;
  state.handed = '';
  listen(seat);
}

/** @param {Table} table */
function takeTable(table) {
  const before = state.table;
  state.table = table;
  if (before) tellSeats(before, table);
  at('removed').hidden = !table.removed || table.status === 'open';
  noteDraw(table);
  void commitSeats(table);
  void revealWords(table, persist);
  at('void-draws').textContent = voidDraws(table);
  at('void-draws').hidden = !table.fairness.void_draws.length;
  const seats = mine().map((seat) => seat.seat);
  const wanted = state.me && seats.includes(state.me) ? state.me : seats[0] ?? null;
  if (before && wanted !== state.me) {
    listen(wanted);
    return;
  }
  talk.allow(table, seats.length > 0);
  draw(false);
}

/** @param {string|null} seat */
function listen(seat) {
  if (seat !== state.me) { // each seat counts and is told what it saw itself
    state.told = 0;
    state.steps = [];
    state.sent = -1;
    for (const place of ['log', 'told', 'newest']) at(place).replaceChildren();
  }
  state.me = seat;
  state.stream?.close();
  state.stream = follow(id, seat ?? '-', {
    table: takeTable,
    view: take,
    talk: (lines) => talk.hear(lines),
    presence: ({ seats }) => {
      state.present = seats;
      if (state.table?.status === 'running') tellPresence(state.table, seats);
      draw(false);
    },
    lost: () => (at('lost').hidden = false),
    refused: () => void get(`/tables/${id}`).then(takeTable, (error) => {
      // 410: the table is broken, and its page says so.
      if (requestError(error).status === 410) location.reload();
    }),
    found: () => (at('lost').hidden = true),
  });
}

/** Say why something that was touched cannot be done now. @param {string|undefined} move */
function explain(move) {
  if (!move || !state.me || state.view?.ended !== 'running') return;
  post(`/tables/${id}/check`, { move, seat: state.me }).then(
    (answer) => refuse(answer.message || say('page.table.not_now'), answer.rule),
    (error) => {
      requestError(error);
      refuse(say('page.table.not_now'), '');
    },
  );
}
at('hand').addEventListener('why', (event) => explain(/** @type {CustomEvent<string>} */ (event).detail));
at('table').addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('button')) return;
  explain(/** @type {HTMLElement|null} */ (target.closest('[data-why]'))?.dataset.why);
});
// A reader who does something at the table sees the newest position.
for (const type of ['pointerdown', 'keydown']) {
  document.querySelector('.play')?.addEventListener(type, ({ target }) => {
    // A score opens its sheet, whatever the table shows; it would move from under the press.
    if (target instanceof Element && target.closest('.score.linked')) return;
    clearScenes();
    state.moving = false;
    endCounts();
    director.finish();
    openWaiting?.();
  }, { capture: true });
}
at('skip-scenes').addEventListener('click', () => director.finish());
at('pause-scenes').addEventListener('click', () => {
  const pause = at('pause-scenes').getAttribute('aria-pressed') !== 'true';
  at('pause-scenes').setAttribute('aria-pressed', String(pause));
  director.pause(pause);
});
at('scores').addEventListener('click', () => void showSheet());
at('leave').addEventListener('click', async () => {
  if (!(await ask(say('page.table.leave_text'), say('page.table.leave')))) return;
  for (const { seat } of mine()) {
    if (!(await attempt(() => post(`/tables/${id}/leave`, { seat })))) return;
  }
  location.href = '/';
});
const talk = listenToTalk(id, () => state.me);
const people = listPeople(id, () => {
  talk.forget();
  listen(state.me);
}, (error) => refuse(requestError(error).message, ''));
const orders = listOrders(id, (error) => refuse(requestError(error).message, ''));
zoomCards(about, (code) => get(`/tables/${id}/cards/${encodeURIComponent(code)}?seat=${state.me ?? '-'}`));
takeTable(await get(`/tables/${id}`));
listen(mine()[0]?.seat ?? null);
