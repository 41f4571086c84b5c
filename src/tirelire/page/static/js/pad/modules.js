/** The games that the pad offers: how the house describes them, and the scripts in their folders. */

import { lang } from '../texts.js';

/** @type {Record<string, import('./shapes.js').Game>} */
export const games = await (await fetch(`/pad/${lang}.json`)).json();

/** @type {Record<string, import('./shapes.js').PadModule>} */
const modules = Object.fromEntries(await Promise.all(Object.keys(games).map(async (id) =>
  [id, (await import(`/static/games/${id}/pad.js`)).pad])));

/** What a game adds to the pad. @param {string} id */
export const padOf = (id) => modules[id];
