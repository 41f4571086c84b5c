"""The entry points to the end of a deal, the same for every game.

Each function here takes the rules of a game and returns a closure that is compiled as an entry
point (see `core.entry_points`).
"""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import EntryPoint
from tirelire.core.raw import record_in
from tirelire.core.standing import leaders


def finish(kernel: Any) -> EntryPoint:
    """`(state)`: count a deal from the cards on the table, and end it."""
    inner = kernel.finish
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        inner(record(states))

    return run


def book(kernel: Any) -> EntryPoint:
    """`(state)`: end a deal on an empty table, with the gains that its header holds.

    The rules find that such a deal gains no seat anything and that all seats won it. So the gains
    are booked beforehand, less the deal that the rules will count as won.
    """
    inner = kernel.finish
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        s = record(states)
        best = leaders(s.gained, s.players)
        for seat in range(s.players):
            s.total[seat] += s.gained[seat]
            s.won[seat] += ((best >> seat) & 1) - 1
        inner(s)

    return run
