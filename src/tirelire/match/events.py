"""What happens in a match: deals and moves."""

from __future__ import annotations

from typing import NamedTuple

from tirelire.core.moves import Move


class Deal(NamedTuple):
    """Cards are dealt."""

    deck: tuple[int, ...]
    """The order of the pack, first card dealt first."""
    draws: tuple[int, ...]
    """The numbers drawn for this deal."""


class Played(NamedTuple):
    """A seat has made a move."""

    seat: str
    move: Move
    time: int | None = None
    """Milliseconds since the match began, where somebody kept the time."""


Event = Deal | Played
