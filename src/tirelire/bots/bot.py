"""The protocol of a bot: it gets a view and returns a move."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.match.view import View


@runtime_checkable
class Bot(Protocol):
    """A player that is a program.

    It gets the view of its seat and nothing else: a `View` holds the veiled record and no reference
    to the state. It is stateless between two calls: any process may ask a new one for the next
    move.
    """

    name: str
    """Its name in tables and reports."""
    thinking: float
    """How many seconds it wants to think about a move, at most."""

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        """Choose a whole move for the viewing seat.

        `rng` is all the chance that it may use: same view, same numbers, same move. `time` are the
        seconds that it has; without, it thinks as long as it was made to.
        """
