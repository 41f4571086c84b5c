/** The texts of the house in the reader's language. */

export const { lang } = document.documentElement;

/** @type {Record<string, string>} */
const texts = await (await fetch(`/texts/${lang}.json`)).json();
const plurals = new Intl.PluralRules(lang);
const elided = texts['language.elided'];
const coarse = matchMedia('(pointer: coarse)');

/** Choose the words for a mouse or for a finger: `[Click|Touch] a lot`. @param {string} text */
export const forPointer = (text) =>
  text.replace(/\[([^|\]]*)\|([^\]]*)\]/g, coarse.matches ? '$2' : '$1');

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Keep a name that is written from right to left from turning the words around it. @param {string} text */
const isolated = (text) => (RIGHT_TO_LEFT.test(text) && !text.includes('\u2068') ? `\u2068${text}\u2069` : text);

/**
 * Say a text with its values in place; `n` decides between forms for one and for several.
 * @param {string} key @param {Record<string, string|number>} [values] @returns {string}
 */
export function say(key, values = {}) {
  let text = texts[key];
  if (text === undefined) {
    text = texts[`${key}.${plurals.select(Number(values.n))}`] ?? texts[`${key}.other`];
  }
  if (text === undefined) return key;
  text = forPointer(text);
  for (const [name, value] of Object.entries(values)) {
    if (elided && texts['language.elided_before'].includes(String(value).charAt(0).toLowerCase() || '?')) {
      text = text.replace(new RegExp(`\\b${elided} \\{${name}\\}`, 'g'), `${texts['language.elision']}{${name}}`);
    }
    text = text.replaceAll(`{${name}}`, isolated(String(value)));
  }
  return text;
}

/** Tell whether there is a text. @param {string} key */
export const knows = (key) => key in texts;

const numbers = new Intl.NumberFormat(lang);

/** Write a number as the language does, with a true minus sign. @param {number} n */
export const number = (n) => numbers.format(n).replace('-', '−');

/** Write words in a row: A, B and C. @param {string[]} words */
export const enumerate = (words) => new Intl.ListFormat(lang).format(words.map(isolated));

/** Write a number with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${number(n)}` : number(n));

/** Write points in the unit of a game. @param {{unit: string}} game @param {number} n @param {typeof number} write */
export const amount = ({ unit }, n, write = number) => write(n) + unit;
