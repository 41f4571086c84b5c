/** What pulses in a lesson: the next thing to press for the move that is practised. */

import { codeOf } from '../copies.js';

const HAND = 'hand-';

/**
 * Let the next thing to press pulse, and nothing else.
 * @param {string[]} press what to press first, by id; cards of the hand by their code
 * @param {string} move what its button does then; none: nothing pulses
 */
export function beckon(press, move) {
  for (const one of document.querySelectorAll('.beckon')) one.classList.remove('beckon');
  if (move) (nextOf(press) ?? buttonOf(move))?.classList.add('beckon');
}

/** The first thing that is not pressed yet. @param {string[]} press */
function nextOf(press) {
  /** @type {Set<HTMLInputElement>} */
  const used = new Set();
  for (const ident of press) {
    if (ident.startsWith(HAND)) {
      const input = held(ident.slice(HAND.length), used);
      if (input && !input.checked) return input.closest('label');
    } else {
      const thing = document.getElementById(ident);
      if (thing && thing.ariaPressed !== 'true') return thing;
    }
  }
  return null;
}

/** A card of the hand, a chosen one first; each stands for one. @param {string} code @param {Set<HTMLInputElement>} used */
function held(code, used) {
  const all = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#hand input'))]
    .filter((input) => codeOf(input.value) === code && !used.has(input));
  const found = all.find((input) => input.checked) ?? all[0];
  if (found) used.add(found);
  return found;
}

/** The button of a move, or the main one: cards may be chosen in any order. @param {string} move */
const buttonOf = (move) => document.getElementById(`do-${move.replaceAll(' ', '-')}`)
  ?? document.querySelector('#actions .primary:not([aria-disabled])');
