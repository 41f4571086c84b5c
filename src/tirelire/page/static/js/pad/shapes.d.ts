/** The shapes of what a pad keeps and counts with. */
/** A kind of card that can be tapped. */
export interface Kind {
  code: string;
  name: string;
  copies: number;
  value: number;
  group?: string;
}

export interface Option {
  name: string;
  rule: string;
  label: string;
  usual: string|number;
  allowed: string;
  players: number[]; // for which it makes a difference
  values: string[];
  meanings: Record<string, string>;
  kinds: Record<string, string>;
}

/** How a match goes. */
export interface Format {
  deals?: number|string; // how many, or the option that says so
  goal?: number|string;
  won?: boolean; // whether deals won count, and not points
}

/** A game as the house describes it (`pad/data.py`); each has its own part. */
export interface Game {
  id: string;
  title: string;
  fewest: number;
  most: number;
  capital: number;
  most_points: number; // no seat gains or loses more in a deal
  score: {step: number, lowest: number, highest: number, thousands?: number, jar_step?: number}; // what points alone may be
  options: Option[];
  kinds: Kind[];
  formats: Record<string, Format>;
  plays_on: string; // the value of the option `tie` with which a tie is played on
  most_extra?: number;
  most_deals?: number;
  deal: Record<number, any>; // what is dealt, by the number of players
  whole: number; // Money: from here a currency counts whole
  reduction: number;
  triple: number;
  triples: number[];
  leaving: Record<number, number>;
  colours: any[]; // Cash oder Crash: of the pawns; Monopoly: the codes of the groups
  boards: Record<string, number[]>;
  sizes: Record<string, number>; // Monopoly: deeds of each group
  base: number[];
  houses: string[];
  hotel_value: number;
  station_values: number[];
  utilities_value: number;
  go_value: number;
  mr_value: number;
  most_hand?: Record<number, number>;
  most_reward?: Record<number, number>;
  goals: Record<number, number>;
  jar: string; // Cache ton Cash
  fewest_cards: number;
}

export interface Line {
  rule: string;
  points: number;
  key: string;
  values: Record<string, any>;
}

/** What one seat has when a deal is over. */
export interface Entry {
  cards?: string[];
  reward?: string[];
  roles?: string[];
  pawn?: number;
  points?: number;
  nothing?: boolean; // whether somebody said that there is nothing to count
}

export interface Deal {
  seats: Entry[];
  out?: number; // who went out
  void?: boolean;
  done?: boolean; // whether it counts
}

export interface Match {
  id: string;
  game: string;
  names: string[];
  options: Record<string, string|number>;
  deals: Deal[];
  called?: number[]; // who has called BIG DEAL in this round
  changed: number;
}

export interface Standing {
  totals: number[];
  won: number[];
  extra: number;
  over: boolean;
  winners: number[];
}
