"""The stacks of Cache ton Cash: sets on sets.

The cards of a set lie in the zone of their stack and share a place: the number of the set, counted
from the bottom.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.compiling import inlined, kernel
from tirelire.games.cache_ton_cash.rules.material import (
    CARDS,
    CLAIMED,
    FIRST,
    FOUGHT,
    KIND_OF,
    NONE,
    POSSESSIONS,
    STACK,
)

_POSSESSION_CARDS = FIRST[POSSESSIONS]
# Loops over all cards are fast only where everything in them is one byte wide and they do not stop.
_KINDS = np.array(KIND_OF, np.int8)
_FOUGHT, _CLAIMED = np.int8(FOUGHT), np.int8(CLAIMED)


@kernel
def kind_of_set(s: Any, seat: int, number: int) -> int:
    """Tell the kind of a set, counted from the bottom: that of its possessions, or NONE."""
    if number < 0:
        return NONE
    stack, place, found = np.int8(STACK + seat), np.int8(number), np.int8(0)
    for card in range(_POSSESSION_CARDS):
        fits = (s.zone[card] == stack) & (s.place[card] == place)
        found = np.int8(found | (_KINDS[card] if fits else np.int8(0)))
    return int(found)


@kernel
def look_at(s: Any, seat: int) -> None:
    """Set the kinds of the two uppermost sets of a stack."""
    s.top[seat] = kind_of_set(s, seat, int(s.sets[seat]) - 1)
    s.second[seat] = kind_of_set(s, seat, int(s.sets[seat]) - 2)


@inlined
def cover(s: Any, seat: int, kind: int) -> None:
    """K4: a new set, whose cards lie there already, is the top of the stack."""
    s.second[seat] = s.top[seat]
    s.top[seat] = kind
    s.sets[seat] += 1


@kernel
def award(s: Any, loser: int, nth: int, winner: int, number: int) -> None:
    """K8, K19, K23: all cards that were fought with or claimed join a set of the winner.

    So do those of the n-th set from the top of the loser's stack, where there is a loser.
    """
    stack, place = np.int8(STACK + winner), np.int8(number)
    other, level = np.int8(NONE), np.int8(0)
    if loser != NONE:
        other, level = np.int8(STACK + loser), np.int8(s.sets[loser] - nth)
    won = 0
    for card in range(CARDS):
        won += 1 if (s.zone[card] == other) & (s.place[card] == level) else 0
    for card in range(CARDS):
        zone, was = s.zone[card], s.place[card]
        joins = ((zone == other) & (was == level)) | (zone == _FOUGHT) | (zone == _CLAIMED)
        s.zone[card] = stack if joins else zone
        s.place[card] = place if joins else was
    s.count[STACK + winner] += won + s.count[FOUGHT] + s.count[CLAIMED]
    s.count[FOUGHT] = 0
    s.count[CLAIMED] = 0
    if loser != NONE:
        s.count[STACK + loser] -= won
        lower(s, loser, nth)


@kernel
def lower(s: Any, seat: int, nth: int) -> None:
    """K8, K19: a stack has lost its n-th set from the top; a top set above it comes down."""
    s.sets[seat] -= 1
    if nth == 1:
        s.top[seat] = s.second[seat]
    else:
        stack, old_top = np.int8(STACK + seat), np.int8(s.sets[seat])
        for card in range(CARDS):
            sinks = (s.zone[card] == stack) & (s.place[card] == old_top)
            s.place[card] -= 1 if sinks else 0
    s.second[seat] = kind_of_set(s, seat, int(s.sets[seat]) - 2)


@kernel
def swap_tops(s: Any, a: int, b: int) -> None:
    """K17, K28: two stacks exchange their top sets."""
    top_a, top_b = int(s.sets[a]) - 1, int(s.sets[b]) - 1
    gained = 0
    for card in range(CARDS):
        zone = int(s.zone[card])
        if zone == STACK + a and s.place[card] == top_a:
            s.zone[card] = STACK + b
            s.place[card] = top_b
            gained += 1
        elif zone == STACK + b and s.place[card] == top_b:
            s.zone[card] = STACK + a
            s.place[card] = top_a
            gained -= 1
    s.count[STACK + a] -= gained
    s.count[STACK + b] += gained
    kind = int(s.top[a])
    s.top[a] = s.top[b]
    s.top[b] = kind


@kernel
def move_set(s: Any, seat: int, upwards: bool) -> None:
    """K18, K28: the bottom set to the top of its stack, or the top set to the bottom."""
    sets = int(s.sets[seat])
    for card in range(CARDS):
        if s.zone[card] == STACK + seat:
            place = int(s.place[card]) + (sets - 1 if upwards else 1)
            s.place[card] = place - sets if place >= sets else place
    look_at(s, seat)
