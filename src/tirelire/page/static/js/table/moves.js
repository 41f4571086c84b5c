/** Moves: which can be made, and sending them. */

import { get, newId, post, requestError } from '../api.js';
import { ask } from '../dom.js';
import { settings } from '../settings.js';
import { say } from '../texts.js';
import { persist, refuse } from './requests.js';
import { redraw, redrawStatus, viewCame } from './signals.js';
import { id, isBusy, settle, state } from './state.js';

/**
 * A move of several decisions is offered when the house says that it is legal.
 * @param {Action} action @returns {Action}
 */
export function judged(action) {
  if (action.disabled || state.view?.legal.includes(action.move)) return action;
  const { verdicts } = state;
  let verdict = verdicts.get(action.move);
  if (!verdict) {
    const answer = post(`/tables/${id}/check`, { move: action.move, seat: state.me });
    verdict = answer.catch((error) => {
      requestError(error);
      return { legal: true }; // the answer to the move itself says what is wrong
    });
    verdicts.set(action.move, verdict);
    void verdict.then((said) => {
      verdicts.set(action.move, said);
      if (verdicts !== state.verdicts) return;
      if (said.prospects) redraw.send(false);
      else redrawStatus.send();
    });
  }
  const said = verdict instanceof Promise ? null : verdict;
  return { ...action, disabled: !said?.legal, why: said?.message };
}

/** Do what a button says. @param {Action} action */
export async function act(action) {
  const verdict = await state.verdicts.get(action.move);
  if (verdict ? !verdict.legal : action.disabled) {
    refuse(verdict?.message ?? action.why ?? '', verdict?.rule ?? '');
    return;
  }
  if (action.open) {
    action.open();
    return;
  }
  if (action.grave && settings.get('confirm') === 'on' && state.lifted !== action.move) {
    state.lifted = action.move;
    redraw.send(false);
    return;
  }
  if (action.confirm && !(await ask(action.confirm, action.label))) return;
  await send(action.move);
}

/** @param {string} move */
export const send = (move) => order('moves', { move });

/** Take back my last move. */
export const retract = () => order('retract', {});

/** @param {'moves'|'retract'} what @param {{move?: string}} more */
async function order(what, more) {
  if (!state.view || isBusy()) return;
  if (what === 'retract') state.early = null;
  state.sending = true;
  refuse('', '');
  const body = { number: state.view.number, id: newId(), ...more, seat: state.me };
  state.sent = body.number;
  redrawStatus.send();
  try {
    const { number } = await persist(() => post(`/tables/${id}/${what}`, body));
    state.sent = body.seat === state.me ? number - 1 : -1;
  } catch (error) {
    state.sent = -1;
    const { status, message, rule } = requestError(error);
    if (status === 409) {
      viewCame.send({ ...await persist(() => get(`/tables/${id}/view?seat=${state.me}&help=true`)), gap: true });
    }
    refuse(status === 409 ? say('page.table.too_late') : message, rule);
  } finally {
    state.sending = false;
    settle();
    redrawStatus.send();
  }
}
