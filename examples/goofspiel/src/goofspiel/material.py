"""Cards, places and options of Goofspiel."""

from __future__ import annotations

from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.options import Choice, Number, Option

FEWEST, SEATS = 2, 5  # G1
RANKS = 13  # G1: each suit has the cards 1 to 13
PRIZES = SEATS * RANKS
"""Card c has the rank c % RANKS + 1; suit c // RANKS is that of a seat, the last one the prizes."""
CARDS = PRIZES + RANKS
CODES = [f"{suit}{rank}" for suit in (*SEAT_LETTERS[:SEATS], "P") for rank in range(1, RANKS + 1)]

SIZE, TIE = range(2)
OPTIONS: tuple[Option, ...] = (
    Number("cards", "G2", RANKS, 3, RANKS),
    Choice("tie", "G5", ("discard", "carry")),
)
STOCK, PRIZE, WON = SEATS, SEATS + 1, SEATS + 2  # zones after the hands; WON: + seat
PLAYED, GONE, BOX = WON + SEATS, WON + SEATS + 1, WON + SEATS + 2
ZONES = BOX + 1
NOT_BID = -1
REASONS = ("", "played")
"""Why a deal is over: the last prize is won or gone (G6)."""
