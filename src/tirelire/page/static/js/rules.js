/** Looking for words in the rules of a game; what does not fit is hidden meanwhile. */

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (at('find'));
const input = /** @type {HTMLInputElement} */ (at('words'));
const found = at('found');

/** @param {string} text without accents, and in small letters */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");

const rules = [...document.querySelectorAll('article.rule')].map((element) => ({
  element: /** @type {HTMLElement} */ (element),
  text: plain(element.textContent ?? '').replace(/\s+/g, ' '),
}));
const sections = [...at('all').querySelectorAll('section')];

/** Show what holds all the words; a number of a rule is that rule alone. @returns {HTMLElement[]} */
function look() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const exact = rules.filter(({ element }) => element.id.toLowerCase() === words.join(' '));
  const fits = exact.length ? exact
    : rules.filter(({ text }) => words.every((word) => text.includes(word)));
  const shown = new Set(fits.map(({ element }) => element));
  for (const { element } of rules) element.hidden = !shown.has(element);
  for (const section of sections) section.hidden = !section.querySelector('article:not([hidden])');
  const { one = '', many = '', none = '' } = found.dataset;
  found.textContent = !words.length ? ''
    : (shown.size === 0 ? none : shown.size === 1 ? one : many).replace('{n}', String(shown.size));
  return [...shown];
}

function clear() {
  input.value = '';
  look();
}

input.addEventListener('input', look);
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clear();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const [first] = look();
  first?.focus();
});
// A reader who follows a link to a rule wants to see it.
addEventListener('hashchange', () => {
  if (!input.value) return;
  clear();
  at(location.hash.slice(1))?.scrollIntoView();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  input.focus();
});
at('print').addEventListener('click', () => print());
form.hidden = false;
at('print').hidden = false;
