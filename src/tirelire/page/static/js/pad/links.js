/** A match as a link: whole, or in points alone where it must be short. What stands after `#` no server sees. */

import { agreed, read } from './store.js';

/** @import { Game, Match } from './shapes.js' */

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A match in few words: kinds by a letter, and only what differs from the usual. @param {Match} match @param {Game} game */
function brief(match, game) {
  const codes = game.kinds.map((kind) => kind.code);
  /** @param {string[]} [cards] */
  const letters = (cards) => (cards?.length ? cards.map((code) => DIGITS[codes.indexOf(code)]).join('') : undefined);
  return {
    i: match.id,
    t: match.begun,
    g: match.game,
    n: match.names,
    o: agreed(game, match.options),
    d: match.deals.map((deal) => ({
      s: deal.seats.map(({ cards, reward, roles, pawn, points }) =>
        points ?? { c: letters(cards), r: letters(reward), o: roles, w: pawn }),
      x: deal.out,
      v: deal.void,
      m: deal.richest,
      u: deal.done ? undefined : 1,
    })),
  };
}

/** What `brief` wrote, as `read` takes it. @param {any} found @param {Record<string, Game>} games */
function unfold(found, games) {
  const codes = games[found.g].kinds.map((kind) => kind.code);
  /** @param {any} text */
  const cards = (text) => [...String(text ?? '')].map((letter) => codes[DIGITS.indexOf(letter)]);
  return {
    id: found.i,
    begun: found.t,
    game: found.g,
    names: found.n,
    options: found.o,
    deals: found.d.map((/** @type {any} */ deal) => ({
      seats: deal.s.map((/** @type {any} */ entry) => (typeof entry === 'number' ? { points: entry }
        : { cards: cards(entry.c), reward: entry.r && cards(entry.r), roles: entry.o, pawn: entry.w })),
      out: deal.x,
      void: deal.v,
      richest: deal.m,
      done: !deal.u,
    })),
  };
}

/** A match as the end of a link. @param {Match} match @param {Game} game */
export async function asLink(match, game) {
  const packed = new Blob([JSON.stringify(brief(match, game))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const text = Array.from(await bytesOf(packed), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Read the end of a link; null where it is none of ours. @param {string} text @param {Record<string, Game>} games */
export async function fromLink(text, games) {
  try {
    const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = await bytesOf(stream);
    return read(unfold(JSON.parse(new TextDecoder().decode(bytes)), games), games);
  } catch {
    return null;
  }
}

// --- points alone ---

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));

/**
 * What everybody gained in each deal, as short as can be: numbers to the base of 36, by what divides
 * all of them.
 *
 * @param {Match} match @param {number[][]} gained @param {Game} game
 */
export function asPoints(match, gained, game) {
  const step = gained.flat().reduce(divisor, 0) || 1;
  const rows = gained.map((row, i) => (match.deals[i].void ? 'v' : row.map((n) => (n / step).toString(36)).join('.')));
  const options = Object.entries(agreed(game, match.options)).map(([name, value]) => `${name}=${value}`);
  const parts = [match.game, match.names.map(encodeURIComponent).join(), options.join('+'), step, rows.join('_')];
  return [match.id, ...parts].join('/');
}

/** Read what `asPoints` wrote; null where it is none of ours. @param {string} text @param {Record<string, Game>} games */
export function fromPoints(text, games) {
  try {
    const [id, game, people, agreedOn, step, rows] = text.split('/');
    const names = people.split(',').map(decodeURIComponent);
    const options = Object.fromEntries(agreedOn.split('+').filter(Boolean).map((word) => {
      const [name, value] = word.split('=');
      return [name, /^-?\d+$/.test(value) ? Number(value) : value];
    }));
    const deals = rows.split('_').filter(Boolean).map((row) => (row === 'v' ? { void: true, done: true }
      : { done: true, seats: row.split('.').map((n) => ({ points: parseInt(n, 36) * Number(step) })) }));
    return read({ id, game, names, options, deals }, games);
  } catch {
    return null;
  }
}
