/** Signals by which the modules of a table ask for what modules that import them do. */

/** @template {unknown[]} A */
class Signal {
  /** @type {((...values: A) => void)[]} */
  #listeners = [];

  /** @param {(...values: A) => void} listener */
  connect(listener) {
    this.#listeners.push(listener);
  }

  /** @param {A} values */
  send(...values) {
    for (const listener of this.#listeners) listener(...values);
  }
}

/** Draw everything anew; whether things are to travel to their new places. @type {Signal<[moving: boolean]>} */
export const redraw = new Signal();

/** Draw the question and the buttons anew. @type {Signal<[]>} */
export const redrawStatus = new Signal();

/** A view came. @type {Signal<[view: View]>} */
export const viewCame = new Signal();

/** The page is to follow the table from a seat; null: as a spectator. @type {Signal<[seat: string|null]>} */
export const seatChosen = new Signal();
