"""Cards, values and options of Monopoly. Light: no compiler is needed to read this."""

from __future__ import annotations

from dataclasses import dataclass

from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.options import Choice, Number, Option, SeatChoice, Value

SEATS = 6
FEWEST = 2
MOST_DRAWING = 4  # P4, P5: up to so many players there is a draw pile

# --- cards --------------------------------------------------------------------------------------

COLOURS = ("BRN", "LBL", "PNK", "ORG", "RED", "YEL", "GRN", "DBL")
GROUPS = (*COLOURS, "STA", "UTI")
SIZES = (2, 3, 3, 3, 3, 3, 3, 2, 4, 2)  # P1: deeds of each group
STATIONS, UTILITIES = len(COLOURS), len(COLOURS) + 1  # groups that are no colour
DEEDS = sum(SIZES)
HOUSES = (5, 4, 3, 2)  # P2: how many 1st, 2nd, 3rd and 4th houses there are
LAST_HOUSE = len(HOUSES)  # P17
HOTEL_LEVEL = LAST_HOUSE + 1  # P17: a hotel stands on all houses
LEVELS = HOTEL_LEVEL

DEED_CODES: tuple[str, ...] = tuple(
    f"{group}{i + 1}" for group, size in zip(GROUPS, SIZES, strict=True) for i in range(size)
)
COPIES: dict[str, int] = {
    **dict.fromkeys(DEED_CODES, 1),
    **{f"H{i + 1}": copies for i, copies in enumerate(HOUSES)},
    "HOTEL": 2,  # P2
    "TOKEN": 6,  # P3
    "CHANCE": 2,  # P3
    "GO": 4,  # P3
    "MR": 4,  # P3
}
"""How many of each card there are, in the order of the cards; equal cards follow each other."""
KINDS: tuple[str, ...] = tuple(COPIES)
FIRST_HOUSE = KINDS.index("H1")
HOTEL, TOKEN, CHANCE = KINDS.index("HOTEL"), KINDS.index("TOKEN"), KINDS.index("CHANCE")
GO, MR = KINDS.index("GO"), KINDS.index("MR")

KIND_OF: tuple[int, ...] = tuple(i for i, code in enumerate(KINDS) for _ in range(COPIES[code]))
"""The kind of each card, as a number: equal cards are of one kind, every deed is its own."""
CARDS = len(KIND_OF)
CODES: tuple[str, ...] = tuple(KINDS[kind] for kind in KIND_OF)
FAMILIES: tuple[str, ...] = tuple(code[:3] if code in DEED_CODES else code for code in CODES)
"""What a code may stand for beside the card itself: the group of a deed."""
GROUP_OF: tuple[int, ...] = tuple(GROUPS.index(code[:3]) for code in DEED_CODES)

# --- values -------------------------------------------------------------------------------------

BASE = (50, 100, 150, 200, 250, 300, 350, 400)  # P1
HOTEL_VALUE = 500  # P24
STATION_VALUES = (0, 0, 250, 500, 1000)  # P24: by how many there are
UTILITIES_VALUE = 500  # P24
GO_VALUE = 200  # P26
MR_VALUE = 1000  # P27

# --- limits -------------------------------------------------------------------------------------

HAND = 10  # P4, P13
DEALT = {2: HAND, 3: HAND, 4: HAND, 5: 11, 6: 9}  # P4, P5
NEUTRALS = {n: max(0, MOST_DRAWING - n) for n in range(FEWEST, SEATS + 1)}  # P4: four piles in all
MOST_NEUTRALS = 2
REWARD_CARDS = 5  # P19
MOST_CHANCES = COPIES["CHANCE"]
MOST_TURNS = 40  # P31: of each player
MOST_DEALS = 60  # P30
TARGET_SMALL, TARGET_LARGE = 10_000, 7_000  # P30: with up to four players, with more

# --- options ------------------------------------------------------------------------------------

USUAL = "usual"


