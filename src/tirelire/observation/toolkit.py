"""Kernels that the observations of all games share."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tirelire.core.cards import UNKNOWN
from tirelire.core.compiling import COMPILED, inlined, kernel

if COMPILED:
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_c: Any, source: Any, _begin: Any, target: Any, _at: Any, _count: Any) -> Any:
        """Copy some numbers from one row to another of the same type."""

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            ends = []
            for array, value, first in ((source, 0, 1), (target, 2, 3)):
                made = cgutils.create_struct_proxy(array)(context, builder, arguments[value])
                ends.append(builder.gep(made.data, [arguments[first]]))
            size = context.get_abi_sizeof(context.get_data_type(source.dtype))
            cgutils.raw_memcpy(builder, ends[1], ends[0], arguments[4], size)
            return context.get_dummy_value()

        number = types.int64
        return types.void(source, number, target, number, number), code

else:

    def copy(source: Any, begin: int, target: Any, at: int, count: int) -> None:
        """Copy some numbers from one row to another of the same type."""
        target[at : at + count] = source[begin : begin + count]


PLAYERS, DEALS, EXTRA, DEALER, ENDED, REASON, TOTAL = range(7)
"""Where the header lies; the totals are followed by gains, deals won and options."""


@inlined
def place(number: int) -> Any:
    """Say that an index is not negative: compiled code need not count from the end then."""
    return np.uint64(number)


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
