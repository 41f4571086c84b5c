/** The check of the deals of a match, behind one badge: what was found is one click away. */

import { get, requestError } from '../api.js';
import { h } from '../dom.js';
import { verify } from '../fair.js';
import { noted } from '../noted.js';
import { enumerate, say } from '../texts.js';

/** Digits of a promise that are enough to know it again. */
const SHORT = 12;

/** Check the deals of a match at once; make the badge that tells the result, and its dialog. @param {string} id */
export function checkDeals(id) {
  const found = h('div', { class: 'found', role: 'status' });
  const promised = h('div');
  const badge = h('button', { type: 'button', id: 'check', class: 'badge', 'aria-haspopup': 'dialog' });
  const dialog = h('dialog', { class: 'question fair-dialog', 'aria-labelledby': 'fair-title' },
    h('section', { class: 'fair' },
      h('h2', { id: 'fair-title', tabindex: '-1', autofocus: true }, say('page.replay.fair.title')),
      found, promised,
      ...['about', 'proves', 'not_proved', 'trust'].map((key) => h('p', {}, say(`page.replay.fair.${key}`)))),
    h('form', { method: 'dialog' }, h('button', { class: 'primary' }, say('page.close'))));
  let isDone = false;
  badge.onclick = () => {
    if (!isDone) void check();
    dialog.showModal();
  };

  /** @param {'checking'|'good'|'same'|'bad'|'failed'} kind */
  function show(kind) {
    badge.dataset.found = kind;
    badge.textContent = say(`page.replay.fair.badge.${kind}`);
    found.className = `found${kind === 'good' ? ' good' : kind === 'bad' || kind === 'failed' ? ' bad' : ''}`;
  }

  async function check() {
    show('checking');
    found.textContent = say('page.replay.fair.checking');
    try {
      const [record, packs] = await Promise.all([get(`/tables/${id}/record`), get(`/tables/${id}/packs`)]);
      const note = noted(id);
      const { ok, message, n, promise, voids } = verify(record, packs, note);
      show(!ok ? 'bad' : note ? 'good' : 'same');
      found.replaceChildren(h('p', {}, say(message, { n })),
        ok ? h('p', {}, say(note ? 'page.promise.same' : 'page.promise.unseen')) : '',
        voids.length ? h('p', {}, say('page.promise.void', { n: voids.length, who: enumerate(voids.flat()) })) : '');
      if (promise) promised.replaceChildren(whole(promise, note?.promise ?? promise));
      isDone = true;
    } catch (error) {
      const { message } = requestError(error);
      show('failed');
      found.textContent = say('page.replay.fair.failed', { why: message });
    }
  }

  void check();
  return { badge, dialog };
}

/**
 * A promise, in short and as a whole.
 * @param {string} promise
 * @param {string} seen the one that was seen before the match
 */
const whole = (promise, seen) => h('details', { class: 'promise' },
  h('summary', {}, say('page.promise.short', { promise: `${promise.slice(0, SHORT)}…` })),
  h('p', {}, h('code', {}, promise)),
  seen !== promise && h('p', {}, say('page.promise.before'), ' ', h('code', {}, seen)));
