/** The game as its `pad.py` describes it to the pad. */
import type { Game as AnyGame, PadModule, Screen as AnyScreen } from '/static/js/pad/shapes.js';

export type { Context, Deal, Entry, Kind, Line, Match } from '/static/js/pad/shapes.js';

export interface Game extends AnyGame {
  score: AnyGame['score'] & {jar_step: number};
  jar: string;
  fewest_cards: number; // that two players need
}

export type Pad = PadModule<Game>;
export type Screen = AnyScreen<Game>;
