/** Building elements. Nothing that people wrote ever becomes markup. */

import { say } from './texts.js';

/**
 * @typedef {object} Props
 * @property {string} [class]
 * @property {Record<string, string>} [dataset]
 * @property {Record<string, (event: any) => void>} [on]
 */

/**
 * Make an element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props & Record<string, any>} [props] attributes; `false` and `undefined` leave them out
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      for (const [type, handler] of Object.entries(value)) element.addEventListener(type, handler);
    } else if (name === 'dataset') {
      Object.assign(element.dataset, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * Write the cards of an item one by one: `EUR20a ?x2` are three.
 *
 * @param {string|undefined} text
 * @returns {string[]}
 */
export function cards(text) {
  if (!text || text === '-') return [];
  return text.split(' ').flatMap((word) => {
    const many = /^(.+)x([1-9]\d?)$/.exec(word);
    return many ? Array(Number(many[2])).fill(many[1]) : [word];
  });
}

/** Money's copies look alike: their letter, or a coin's number, is not part of the picture. */
const picture = (/** @type {string} */ game, /** @type {string} */ code) =>
  game === 'money' ? code.replace(/^(COIN)\d$|^([A-Z]{3}\d\d)[abc]$/, '$1$2') : code;

/**
 * Draw a card; `?` is one that the reader does not know.
 *
 * @param {string} game
 * @param {string} code
 * @param {{text?: string, key?: string, label?: string, small?: boolean}} [more] `key` lets the
 *   card travel when the table is drawn anew; `label` is what it is called
 * @returns {HTMLElement}
 */
export function card(game, code, more = {}) {
  const hidden = code === '?';
  const name = encodeURIComponent(hidden ? 'back' : picture(game, code));
  const element = h(
    'span',
    { class: `card${hidden ? ' hidden-card' : ''}${more.small ? ' small' : ''}`, dataset: { code } },
    h('img', {
      src: `/art/${game}/${name}.svg`,
      alt: more.label ?? (hidden ? say('page.hidden_card') : ''),
      draggable: 'false',
    }),
    more.text ? h('span', { class: 'card-text', 'aria-hidden': 'true' }, more.text) : null,
  );
  if (more.key) {
    const ident = more.key.replaceAll('+', 'p').replaceAll('-', 'm').replace(/[^A-Za-z0-9]/g, '_');
    element.style.setProperty('view-transition-name', `card-${ident}`);
  }
  return element;
}

const CODES = /(?<![\w-])[A-Z][A-Z0-9]+[a-c]?(?: [A-Z][A-Z0-9]+[a-c]?)*(?![\w-])/g;

/**
 * Call the cards in a sentence by their names: `AUTO AUTO OR` are two cars and gold.
 *
 * @param {string} text
 * @param {import('./types.js').Deck} deck
 * @param {string[]} [people] whoever is called like a card keeps his name
 */
export function named(text, deck, people = []) {
  return text.replace(CODES, (run) => {
    const codes = run.split(' ');
    if (codes.some((code) => !(code in deck) || people.includes(code))) return run;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const code of codes) {
      counts.set(deck[code].name, (counts.get(deck[code].name) ?? 0) + 1);
    }
    return [...counts].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name)).join(', ');
  });
}

/**
 * Draw a sign of the house.
 *
 * @param {string} name
 */
export const icon = (name) =>
  h('span', { class: `icon icon-${name}`, 'aria-hidden': 'true' });

/**
 * Text for those who listen instead of looking.
 *
 * @param {string} text
 */
export const unseen = (text) => h('span', { class: 'unseen' }, text);

/**
 * Ask a question and wait for the answer.
 *
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(text, yes) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { class: 'question' },
      h(
        'form',
        { method: 'dialog' },
        h('p', {}, text),
        h(
          'div',
          { class: 'buttons' },
          h('button', { value: 'yes', class: 'primary' }, yes),
          h('button', { value: 'no' }, say('page.cancel')),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
