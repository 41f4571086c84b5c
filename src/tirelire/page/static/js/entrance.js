/** The entrance: play at once, and the tables that wait for me. */

import { GUEST, UNHURRIED, complain, get, post, ready, requestError } from './api.js';
import { at, h } from './dom.js';
import { codeOrAdvice, linkTo } from './invite.js';
import { sit } from './noted.js';
import { lang, say } from './texts.js';

/** @param {DOMStringMap} wanted a game, and how many bots */
async function play({ play: game, bots }) {
  const name = localStorage.getItem('tirelire-name') ?? say('page.entrance.me');
  const table = await post('/tables', { game, seats: ['open', ...Array(Number(bots)).fill('regular')], pace: UNHURRIED });
  await sit(table, name, 'A');
  await post(`/tables/${table.id}/start`);
  location.href = `/t/${table.id}`;
}

for (const button of document.querySelectorAll('[data-play]')) {
  button.addEventListener('click', () => {
    play(/** @type {HTMLElement} */ (button).dataset).catch(complain);
  });
}

/** @param {string} where @param {Table[]} tables */
function list(where, tables) {
  const section = at(where);
  section.hidden = tables.length === 0;
  section.querySelector('ul')?.replaceChildren(...tables.map((table) => h('li', {
    class: table.asked ? 'my-turn' : '' },
  h('a', { href: table.status === 'over' ? `/replay/${table.id}` : `/t/${table.id}` },
    h('img', { src: `/art/${table.game}/cover.svg`, alt: '', width: '60', height: '40' }),
    h('span', {}, h('b', {}, titles.get(table.game) ?? table.game), ' ',
      table.seats.map((seat) => seat.name || '…').join(', ')),
    h('span', { class: 'tag' }, say(table.asked ? 'page.entrance.my_turn'
      : `page.entrance.is_${table.status}`))))));
}

/** @type {Map<string, string>} */
const titles = new Map();
for (const item of document.querySelectorAll('li.game')) {
  titles.set(/** @type {HTMLElement} */ (item).dataset.game ?? '',
    item.querySelector('h2')?.textContent ?? '');
}

/** @param {Table} table */
const order = (table) => (table.asked ? 0 : ['running', 'open', 'broken'].indexOf(table.status) + 1);
if (localStorage.getItem(GUEST)) get('/me/tables').then(
  (/** @type {Table[]} */ tables) => {
    const [over, others] = [true, false].map((is) => tables.filter((t) => (t.status === 'over') === is));
    list('mine', others.filter((t) => t.status !== 'closed').sort((a, b) => order(a) - order(b)));
    list('finished', over.slice(0, 12));
  },
  (error) => void requestError(error), // a stranger has no tables
);
get('/tables').then((/** @type {Table[]} */ tables) => {
  list('watch', tables.filter((t) => t.status !== 'broken').slice(0, 12));
}, complain);

at('device').addEventListener('click', async () => {
  try {
    const { code } = await post('/me/link');
    const path = `/me/${code}?lang=${lang}`;
    at('device-link').replaceChildren(h('input', { readonly: true, value: linkTo(path),
      'aria-label': say('page.lobby.link') }), codeOrAdvice(path));
  } catch (error) {
    complain(error);
  }
});
ready();
