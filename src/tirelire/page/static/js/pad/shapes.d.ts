/** The shapes of what a pad keeps and counts with. */
/** A kind of card that can be tapped. */
export interface Kind {
  code: string;
  name: string;
  copies: number;
  value: number;
  group?: string;
  picture?: string; // the code of its picture, where it is another
}

/** Where entered cards lie. */
export type Zone = 'cards'|'reward';

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
  goal?: number|string; // what ends the match, or the option that says so
  won?: boolean; // whether deals won count, and not points
}

/** A game as the house describes it: what all games have. Its own part is known to its own script. */
export interface Game {
  id: string;
  title: string;
  fewest: number;
  most: number;
  unit: string; // behind points
  capital: number;
  most_points: number; // no seat gains or loses more in a deal
  score: {step: number, lowest: number, highest: number, thousands?: number}; // what points alone may be
  options: Option[];
  kinds: Kind[];
  formats: Record<string, Format>; // by value of the option `match`; the only one under an empty name
  plays_on: string; // the value of the option `tie` with which a tie is played on
  most_extra?: number;
  most_deals?: number;
  deal: Record<number, any>; // what is dealt, by the number of players; `hand` is a number of cards
  goals?: Record<number, number>; // by the number of players: the usual goal, where an option sets it
  most_hand?: Record<number, number>; // by the number of players: cards of whoever goes out; 0 is any
  most_reward?: Record<number, number>;
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
  richest?: number; // who alone has the most of the cards that are compared; -1: nobody
  done?: boolean; // whether it counts
}

export interface Match {
  id: string;
  game: string;
  names: string[];
  options: Record<string, string|number>;
  deals: Deal[];
  called?: number[]; // who has used their call in this deal
  begun: number; // when, in milliseconds, as is the next
  changed: number;
  share?: {id: string, key: string, seen: number}; // friends enter their hands; the last one that was taken over
}

export interface Standing {
  totals: number[];
  won: number[];
  extra: number;
  over: boolean;
  winners: number[];
}

/** A deal that was counted. */
export interface Counted {
  lines: (Line[]|null)[]; // of each seat; null where points alone were entered
  gained: number[];
  problems: {seat: number, key: string, rule: string}[]; // what cannot be: the text `page.pad.KEY`
}

/** All deals that are done, and how the match stands after them. */
export interface Course {
  deals: (Counted & {standing: Standing})[];
  standing: Standing;
}

/** What a screen may use. */
export interface Context {
  games: Record<string, Game>;
  go(hash: string): void;
  redraw(): void;
  keep(match: Match): void; // keep a change, and show it
  refuse(text: string): void; // say why something cannot be; nothing: it can
}

/** The screen on which a deal is entered, and the seat that it shows. */
export interface Screen<G extends Game = Game> {
  ctx: Context;
  match: Match;
  deal: Deal;
  n: number; // which deal, from 0
  game: G;
  seat: number;
  entry: Entry; // what that seat has
  zone: Zone; // which of its cards are entered
  show(seat: number): void; // show another seat when the screen is drawn again
  next(): void; // show the next seat of which nothing was entered then
}

/**
 * What a game adds to the pad: `page/pad.js` in its folder exports this as `pad`.
 *
 * It may import the texts, `dom.js`, `counting.js`, `cards.js` and `tiles.js`, but none of the screens:
 * they wait for it. Only the first three members are needed; without the others the pad shows the
 * pictures of all kinds to be tapped, and lets the seat after the dealer start.
 */
export interface PadModule<G extends Game = any> {
  /** Count a deal. Law: every line is that of the rules; what cannot be is a problem, not an error. */
  count(deal: Deal, match: Match, game: G, before: Standing): Counted;
  /** The items of a position that say what lies on the table after deal `n`. Law: the rules read it. */
  lying(n: number, match: Match, game: G): string[];
  /** Why a deal was over, as positions write it. */
  reason(deal: Deal): string;

  /** The kinds that somebody can hold at the end. */
  kinds?(match: Match, game: G): Kind[];
  /** The kinds that are played with, where these are more. */
  played?(match: Match, game: G): Kind[];
  /** A short name for the button of a kind. */
  brief?(kind: Kind): string;
  /** What divides every score, where options change it. */
  step?(game: G, options: Record<string, string|number>): number;
  /** Values of a line that are words: these stand in the place of its codes. */
  words?(line: Line): Record<string, string|undefined>;
  /** The button that begins a deal, where it asks something; `open` begins it with what is known. */
  opening?(match: Match, n: number, open: (known: Partial<Deal>) => void): HTMLElement;
  /** A field above all seats. */
  above?(screen: Screen<G>): HTMLElement;
  /** How the cards of a seat are entered, where a tap for each card is too much. */
  field?(screen: Screen<G>): HTMLElement;
  /** What is entered instead of cards. */
  instead?: {
    /** What is known of a seat before anything is entered, from the deal before. */
    start(before?: Entry): Entry;
    field(screen: Screen<G>): HTMLElement;
    /** Whether nobody has said yet what a seat has. */
    isMissing(deal: Deal, before: Deal|undefined, seat: number): boolean;
    /** The question about seats that are missing: the texts `page.pad.KEY` and `page.pad.KEY_yes`. */
    missing: string;
    /** Enter what counts for a seat that is missing. */
    fill(entry: Entry): void;
  };

  /** How many kinds an option must name; where none is named, they are drawn. */
  leaving?(game: G, players: number): {n: number, note: string};
  /** Why a match cannot be played with these options. */
  refuses?(options: Record<string, string|number>, game: G, players: number): string|false;
  /** The seats of which one starts the next deal; none where all do; undefined: left of the dealer. */
  starters?(n: number, standing: Standing): number[]|undefined;
  /** What stays in the box, where it is not a list of kinds. */
  box?(deal: any): string;
  /** How many cards everybody is dealt, where options change it. */
  hand?(deal: any, match: Match): number;
  /** What else whoever deals has to do. */
  dealing?(deal: any): string[];
  /** What else helps at the table. */
  helpers?(ctx: Context, match: Match): HTMLElement[];
}
