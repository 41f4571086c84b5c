"""The entries of a score pad: what each seat holds when a deal is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 30_000
"""No seat gains or loses more in a deal: more than the best hand of any game is worth."""


@dataclass(frozen=True)
class SeatEntry:
    """The cards of one seat when a deal is over, or its points alone."""

    cards: str = ""
    """The cards before the seat, as the game writes them: a hand, a stack, the field of a pawn."""
    reward: str = ""
    """The cards that a player who went out may add."""
    roles: Sequence[str] = ()
    """The roles of cards that stand for others; the best roles if empty."""
    points: int | None = None


@dataclass(frozen=True)
class DealEntry:
    """One deal as it was entered."""

    seats: Sequence[SeatEntry]
    out: int | None = None
    """The seat that went out, or None."""
    void: bool = False
    """True if the deal is void: no seat scores."""
