"""What happens in a match: deals and moves."""

from __future__ import annotations

from dataclasses import dataclass

from tirelire.core.moves import Move


@dataclass(frozen=True)
class Deal:
    """Cards are dealt."""

    deck: tuple[int, ...]
    """The order of the pack, first card dealt first."""
    draws: tuple[int, ...]
    """The numbers drawn for this deal."""


@dataclass(frozen=True)
class Played:
    """A seat has made a move."""

    seat: str
    move: Move
    time: int | None = None
    """Milliseconds since the match began, where somebody kept the time."""


Event = Deal | Played
