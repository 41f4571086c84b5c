/** The other people at the table: what they say, who is muted, my standing orders. */

import { requestError } from '../api.js';
import { listOrders } from '../orders.js';
import { listPeople } from '../people.js';
import { listenToTalk } from '../talk.js';
import { refuse } from './requests.js';
import { seatChosen } from './signals.js';
import { id, state } from './state.js';

/** @param {unknown} error */
const complain = (error) => refuse(requestError(error).message, '');

export const talk = listenToTalk(id, () => state.me);
export const people = listPeople(id, () => {
  talk.forget();
  seatChosen.send(state.me); // the talk is read anew
}, complain);
export const orders = listOrders(id, complain);
