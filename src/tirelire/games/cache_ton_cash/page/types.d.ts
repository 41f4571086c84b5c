/** The types that the scripts of Cache ton Cash share; no browser loads them. */

/** A legal move, taken apart. */
type Way = {
  move: string;
  verb: string;
  /** What it takes from my hand. */
  cards: string[];
  /** Whose stack it is about, or ''. */
  seat: string;
  /** Which set of it, from the top, or 0. */
  nth: number;
  /** The neutral piles that it uses. */
  piles: string[];
};
