/** Talking to the house. */

import { lang, say } from './texts.js';

/** What waits for its script can be pressed. */
export function ready() {
  for (const one of document.querySelectorAll(':disabled')) one.removeAttribute('disabled');
}

/** Milliseconds before another try. */
const AGAIN = 1000;
/** Where a browser notes that the house knows it. */
export const GUEST = 'tirelire-guest';

/** What the house refuses, and why. */
export class Refusal extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.error?.message ?? '');
    this.status = status;
    this.code = body?.error?.code ?? '';
    this.rule = body?.error?.rule ?? '';
  }
}

/** @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
async function request(method, path, body) {
  /** @type {RequestInit} */
  const how = { method, headers: { 'accept-language': lang } };
  if (body !== undefined) {
    how.headers = { 'accept-language': lang, 'content-type': 'application/json' };
    how.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api${path}`, how);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const content = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(answer.status, content);
  return content;
}

/** @param {string} path */
export const get = (path) => request('GET', path);

/** @param {string} path @param {any} [body] */
export async function post(path, body = {}) {
  const answer = await request('POST', path, body);
  localStorage.setItem(GUEST, 'yes');
  return answer;
}

/** @param {unknown} error say what went wrong, at the place that every page has for it */
export function complain(error) {
  const place = /** @type {HTMLElement} */ (document.getElementById('problem'));
  place.hidden = false;
  place.textContent = error instanceof Refusal ? error.message : say('page.table.lost');
  place.scrollIntoView({ block: 'center' });
}

/** Make the id of a move: sent again, it is still the same move. */
export const newId = () => crypto.randomUUID();

/**
 * Follow a table. A lost connection mends itself; what was missed is told then.
 * @param {string} table
 * @param {string} seat a letter, or `-` for somebody who watches
 * @param {{table: (t: any) => void, view: (v: any) => void, talk: (lines: any[]) => void,
 *   lost: () => void, refused: () => void, found: () => void}} handlers
 * @returns {{close: () => void}}
 */
export function follow(table, seat, handlers) {
  let last = '';
  let closed = false;
  /** @type {EventSource} */
  let source;
  const open = () => {
    const since = last ? `&last=${last}` : '';
    source = new EventSource(`/api/tables/${table}/events?seat=${seat}&lang=${lang}&help=true${since}`);
    source.addEventListener('open', handlers.found);
    source.addEventListener('error', () => {
      if (closed) return;
      handlers.lost();
      if (source.readyState !== EventSource.CLOSED) return;
      // A browser gives up where the answer is no stream: a house is just starting, or the seat is
      // not mine any more.
      handlers.refused();
      setTimeout(() => closed || open(), AGAIN);
    });
    for (const kind of /** @type {const} */ (['table', 'view', 'talk'])) {
      source.addEventListener(kind, (event) => {
        last = event.lastEventId || last;
        handlers[kind](JSON.parse(event.data));
      });
    }
  };
  open();
  return {
    close() {
      closed = true;
      source.close();
    },
  };
}
