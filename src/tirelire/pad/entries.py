"""What somebody writes on a pad: what each seat holds when a deal is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 30_000
"""No seat gains or loses more in a deal: more than the best hand of any game is worth."""


@dataclass(frozen=True)
class Seat:
    """What one seat has when a deal is over; points alone where nobody wants to enter cards."""

    cards: str = ""
    """The cards of a hand; the sets of a stack; in Cash oder Crash the field of the pawn."""
    reward: str = ""
    """Monopoly: what the player who went out may add (P19, P21)."""
    roles: Sequence[str] = ()
    """Monopoly: what Chance cards were laid down as, `YEL`, `STA3`, `H2@YEL`, `TOKEN@YEL`; the best
    where nothing is said (P18)."""
    points: int | None = None


@dataclass(frozen=True)
class Deal:
    """One deal as a pad keeps it."""

    seats: Sequence[Seat]
    out: int | None = None
    """Monopoly: the seat that went out; None where nobody did."""
    void: bool = False
    """Monopoly: nobody scores anything (P14)."""
