/** Short talk at the table, which the host can switch off and a reader can mute. */

import { post } from './api.js';
import { showWords } from './bubbles.js';
import { at, h } from './dom.js';
import { number, say } from './texts.js';
import { signalTalk } from './turn.js';

/** What can be said by one press. */
const PHRASES = ['nice', 'thanks', 'no', 'laugh', 'your_turn', 'again'];
const SEATS = 'ABCDEF';
/** Milliseconds for which words are news to somebody who has just come. */
const RECENT = 10_000;

/** Put the talk where it is seen: beside the lobby, or beside the table. @param {boolean} begun */
export function placeTalk(begun) {
  const home = begun ? document.querySelector('.side') : at('beside-lobby');
  if (at('talk').parentElement !== home) home?.append(at('talk'));
}

/** @param {string} id @param {() => string|null} me */
export function listenToTalk(id, me) {
  let heard = 0;
  let muted = false;
  /** @type {Table|null} */
  let table = null;
  let unread = 0;
  let isRead = false;
  const words = /** @type {HTMLInputElement} */ (at('words'));
  /** @param {string} text */
  const speak = (text) => post(`/tables/${id}/talk`, { text, seat: me() });
  at('say').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = words.value.trim();
    if (text) speak(text).then(() => (words.value = ''));
  });
  at('phrases').append(...PHRASES.map((name) => h('button', { type: 'button', id: `phrase-${name}`,
    on: { click: () => void speak(say(`page.phrase.${name}`)) } }, say(`page.phrase.${name}`))));
  const mark = () => {
    if (isRead && !document.hidden) unread = 0;
    at('unread').textContent = at('to-talk').textContent = unread ? number(unread) : '';
    at('to-talk').hidden = unread === 0;
    at('to-talk').ariaLabel = say('page.table.unread', { n: unread });
    signalTalk(unread);
  };
  new IntersectionObserver(([{ isIntersecting }]) => {
    isRead = isIntersecting;
    mark();
  }).observe(at('said'));
  document.addEventListener('visibilitychange', mark);
  at('mute').addEventListener('click', () => {
    muted = !muted;
    at('mute').setAttribute('aria-pressed', String(muted));
    at('said').hidden = muted;
  });
  at('hush').addEventListener('click', () => {
    if (table) void post(`/tables/${id}/talk/switch`, { allowed: !table.talk });
  });
  return {
    /** @param {Table} now @param {boolean} seated */
    allow(now, seated) {
      table = now;
      const people = now.seats.filter((seat) => seat.kind === 'person' && !seat.mine).length;
      at('talk').hidden = (!now.talk && !now.host) || (people === 0 && seated);
      at('game').classList.toggle('talking', !at('talk').hidden);
      at('say').hidden = !now.talk || !seated;
      at('phrases').hidden = at('say').hidden;
      at('hush').hidden = !now.host;
      at('hush').textContent = say(now.talk ? 'page.table.hush' : 'page.table.unhush');
    },
    /** Forget what was heard: the stream is read anew. */
    forget() {
      heard = 0;
      at('said').replaceChildren();
    },
    /** @param {{seq: number, seat: number, name: string, text: string, at: number}[]} lines */
    hear(lines) {
      const isFirst = heard === 0; // then most of it was said before the page was opened
      for (const line of lines) {
        if (line.seq <= heard) continue;
        heard = line.seq;
        if (!(isFirst && line.at < Date.now() - RECENT) && !muted && table && SEATS[line.seat] !== me()) {
          unread += 1;
          showWords(SEATS[line.seat], line.text, table);
        }
        at('said').append(h('li', {}, h('b', {}, h('bdi', {}, line.name)), ' ', h('bdi', {}, line.text)));
      }
      at('said').scrollTop = at('said').scrollHeight;
      mark();
    },
  };
}
