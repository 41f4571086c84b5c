"""The knowledge by which a seat judges hands of Monopoly, from its view alone."""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Reckoning(NamedTuple):
    """What a seat knows about the cards that it does not hold; sets of cards are bits."""

    row: int
    """The row of `TABLE` for the time that is left."""
    leaving_row: int
    """The row for a hand that goes out at once."""
    near: int
    """Cards on the piles of other players and on neutral piles."""
    gone: int
    """Cards that other players are known to hold, and those on the own pile."""
    taken: int
    """Cards that other players are known to hold."""
    tokens_on: int
    """The value of the option `tokens_on`."""
    trust: float
    """How much the seat trusts in going out; 1 is usual."""


@kernel
def reckon(s: Any, seat: int, traits: Any) -> Reckoning:
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
    return Reckoning(now, leaving, near, taken | mine, taken, int(s.opt[TOKENS_ON]), trust)


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
def at_once(c: Any) -> Reckoning:
    """Return the same for a hand that goes out now."""
    return Reckoning(c.leaving_row, c.leaving_row, c.near, c.gone, c.taken, c.tokens_on, c.trust)


@inlined
def weight(c: Any, column: int) -> float:
    """Read a number of the table."""
    return float(TABLE[c.row + column])
