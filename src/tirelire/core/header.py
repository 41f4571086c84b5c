"""The fields that begin the record of every game, and that its views show unchanged.

All whole numbers in records are signed: compiled, an unsigned one mixed with a signed one becomes a
float.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.compiling import kernel
from tirelire.core.contract import DEAL_OVER


def record_type(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Make the type of a record whose fields read as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def header(seats: int, options: int) -> list[tuple[Any, ...]]:
    """List the fields, for so many seats and options."""
    return [
        ("total", "i4", (seats,)),  # what each seat has, before this deal and, once over, after it
        ("gained", "i4", (seats,)),  # what each seat gained in this deal, once it is over
        ("opt", "i4", (options,)),  # the options, encoded, in their declared order
        ("players", "i1"),
        ("dealer", "i1"),
        ("deals", "i1"),  # deals begun
        ("extra", "i1"),  # of those, extra deals to break a tie
        ("won", "i1", (seats,)),  # deals won, a tie at the top counting for each
        ("ended", "i1"),  # RUNNING, DEAL_OVER or MATCH_OVER
        ("reason", "i1"),  # index into the game's reasons, once the deal is over
    ]


@kernel
def begin_header(s: Any, players: int, opt: Any, capital: int) -> None:
    """Set the header of a match before its first deal.

    The deal passes to the left before each deal, so that the last seat deals first.
    """
    for seat in range(len(s.total)):
        s.total[seat] = capital if seat < players else 0
        s.gained[seat] = 0
        s.won[seat] = 0
    for i in range(len(s.opt)):
        s.opt[i] = opt[i]
    s.players = players
    s.dealer = players - 2
    s.deals = 0
    s.extra = 0
    s.ended = DEAL_OVER
    s.reason = 0


@kernel
def copy_header(a: Any, b: Any) -> None:
    """Copy the header of a record or view into another."""
    for seat in range(len(a.total)):
        b.total[seat] = a.total[seat]
        b.gained[seat] = a.gained[seat]
        b.won[seat] = a.won[seat]
    for i in range(len(a.opt)):
        b.opt[i] = a.opt[i]
    b.players = a.players
    b.dealer = a.dealer
    b.deals = a.deals
    b.extra = a.extra
    b.ended = a.ended
    b.reason = a.reason


@kernel
def left_of(s: Any, seat: int) -> int:
    """Return the next seat clockwise."""
    following = int(seat) + 1
    return 0 if following == s.players else following
