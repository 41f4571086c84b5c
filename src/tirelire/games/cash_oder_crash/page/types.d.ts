/** The types of the script of Cash oder Crash; no browser loads them. */

/** Where the fields of the board lie. */
type Places = Map<number, [number, number]>;
/** The two cards that were turned up last, and the walk of the pawn that they moved. */
type Turned = {
  seat: string; number: string; doubled: boolean; from: number; to: number; began: number;
};
