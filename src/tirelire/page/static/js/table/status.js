/** The question, and the buttons below my hand. */

import { post } from '../api.js';
import { drawCoach } from '../coach.js';
import { at, button } from '../dom.js';
import { drawButtons } from '../draw.js';
import { drawSince } from '../log.js';
import { notReady } from '../ready.js';
import { winners } from '../standing.js';
import { enumerate, say } from '../texts.js';
import { context } from './context.js';
import { act, judged, retract } from './moves.js';
import { answerEarly, earlyQuestion } from './passing.js';
import { attempt } from './requests.js';
import { director, isEndShown } from './scenes.js';
import { endButtons, hasScore, replayLink, waitsForMe } from './score.js';
import { forget, game, id, isBusy, isMe, mine, mustHandOver, nameOf, state, wordsOf } from './state.js';

/** Whether the end of a deal or of the match may be looked at. @param {View} view */
const isEnded = (view) => view.ended !== 'running' && hasScore(view) && isEndShown();

export function drawStatus() {
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
  const sure = actions.some(isLifted);
  const why = state.selected.size ? actions.find((action) => action.disabled)?.why : '';
  const hint = sure ? say('page.table.sure_hint') : why || (game.hint?.(ctx) ?? '');
  at('hint').textContent = asked ? hint : '';
  const buttons = [...actions.map((action) => drawAction(action, sure, early ? answerEarly : null)), ...otherButtons(view, table, ctx)];
  at('actions').classList.toggle('ended', isEnded(view));
  drawButtons(buttons);
  at('newest').classList.toggle('crowded', at('actions').matches('.crowded'));
}

/** @param {Action} action */
const isLifted = (action) => action.move !== '' && action.move === state.lifted;

/**
 * @param {Action} action @param {boolean} sure whether one waits to be confirmed: then the others step back
 * @param {((move: string) => void)|null} answer what is done in its place
 */
const drawAction = (action, sure, answer) => button(isLifted(action) ? say('page.table.sure', { what: action.label }) : action.label,
  `do-${action.move.replaceAll(' ', '-') || action.label}`, () => void (answer ? answer(action.move) : act(action)), {
    class: (sure ? isLifted(action) : action.primary) ? 'primary' : '',
    'aria-disabled': action.disabled || isBusy() ? 'true' : undefined,
    title: action.disabled ? action.why : undefined,
  });

/** The buttons that are no moves. @param {View} view @param {Table} table @param {Context} ctx */
function otherButtons(view, table, ctx) {
  /** @type {HTMLElement[]} */
  const buttons = [];
  const covered = mustHandOver();
  if (view.retractable && !covered) buttons.push(button(say('page.table.retract'), 'retract', () => void retract()));
  if (view.asked && !covered && (state.selected.size || state.lifted)) {
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
  if (isEnded(view)) buttons.push(...endButtons(table));
  if (table.status === 'closed') buttons.push(replayLink());
  return buttons;
}

/** @param {View} view @param {Table} table */
function questionOf(view, table) {
  if (table.status === 'closed') return say('page.table.closed');
  if (view.ended !== 'running' && !isEnded(view)) return '';
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
