"""The fields that begin the record of every game, and that its views show unchanged.

All whole numbers in records are signed: compiled, an unsigned one mixed with a signed one becomes a
float.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core.compiling import COMPILED, kernel
from tirelire.core.phase import DEAL_OVER

if COMPILED:
    from tirelire.core.raw import copy_bytes


def record_type(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Make the type of a record whose fields read as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def header(seats: int, options: int) -> list[tuple[Any, ...]]:
    """List the fields, for a number of seats and of options."""
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
def name_first_dealer(s: Any, seat: int) -> None:
    """Let a seat deal first: the deal passes to it before the first deal."""
    s.dealer = seat - 1 if seat > 0 else int(s.players) - 1


def public_copier(
    state: np.dtype[Any], view: np.dtype[Any], public: list[tuple[Any, ...]]
) -> Callable[[Any, Any], None]:
    """Make the function that copies the public fields from a state to a view, or back.

    That is the header and the public fields; both types begin with them, in this order, so that
    they are copied as one piece.
    """
    names = [*(name for name, *_ in header(1, 1)), *(name for name, *_ in public)]
    for kind in (state, view):
        assert list(kind.names or ())[: len(names)] == names
    assert all(state.fields[name] == view.fields[name] for name in names)  # type: ignore[index]
    last, offset, *_ = state.fields[names[-1]]  # type: ignore[index]
    size = offset + last.itemsize
    if not COMPILED:

        def copy_fields(a: Any, b: Any) -> None:
            for name in names:
                b[name] = a[name]

        return copy_fields

    @kernel
    def copy_public(a: Any, b: Any) -> None:
        copy_bytes(a, b, size)

    return copy_public


@kernel
def left_of(s: Any, seat: int) -> int:
    """Return the next seat clockwise."""
    following = int(seat) + 1
    return 0 if following == s.players else following
