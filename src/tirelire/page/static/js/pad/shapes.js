/** The shapes of what a pad keeps and counts with. */

/**
 * @typedef {object} Kind a kind of card that can be tapped
 * @property {string} code
 * @property {string} name
 * @property {number} copies
 * @property {number} value
 * @property {string} [group]
 */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} rule
 * @property {string} label
 * @property {string|number} usual
 * @property {string} allowed
 * @property {string[]} values
 * @property {Record<string, string>} meanings
 * @property {Record<string, string>} kinds
 */

/**
 * @typedef {object} Format how a match goes
 * @property {number|string} [deals] how many, or the option that says so
 * @property {number|string} [goal]
 * @property {boolean} [won] whether deals won count, and not points
 */

/**
 * @typedef {object} Game a game as the house describes it (`pad/data.py`); each has its own part
 * @property {string} id
 * @property {string} title
 * @property {number} fewest
 * @property {number} most
 * @property {number} capital
 * @property {number} most_points no seat gains or loses more in a deal
 * @property {Option[]} options
 * @property {Kind[]} kinds
 * @property {Record<string, Format>} formats
 * @property {string} plays_on the value of the option `tie` with which a tie is played on
 * @property {number} [most_extra]
 * @property {number} [most_deals]
 * @property {Record<number, any>} deal what is dealt, by the number of players
 *
 * @property {number} whole Money: from here a currency counts whole
 * @property {number} reduction
 * @property {number} triple
 * @property {number[]} triples
 * @property {Record<number, number>} leaving
 *
 * @property {any[]} colours Cash oder Crash: of the pawns; Monopoly: the codes of the groups
 * @property {Record<string, number[]>} boards
 *
 * @property {Record<string, number>} sizes Monopoly: deeds of each group
 * @property {number[]} base
 * @property {string[]} houses
 * @property {number} hotel_value
 * @property {number[]} station_values
 * @property {number} utilities_value
 * @property {number} go_value
 * @property {number} mr_value
 * @property {Record<number, number>} [most_hand]
 * @property {Record<number, number>} [most_reward]
 * @property {Record<number, number>} goals
 *
 * @property {string} jar Cache ton Cash
 * @property {number} fewest_cards
 */

/**
 * @typedef {object} Line
 * @property {string} rule
 * @property {number} points
 * @property {string} key
 * @property {Record<string, any>} values
 */

/**
 * @typedef {object} Entry what one seat has when a deal is over
 * @property {string[]} [cards]
 * @property {string[]} [reward]
 * @property {string[]} [roles]
 * @property {number} [pawn]
 * @property {number} [points]
 */

/**
 * @typedef {object} Deal
 * @property {Entry[]} seats
 * @property {number} [out] who went out
 * @property {boolean} [void]
 * @property {boolean} [done] whether it counts
 */

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string[]} names
 * @property {Record<string, string|number>} options
 * @property {Deal[]} deals
 * @property {number[]} [called] who has called BIG DEAL in this round
 * @property {number} changed
 */

/**
 * @typedef {object} Standing
 * @property {number[]} totals
 * @property {number[]} won
 * @property {number} extra
 * @property {boolean} over
 * @property {number[]} winners
 */

export {};
