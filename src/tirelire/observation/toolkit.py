"""Kernels that the observations of all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core.cards import UNKNOWN
from tirelire.core.compiling import inlined, kernel

PLAYERS, DEALS, EXTRA, DEALER, ENDED, REASON, TOTAL = range(7)
"""Where the header lies; the totals are followed by gains, deals won and options."""


@inlined
def place(number: int) -> Any:
    """Say that an index is not negative: compiled code need not count from the end then."""
    return np.uint64(number)


@inlined
def copy(source: Any, begin: int, target: Any, at: int, count: int) -> None:
    """Copy some numbers from one row to another of the same type."""
    for i in range(count):
        target[place(at + i)] = source[place(begin + i)]


@inlined
def steps_to(x: Any, seat: int, other: int) -> int:
    """Count from a seat to another, clockwise."""
    steps = int(other) - int(seat)
    return steps + int(x.players) if steps < 0 else steps


@inlined
def named(x: Any, seat: int, other: int) -> int:
    """Name another seat, counted from 1 at the observing one; 0 is none."""
    return steps_to(x, seat, other) + 1 if other >= 0 else 0


def header_writer(seats: int, options: int, unit: int) -> Callable[[Any, int, Any], None]:
    """Make the function that writes the header; money is told in units, so that it fits."""
    gained, won = TOTAL + seats, TOTAL + 2 * seats
    opt = TOTAL + 3 * seats

    @kernel
    def write_header(x: Any, seat: int, out: Any) -> None:
        players = int(x.players)
        out[PLAYERS] = players
        out[DEALS] = x.deals
        out[EXTRA] = x.extra
        out[DEALER] = steps_to(x, seat, int(x.dealer))
        out[ENDED] = x.ended
        out[REASON] = x.reason
        for i in range(players):
            other = place(count_from(seat, players, i))
            out[TOTAL + i] = x.total[other] // unit
            out[gained + i] = x.gained[other] // unit
            out[won + i] = x.won[other]
        for i in range(options):
            out[opt + i] = x.opt[i]

    return write_header


@kernel
def clear(out: Any, begin: int, end: int) -> None:
    """Set some numbers to 0."""
    for i in range(begin, end):
        out[place(i)] = 0


@kernel
def show_cards(x: Any, seat: int, room: Any) -> None:
    """Write the zones of all cards as far as the seat knows them, from a state or from its view."""
    bit = np.int8(1 << seat)
    for card in range(len(x.zone)):
        known = np.int8(-1 if (x.seen[card] & bit) != 0 else 0)
        room[card] = (x.zone[card] & known) | (np.int8(UNKNOWN) & ~known)


@inlined
def count_from(seat: int, players: int, i: int) -> int:
    """Return the seat that sits `i` seats further, clockwise."""
    other = seat + i
    return other - players if other >= players else other
