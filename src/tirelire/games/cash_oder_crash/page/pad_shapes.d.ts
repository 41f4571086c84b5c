/** The game as its `pad.py` describes it to the pad. */
import type { Game as AnyGame, PadModule, Screen as AnyScreen } from '/static/js/pad/shapes.js';

export type { Context, Deal, Entry, Line, Match } from '/static/js/pad/shapes.js';

export interface Game extends AnyGame {
  colours: {code: string, name: string}[]; // of the pawns
  boards: Record<string, number[]>; // the first and the last field; none of a line without ends
}

export type Pad = PadModule<Game>;
export type Screen = AnyScreen<Game>;
