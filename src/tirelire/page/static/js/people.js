/** The people at a table: who shares a device, whom the reader mutes, whom the host removes. */

import { GUEST, get, post, remove, requestError } from './api.js';
import { ask, at, h, patch, unseen } from './dom.js';
import { enumerate, say } from './texts.js';

/** Draw a sign on a seat whose guest holds others too. @param {Table} table @param {Seat} seat */
export function sharing(table, seat) {
  const names = table.seats.filter((one) => seat.together.includes(one.seat)).map((one) => one.name);
  const text = say('page.people.together', { who: enumerate(names) });
  return h('span', { class: 'tag sharing', title: text }, h('span', { 'aria-hidden': 'true' }, '⇄'), unseen(text));
}

/**
 * Make the host's button that removes a person.
 * @param {Table} table @param {Seat} seat @param {(error: unknown) => void} failed
 */
export const removeButton = (table, { seat, name }, failed) => h('button', {
  type: 'button', class: 'quiet', id: `remove-${seat}`, 'aria-label': say('page.people.remove_who', { who: name }),
  on: { click: async () => {
    const text = say(table.status === 'open' ? 'page.people.remove_text' : 'page.people.remove_running', { who: name });
    if (await ask(text, say('page.people.remove'))) await post(`/tables/${table.id}/remove`, { seat }).catch(failed);
  } },
}, say('page.people.remove'));

/**
 * List the other people at a table, with what the reader can do about them.
 * @param {string} id of the table
 * @param {() => void} changed the talk is to be read anew @param {(error: unknown) => void} failed
 */
export function listPeople(id, changed, failed) {
  /** @type {string[]} */
  let muted = [];
  /** @type {Promise<void>|undefined} */
  let asked;
  const load = async () => {
    if (!localStorage.getItem(GUEST)) return; // a stranger has no muted players
    ({ seats: muted } = await get(`/tables/${id}/mutes`).catch((error) => requestError(error) && { seats: [] }));
  };
  /** @param {Table} table @param {Seat} seat */
  const muteButton = (table, { seat, name }) => {
    const isMuted = muted.includes(seat);
    return h('button', { type: 'button', id: `mute-${seat}`, 'aria-pressed': String(isMuted),
      'aria-label': say(isMuted ? 'page.people.unmute_who' : 'page.people.mute_who', { who: name }),
      on: { click: async () => {
        const path = `/tables/${id}/mutes`;
        try {
          ({ seats: muted } = isMuted ? await remove(`${path}/${seat}`)
            : await post('/me').then(() => post(path, { seat })));
          changed();
          await draw(table);
        } catch (error) {
          failed(error);
        }
      } } }, say(isMuted ? 'page.people.unmute' : 'page.people.mute'));
  };
  /** @param {Table} table */
  async function draw(table) {
    const others = table.seats.filter((seat) => seat.kind === 'person' && !seat.mine);
    const root = at('people');
    root.hidden = others.length === 0;
    if (root.hidden) return;
    await (asked ??= load());
    const mayRemove = table.host && ['open', 'running'].includes(table.status);
    patch(/** @type {Element} */ (root.querySelector('ul')), others.map((seat) =>
      h('li', { dataset: { key: seat.seat } }, h('bdi', {}, seat.name), ' ', muteButton(table, seat),
        mayRemove && removeButton(table, seat, failed))));
  }
  return { draw };
}
