/** Standing orders: what the house answers for the reader's seat in the turns of others. */

import { get, post } from './api.js';
import { h } from './dom.js';
import { say } from './texts.js';

/** @typedef {import('./schemas.js').components['schemas']['SeatOrders']} SeatOrders */

/** @param {string} id of the table @param {(error: unknown) => void} failed */
export function listOrders(id, failed) {
  const root = document.getElementById('orders');
  /** @type {string|null} */
  let shown = null;

  /** @param {SeatOrders} found */
  const show = ({ seat, offered, orders }) => root?.replaceChildren(
    h('summary', {}, say('page.orders.title')), h('p', {}, say('page.orders.text')),
    ...offered.map(({ name, label, values }) => h('label', { class: 'field' }, label, h('select', { id: `order-${name}`, on: {
      change: ({ currentTarget }) => {
        orders = { ...orders, [name]: currentTarget.value };
        post(`/tables/${id}/orders`, { orders, seat }).catch(failed);
      },
    } }, ...values.map(({ value, label: text }) => h('option', { value, selected: value === (orders[name] ?? values[0]?.value) }, text))))));

  /** Show the orders of a seat; null for somebody who watches. @param {string|null} seat */
  function draw(seat) {
    if (!root || seat === shown) return;
    shown = seat;
    root.hidden = seat === null;
    if (seat !== null) get(`/tables/${id}/orders?seat=${seat}`).then((found) => { if (seat === shown) show(found); }, failed);
  }
  return { draw };
}
