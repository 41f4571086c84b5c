/** How somebody likes to play a game at once: players, level and length, remembered at the device. */

import { lang } from './texts.js';

const KEY = 'tirelire-wishes';

/** @typedef {{players: number, level: string, options: Record<string, string|number>}} Match */

/** Wishes by game. @returns {Record<string, Record<string, string>>} */
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}');

const minutes = new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'short' });

/**
 * Let somebody choose; what they chose the last time is chosen already.
 * @param {HTMLElement} root with a list for each wish @param {string} game
 * @returns {() => Match} reads what is chosen
 */
export function wishes(root, game) {
  const lists = /** @type {HTMLSelectElement[]} */ ([...root.querySelectorAll('[data-wish]')]);
  /** @param {string} wish */
  const list = (wish) => lists.find((one) => one.dataset.wish === wish);
  const length = list('length');

  /** Lengths are told for the number of players. */
  function tellMinutes() {
    for (const option of length?.options ?? []) {
      option.textContent = minutes.format(JSON.parse(option.dataset.minutes ?? '{}')[list('players')?.value ?? '']);
    }
  }

  if (length) length.selectedIndex = Math.min(1, length.options.length - 1);
  for (const one of lists) {
    const { wish = '' } = one.dataset;
    const last = stored()[game]?.[wish];
    if ([...one.options].some((option) => option.value === last)) one.value = last ?? '';
    one.addEventListener('change', () => {
      const all = stored();
      localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: { ...all[game], [wish]: one.value } }));
      tellMinutes();
    });
  }
  tellMinutes();
  return () => ({
    players: Number(list('players')?.value),
    level: list('level')?.value ?? '',
    options: JSON.parse(length?.selectedOptions[0]?.dataset.options ?? '{}'),
  });
}
