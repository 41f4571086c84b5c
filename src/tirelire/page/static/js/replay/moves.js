/** The list of moves beside a replay: the present one is marked, each leads to its moment. */

import { h, unseen } from '../dom.js';
import { faceOf } from '../standing.js';
import { amount, say, signed } from '../texts.js';

/** What stands before the moments of each kind. @type {Record<Moment['kind'], string>} */
const SIGNS = { decisive: '★', lead: '▲', gain: '◆' };

/** Say what a decisive moment is. @param {Moment} moment @param {SheetWords} words */
export const momentText = ({ kind, seat, points }, { about, name }) =>
  say(`page.replay.moments.${kind}`, { who: name(seat), points: amount(about, points, signed) });

/** @param {Moment} moment @param {SheetWords} words */
export const momentSign = (moment, words) => h('span', { class: `key key-${moment.kind}` },
  h('span', { 'aria-hidden': 'true' }, `${SIGNS[moment.kind]} `), momentText(moment, words));

/**
 * Make the list of moves.
 * @param {SheetWords} words @param {(moment: number) => void} go to a moment, from 0
 */
export function listMoves(words, go) {
  const list = h('ol', { id: 'moves', class: 'moves', 'aria-label': say('page.replay.moves') });
  /** @type {HTMLButtonElement[]} */
  let rows = [];
  let marked = -1;

  /**
   * @param {View} view @param {number} i @param {string[]} lines what happened @param {Moment|undefined} moment
   */
  function row(view, i, lines, moment) {
    const scenes = view.log.flatMap((told) => told.scenes);
    const seat = scenes.find((scene) => scene.seat)?.seat;
    const kind = view.log.some((told) => told.deal) ? ' begins' : scenes.every((scene) => scene.routine) ? ' routine' : '';
    const button = h('button', { type: 'button', class: `move-row${kind}`, tabindex: '-1', on: { click: () => go(i) } },
      seat ? faceOf(words.table, seat) : null,
      h('span', {}, ...lines.map((line) => h('span', { class: 'said' }, line, ' ')),
        moment && momentSign(moment, words)));
    rows.push(button);
    return h('li', {}, button);
  }

  return {
    list,
    /**
     * Draw the moves as a seat saw them.
     * @param {View[]} frames @param {(view: View) => string[]} tell @param {Map<number, Moment>} moments by number
     */
    draw(frames, tell, moments) {
      rows = [];
      marked = -1;
      list.replaceChildren(...frames.map((view, i) => row(view, i, tell(view), moments.get(i + 1))));
    },
    /** Mark the present move, and bring it into sight. @param {number} at */
    mark(at) {
      const hasFocus = rows[marked] === document.activeElement;
      rows[marked]?.removeAttribute('aria-current');
      rows[marked]?.setAttribute('tabindex', '-1');
      marked = at;
      const button = rows[at];
      button.setAttribute('aria-current', 'step');
      button.setAttribute('tabindex', '0');
      if (hasFocus) button.focus({ preventScroll: true });
      // Only the list scrolls, never the page.
      const below = button.offsetTop + button.offsetHeight - list.clientHeight;
      list.scrollTop = Math.max(below + button.offsetHeight, Math.min(list.scrollTop, button.offsetTop - button.offsetHeight));
    },
  };
}

/**
 * Draw the decisive moments: marks along the slider, and a list that leads to them.
 * @param {Moment[]} moments @param {number} length of the match in moments @param {SheetWords} words
 * @param {(moment: number) => void} go
 */
export function drawMoments(moments, length, words, go) {
  const marks = h('div', { class: 'marks', 'aria-hidden': 'true' }, ...moments.map((moment) => {
    const mark = h('span', { class: `mark key-${moment.kind}`, title: momentText(moment, words) }, SIGNS[moment.kind]);
    mark.style.setProperty('--at', String((moment.number - 1) / Math.max(1, length - 1)));
    return mark;
  }));
  const list = h('ul', { class: 'moments' }, ...moments.map((moment) => h('li', {},
    h('button', { type: 'button', class: 'quiet', on: { click: () => go(moment.number - 1) } },
      momentSign(moment, words), unseen(` (${say('page.replay.step', { n: moment.number })})`)))));
  return { marks, list };
}
