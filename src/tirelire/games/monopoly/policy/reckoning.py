"""What a seat reckons with when it judges hands of Monopoly: nothing that it may not know.

It is one tuple `c`: where the rows of the table for now and for going out at once begin; the cards
near, the cards gone, and those among them that others hold, as bits; whether tokens stand on
colours only; and how much the seat trusts in going out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.compiling import inlined, kernel
from tirelire.games.monopoly.policy.weights import PARTS, TABLE, TIMES, WIDTH, WITHOUT
from tirelire.games.monopoly.rules.material import (
    CARDS,
    DEEDS,
    DRAW,
    EMPTY_PILE,
    NOTHING,
    ONE_MORE_ROUND,
    PILE,
    SEATS,
    TOKENS_ON,
)
from tirelire.games.monopoly.rules.state import draws_cards
from tirelire.policy.toolkit import trait
from tirelire.policy.traits import MEMORY, NERVE

_DEGREES = 11  # of memory
_SALTS = 16
_forgotten = np.random.default_rng(7).random((_SALTS, DEEDS)) * 10
_RECALLED = np.array(
    [
        sum(1 << deed for deed in range(DEEDS) if _forgotten[salt, deed] < degree)
        for degree in range(_DEGREES)
        for salt in range(_SALTS)
    ],
    np.int64,
)
"""The deeds whose takers a player remembers, by degree of memory, different in each deal."""

_DRAWN = 0.8  # of all turns draw a card
_TRUST = 300.0  # nerve that doubles a player's trust in going out


@kernel
def reckon(s: Any, seat: int, traits: Any) -> tuple[int, int, int, int, int, int, float]:
    """Gather what a seat may know about the cards it does not hold, and the time that is left."""
    near = 0
    mine = 0
    taken = 0
    zones, seen = s.zone, s.seen
    for card in range(CARDS):
        zone = int(zones[card])
        bit = 1 << card
        if zone < SEATS:
            taken |= bit if zone != seat and (int(seen[card]) >> seat) & 1 else 0
        elif zone == PILE + seat:
            mine |= bit
        elif zone < DRAW:
            near |= bit
    salt = (5 * int(s.deals) + 3 * seat) & (_SALTS - 1)
    taken &= int(_RECALLED[trait(traits, seat, MEMORY) // 10 * _SALTS + salt])
    now = WITHOUT
    leaving = WITHOUT + WIDTH
    if draws_cards(s):
        now = time_left(s) * WIDTH
        leaving = TIMES * WIDTH
    trust = 1.0 + trait(traits, seat, NERVE) / _TRUST
    return now, leaving, near, taken | mine, taken, int(s.opt[TOKENS_ON]), trust


@kernel
def time_left(s: Any) -> int:
    """P14: guess how many turns each seat still has, in quarters."""
    if s.left != NOTHING:
        return 0
    time = int(PARTS * int(s.count[DRAW]) / (_DRAWN * int(s.players)))
    if s.opt[EMPTY_PILE] == ONE_MORE_ROUND:
        time += PARTS
    return min(time, TIMES - 1)


@inlined
def at_once(c: Any) -> Any:
    """Return the same for a hand that goes out now."""
    return c[1], c[1], c[2], c[3], c[4], c[5], c[6]


@inlined
def weight(c: Any, column: int) -> float:
    """Read a number of the table."""
    return float(TABLE[c[0] + column])
