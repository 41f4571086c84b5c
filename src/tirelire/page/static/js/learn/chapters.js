/** The chapters of a lesson, which of them were completed in this browser, and the match after it. */

import { UNHURRIED, post } from '../api.js';
import { h, unseen } from '../dom.js';
import { sit, startMatch } from '../noted.js';
import { whoPlays } from '../profile.js';
import { say } from '../texts.js';

/** Where this browser notes the chapters that were completed, as `GAME/CHAPTER`. */
const LEARNED = 'tirelire-learned';

/** @returns {Set<string>} */
const learned = () => new Set((localStorage.getItem(LEARNED) ?? '').split(' ').filter(Boolean));

/** Note that a chapter was completed. @param {string} game @param {string} chapter */
export const noteLearned = (game, chapter) =>
  localStorage.setItem(LEARNED, [...learned().add(`${game}/${chapter}`)].join(' '));

/**
 * All chapters, to begin anywhere.
 * @param {string} game @param {Overview['chapters']} chapters @param {(index: number) => void} begin
 */
export const chapterList = (game, chapters, begin) => h('nav', { class: 'chapters', 'aria-label': say('page.learn.chapters') },
  h('h2', {}, say('page.learn.chapters')),
  h('ol', {}, ...chapters.map(({ id, title, text }, i) => {
    const isKnown = learned().has(`${game}/${id}`);
    return h('li', {}, h('button', { type: 'button', id: `chapter-${id}`, on: { click: () => begin(i) } },
      h('b', {}, title, isKnown && ' ✓', isKnown && unseen(say('page.learn.known'))), h('span', {}, text)));
  })));

/** Open a real table against novices. @param {string} game @param {Overview['practice']} practice */
export async function practise(game, practice) {
  const me = await whoPlays(say('page.entrance.play'));
  if (!me) return;
  const table = await post('/tables', { game, ...practice, pace: UNHURRIED });
  await sit(table, me, 'A');
  await startMatch(table.id);
  location.href = `/t/${table.id}`;
}
