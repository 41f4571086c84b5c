"""Cards and options of Cache ton Cash. Light: no compiler is needed to read this."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tirelire.core.options import Choice, Option, Selection, Value

SEATS = 6
FEWEST = 2

# K1: kind, copies, value in thousands
_POSSESSIONS = (
    *(("BD", 10, 5), ("PIANO", 10, 5), ("TRAIN", 10, 5)),
    *(("BIJOUX", 9, 10), ("BAS", 9, 10), ("TIRELIRE", 9, 10)),
    *(("SCOOTER", 9, 15), ("AVION", 9, 15), ("AUTO", 9, 15)),
    ("CABANE", 8, 20),
)
_WILDS = (("ARGENT", 8, 25), ("OR", 4, 50), ("ECO", 2, 1))  # K2, K20: ECO is the penny jar
_ACTIONS = (("ECHANGE", 2, 0), ("DEMENAGEMENT", 2, 0))  # K2, K16: swap and move
_ALL = (*_POSSESSIONS, *_WILDS, *_ACTIONS)

KINDS: tuple[str, ...] = tuple(kind for kind, _, _ in _ALL)
"""The kinds, in the order in which lists of cards are written."""
COPIES: tuple[int, ...] = tuple(copies for _, copies, _ in _ALL)
KIND_VALUES: tuple[int, ...] = tuple(value for _, _, value in _ALL)
POSSESSIONS = len(_POSSESSIONS)
WILDS = len(_WILDS)
SILVER, GOLD, JAR, SWAP_CARD, MOVE_CARD = range(POSSESSIONS, len(_ALL))
"""Kinds below SILVER are possessions, those from SWAP_CARD on are action cards."""
NONE = -1
"""No kind, no seat."""

FIRST: tuple[int, ...] = (0, *accumulate(COPIES))
"""The copies of kind k are the cards FIRST[k] to FIRST[k + 1] - 1."""
CARDS = FIRST[-1]
KIND_OF: tuple[int, ...] = tuple(k for k, copies in enumerate(COPIES) for _ in range(copies))
CODES: tuple[str, ...] = tuple(KINDS[kind] for kind in KIND_OF)
VALUES: tuple[int, ...] = tuple(KIND_VALUES[kind] for kind in KIND_OF)

HAND, LARGE_HAND = 5, 6  # K3; K13, K21
PILES = 3  # K21, K25
PILE = 10  # K21, K25
WITH_PILES = 3  # K21, K25: up to so many players there are neutral piles
FEWEST_CARDS = 43  # K21: two hands, three piles and a discard
MILLION = 1000  # K12, in thousands
MOST_ROUNDS = 30  # K12
ROUNDS = 3  # K12: three
WINS = 2  # K12: first_to_two
CONTESTS_LIKE_CHALLENGES = False  # K23: would the two conditions of K6 hold for contests too?
FEW_LEFT = 3  # K27: below so many cards left, an action card goes back to the bottom
PLACES = 16  # K27, K28: places drawn for a deal; should they run out, cards go above the bottom
PLACE_BOUND = 2520  # K27: so that each place is equally likely, see `place_inside`


@dataclass(frozen=True)
class Removal(Selection):
    """A list of kinds with a list as its default; `none` stands where no kind is named."""

    @property
    def allowed(self) -> str:
        """What may be written, for error texts and help."""
        return self._list.allowed

    @property
    def _list(self) -> Selection:
        return Selection(self.name, self.rule, "none", self.kinds)

    def encode(self, value: Value) -> int:
        """Turn a written value into the number that the rules use."""
        return self._list.encode(value)

    def decode(self, code: int) -> Value:
        """Turn the number back into the written value."""
        return self._list.decode(code)

    def samples(self) -> list[Value]:
        """Values worth testing for any number of players."""
        return [self.default, "none"]


MATCH, TIE, SIX_CARDS, TWO_ACTIONS, UPGRADES, ACTION_CARDS, TOP_TWO, PENNY_JAR = range(8)
REMOVED, QUICK_ANSWERS = 8, 9
_OFF_ON = ("off", "on")
OPTIONS: tuple[Option, ...] = (
    Choice("match", "K12", ("million", "quick", "three", "first_to_two")),
    Choice("tie", "K12", ("shared", "extra_round")),
    Choice("six_cards", "K13", _OFF_ON),
    Choice("two_actions", "K14", _OFF_ON),
    Choice("upgrade", "K15", _OFF_ON),
    Choice("action_cards", "K16", _OFF_ON),
    Choice("top_two", "K19", _OFF_ON),
    Choice("penny_jar", "K20", _OFF_ON),
    Removal("removed", "K21", "PIANO,BAS,AUTO", KINDS[:POSSESSIONS]),
    Choice("quick_answers", "K7", _OFF_ON),
)
TO_MILLION, QUICK, THREE, FIRST_TO_TWO = range(4)  # values of the option `match`

STACK = SEATS  # + seat: zones after the hands; the place of a card is the number of its set
DRAW, DISCARDED = 2 * SEATS, 2 * SEATS + 1
NEUTRAL = DISCARDED + 1  # + pile
FOUGHT = NEUTRAL + PILES  # cards played in a fight, in order
CLAIMED = FOUGHT + 1  # the set that is claimed, the card of the hand first
GONE, BOX = CLAIMED + 1, CLAIMED + 2
ZONES = BOX + 1

# What is played in a fight: one card, or from TWO on two of them; MATCHING is the kind of the set.
MATCHING, WITH_SILVER, WITH_GOLD, WITH_JAR, TWO = range(5)
PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # K19, K20: two cards, no jar among them
SINGLES = TWO
PLAYS = TWO + len(PAIRS)
DEAR = PLAYS - WITH_JAR  # K19, K20: plays that meet a demand of two

# Decisions that are listed together lie within 62 numbers of each other: see `spill`.
DISCARD = 0  # K5: + kind
PAIR = DISCARD + len(KINDS)  # K4: + possession, two of it
PAIR_WILD = PAIR + POSSESSIONS  # K4: + wild * POSSESSIONS + possession
PICK = PAIR_WILD + WILDS * POSSESSIONS  # K4: + kind of the card from the hand
CHALLENGE = PICK + SWAP_CARD  # K6: + seat * SINGLES + what is played
UPGRADE = CHALLENGE + SEATS * SINGLES  # K15
SWAP = UPGRADE + 1  # K17: + seat
MOVE_DOWN, MOVE_UP = SWAP + SEATS, SWAP + SEATS + 1  # K18: + 2 * seat
END = MOVE_DOWN + 2 * SEATS  # K14
SECOND = END + 1  # K19: + seat * DEAR + what is played - WITH_JAR
CLAIM = SECOND + SEATS * DEAR  # K22: + (bits of the piles - 1) * SWAP_CARD + kind
CONTEST = CLAIM + ((1 << PILES) - 1) * SWAP_CARD  # K23: + what is played
ANSWER = CONTEST + SINGLES  # K7, K20: + what is played
STOP = ANSWER + PLAYS  # K7, K23
SHIFT_DOWN, SHIFT_UP = STOP + 1, STOP + 2  # K28
DECISIONS = SHIFT_UP + 1
TAKE_BACK = -1

ACTING, CONTESTING, FIGHTING, SHIFTING = range(4)  # phases of a turn
UNDECIDED, DOWN, UP = range(3)  # K28: what a seat has chosen in a shift
# What comes next in a turn: somebody is asked, a fight is decided, neutral piles are turned up, the
# action is done, or the turn is over.
ASKED, DECIDED, TURNING, DONE, TURN_OVER = range(5)

REASONS = ("", "played")
"""Why a deal is over: all hands are empty (K10)."""


def has_piles(players: int) -> bool:
    """K21, K25: whether neutral piles are on the table."""
    return players <= WITH_PILES


def is_in_pack(kind: int, players: int, opt: list[int]) -> bool:
    """K2, K16, K20, K21: whether the cards of a kind are played with."""
    if kind >= SWAP_CARD:
        return opt[ACTION_CARDS] == 1
    if kind == JAR:
        return opt[PENNY_JAR] == 1
    return players != FEWEST or opt[REMOVED] >> kind & 1 == 0


def hand_size(players: int, opt: list[int]) -> int:
    """K3, K13, K21: up to how many cards a hand is dealt and drawn."""
    return LARGE_HAND if players == FEWEST or opt[SIX_CARDS] == 1 else HAND


def draws_places(players: int, opt: list[int]) -> bool:
    """K27: whether a deal needs places for action cards that go back into neutral piles."""
    return opt[ACTION_CARDS] == 1 and players <= WITH_PILES


def seats_at(players: int, pile: int) -> tuple[int, int]:
    """K21, K25: the two players at a neutral pile; with three, pile p lies between p and p + 1."""
    if players == FEWEST:
        return 0, 1
    return pile, 0 if pile == PILES - 1 else pile + 1
