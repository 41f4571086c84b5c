/** A table: before, during and after a match. */

import { ask, at, h, patch, ruleLink } from './dom.js';
import { AWAY, follow, get, newId, post, requestError } from './api.js';
import { arrive, contextOf, drawTable, moduleOf, travel } from './draw.js';
import { drawLobby } from './lobby.js';
import { addWords, notePromise } from './noted.js';
import { isAsking, notReady, readiness } from './ready.js';
import { closeSheet, closing, drawFoot, openSheet, remember, winners } from './sheet.js';
import { enumerate, lang, say } from './texts.js';
import { sounds } from './sound.js';
import { listenToTalk } from './talk.js';

const id = /** @type {string} */ (document.body.dataset.table);
const gameId = /** @type {string} */ (document.body.dataset.game);
const MOST_LINES = 200;
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
  stream: null,
  handed: '',
  clockEnd: 0,
  score: null,
  continued: 0,
  lookingBack: false,
  silent: false,
  silence: undefined,
};

/** My seats, at this device. */
const mine = () => (state.table?.seats ?? []).filter((seat) => seat.mine);

/** @returns {Context} */
function context() {
  const { view, table } = /** @type {{view: View, table: Table}} */ (state);
  const offers = new Map(view.offers ?? []);
  const awaited = isAsking(table, view) ? notReady(table, view).map(({ seat }) => seat).join('') : view.awaited;
  return contextOf({ ...view, awaited }, table, about, {
    me: state.me,
    name: (seat) => nameOf(table, seat),
    legal: new Set(view.legal),
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
  if (!begun) {
    drawLobby(at('lobby'), state.table, about);
    return;
  }
  const change = () => {
    if (mustHandOver()) drawCurtain();
    else drawTable(at('table'), game, context(), at('hand'));
    drawStatus();
    drawFoot(sheet, foot());
  };
  void travel(change, moving, state.view?.items ?? {});
}

/** In pass and play nobody sees a hand before its owner has the device. */
const mustHandOver = () => mine().length > 1 && state.me !== null
  && (state.handed !== state.me || state.view?.seat !== state.me);

function drawCurtain() {
  patch(at('hand'), []);
  const seat = state.me ?? '';
  const name = nameOf(/** @type {Table} */ (state.table), seat);
  patch(at('table'), [
    h('div', { class: 'curtain' }, h('p', {}, say('page.table.hand_over', { who: name })),
      h('button', { class: 'primary', id: 'handed', 'aria-busy': `${state.handed === seat}`, on: { click: () => {
        state.handed = seat; // the next one may be asked by now
        if (!mustHandOver()) void catchUp(/** @type {View} */ (state.view));
        draw(false);
      } } }, say('page.table.handed', { who: name }))),
  ]);
  at('handed').focus();
}

function drawStatus() {
  const view = /** @type {View} */ (state.view);
  const table = /** @type {Table} */ (state.table);
  const ctx = context();
  const covered = mustHandOver();
  const asked = view.asked && !covered;
  at('status').hidden = covered;
  at('status').ariaBusy = `${isBusy()}`;
  at('question').textContent = covered ? '' : questionOf(view, table);
  at('question').classList.toggle('to-me', asked);
  const actions = asked ? game.actions(ctx).map(judged) : [];
  const why = state.selected.size ? actions.find((action) => action.disabled)?.why : '';
  at('hint').textContent = asked ? why || (game.hint?.(ctx) ?? '') : '';
  /** @type {HTMLElement[]} */
  const buttons = actions.map((action) => button(action.label,
    `do-${action.move.replaceAll(' ', '-') || action.label}`, () => void act(action), {
      class: action.primary ? 'primary' : '',
      'aria-disabled': action.disabled || isBusy() ? 'true' : undefined,
      title: action.disabled ? action.why : undefined,
    }));
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
  if (view.ended !== 'running') buttons.push(...endButtons(table));
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
      if (verdicts === state.verdicts) drawStatus();
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
    buttons.push(h('a', { class: 'button', href: `/replay/${id}` }, say('page.table.replay')));
    if (mine().length || table.host) {
      buttons.push(button(say('page.table.rematch'), 'rematch', () => void rematch(), { class: 'primary' }));
    }
  }
  return buttons;
}

// --- the score ---

/** Whether a deal is over that can be looked at. @param {View} view */
const hasScore = (view) => view.ended === 'running' ? view.deal > 1 : view.sheets !== undefined;

/** Whether the next deal waits for somebody at this device. */
function waitsForMe() {
  const { view, table } = state;
  return view !== null && table !== null && state.continued < view.deal
    && notReady(table, view).some((seat) => seat.mine);
}

/** Show the sheet of the last deal that is over. */
async function showSheet() {
  const { view } = /** @type {{view: View}} */ (state);
  const last = view.ended === 'running' ? view.deal - 1 : view.deal;
  state.lookingBack = view.ended === 'running';
  if (state.score?.deal !== last) {
    state.score = await persist(() => get(`/tables/${id}/sheets?seat=${state.me ?? '-'}`));
  }
  const table = /** @type {Table} */ (state.table);
  openSheet(sheet, /** @type {Score} */ (state.score),
    wordsOf(table), foot());
  arrive();
  drawStatus();
}

/** What can be done with the sheet that is open, and who is awaited. @returns {(Node|false)[]} */
function foot() {
  const { view, table, score } = state;
  if (!view || !table || !score) return [];
  const hasBegun = !state.lookingBack && view.deal > score.deal;
  const mayGoOn = hasBegun || waitsForMe();
  return [
    hasBegun && h('p', { class: 'begun', role: 'status' }, say('page.table.deal_begun', { n: view.deal })),
    readiness(table, view, mayGoOn),
    state.clockEnd > 0 && isAsking(table, view) && h('p', { class: 'clock', id: 'sheet-clock' }, clockText()),
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
  if (action.confirm && !(await ask(action.confirm, action.label))) return;
  await send(action.move);
}

/** @param {string} move */
async function send(move) {
  if (!state.view || isBusy()) return;
  state.sending = true;
  refuse('', '');
  const body = { number: state.view.number, id: newId(), move, seat: state.me };
  state.sent = body.number;
  drawStatus();
  try {
    const { number } = await persist(() => post(`/tables/${id}/moves`, body));
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
  notePromise(next);
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
  tell(view);
  clock(view);
  const over = view.ended !== 'running'; // then the sheet opens, and no card flies over it
  if (view.sheets) {
    state.score = view;
    remember({ [view.deal]: view.totals });
  }
  draw(before !== null && before.number !== view.number && !over);
  if (view.asked && !before?.asked) sounds.turn();
  if (opensSheet(view, before)) void showSheet();
  passOn();
}

/**
 * Whether the sheet opens by itself: at the end of a deal that people look at, or of the match.
 * @param {View} view @param {View|null} before
 */
function opensSheet(view, before) {
  const isNew = before?.ended === 'running' || (before === null && waitsForMe());
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

/**
 * Put into lines what happened after a number, and up to the number of a view.
 * @param {number} after @param {View} view @param {Told[]} steps
 */
function lines(after, { number, deal }, steps) {
  const fresh = steps.filter((step) => step.number > after && step.number <= number);
  return fresh.flatMap((step) => [
    ...(step.deal ? [h('li', { class: 'deal' }, say('page.table.deal', { n: deal }))] : []),
    ...step.sentences.map((text) => h('li', {}, text)),
  ]);
}

/** Fetch what happened in the deal before this page heard of it. @param {View} view */
async function catchUp(view) {
  const [log, place, told] = [at('log'), h('li', { hidden: true }), state.told];
  log.append(place);
  state.told = view.number;
  try {
    const past = await persist(() => get(`/tables/${id}/log?seat=${state.me ?? '-'}`));
    remember(past.totals);
    place.replaceWith(...lines(told, view, past.log));
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
  const fresh = lines(state.told, view, view.log);
  state.told = Math.max(state.told, view.number);
  if (!fresh.length) return;
  const log = at('log');
  log.append(...fresh);
  while (log.childElementCount > MOST_LINES) log.firstElementChild?.remove();
  log.scrollTop = log.scrollHeight;
  at('told').textContent = fresh.map((line) => line.textContent).join(' ');
  at('newest').textContent = fresh.at(-1)?.textContent ?? '';
  sounds.card();
}

/** @param {View} view */
function clock(view) {
  state.clockEnd = view.clock ? performance.now() + view.clock.left : 0;
  tick();
}

function tick() {
  at('clock').textContent = clockText();
  at('clock').classList.toggle('hurry', state.clockEnd > 0 && timeLeft() < 6000);
  const beside = document.getElementById('sheet-clock');
  if (beside) beside.textContent = clockText();
}

/** Milliseconds until something happens of itself. */
const timeLeft = () => Math.max(0, state.clockEnd - performance.now());

/** How long is left, in words; nothing where no clock runs. */
function clockText() {
  const key = state.view?.clock?.kind === 'deal' ? 'page.table.next_deal' : 'page.table.time_left';
  return state.clockEnd ? say(key, { time: timeText(timeLeft() / 1000) }) : '';
}
setInterval(tick, 500);

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds > 5400) {
    const hours = Math.round(seconds / 3600);
    return new Intl.NumberFormat(lang, { style: 'unit', unit: 'hour', unitDisplay: 'long' })
      .format(hours);
  }
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** In pass and play the device goes to whoever is asked. */
function passOn() {
  const view = /** @type {View} */ (state.view);
  const seats = mine().map((seat) => seat.seat);
  if (seats.length < 2 || view.asked || view.ended !== 'running') return;
  const next = [...view.awaited].find((seat) => seats.includes(seat));
  if (next && next !== state.me) listen(next);
}

/** @param {Table} table */
function takeTable(table) {
  const before = state.table;
  state.table = table;
  notePromise(table);
  void addWords(table);
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
    state.sent = -1;
    for (const place of ['log', 'told', 'newest']) at(place).replaceChildren();
  }
  state.me = seat;
  state.stream?.close();
  state.stream = follow(id, seat ?? '-', {
    table: takeTable,
    view: take,
    talk: (lines) => talk.hear(lines, /** @type {Table} */ (state.table)),
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
at('scores').addEventListener('click', () => void showSheet());
at('leave').addEventListener('click', async () => {
  if (!(await ask(say('page.table.leave_text'), say('page.table.leave')))) return;
  for (const { seat } of mine()) {
    if (!(await attempt(() => post(`/tables/${id}/leave`, { seat })))) return;
  }
  location.href = '/';
});
const talk = listenToTalk(id, () => state.me);
takeTable(await get(`/tables/${id}`));
listen(mine()[0]?.seat ?? null);
