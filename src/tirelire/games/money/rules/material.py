"""Cards and options of Money. Light: no compiler is needed to read this."""

from __future__ import annotations

from tirelire.core.options import Choice, Number, Option, Selection

SEATS = 5
FEWEST = 3

CURRENCIES = ("USD", "GBP", "SEK", "RUB", "JPY", "CHF", "EUR")  # M1
NOTE_VALUES = (20, 20, 20, 30, 30, 30, 40, 50, 60)  # M1: the nine notes of a currency
PER_CURRENCY = len(NOTE_VALUES)
NOTES = len(CURRENCIES) * PER_CURRENCY
COINS = 6  # M2
COIN_VALUE = 10  # M2
CARDS = NOTES + COINS
"""Notes come first, currency by currency in the order above, then the coins; bluff cards move only
with their owner and are not counted among the cards."""

CODES: tuple[str, ...] = (
    *(
        f"{currency}{value}{'abc'[i % 3] if value < 40 else ''}"
        for currency in CURRENCIES
        for i, value in enumerate(NOTE_VALUES)
    ),
    *(f"COIN{i + 1}" for i in range(COINS)),
)
KINDS: tuple[str, ...] = (*(code.rstrip("abc") for code in CODES[:NOTES]), *("COIN",) * COINS)
BLUFF_CODE = "BLUFF"

VALUES: tuple[int, ...] = NOTE_VALUES * len(CURRENCIES) + (COIN_VALUE,) * COINS

# M3: the printed numbers are lost; in these every currency, every value and the coins have the mean
# 35, and the two samples that are known (3 on a yen, 13 on a krona) are in place.
SERIALS: tuple[int, ...] = (
    *(16, 46, 8, 14, 52, 66, 58, 45, 10),
    *(4, 57, 31, 42, 32, 39, 19, 23, 68),
    *(26, 63, 55, 40, 13, 60, 37, 15, 6),
    *(33, 54, 5, 18, 24, 7, 50, 59, 65),
    *(43, 27, 67, 53, 38, 34, 21, 3, 29),
    *(62, 30, 44, 28, 48, 11, 9, 36, 47),
    *(2, 61, 1, 69, 35, 12, 51, 64, 20),
    *(49, 41, 22, 25, 17, 56),
)

HAND = 6  # M5
LOT = 4  # M5, M13
MOST_IDLE = 5  # M21
MOST_EXTRA = 5  # M19
WHOLE, REDUCTION = 200, 100  # M15: from here a currency counts whole; below, this much is lost
TRIPLE = 100  # M16
TRIPLES = (20, 30)  # M16

SERIAL, REMOVED, BLUFF_ONLY, MATCH, HANDS, TIE, MEMORY = range(7)
OPTIONS: tuple[Option, ...] = (
    Choice("serials", "M3", ("fixed", "shuffled")),
    Selection("removed", "M4", "random", CURRENCIES),
    Choice("bluff_only_bid", "M6", ("allowed", "forbidden")),
    Choice("match", "M18", ("total", "hands_won", "single")),
    Number("hands", "M18", 3, 1, 9),
    Choice("tie", "M19", ("shared", "extra_hand")),
    Choice("memory_aid", "M20", ("off", "on")),
)
HANDS_WON, SINGLE = 1, 2  # values of the option `match`

RIGHT, LEFT, STOCK, BOX = SEATS, SEATS + 1, SEATS + 2, SEATS + 3  # zones after the hands
BID = SEATS + 4  # + seat: bids that lie open
ZONES = BID + SEATS

LAY_BLUFF = CARDS  # after LAY card, which is the card's number
TAKE_RIGHT, TAKE_LEFT = CARDS + 1, CARDS + 2  # M9
SWAP = CARDS + 3  # M10: + seat
WITHDRAW = SWAP + SEATS  # M11
SEAL = WITHDRAW + 1  # M6
TAKE_BACK = SEAL + 1
DECISIONS = TAKE_BACK + 1

BIDDING, EXCHANGING = 0, 1  # phases of a round
NOBODY = -1


def leaving(players: int) -> int:
    """M4: how many currencies leave the game."""
    return SEATS - players


REASONS = ("", "stock", "idle")
"""Why a deal is over: the stock is used up (M14), or nothing was drawn for long (M21)."""
