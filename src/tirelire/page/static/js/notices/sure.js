/** Sends the form of a page that a link in a message opened: one click was enough. */

import { at } from '../dom.js';

/** @type {HTMLFormElement} */ (at('sure')).submit();
