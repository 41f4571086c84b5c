"""A hand as a set of bits: one whole number, in which the bit of each card that is held is set.

Sixty cards fit into a signed word, and one instruction counts them or finds the lowest. Houses and
hotels are often counted together: a *stock* is a whole number with four bits for each level, 1st
houses lowest, hotels highest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.rules.material import (
    CARDS,
    CHANCE,
    DEEDS,
    FIRST_HOUSE,
    GO,
    GROUP_OF,
    GROUPS,
    KIND_OF,
    KINDS,
    LEVELS,
    MR,
    TOKEN,
)

NIBBLE = 4
MOST_PER_LEVEL = (1 << NIBBLE) - 1


def _cards(wanted: list[int]) -> int:
    return sum(1 << card for card in wanted)


KIND_BITS = np.array(
    [_cards([x for x in range(CARDS) if KIND_OF[x] == kind]) for kind in range(len(KINDS))],
    np.int64,
)
"""The cards of each kind."""
GROUP_BITS = np.array(
    [_cards([x for x in range(DEEDS) if GROUP_OF[x] == group]) for group in range(len(GROUPS))],
    np.int64,
)
"""The deeds of each group."""
KIND = np.array(KIND_OF, np.int8)

DEED_BITS = (1 << DEEDS) - 1
TOKEN_BITS = int(KIND_BITS[TOKEN])
CHANCE_BITS = int(KIND_BITS[CHANCE])
GO_BITS = int(KIND_BITS[GO])
MR_BITS = int(KIND_BITS[MR])
BONUS_BITS = TOKEN_BITS | CHANCE_BITS | GO_BITS | MR_BITS
_LEVEL_BITS = tuple(int(KIND_BITS[FIRST_HOUSE + level]) for level in range(LEVELS))
_H1, _H2, _H3, _H4, _HOTEL = _LEVEL_BITS


@kernel
def stock_of(held: int) -> int:
    """Count the houses and hotels of a hand, level by level."""
    return int(
        ones(held & _H1)
        | ones(held & _H2) << NIBBLE
        | ones(held & _H3) << 2 * NIBBLE
        | ones(held & _H4) << 3 * NIBBLE
        | ones(held & _HOTEL) << 4 * NIBBLE
    )


@kernel
def of_level(stock: int, level: int) -> int:
    """Return how many houses of a level (1 to 4; 5: hotels) a stock holds."""
    return (stock >> (level - 1) * NIBBLE) & MOST_PER_LEVEL


@kernel
def list_kinds(held: int, out: Any) -> int:
    """Write the kinds of a hand, ascending, each once; return how many."""
    count = 0
    last = -1
    while held != 0:
        kind = KIND[lowest(held)]
        held &= held - 1
        out[count] = kind
        count += kind != last
        last = kind
    return count


@kernel
def without(held: int, dropped: int) -> int:
    """Take cards out of a hand: as many of each kind as are dropped, whichever copies they are."""
    left = held & ~(dropped & DEED_BITS)
    rest = dropped & ~DEED_BITS
    while rest != 0:
        copies = left & KIND_BITS[KIND[lowest(rest)]]
        left &= ~(copies & -copies)
        rest &= rest - 1
    return int(left)
