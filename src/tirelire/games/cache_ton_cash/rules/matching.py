"""Which cards match: the kinds that make a set, and the plays that a fight allows, as sets of bits.

What a hand allows is put together by shifting bits: one for each kind, or for each thing to play in
a fight. Only the bits that are there are then looped over; a loop that asks for each decision in
turn guesses wrong too often.
"""

from __future__ import annotations

import numpy as np

from tirelire.core.compiling import inlined
from tirelire.games.cache_ton_cash.rules.material import (
    GOLD,
    JAR,
    NONE,
    POSSESSIONS,
    SILVER,
    SWAP_CARD,
    WILDS,
)

LOW = (1 << POSSESSIONS) - 1
"""The bits of the possessions."""
WILD = (1 << SWAP_CARD) - (1 << SILVER)
"""The bits of the wilds."""
_PARTNERS = np.array(
    [0, *(WILD | 1 << kind for kind in range(POSSESSIONS)), *(LOW,) * WILDS, 0, 0], np.int64
)
_POSSESSIONS_WITH = _PARTNERS & LOW


@inlined
def partners(kind: int) -> int:
    """K4, K22: the kinds that make a set with a card: its own and wilds; with a wild, possessions.

    There are none for an action card, nor where there is no card.
    """
    return int(_PARTNERS[kind - NONE])


@inlined
def possessions_with(kind: int) -> int:
    """K22: the possessions that a set with a neutral card can have; none where there is no card."""
    return int(_POSSESSIONS_WITH[kind - NONE])


@inlined
def completing(possessions: int) -> int:
    """K22: the kinds that make a set with neutral cards which leave these possessions.

    A wild does it only where the neutral cards have the possession themselves.
    """
    return possessions | WILD * int((possessions != 0) & (possessions != LOW))


@inlined
def singles(has: int, kind: int) -> int:
    """K7: what can be played alone in a fight about a set, as bits: MATCHING, then the wilds."""
    return (has >> (kind & 15)) & 1 | ((has & WILD) >> SILVER) << 1


@inlined
def dear(has: int, twice: int, kind: int) -> int:
    """K19, K20: what meets a demand of two, as bits: a jar, then the pairs without a jar."""
    match, silver, gold = has >> kind, has >> SILVER, has >> GOLD
    plays = (has >> JAR) & 1
    plays |= ((twice >> kind) & 1) << 1 | (match & silver & 1) << 2 | (match & gold & 1) << 3
    return (
        plays | ((twice >> SILVER) & 1) << 4 | (silver & gold & 1) << 5 | ((twice >> GOLD) & 1) << 6
    )
