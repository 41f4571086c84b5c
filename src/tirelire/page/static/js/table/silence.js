/** A table without news for long: a bot may stand in for somebody who does not answer. */

import { post } from '../api.js';
import { attempt } from './requests.js';
import { redraw } from './signals.js';
import { id, mine, state } from './state.js';

/** Milliseconds without news before a bot may stand in. */
const SILENCE = 60_000;

/** Begin to wait anew. */
export function waitForNews() {
  clearTimeout(state.silence);
  state.silent = false;
  state.silence = setTimeout(() => {
    state.silent = true;
    redraw.send(false);
  }, SILENCE);
}

/** With a clock nobody has to ask for it. @param {Table} table */
export const mayStandIn = (table) => state.silent && table.status === 'running'
  && table.pace.decision === 0 && mine().length > 0;

/** Let a bot play for somebody who does not answer. @param {string} seat */
export async function standIn(seat) {
  waitForNews();
  redraw.send(false);
  await attempt(() => post(`/tables/${id}/stand-in`, { seat }));
}
