/**
 * The types that the scripts share, known in all of them.
 *
 * @typedef {{seat: string, kind: 'open'|'person'|'bot', name: string, bot: string, away: boolean,
 *   mine: boolean}} Seat
 * @typedef {{decision: number, window: number, bots: number, pause: number}} Pace
 * @typedef {{id: string, game: string, players: number, options: Record<string, string|number>,
 *   pace: Pace, listed: boolean, talk: boolean, level: string,
 *   status: 'open'|'running'|'over'|'closed', version: number, seats: Seat[], host: boolean,
 *   fairness: {promise: string, words: Record<string, string>, secret?: string},
 *   followed_by: string|null, asked?: boolean}} Table
 * @typedef {{number: number, sentences: string[], deal?: boolean}} Told
 * @typedef {{total: number, lines: {rule: string, points: number, text: string}[]}} Sheet
 * @typedef {{number: number, seat: string|null, deal: number, ended: 'running'|'deal'|'match',
 *   reason: string, awaited: string, items: Record<string, string>, totals: Record<string, number>,
 *   asked: boolean, legal: string[], question?: string, rules?: string[],
 *   offers?: [string, string][], worth?: string, log: Told[], gap: boolean,
 *   clock: {kind: string, left: number}|null, gained?: Record<string, number>, winners?: string,
 *   sheets?: Record<string, Sheet>}} View
 * @typedef {{name: string, rule: string, label: string, usual: string|number, allowed: string,
 *   values: string[], meanings: Record<string, string>}} GameOption
 * @typedef {Record<string, {name: string, value: number}>} Deck
 * @typedef {{id: string, title: string, tagline: string, fewest: number, most: number,
 *   options: GameOption[], cards: Deck, places: Record<string, Record<string, [number, number]>>}} Game
 */

/**
 * What a game module may use to draw a table.
 *
 * @typedef {object} Context
 * @property {View} view
 * @property {Table} table
 * @property {string|null} me my seat, null for somebody who watches
 * @property {(seat: string) => string} name the name of a player
 * @property {(item: string) => string[]} cards the cards of an item of the view, one by one
 * @property {(item: string) => string} item an item as text
 * @property {Deck} deck names and values of all cards
 * @property {Record<string, [number, number]>} places where the fields of a board lie
 * @property {Set<string>} legal the legal single decisions; empty where I am not asked
 * @property {(move: string) => string} meaning what a legal move means, in words
 * @property {Set<string>} selected keys of the selected cards of my hand
 * @property {Map<string, any>} memory what was chosen so far for the present question
 * @property {(move: string) => void} send make a move
 * @property {() => void} redraw draw the table anew
 * @property {boolean} open whether all cards are open, in a replay
 */

/**
 * @typedef {object} HandCard
 * @property {string} code
 * @property {string} key unique in the hand
 * @property {boolean} playable whether it can be selected now
 * @property {string} test the move to ask about when somebody touches a card that is not playable
 * @property {string} [text] shown on the card
 * @property {boolean} [apart] whether another sort of cards begins after it
 * @property {string} [label] what the card is called, where its name alone does not say enough
 *
 * @typedef {object} Action
 * @property {string} label
 * @property {string} move
 * @property {boolean} [primary]
 * @property {string} [confirm] asked first
 * @property {boolean} [disabled]
 * @property {string} [why] why it is disabled
 *
 * @typedef {object} GameModule
 * @property {(ctx: Context) => HTMLElement} board the centre of the table
 * @property {(ctx: Context, seat: string) => HTMLElement} seat what lies in front of a player
 * @property {(ctx: Context) => HandCard[]} hand my hand
 * @property {(ctx: Context) => Action[]} actions what I may do now
 * @property {(ctx: Context) => string} [hint] one line about the selection
 * @property {(ctx: Context) => 'many'|'one'|'none'} selection how many cards can be selected
 */
