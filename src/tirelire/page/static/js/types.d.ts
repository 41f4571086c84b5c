/** The types that the scripts share, known in all of them; no browser loads them. */

type Schemas = import('./schemas.d.ts').components['schemas'];
type Seat = Schemas['Seat'];
type Table = Schemas['Table'];
type Told = Schemas['Told'];
type SheetLine = Schemas['SheetLine'];
/** A decisive moment of a match that is over. */
type Moment = Schemas['Moment'];
type View = Schemas['View'];
type Game = Schemas['Game'];
type GameOption = Schemas['GameOption'];
type Deck = Game['cards'];
/** A place for cards: the item `name` of a view, or `name SEAT` where each seat has one. */
type Zone = Schemas['Zone'];
/** What a browser noted of a table before its match. */
type Note = {
  /** The promise that it saw. */
  promise: string;
  /** The words that it made, for all its seats. */
  words: string[];
  /** What was fixed when the match started, before it revealed its words. */
  fingerprint?: string;
  /** The promises of draws that were given up while it watched. */
  voids?: string[];
};
/** A deal that is over, as everybody saw it at its end: a part of the view then. */
type Score = Pick<View, 'deal' | 'totals' | 'gained' | 'winners' | 'ending' | 'sheets'>;
/** What a score sheet is put into words with. */
type SheetWords = {
  table: Table; about: Game; name: (seat: string) => string;
  /** Whether a seat is the reader's, who is addressed. */
  isMe: (seat: string) => boolean;
};
/** What the page of a table knows. */
type TableState = {
  table: Table | null;
  view: View | null;
  me: string | null;
  selected: Set<string>;
  memory: Map<string, any>;
  /** The question that the selection belongs to. */
  asked: string;
  /** The move that was lifted, and is made when it is pressed again; '': none. */
  lifted: string;
  /** Whether a move is on its way. */
  sending: boolean;
  /** The number that the view must be beyond before anything else is decided; -1: none. */
  sent: number;
  /** What the house says about moves that are put together of several decisions. */
  verdicts: Map<string, Promise<Verdict> | Verdict>;
  /** Number of the last step in the log. */
  told: number;
  /** What happened in this deal. */
  steps: Told[];
  /** The seats that have just done something, for the scene that is seen. */
  acting: Set<string>;
  /** What others did in the view that is shown, until it is drawn. */
  deeds: Map<string, import('./bubbles.js').Sentence[]> | null;
  /** Whether that scene is seen in motion. */
  moving: boolean;
  stream: { close: () => void } | null;
  /** The seats of others who have the page open; null: the house does not say. */
  present: string | null;
  /** In pass and play: the seat that the device was handed over to. */
  handed: string;
  /** In pass and play: who has just given the device away and may take back their choice. */
  leaving: View | null;
  /** In pass and play: what was decided before it was asked. */
  early: { seat: string; move: string; turn: string } | null;
  /** The last deal that is over, as far as this page has seen it. */
  score: Score | null;
  /** The deal after which this device has said that it is ready; 0: none yet. */
  continued: number;
  /** Whether the open score sheet was opened while the next deal was being played. */
  lookingBack: boolean;
  /** Whether there was no news for long, and what will tell so. */
  silent: boolean;
  silence: ReturnType<typeof setTimeout> | undefined;
};

