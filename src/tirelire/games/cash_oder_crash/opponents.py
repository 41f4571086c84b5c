"""Heuristics for the arena (see `contract.opponents`).

They look at where pawns stand and count no further than the end of the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.chance import Source
from tirelire.games.cash_oder_crash.rules.material import (
    CALL,
    CALLING,
    HAND,
    LAY_LEFT,
    LAY_NUMBER,
    LAY_OWN,
    NUMBERS,
    PASS,
)

_CALLS = 4
"""`mixer` calls BIG DEAL once in so many questions."""


def lays_colour(r: Any) -> bool:
    """Tell whether the viewing seat is asked for a colour."""
    return bool(r.seat == r.active)


def number_of(decision: int) -> int:
    """Return the number that a decision lays."""
    return NUMBERS[decision - LAY_NUMBER]


def lead_of_own(r: Any) -> int:
    """Return by how much the own pawn stands before that of the left neighbour."""
    return int(r.pawn[r.seat] - r.pawn[(r.seat + 1) % r.players])


def mixer(r: Any, legal: Sequence[int], rng: Source) -> list[int]:
    """Mix: any colour, any number that it holds, BIG DEAL now and then."""
    if r.phase == CALLING:
        return [CALL if CALL in legal and rng.below(_CALLS) == 0 else PASS]
    return [legal[rng.below(len(legal))]]


def rusher(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
    """Spend the highest number and BIG DEAL as soon as possible, and move the pawn that leads."""
    if r.phase == CALLING:
        return [CALL if CALL in legal else PASS]
    if lays_colour(r):
        return [LAY_OWN if lead_of_own(r) >= 0 else LAY_LEFT]
    return [max(legal, key=number_of)]


def hoarder(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
    """Keep great numbers and BIG DEAL for the last turns, and help the own pawn when it is low."""
    if r.phase == CALLING:
        is_late = r.turn >= (HAND - 1) * r.players
        return [CALL if is_late and CALL in legal else PASS]
    if lays_colour(r):
        return [LAY_OWN if r.pawn[r.seat] < 0 else LAY_LEFT]
    return [min(legal, key=lambda decision: abs(number_of(decision)))]


def spoiler(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
    """Send the pawn of the left neighbour back: their colour, the lowest number, never BIG DEAL."""
    if r.phase == CALLING:
        return [PASS]
    return [LAY_LEFT] if lays_colour(r) else [min(legal, key=number_of)]


def guesser(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
    """Guess that the other goes on as the pawns stand: a pawn ahead is pushed, one behind helped.

    As the active seat it lays the colour that the neighbour would like to move forward least; as
    the neighbour it lays a high number when the own pawn will probably move, else a low one.
    """
    if r.phase == CALLING:
        return [CALL if CALL in legal and r.pawn[r.seat] <= 0 else PASS]
    if lays_colour(r):
        return [LAY_OWN if lead_of_own(r) <= 0 else LAY_LEFT]
    is_mine = r.pawn[r.active] > r.pawn[r.seat]
    return [max(legal, key=number_of) if is_mine else min(legal, key=number_of)]


OPPONENTS = {
    "mixer": mixer,
    "rusher": rusher,
    "hoarder": hoarder,
    "spoiler": spoiler,
    "guesser": guesser,
}
