"""Cards, board and options of Cash oder Crash. Light: no compiler is needed to read this."""

from __future__ import annotations

from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.options import Choice, Number, Option, SeatChoice

SEATS = 4
FEWEST = 3

NUMBERS = (-3, -2, 1, 2, 6)  # C1: one set, ascending
KINDS = len(NUMBERS)
SETS = 4  # C1
CARDS = KINDS * SETS
"""Card c is the number NUMBERS[c % KINDS] of set c // KINDS."""
HAND = 5  # C4

COLOURS = ("RED", "YELLOW", "GREEN", "BLUE")
"""The colour of each seat's pawn in moves and positions; people may choose another name (C1)."""

CAPITAL = 10 * 1 + 5 * 5  # C5
MOST_EXTRA = 5  # C15
LOWEST_FIELD = -6  # C2
FIELDS = {"ring13": 13, "ring17": 17, "line": 0}  # C2: fields on the board, 0: no end

BOARD, ROUNDS, BIG_DEAL_BY, PRIORITY, INSOLVENCY, YOUNGEST, TIE, FIRST_DEALER = range(8)
OPTIONS: tuple[Option, ...] = (
    Choice("board", "C2", tuple(FIELDS)),
    Number("rounds", "C5", 3, 1, 12),
    Choice("big_deal_by", "C8", ("pair", "anyone")),
    Choice("big_deal_priority", "C8", ("colour", "number", "random")),
    Choice("insolvency", "C13", ("debt", "pay_what_you_have")),
    SeatChoice("youngest", "C14", ("seat_order", "random", *SEAT_LETTERS[:SEATS])),
    Choice("tie", "C15", ("shared", "extra_round")),
    SeatChoice("first_dealer", "C4", ("last_seat", "random", *SEAT_LETTERS[:SEATS]), since=2),
)
USUAL_SEAT, ANY_SEAT, NAMED_SEAT = range(3)
"""Values of the options `youngest` and `first_dealer`: as usual, drawn, or + seat."""

PLAYED, BOX = SEATS, SEATS + 1  # zones after the hands
ZONES = SEATS + 2
TURNS = HAND * SEATS  # C11, at most

LAY_OWN, LAY_LEFT = 0, 1  # C6
LAY_NUMBER = 2  # C7: + kind
CALL, PASS = LAY_NUMBER + KINDS, LAY_NUMBER + KINDS + 1  # C8
DECISIONS = PASS + 1
TAKE_BACK = -1

LAYING, CALLING = 0, 1  # phases of a turn
NOT_LAID = -1
NOBODY = -1

REASONS = ("", "played")
"""Why a deal is over: all number cards are played (C11)."""