/** What a game's script may use to draw a table. */
type Context = {
  view: View;
  table: Table;
  /** My seat, null for somebody who watches. */
  me: string | null;
  /** The seat of the reader, who is “you”; in a replay not always the one whose hand lies below. */
  reader: string | null;
  /** The name of a player. */
  name: (seat: string) => string;
  /** The cards of an item of the view, one by one. */
  cards: (item: string) => string[];
  /** An item as text. */
  item: (item: string) => string;
  /** Names and values of all cards. */
  deck: Deck;
  /** What is written behind points. */
  unit: string;
  /** Every place of cards, where the game is drawn by the default table. */
  zones: Zone[];
  /** Where the fields of a board lie. */
  places: Record<string, [number, number]>;
  /** The legal single decisions; empty where I am not asked. */
  legal: Set<string>;
  /** What I would score if the deal ended now: by legal move, and for '' with my cards as they are. */
  prospects?: Record<string, number>;
  /** The same for a move that the house has called legal: by what may follow it. */
  foreseen?: (move: string) => Record<string, number>;
  /** The seats that have just done something. */
  acting?: Set<string>;
  /** Whether the view is a scene that is seen in motion: what is new may turn over and count up. */
  moving?: boolean;
  /** The seats of others who have the page open; null or missing: unknown. */
  present?: string | null;
  /** Whether a step that cannot be taken back is lifted first, and then confirmed. */
  confirms?: boolean;
  /** What a legal move means, in words. */
  meaning: (move: string) => string;
  /** Keys of the selected cards of my hand. */
  selected: Set<string>;
  /** What was chosen so far for the present question. */
  memory: Map<string, any>;
  /** Make a move. */
  send: (move: string) => void;
  /** Let a bot play for somebody; only where everybody has waited long enough for that. */
  standIn?: (seat: string) => void;
  /** Show the last score sheet; only where a deal is over. */
  showSheet?: () => void;
  /** Draw the table anew. */
  redraw: () => void;
  /** What my hand is called, where it is not the reader's. */
  handTitle?: string;
  /** Whether all cards are open, in a replay. */
  open: boolean;
};
type HandCard = {
  code: string;
  /** Unique in the hand. */
  key: string;
  /** Whether it can be selected now. */
  playable: boolean;
  /** The move to ask about when somebody touches a card that is not playable. */
  test: string;
  /** Shown on the card. */
  text?: string;
  /** Whether another sort of cards begins after it. */
  apart?: boolean;
  /** What the card is called, where its name alone does not say enough. */
  label?: string;
};
type Action = {
  label: string;
  move: string;
  primary?: boolean;
  /** Asked first. */
  confirm?: string;
  /** A step that cannot be taken back and hurts if it was a slip: pressed once it is lifted, pressed again it is made. */
  grave?: boolean;
  /** Opens a dialog at a table in which the move is prepared and made; in its place elsewhere `confirm`. */
  open?: () => void;
  disabled?: boolean;
  /** Why it is disabled. */
  why?: string;
};
/**
 * A game's own script, `page/table.js` in the game's folder: its default export.
 *
 * The house serves the folder at `/static/games/GAME/`, with `table.css` beside it; shared scripts
 * are imported as `/static/js/dom.js`. A game without the folder gets `/static/js/plain_table.js`.
 * All functions are called anew whenever something has changed, and make elements anew: what is on
 * the page is brought into line with them. They draw what the context holds and know no rule: what
 * is legal, and what it means, is in the context.
 */
type PageModule = {
  /** The centre of the table. Its `data-stage` says what goes on there, and the table gets it too, for style sheets. */
  board: (ctx: Context) => HTMLElement;
  /** What lies in front of a player. */
  seat: (ctx: Context, seat: string) => HTMLElement;
  /** My hand. */
  hand: (ctx: Context) => HandCard[];
  /** What I may do now. */
  actions: (ctx: Context) => Action[];
  /** One line about the selection. */
  hint?: (ctx: Context) => string;
  /** How many cards can be selected. */
  selection: (ctx: Context) => 'many' | 'one' | 'none';
  /** In pass and play: what I will be asked for certain, and can decide before I learn anything more. */
  early?: (ctx: Context) => { question: string; actions: Action[] } | null;
  /** In pass and play: of several who choose at once, the one who is asked again soonest, and chooses last. */
  last?: (ctx: Context) => string;
  /** Kinds of scenes that the table itself shows: no bubble tells them. */
  seen?: string[];
  /** How many milliseconds the movements of a view need at the usual speed. */
  lasts?: (view: View) => number;
};
/** What an element is made with. */
type Props = {
  class?: string;
  dataset?: Record<string, string>;
  on?: Partial<Record<'click' | 'change' | 'input' | 'submit', (event: any) => void>>;
};
/** Whether a move could be made, and why not. */
type Verdict = Schemas['MoveCheck'];
/** Where cards lie, and which. */
type Layout = [place: string, codes: string[]][];
/** What was shuffled and drawn, as the house tells it for a match that is over. */
type Packs = Schemas['Packs'];
/** What a check of the deals of a match has found. */
type Finding = {
  ok: boolean;
  /** How many deals follow from the secret and the words. */
  deals: number;
  /** The name of the text that says what was found. */
  message: string;
  /** The value for that text: all deals, or the number of the first wrong one. */
  n: number;
  /** For each draw that was given up, the names of those who did not reveal. */
  voids: string[][];
  /** The promise that the secret keeps; empty where it keeps none. */
  promise: string;
};
/** A picture that explains a game: see `lessons/script.py`. */
type Picture = Schemas['LessonPicture'];
/** The pictures and chapters of a lesson. */
type Overview = Schemas['LessonOverview'];
