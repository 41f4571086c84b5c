/** Setting a table: seats, pace, options. */

import { UNHURRIED, complain, post, ready } from './api.js';
import { at, h } from './dom.js';
import { sit } from './noted.js';
import { say } from './texts.js';

const data = document.body.dataset;
const fewest = Number(data.fewest);
const most = Number(data.most);
const pass = new URLSearchParams(location.search).get('mode') === 'pass';
const LEVELS = ['novice', 'regular', 'attentive', 'strong', 'cautious', 'greedy', 'bluffer', 'counter'];
const rows = at('seats');
const form = /** @type {HTMLFormElement} */ (document.getElementById('new'));
const lists = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.kinds'));

/** @param {number} index */
function addSeat(index) {
  const usual = index === 0 ? 'me' : pass ? 'here' : 'open';
  const kinds = ['me', 'here', 'open', ...LEVELS];
  const select = h('select', { id: `seat-${index}` }, ...kinds
    .filter((kind) => kind !== 'me' || index === 0)
    .map((kind) => h('option', { value: kind, selected: kind === usual },
      LEVELS.includes(kind) ? say('page.new.bot', { level: say(`bot.${kind}`) })
        : say(`page.new.seat_${kind}`))));
  const stored = index === 0 ? localStorage.getItem('tirelire-name') : null;
  const label = say('page.new.name_of', { n: index + 1 });
  const name = h('input', { id: `name-${index}`, maxlength: '24', 'aria-label': label, placeholder: label,
    pattern: '.*\\S.*', value: stored ?? '' });
  const show = () => (name.hidden = !(name.required = ['me', 'here'].includes(select.value)));
  select.addEventListener('change', show);
  rows.append(h('div', { class: 'seat-row' }, h('label', { for: `seat-${index}` },
    say('page.new.seat', { n: index + 1 })), select, name));
  show();
}

/** Show lists of what is removed only where something is. */
function showLists() {
  for (const list of lists) list.hidden = !list.dataset.players?.split(' ').includes(`${rows.childElementCount}`);
}

for (let index = 0; index < Math.min(most, Math.max(fewest, 4)); index += 1) addSeat(index);
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
  localStorage.setItem('tirelire-name', names[0]);
  const table = await post('/tables', {
    game: data.game,
    seats: kinds.map((kind) => (['me', 'here', 'open'].includes(kind) ? 'open' : kind)),
    options: options(),
    pace: { ...UNHURRIED, decision: Number(fields.get('pace')) },
    listed: fields.has('listed'),
    talk: fields.has('talk'),
    level: kinds.find((kind) => LEVELS.includes(kind)), // whoever is away is played for alike
  });
  for (const [index, kind] of kinds.entries()) {
    if (!['me', 'here'].includes(kind)) continue;
    await sit(table, names[index], 'ABCDEF'[index]);
  }
  if (!kinds.includes('open')) await post(`/tables/${table.id}/start`);
  location.href = `/t/${table.id}`;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  make().catch(complain);
});
showLists();
ready();
