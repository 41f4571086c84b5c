/** Talking to the house. */

import { at } from './dom.js';
import { lang, say } from './texts.js';

/** What waits for its script can be pressed. */
export function ready() {
  for (const one of document.querySelectorAll(':disabled')) one.removeAttribute('disabled');
}

/** Milliseconds before another try. */
const AGAIN = 1000;
/** Status of a house that is away for a moment. */
export const AWAY = 503;
/** Characters between two lengths of a message. */
const STEP = 256;
/** Where a browser notes that the house knows it. */
export const GUEST = 'tirelire-guest';

/** The pace of tables that people set: no clock, and each deal waits until all are ready. */
export const UNHURRIED = { decision: 0, pause: null };

/** A refused request; any other error is a bug of the page. */
export class RequestError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.error?.message ?? '');
    this.status = status;
    this.code = body?.error?.code ?? '';
    this.rule = body?.error?.rule ?? '';
  }
}

/** No answer from the house itself. */
export class ConnectionLost extends RequestError {
  constructor() {
    super(AWAY, { error: { message: say('page.no_answer') } });
  }
}

/** Let lengths come in steps, so that they tell no card. @param {string} json */
const padded = (json) => json.padEnd(Math.ceil(json.length / STEP) * STEP);

/**
 * Ask the house something.
 * @param {string} method @param {string} path @param {any} [body]
 * @param {Record<string, string>} [more] headers @returns {Promise<any>}
 */
export async function request(method, path, body, more = {}) {
  /** @type {RequestInit} */
  const how = { method, headers: { 'accept-language': lang, ...more } };
  if (body !== undefined) {
    how.headers = { ...how.headers, 'content-type': 'application/json' };
    how.body = padded(JSON.stringify(body));
  }
  const asked = new Request(`/api${path}`, how);
  const { answer, text } = await exchange(asked);
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const content = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw isJson ? new RequestError(answer.status, content) : new ConnectionLost();
  return content;
}

/** Only here can the network fail. @param {Request} asked */
async function exchange(asked) {
  try {
    const answer = await fetch(asked);
    return { answer, text: await answer.text() };
  } catch {
    throw new ConnectionLost();
  }
}

/** @param {string} path */
export const get = (path) => request('GET', path);

/** @param {string} path @param {any} [body] */
export async function post(path, body = {}) {
  const answer = await request('POST', path, body);
  localStorage.setItem(GUEST, 'yes');
  return answer;
}

/** @param {string} path */
export const remove = (path) => request('DELETE', path);

/** Throw on what is no error of a request. @param {unknown} error */
export function requestError(error) {
  if (error instanceof RequestError) return error;
  throw error;
}

/** Say why a request failed. @param {unknown} error */
export function complain(error) {
  const { message } = requestError(error);
  const place = at('problem');
  place.hidden = false;
  place.textContent = message;
  place.scrollIntoView({ block: 'center' });
}

/** Make the id of a move: sent again, it is still the same move. */
export const newId = () => randomHex(16);

/** Random digits; `crypto.randomUUID` is there over HTTPS only. @param {number} bytes */
export const randomHex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)),
  (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Follow a table. A lost connection mends itself; what was missed is told then.
 * @param {string} table
 * @param {string} seat a letter, or `-` for somebody who watches
 * @param {{[K in keyof Schemas['TableEvents']]-?: (news: NonNullable<Schemas['TableEvents'][K]>) => void} & {
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
    source = new EventSource(`/api/tables/${table}/events?seat=${seat}&lang=${lang}&help=true&presence=true${since}`);
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
    for (const kind of /** @type {const} */ (['table', 'presence', 'view', 'talk'])) {
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
