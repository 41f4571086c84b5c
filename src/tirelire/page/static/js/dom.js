/** Building elements. Nothing that people wrote ever becomes markup. */

import { enumerate, say } from './texts.js';

/**
 * Elements are made in a document of its own: most are only compared with those on the page, and
 * their pictures need not be loaded.
 */
const inert = document.implementation.createHTMLDocument('');
/** Elements that do something, and those that hold one that does. @type {WeakSet<Node>} */
const acting = new WeakSet();
/** @type {WeakSet<Node>} */
const live = new WeakSet();

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
  const element = inert.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      for (const [type, handler] of Object.entries(value)) Object.assign(element, { [`on${type}`]: handler });
    } else if (name === 'dataset') {
      Object.assign(element.dataset, value ?? {});
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  if (props.on) acting.add(element);
  if (props.on || children.some((child) => child instanceof Node && live.has(child))) live.add(element);
  return element;
}

/**
 * Make a button. @param {string} label @param {string} ident @param {() => void} click
 * @param {Record<string, string|undefined>} [more] attributes
 */
export const button = (label, ident, click, more = {}) =>
  h('button', { type: 'button', id: ident, ...more, on: { click } }, label);

/** An element that the page has. @param {string} name */
export const at = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

/** What an element does when something happens to it. */
const HANDLERS = /** @type {const} */ (['onclick', 'onchange', 'oninput', 'onsubmit']);

/** @param {HTMLElement} element the first of its classes */
const firstClass = ({ className }) => className.split(' ', 1)[0];

/** Whether a node is what is wanted: then it stays, and only its details change. @param {Node} old @param {Node} node */
function isSame(old, node) {
  if (old instanceof Text) return node instanceof Text;
  return old instanceof HTMLElement && node instanceof HTMLElement
    && old.localName === node.localName && old.id === node.id && firstClass(old) === firstClass(node)
    && old.getAttribute('data-code') === node.getAttribute('data-code')
    && old.getAttribute('data-key') === node.getAttribute('data-key');
}

/**
 * Let an element have these children. What is there stays, with its focus and whatever moves.
 * @param {Element} parent @param {(Node|string|null|undefined|false)[]} children
 */
export function patch(parent, children) {
  const wanted = children.filter((child) => child)
    .map((child) => (typeof child === 'string' ? document.createTextNode(child) : /** @type {Node} */ (child)));
  /** The last child of those at the beginning that stay where they are: mostly all. @type {ChildNode|null} */
  let last = null;
  let kept = 0;
  for (let node = parent.firstChild; node && kept < wanted.length && isSame(node, wanted[kept]); node = node.nextSibling) {
    update(node, wanted[kept]);
    last = node;
    kept += 1;
  }
  if (kept === parent.childNodes.length) {
    parent.append(...wanted.slice(kept));
    return;
  }
  const there = [...parent.childNodes].slice(kept);
  const rest = wanted.slice(kept);
  const found = rest.map((node) => {
    const i = there.findIndex((one) => isSame(one, node));
    return i < 0 ? undefined : there.splice(i, 1)[0];
  });
  for (const node of there) node.remove();
  let at = last ? last.nextSibling : parent.firstChild;
  rest.forEach((node, i) => {
    const old = found[i];
    if (old) update(old, node);
    if (old && old === at) at = at.nextSibling;
    else parent.insertBefore(old ?? node, at);
  });
}

/** @param {Node} old @param {Node} node what it is to be like */
function update(old, node) {
  if (!(old instanceof HTMLElement && node instanceof HTMLElement)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  if (!live.has(old) && !live.has(node) && old.isEqualNode(node)) return;
  if (live.has(node)) live.add(old);
  for (const name of old.getAttributeNames()) {
    if (!node.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const name of node.getAttributeNames()) {
    const value = /** @type {string} */ (node.getAttribute(name));
    if (old.getAttribute(name) === value) continue;
    if (name === 'style') old.style.cssText = value; // the policy of the house allows no attribute
    else old.setAttribute(name, value);
  }
  if (acting.has(node) || acting.has(old)) {
    for (const name of HANDLERS) Object.assign(old, { [name]: node[name] });
    acting.add(old);
  }
  if (old instanceof HTMLInputElement) old.checked = /** @type {HTMLInputElement} */ (node).checked;
  if (old.hasChildNodes() || node.hasChildNodes()) patch(old, [...node.childNodes]);
}

/**
 * Write the cards of an item one by one: `EUR20a ?x2` are three.
 * @param {string|undefined} text @returns {string[]}
 */
export function cards(text) {
  if (!text || text === '-') return [];
  return text.split(' ').flatMap((word) => {
    const many = /^(.+)x([1-9]\d?)$/.exec(word);
    return many ? Array(Number(many[2])).fill(many[1]) : [word];
  });
}

/** Copies of a kind, told apart by a small letter, share a picture. @param {string} code */
const picture = (code) => code.replace(/[a-z]$/, '');

/**
 * Draw a card; `?` is one that the reader does not know.
 * @param {string} game @param {string} code
 * @param {{text?: string, key?: string, label?: string}} [more] `key` lets the
 *   card travel when the table is drawn anew; `label` is what it is called
 * @returns {HTMLElement}
 */
export function card(game, code, more = {}) {
  const hidden = code === '?';
  const name = encodeURIComponent(hidden ? 'back' : picture(code));
  const element = h(
    'span',
    { class: `card${hidden ? ' hidden-card' : ''}`, dataset: { code } },
    h('img', {
      src: `/art/${game}/${name}.svg`,
      alt: more.label ?? (hidden ? say('page.hidden_card') : ''),
      draggable: 'false',
    }),
    more.text ? h('span', { class: 'card-text', 'aria-hidden': 'true' }, more.text) : null,
  );
  if (more.key) {
    element.dataset.travel = more.key.replaceAll('+', 'p').replaceAll('-', 'm').replace(/\W/g, '_');
  }
  return element;
}

/**
 * Draw cards one over the other, as far as there is room.
 * @param {string} game @param {string[]} codes @param {Deck} deck
 */
export function cardRow(game, codes, deck) {
  const names = enumerate(codes.map((code) => (code === '?' ? say('page.hidden_card') : deck[code]?.name ?? code)));
  return h('span', { class: 'card-row', role: 'img', 'aria-label': names, title: names },
    ...codes.map((code) => card(game, code, { label: '' })));
}

/** A link to a rule of a game. @param {string} game @param {string} rule */
export const ruleLink = (game, rule) =>
  h('a', { class: 'rule-link', href: `/rules/${game}#${rule}`, target: '_blank', rel: 'noopener' }, rule);

/** A link to a rule behind a small sign. @param {string} game @param {string} rule */
export const ruleSign = (game, rule) => {
  const name = say('page.sheet.rule', { rule });
  return h('a', { class: 'rule-sign', href: `/rules/${game}#${rule}`, target: '_blank', rel: 'noopener', title: name },
    h('span', { 'aria-hidden': 'true' }, 'i'), unseen(name));
};

/** Draw a sign of the house. @param {string} name */
export const icon = (name) =>
  h('span', { class: `icon icon-${name}`, 'aria-hidden': 'true' });

/** Text for those who listen instead of looking. @param {string} text */
export const unseen = (text) => h('span', { class: 'unseen' }, text);

/** Ask a question and wait for the answer. @param {string} text @param {string} yes @returns {Promise<boolean>} */
export function ask(text, yes) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { class: 'question', 'aria-label': text },
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
