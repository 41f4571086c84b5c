/** The entrance: play at once, and the tables that wait for me. */

import { GUEST, UNHURRIED, complain, get, post, ready, remove, requestError } from './api.js';
import { ask, at, h } from './dom.js';
import { codeOrAdvice, linkTo } from './invite.js';
import { revealWords, sit, startMatch } from './noted.js';
import { whoPlays } from './profile.js';
import { lang, say } from './texts.js';
import { wishes } from './wishes.js';

/** @param {string} game @param {import('./wishes.js').Match} match */
async function play(game, { players, level, options }) {
  const me = await whoPlays(say('page.entrance.play'));
  if (!me) return;
  const seats = ['open', ...Array(players - 1).fill(level)];
  const table = await post('/tables', { game, seats, options, level, pace: UNHURRIED });
  await sit(table, me, 'A');
  await startMatch(table.id);
  location.href = `/t/${table.id}`;
}

for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('li.game'))) {
  const { game = '' } = item.dataset;
  const read = wishes(item, game);
  const button = /** @type {HTMLButtonElement} */ (item.querySelector('[data-play]'));
  button.addEventListener('click', async () => {
    button.ariaBusy = 'true';
    await play(game, read()).catch(complain);
    button.ariaBusy = null;
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
      ...table.seats.flatMap((seat, i) => [i ? ', ' : '', h('bdi', {}, seat.name || '…')])),
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
const order = (table) => (table.asked ? 0 : ['running', 'starting', 'open', 'broken'].indexOf(table.status) + 1);
if (localStorage.getItem(GUEST)) get('/me/tables').then(
  (/** @type {Table[]} */ tables) => {
    for (const table of tables) void revealWords(table);
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

/** List the people whom I have muted, each with a button to hear them again. */
async function listMutes() {
  const mutes = await get('/me/mutes');
  const list = at('muted');
  list.hidden = mutes.length === 0;
  list.querySelector('ul')?.replaceChildren(...mutes.map((/** @type {{id: string, name: string}} */ mute) =>
    h('li', {}, h('bdi', {}, mute.name), ' ', h('button', { type: 'button', on: {
      click: () => void remove(`/me/mutes/${mute.id}`).then(listMutes, complain),
    } }, say('page.people.unmute')))));
}
if (localStorage.getItem(GUEST)) listMutes().catch((error) => void requestError(error));

at('sign-out').addEventListener('click', async () => {
  if (!(await ask(say('page.entrance.sign_out_text'), say('page.entrance.sign_out')))) return;
  post('/me/sign-out').then(() => (at('done').textContent = say('page.entrance.signed_out')), complain);
});
at('forget').addEventListener('click', async () => {
  if (!(await ask(say('page.entrance.forget_text'), say('page.entrance.forget')))) return;
  remove('/me').then(() => {
    localStorage.clear();
    location.reload();
  }, complain);
});
ready();
