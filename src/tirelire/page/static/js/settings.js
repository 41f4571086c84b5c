/**
 * What a person prefers at this device. `settings.get('speed')` reads a setting, `settings.set`
 * stores it, and `settings.subscribe` calls a listener after each change, also one in another tab.
 * Every setting is an attribute of the document too (`data-theme`), so that style sheets know it.
 */

const KEY = 'tirelire-settings';

/** The values of each setting; the first is the usual one. */
export const VALUES = /** @type {const} */ ({
  /** How fast cards travel and bots are shown. */
  speed: ['normal', 'slow', 'fast', 'instant'],
  sound: ['on', 'off'],
  theme: ['system', 'light', 'dark'],
  /** The size of the text. */
  text: ['normal', 'large', 'larger'],
  /** Whether a step that cannot be taken back is confirmed first. */
  confirm: ['on', 'off'],
  /** Whether the browser tells that it is the reader's turn while they look at something else. */
  notify: ['off', 'on'],
  /** Whether colours come with marks, for those who do not tell them apart. */
  marks: ['off', 'on'],
  /** Whether the log of a table is open; folded away it leaves its room to the table. */
  log: ['on', 'off'],
});
/** @typedef {keyof typeof VALUES} Setting */

/** @returns {Partial<Record<Setting, string>>} */
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}');
/** @type {Set<() => void>} */
const listeners = new Set();

/** Let the document and the listeners know. */
function tell() {
  for (const name of /** @type {Setting[]} */ (Object.keys(VALUES))) document.documentElement.dataset[name] = get(name);
  for (const listener of listeners) listener();
}

/** @template {Setting} S @param {S} name @returns {typeof VALUES[S][number]} */
function get(name) {
  const value = stored()[name];
  return /** @type {any} */ (VALUES[name].find((one) => one === value) ?? VALUES[name][0]);
}

/** @template {Setting} S @param {S} name @param {typeof VALUES[S][number]} value */
function set(name, value) {
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
  tell();
}

/** @param {() => void} listener @returns {() => void} ends it */
function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener('storage', ({ key }) => key === KEY && tell());
tell();

export const settings = { get, set, subscribe };
