/** Setting a table: seats, pace, options. */

import { UNHURRIED, complain, post, ready } from './api.js';
import { at, h } from './dom.js';
import { face, keepProfile, lookFor, profile } from './faces.js';
import { sit, startMatch } from './noted.js';
import { askPerson } from './profile.js';
import { say } from './texts.js';

const data = document.body.dataset;
const fewest = Number(data.fewest);
const most = Number(data.most);
const pass = new URLSearchParams(location.search).get('mode') === 'pass';
const LEVELS = ['novice', 'regular', 'attentive', 'strong', 'cautious', 'greedy', 'bluffer', 'counter'];
/** Where the people who last played on this device are kept. */
const PEOPLE = 'tirelire-people';
const rows = at('seats');
const form = /** @type {HTMLFormElement} */ (document.getElementById('new'));
const lists = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.kinds'));
/** Seats of people at this device. */
const HERE = ['me', 'here'];
/** @type {import('./faces.js').Person[]} */
const lastPeople = pass ? JSON.parse(localStorage.getItem(PEOPLE) ?? '[]') : [];
/** The look of the person in each row. @type {WeakMap<Element, Omit<import('./faces.js').Person, 'name'>>} */
const looks = new WeakMap();

/** Who sat in a seat the last time, or a look for somebody new. @param {number} index */
const known = (index) => lastPeople[index] ?? (index === 0 ? profile() : null) ?? { name: '', ...lookFor(index) };

/** @param {number} index */
function addSeat(index) {
  const usual = pass ? 'here' : index === 0 ? 'me' : 'open';
  const kinds = pass ? ['here', ...LEVELS] : ['me', 'here', 'open', ...LEVELS];
  const select = h('select', { id: `seat-${index}` }, ...kinds
    .filter((kind) => kind !== 'me' || index === 0)
    .map((kind) => h('option', { value: kind, selected: kind === usual },
      LEVELS.includes(kind) ? say('page.new.bot', { level: say(`bot.${kind}`) })
        : say(`page.new.seat_${kind}`))));
  const person = known(index);
  const label = say('page.new.name_of', { n: index + 1 });
  const name = h('input', { id: `name-${index}`, maxlength: '24', 'aria-label': label, placeholder: label,
    pattern: '.*\\S.*', value: person.name });
  const look = h('button', { type: 'button', class: 'quiet', id: `look-${index}`,
    'aria-label': say('page.new.look_of', { n: index + 1 }) });
  const row = h('div', { class: 'seat-row' }, h('label', { for: `seat-${index}` },
    say('page.new.seat', { n: index + 1 })), select, look, name);
  /** @param {Omit<import('./faces.js').Person, 'name'>} chosen */
  const wear = (chosen) => {
    looks.set(row, { face: chosen.face, colour: chosen.colour });
    look.replaceChildren(face(chosen));
  };
  look.addEventListener('click', async () => {
    const chosen = await askPerson(say('page.profile.keep'), { ...looks.get(row) ?? person, name: name.value });
    if (!chosen) return;
    name.value = chosen.name;
    wear(chosen);
  });
  const show = () => (look.hidden = name.hidden = !(name.required = HERE.includes(select.value)));
  select.addEventListener('change', show);
  rows.append(row);
  wear(person);
  show();
}

/** Show lists of what is removed only where something is. */
function showLists() {
  for (const list of lists) list.hidden = !list.dataset.players?.split(' ').includes(`${rows.childElementCount}`);
}

const usualSeats = lastPeople.length || (pass ? fewest : 4);
for (let index = 0; index < Math.min(most, Math.max(fewest, usualSeats)); index += 1) addSeat(index);
at('more').addEventListener('click', () => {
  if (rows.childElementCount < most) addSeat(rows.childElementCount);
  offerSeats();
  showLists();
});
at('fewer').addEventListener('click', () => {
  if (rows.childElementCount > fewest) rows.lastElementChild?.remove();
  offerSeats();
  showLists();
});

/** Options that name a seat offer those that there are. */
function offerSeats() {
  const options = /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll('[name^=option-] option'));
  for (const option of options) {
    const seat = 'ABCDEF'.indexOf(option.value);
    if (option.value.length !== 1 || seat < 0) continue;
    option.hidden = option.disabled = seat >= rows.childElementCount;
    const select = option.closest('select');
    if (option.disabled && option.selected && select) select.selectedIndex = 0;
  }
}
offerSeats();

/** The options that differ from their usual values. */
function options() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const field of form.querySelectorAll('[name^=option-]')) {
    const input = /** @type {HTMLInputElement|HTMLSelectElement} */ (field);
    const usual = input instanceof HTMLSelectElement ? input.options[0].value : input.dataset.usual;
    const value = input.value.trim() || usual;
    if (value && value !== usual) found[input.name.slice('option-'.length)] = value;
  }
  for (const list of lists) {
    if (list.hidden) continue;
    const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll(':checked'));
    const { option = '', usual = '' } = list.dataset;
    // Where none is named, a list that is usual goes, and a word that is usual stays.
    const none = usual.includes(',') ? 'none' : usual;
    const value = Array.from(ticked, (input) => input.value).join() || none;
    if (value !== usual) found[option] = value;
  }
  return found;
}

async function make() {
  const kinds = [...rows.querySelectorAll('select')].map((select) => select.value);
  const names = [...rows.querySelectorAll('input')].map((input) => input.value.trim());
  const fields = new FormData(form);
  const people = [...rows.children].map((row, i) => ({ .../** @type {import('./faces.js').Person} */ (looks.get(row)), name: names[i] }));
  if (pass) localStorage.setItem(PEOPLE, JSON.stringify(people.filter((_, i) => HERE.includes(kinds[i]))));
  else if (kinds[0] === 'me') keepProfile(people[0]);
  const table = await post('/tables', {
    game: data.game,
    seats: kinds.map((kind) => (LEVELS.includes(kind) ? kind : 'open')),
    options: options(),
    pace: { ...UNHURRIED, decision: Number(fields.get('pace')) },
    listed: fields.has('listed'),
    talk: fields.has('talk') && !pass,
    level: kinds.find((kind) => LEVELS.includes(kind)), // a bot of the same level plays for an absent player
  });
  for (const [index, kind] of kinds.entries()) {
    if (HERE.includes(kind)) await sit(table, people[index], 'ABCDEF'[index]);
  }
  if (!kinds.includes('open')) await startMatch(table.id);
  location.href = `/t/${table.id}`;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  make().catch(complain);
});
showLists();
ready();
if (pass) /** @type {HTMLElement} */ (rows.querySelector('input:invalid, .primary') ?? at('more')).focus();