@dataclass(frozen=True)
class Target(Number):
    """P30: a sum of money, or `usual`: what the rules say for the number of players."""

    default: Value = USUAL  # type: ignore[assignment]
    low: int = 500
    high: int = 50_000

    @property
    def allowed(self) -> str:
        """What may be written, for error texts and help."""
        return f"{USUAL} | {self.low}–{self.high}"

    def encode(self, value: Value) -> int:
        """Turn a written value into the number that the rules use; the usual sum is 0."""
        if value == USUAL:
            return 0
        return super().encode(value)

    def decode(self, code: int) -> Value:
        """Turn the number back into the written value."""
        return code or USUAL

    def samples(self) -> list[Value]:
        """Values worth testing: the usual one and the ends."""
        return [USUAL, self.low, self.high]


NEUTRAL_TRADES, COMBO_OF_TWO, DISCARD, EMPTY_PILE, TRADE_DISCARD, TOKENS_ON, TIE, TARGET = range(8)
FIRST_DEALER = TARGET + 1
OPTIONS: tuple[Option, ...] = (
    Choice("neutral_trades", "P10", ("any", "one_for_one")),
    Choice("neutral_combo_two_players", "P11", ("off", "on")),
    Choice("discard", "P13", ("down_to_ten", "always_one")),
    Choice("empty_pile", "P14", ("one_more_round", "ends_at_once", "void")),
    Choice("trade_discard", "P22", ("both", "active_only")),
    Choice("tokens_on", "P25", ("any_monopoly", "colour_groups")),
    Choice("tie", "P30", ("extra_hand", "shared")),
    Target("target", "P30"),
    SeatChoice("first_dealer", "P6", ("last_seat", "random", *SEAT_LETTERS[:SEATS]), since=2),
)
USUAL_SEAT, ANY_SEAT, NAMED_SEAT = range(3)
"""Values of the option `first_dealer`: as usual, drawn, or + seat."""
ONE_MORE_ROUND, ENDS_AT_ONCE, VOID = range(3)  # values of the option `empty_pile`

# --- zones, phases and decisions ----------------------------------------------------------------

PILE = SEATS  # + seat: zones after the hands
NEUTRAL = PILE + SEATS  # + 0 or 1
DRAW = NEUTRAL + MOST_NEUTRALS
REWARD = DRAW + 1
BOX = REWARD + 1
ZONES = BOX + 1

ACTING, DISCARDING, LAYING, PASSING = range(4)
"""Phases of a turn: act (P8–P12, P22), discard (P13), lay a trade card (P22), pass (P23)."""

NOBODY = -1
NOTHING = -1

# A decision below len(KINDS) puts down a card of that kind; the phase says what for.
DRAW_CARD = len(KINDS)  # P8
SKIP = DRAW_CARD + 1  # P14
STAY = SKIP + 1  # P22
GO_OUT = STAY + 1  # P12
PARTNERS = MOST_DRAWING + MOST_NEUTRALS  # seats, then neutral piles
MOST_TRADED = CARDS // 2  # P9: no two piles can both hold more
TRADE = GO_OUT + 1  # P9–P11: + partner * MOST_TRADED + number of cards - 1
COMBO = TRADE + PARTNERS * MOST_TRADED  # P10: + neutral pile
SWAP = COMBO + MOST_NEUTRALS  # P22: + seat
ROLE = SWAP + SEATS  # P18: + role
BUILD_ROLE = DEEDS  # a role below names a deed; + group * LEVELS + level - 1
TOKEN_ROLE = BUILD_ROLE + len(COLOURS) * LEVELS  # + group that the token stands on
IDLE_ROLE = TOKEN_ROLE + len(GROUPS)  # a token for which there is no monopoly to stand on
ROLES = IDLE_ROLE + 1
TAKE_BACK = ROLE + ROLES
DECISIONS = TAKE_BACK + 1

REASONS = ("", "out", "empty", "void", "limit")
"""Why a deal is over: somebody went out (P12), the draw pile is empty (P14; void: nobody scores),
or all seats have had their turns (P31)."""
WENT_OUT, RAN_OUT, WAS_VOID, TURNS_OVER = range(1, 5)
