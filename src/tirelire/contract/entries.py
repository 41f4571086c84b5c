"""What players write on a score pad: what each seat holds when a deal is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 30_000
"""No seat gains or loses more in a deal: more than the best hand of any game is worth."""


@dataclass(frozen=True)
class SeatEntry:
    """What one seat has when a deal is over; points alone where nobody wants to enter cards."""

    cards: str = ""
    """What lies before the seat, as the game writes it: a hand, a stack, the field of a pawn."""
    reward: str = ""
    """The cards that a player who went out may add."""
    roles: Sequence[str] = ()
    """What cards that stand for others were laid down as; the best roles where nothing is said."""
    points: int | None = None


@dataclass(frozen=True)
class DealEntry:
    """One deal as a pad keeps it."""

    seats: Sequence[SeatEntry]
    out: int | None = None
    """The seat that went out; None where nobody did."""
    void: bool = False
    """Whether nobody scores anything."""
