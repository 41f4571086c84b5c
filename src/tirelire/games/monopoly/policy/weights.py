"""The numbers by which a hand of Monopoly is judged, as one table that compiled code reads.

They were found by letting regulars with slightly different numbers play against each other, half a
million deals at a time. A row of the table holds all that is needed to judge a hand with a certain
time left, so that nothing is computed twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tirelire.games.monopoly.rules.material import LAST_HOUSE, LEVELS, MR_VALUE


@dataclass(frozen=True)
class Weights:
    """The numbers by which hands are judged: values in money, rates for each own turn."""

    unknown: float
    """The rate at which a missing card arrives whose place is not known."""
    near: float
    """The same for one that lies in the pile of another player."""
    gone: float
    """The same for one that another player holds, or that lies in the own pile."""
    two: float
    """The factor by which two cards arrive less often than the product of their rates."""
    gap: float
    """The chance that a house arrives which another one is waiting for."""
    first_of_two: float
    """How much the only deed of a pair hinders from going out, while the other is missing."""
    first_of_three: float
    """The same for the first deed of three."""
    two_of_three: float
    """The same for two deeds of three, together."""
    station: float
    """The same for a single station."""
    utility: float
    """The same for a single utility."""
    house: float
    """The same for a house or a hotel that cannot stand."""
    hindrance: float
    """What each such card costs in any case."""
    sureness: float
    """Probability that a player with a complete hand goes out, with a lot of time."""
    haste: float
    """How fast that fades with the time."""
    slope: float
    """How fast it fades with cards that hinder."""
    slope_late: float
    """By how much faster when one turn is left."""
    bend: float
    """How it fades with their square."""
    leaving: float
    """What going out is worth beside what the hand is worth."""
    leaving_dear: float
    """How many times the dearest monopoly it is worth in addition: the reward has tokens."""
    token: float
    """How many times the dearest monopoly a token is worth."""
    misters: tuple[float, float, float]
    """What one, two or three Mr. Monopoly cards are worth."""
    chance: float
    """How much more than the best card that it can stand for a Chance card is worth."""
    second_chance: float
    """How many times the dearest monopoly a second Chance card is worth."""
    filling: float
    """What each deed that a Chance card makes useful counts beside its value."""
    drawing: float
    """What a draw is worth beside the best use of the card at once."""
    feeding: float
    """How much it matters what others can do with a card that is laid openly."""
    giving: float
    """The same for a card that is given away in a trade."""
    passing: float
    """The same for a card that is passed on."""
    help_deed: float
    """How much a deed may help a player of whom no card is known."""
    help_known: float
    """How much more for each deed of its group that they are known to hold."""
    help_house: float
    """The same for a house or hotel."""


WITH_PILE = Weights(
    unknown=0.047,
    near=0.105,
    gone=0.025,
    two=0.83,
    gap=0.32,
    first_of_two=0.85,
    first_of_three=1.0,
    two_of_three=1.9,
    station=1.15,
    utility=1.4,
    house=0.85,
    hindrance=80.0,
    sureness=0.98,
    haste=1.5,
    slope=0.155,
    slope_late=1.7,
    bend=0.045,
    leaving=1500.0,
    leaving_dear=1.8,
    token=1.0,
    misters=(58.0, 480.0, 790.0),
    chance=2.4,
    second_chance=1.5,
    filling=40.0,
    drawing=143.0,
    feeding=1.0,
    giving=0.4,
    passing=0.0,
    help_deed=0.55,
    help_known=1.3,
    help_house=2.0,
)
"""With a draw pile: two to four players."""
WITHOUT_PILE = replace(
    WITH_PILE,
    unknown=0.085,
    near=0.125,
    gone=0.02,
    two=0.8,
    gap=0.36,
    first_of_two=0.95,
    first_of_three=1.05,
    two_of_three=1.5,
    station=1.3,
    house=0.93,
    hindrance=64.0,
    sureness=0.66,
    haste=1.0,
    slope=0.12,
    slope_late=1.0,
    bend=0.006,
    leaving=2000.0,
    leaving_dear=2.0,
    token=1.25,
    misters=(35.0, 530.0, 1000.0),
    chance=2.9,
    second_chance=1.0,
    filling=60.0,
    feeding=2.5,
    giving=0.26,
    passing=0.08,
    help_deed=1.0,
    help_known=1.2,
    help_house=3.0,
)
"""With passing: five or six players."""

# --- the table ----------------------------------------------------------------------------------

PARTS = 4
"""Time is counted in quarters of an own turn."""
TIMES = 20
"""Number of rows by time left, from none on; a row for going out at once follows."""
_TIME_PASSING = 11  # where cards are passed, the time left is always this

_PATTERNS = 1 << LEVELS
_HELD = 4  # cards that can be missing of a colour, and none
_STATIONS = 5
(ALL_UNKNOWN, ALL_NEAR, ALL_GONE) = range(0, 3 * _HELD, _HELD)
(NO_UNKNOWN, NO_NEAR, NO_GONE) = range(3 * _HELD, 3 * _HELD + 3 * _STATIONS, _STATIONS)
HOUSES = 3 * (_HELD + _STATIONS)  # + levels held as bits: houses that stand
HOTELS = HOUSES + _PATTERNS  # + the same: hotels that stand
HINDERING = HOTELS + _PATTERNS  # + 3 * (deeds held - 1) + deeds missing
MISTERS = HINDERING + 7  # + how many are held
(
    STATION,
    UTILITY,
    HOUSE,
    HINDRANCE,
    SURENESS,
    SLOPE,
    BEND,
    LEAVING,
    LEAVING_DEAR,
    TOKEN_WORTH,
    CHANCE_WORTH,
    SECOND_CHANCE,
    FILLING,
    DRAWING,
    FEEDING,
    GIVING,
    PASSING_ON,
    HELP_DEED,
    HELP_KNOWN,
    HELP_HOUSE,
) = range(MISTERS + 5, MISTERS + 25)
WIDTH = MISTERS + 25


def _standing(pattern: int, gap: float) -> tuple[float, float]:
    """P17: how many houses of a hand will stand on a monopoly, and how many hotels."""
    houses = 0.0
    alive = 1.0
    for level in range(LAST_HOUSE):
        if pattern >> level & 1:
            houses += alive
        else:
            alive *= gap
    return houses, alive if pattern >> LAST_HOUSE & 1 else 0.0


def _row(w: Weights, time: int) -> list[float]:
    """Compute a row of the table."""
    sure = time == TIMES
    turns = 0.0 if sure else time / PARTS
    rates = [1.0 - (1.0 - rate) ** turns for rate in (w.unknown, w.near, w.gone)]
    row = [p**k * (w.two if k == 2 else 1.0) for p in rates for k in range(_HELD)]
    row += [(1.0 - p) ** k for p in rates for k in range(_STATIONS)]
    standing = [_standing(pattern, w.gap if turns else 0.0) for pattern in range(_PATTERNS)]
    row += [houses for houses, _ in standing] + [hotels for _, hotels in standing]
    row += [0.0, w.first_of_two, w.first_of_three, 0.0, w.two_of_three, 0.0, 0.0]
    row += [0.0, *w.misters, float(MR_VALUE)]
    sureness = 1.0 if sure else w.sureness * (1.0 - float(np.exp(-w.haste * turns)))
    slope = 0.0 if sure else w.slope * (1.0 + w.slope_late / max(turns, 1.0 / PARTS))
    row += [w.station, w.utility, w.house, w.hindrance, sureness, slope, w.bend]
    row += [w.leaving, w.leaving_dear, w.token, w.chance, w.second_chance, w.filling]
    row += [w.drawing, w.feeding, w.giving, w.passing, w.help_deed, w.help_known, w.help_house]
    return row


TABLE = np.array(
    [
        *(_row(WITH_PILE, time) for time in range(TIMES + 1)),
        *(_row(WITHOUT_PILE, time) for time in (_TIME_PASSING, TIMES)),
    ],
    np.float64,
).reshape(-1)
"""The rows with a draw pile, one for each time, then the two without, all in one."""
WITHOUT = (TIMES + 1) * WIDTH
"""Where the rows without a draw pile begin."""
