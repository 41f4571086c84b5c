/** The game as its `pad.py` describes it to the pad. */
import type { Game as AnyGame, PadModule, Screen as AnyScreen } from '/static/js/pad/shapes.js';

export type { Context, Deal, Entry, Line, Match } from '/static/js/pad/shapes.js';

export interface Game extends AnyGame {
  whole: number; // from here a currency counts whole
  reduction: number;
  triple: number;
  triples: number[];
  leaving: Record<number, number>; // currencies that leave, by the number of players
}

export type Pad = PadModule<Game>;
export type Screen = AnyScreen<Game>;
