"""The contract between a game's observation and everything that learns from it, and its laws.

An observation is written from a view, or, faster, from a state as far as the seat may know it:

Law: `of_state(s, seat)` and `of_view(veil(s, seat))` write the same numbers. So nothing secret can
stand in an observation, made in either way. `tests/sim` compares them for every game and setting.

A view knows where cards are, not how they came there. Public events that left no trace on the table
are kept in a *memory*, a few numbers for each deal:

Law: a memory depends on nothing but what every seat could see. It is emptied when a deal begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tirelire.observation.layout import Layout


class Observation(Protocol):
    """The functions of a game's module; `s` is a state, `v` a view, `out` and `memory` are rows."""

    __file__: str | None
    LAYOUT: Layout
    ACTIONS: Sequence[tuple[int, str]]
    """Where each kind of decision begins, and what it is, for documents."""
    MEMORY: int
    """How many numbers a memory has."""
    KEPT: int
    """How many more it has behind them, which the module keeps for itself from one observation of a
    match to the next, so as not to count everything again; 0 in the beginning."""

    def before(self, s: Any, seat: int, decision: int) -> int:
        """Pack what this decision may make public into a number for `after`."""

    def after(self, s: Any, seat: int, decision: int, packed: int, memory: Any) -> None:
        """Update the memory with the public events of the decision that was played."""

    def of_state(self, s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
        """Write what the seat may know; `room` has place for twice the number of cards."""

    def of_view(self, v: Any, memory: Any, room: Any, out: Any) -> None:
        """Write what the view tells."""
