/** The game as its `pad.py` describes it to the pad. */
import type { Game as AnyGame, PadModule, Screen as AnyScreen } from '/static/js/pad/shapes.js';

export type { Context, Deal, Entry, Kind, Line, Match } from '/static/js/pad/shapes.js';

export interface Game extends AnyGame {
  colours: string[];
  sizes: Record<string, number>; // deeds of each group
  base: number[];
  houses: string[];
  hotel_value: number;
  station_values: number[];
  utilities_value: number;
  go_value: number;
  mr_value: number;
}

export type Pad = PadModule<Game>;
export type Screen = AnyScreen<Game>;
