/** Requests of a table: tried again while the house is away; a refusal is shown with its rule. */

import { AWAY, post, requestError } from '../api.js';
import { at, ruleLink } from '../dom.js';
import { say } from '../texts.js';
import { gameId, id, state } from './state.js';

/** Retry while the house is away: moves are idempotent. @param {() => Promise<any>} what */
export async function persist(what) {
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
export async function attempt(what) {
  try {
    return await persist(what);
  } catch (error) {
    const { message, rule } = requestError(error);
    refuse(message, rule);
    return null;
  }
}

/** @param {string} message @param {string} rule */
export function refuse(message, rule) {
  const place = at('refused');
  place.hidden = !message;
  place.replaceChildren(message.replace(` (${rule})`, ''), ' ', rule ? ruleLink(gameId, rule) : '');
}

/** Say why something that was touched cannot be done now. @param {string|undefined} move */
export function explain(move) {
  if (!move || !state.me || state.view?.ended !== 'running') return;
  post(`/tables/${id}/check`, { move, seat: state.me }).then(
    (answer) => refuse(answer.message || say('page.table.not_now'), answer.rule),
    (error) => {
      requestError(error);
      refuse(say('page.table.not_now'), '');
    },
  );
}
