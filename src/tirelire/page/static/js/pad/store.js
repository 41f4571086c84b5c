/** Matches that are kept in the browser. */

/** @import { Deal, Entry, Game, Match, Option } from './shapes.js' */

const KEY = 'tirelire-pad';
const MOST_DEALS = 60;
const MOST_NAME = 24;

/** What the browser would not keep, full or forbidden as its storage may be. @type {string|null} */
let unsaved = null;

/** @param {Match[]} all */
function save(all) {
  const text = JSON.stringify(all);
  try {
    localStorage.setItem(KEY, text);
    unsaved = null;
  } catch {
    unsaved = text;
  }
}

/** All matches, the one changed last first. @param {Record<string, Game>} games @returns {Match[]} */
export function matches(games) {
  try {
    const kept = JSON.parse(unsaved ?? localStorage.getItem(KEY) ?? '[]');
    return kept.flatMap((/** @type {unknown} */ one) => read(one, games) ?? []);
  } catch {
    return [];
  }
}

/** Keep a match. @param {Match} match @param {Record<string, Game>} games */
export function keep(match, games) {
  match.changed = Date.now();
  const others = matches(games).filter((one) => one.id !== match.id);
  save([match, ...others]);
}

/** @param {string} id @param {Record<string, Game>} games */
export function forget(id, games) {
  save(matches(games).filter((one) => one.id !== id));
}

/** @param {any} n @param {number} most */
const whole = (n, most) => Number.isInteger(n) && Math.abs(n) <= most;

/** Read what a seat has, as it came from outside. @param {any} entry @param {Game} game @returns {Entry} */
export function readEntry(entry, game) {
  const kinds = new Set(game.kinds.map((kind) => kind.code));
  /** @param {any} cards */
  const known = (cards) => (Array.isArray(cards) && cards.length < 120 ? cards.filter((code) => kinds.has(code)) : []);
  return {
    cards: known(entry?.cards),
    ...(entry?.reward ? { reward: known(entry.reward) } : {}),
    ...(Array.isArray(entry?.roles) ? { roles: entry.roles.slice(0, 2).map(String) } : {}),
    ...(whole(entry?.pawn, 999) ? { pawn: entry.pawn } : {}),
    ...(whole(entry?.points, game.most_points) ? { points: entry.points } : {}),
    ...(entry?.nothing === true ? { nothing: true } : {}),
  };
}

/**
 * Read a match that came from outside: only what a pad could have written itself.
 *
 * @param {any} found
 * @param {Record<string, Game>} games
 * @returns {Match|null}
 */
export function read(found, games) {
  const game = games[found?.game];
  const { names, options, deals } = found ?? {};
  if (!game || !Array.isArray(names) || !Array.isArray(deals)) return null;
  if (names.length < game.fewest || names.length > game.most || deals.length > MOST_DEALS) return null;
  return {
    id: /^[\w-]{1,40}$/.test(found.id) ? found.id : newId(),
    game: game.id,
    names: names.map((name) => String(name).slice(0, MOST_NAME)),
    options: { ...usual(game), ...(typeof options === 'object' ? agreed(game, options) : {}) },
    deals: deals.map((/** @type {any} */ deal) => ({
      seats: names.map((_, seat) => readEntry(deal?.seats?.[seat], game)),
      ...(whole(deal?.out, names.length - 1) && deal.out >= 0 ? { out: deal.out } : {}),
      ...(deal?.void === true ? { void: true } : {}),
      ...(whole(deal?.richest, names.length - 1) && deal.richest >= -1 ? { richest: deal.richest } : {}),
      ...(deal?.done === true ? { done: true } : {}),
    })),
    called: Array.isArray(found.called) ? found.called.filter((/** @type {any} */ seat) => whole(seat, 5)) : [],
    begun: whole(found.begun, Number.MAX_SAFE_INTEGER) ? found.begun : found.changed || Date.now(),
    changed: whole(found.changed, Number.MAX_SAFE_INTEGER) ? found.changed : 0,
    ...(found.share && /^[\w-]{1,40}$/.test(found.share.id) ? { share: { id: found.share.id, key: String(found.share.key), seen: Number(found.share.seen) || 0 } } : {}),
  };
}

/** Names a match; a short name makes a short link. */
export const newId = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');

/** The options as usual. @param {Game} game @returns {Record<string, string|number>} */
export const usual = (game) => Object.fromEntries(
  game.options.map((option) => [option.name, option.usual]));

/** Those of some options that the game knows and allows. @param {Game} game @param {Record<string, any>} given */
export function agreed(game, given) {
  /** @type {Record<string, string|number>} */
  const found = {};
  for (const option of game.options) {
    const value = given[option.name];
    if (value === undefined || value === option.usual) continue;
    if (option.values.length ? option.values.includes(value) : isAllowed(option, value)) found[option.name] = value;
  }
  return found;
}

/**
 * Whether a number lies within its bounds, or a list names kinds, each once.
 *
 * @param {Option} option @param {any} value
 */
export function isAllowed(option, value) {
  const kinds = Object.keys(option.kinds);
  if (kinds.length) {
    const words = String(value).split(',');
    return value === 'none' || (words.every((word) => kinds.includes(word)) && new Set(words).size === words.length);
  }
  const [low, high] = boundsOf(option);
  return Number.isInteger(value) && value >= low && value <= high;
}

/** @param {Option} option */
export function boundsOf(option) {
  const found = /(\d+)–(\d+)/.exec(option.allowed);
  return found ? [Number(found[1]), Number(found[2])] : [-Infinity, Infinity];
}
