"""Sets as bits, and fast loops over their members, which every decision needs.

A loop that tests at every card whether it lies in a zone mispredicts a branch at every card of a
hand. Compiled, 64 cards are compared at once, which leaves a bit for each, and a machine
instruction finds the lowest bit. Uncompiled, NumPy does the same thing.

The comparison is LLVM code of our own (`_equal`). As a plain loop it makes random play of Money and
Cache ton Cash 22 % slower: Money then falls by more than the tenth that `make bench` may lose, and
Cache ton Cash from 4.9 to 3.8 times OpenSpiel's hearts, below its bar of 4
(docs/performance.md).

A word of bits is a signed number of 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tirelire.core.compiling import COMPILED, inlined, kernel

Lister = Callable[[Any, int, int, Any], int]
Finder = Callable[[Any, int, int], int]

_WORD = 64
_AT_ONCE = 4

if COMPILED:
    ir: Any = import_module("llvmlite.ir")
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic

    trailing_zeros: Any = import_module("numba.cpython.unsafe.numbers").trailing_zeros
    _PAIRS, _FOURS, _BYTES, _SUM = (
        np.uint64(bits)
        for bits in (
            0x5555555555555555,
            0x3333333333333333,
            0x0F0F0F0F0F0F0F0F,
            0x0101010101010101,
        )
    )

    @inlined
    def lowest(word: int) -> int:
        """Return the place of the lowest bit of a word; any number for a word without bits."""
        return int(trailing_zeros(word))

    @inlined
    def ones(word: int) -> int:
        """Count the bits of a word; LLVM knows this form, and makes one instruction of it."""
        bits = np.uint64(word)
        bits -= (bits >> np.uint64(1)) & _PAIRS
        bits = (bits & _FOURS) + ((bits >> np.uint64(2)) & _FOURS)
        bits = (bits + (bits >> np.uint64(4))) & _BYTES
        return np.int64((bits * _SUM) >> np.uint64(56))  # type: ignore[return-value]

else:

    def lowest(word: int) -> int:
        """Return the place of the lowest bit of a word; any number for a word without bits."""
        return (int(word) & -int(word)).bit_length() - 1

    def ones(word: int) -> int:
        """Count the bits of a word."""
        return (int(word) & (1 << _WORD) - 1).bit_count()


@inlined
def spill(word: int, base: int, out: Any, count: int) -> int:
    """Append base + i for every bit i, ascending; return the new count.

    They are written four at a time, so that the loop ends where the machine expects it: the array
    has room for three more.
    """
    end = int(count + ones(word))
    while count < end:
        for i in range(_AT_ONCE):
            out[count + i] = base + lowest(word)
            word &= word - 1
        count += _AT_ONCE
    return end


def _equal(lanes: int) -> Any:
    """Make the function that compares `lanes` cards from a given one on, as bits of a word."""

    @intrinsic  # type: ignore[untyped-decorator]
    def equal(_context: Any, zones: Any, start: Any, zone: Any) -> Any:  # noqa: ARG001
        """Return a bit for each card that lies in the zone."""

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = cgutils.create_struct_proxy(zones)(context, builder, arguments[0])
            vector = ir.VectorType(ir.IntType(8), lanes)
            place = builder.gep(array.data, [arguments[1]])
            found = builder.load(builder.bitcast(place, vector.as_pointer()), align=1)
            wanted = builder.trunc(arguments[2], ir.IntType(8))
            one = builder.insert_element(
                ir.Constant(vector, ir.Undefined), wanted, ir.Constant(ir.IntType(32), 0)
            )
            order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), None)
            every = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), order)
            bits = builder.bitcast(builder.icmp_signed("==", found, every), ir.IntType(lanes))
            return bits if lanes == _WORD else builder.zext(bits, ir.IntType(_WORD))

        return types.int64(zones, types.int64, types.int64), code

    return equal


def zone_finder(cards: int, lanes: int) -> Finder:
    """Make the function that finds the first card of a zone, for a game with `cards` cards.

    It is called with the zones of all cards, the card to begin at, and a zone that one of the next
    `lanes` cards lies in.
    """
    if not COMPILED:
        return lambda zones, start, zone: start + int(np.argmax(zones[start:] == zone))
    last = cards - lanes
    equal = _equal(lanes)

    @inlined
    def first_in(zones: Any, start: int, zone: int) -> int:
        begin = min(start, last)
        return int(start + lowest(equal(zones, begin, zone) >> (start - begin)))

    return first_in


def zone_lister(cards: int) -> Lister:
    """Make the function that lists the cards of a zone, for a game with `cards` cards.

    It is called with the zones of all cards, a zone, a card and an array; it writes the cards in
    that zone with higher numbers than the given one, ascending, and returns how many. The array has
    room for three more.
    """
    if not COMPILED:
        return _list_with_numpy
    lanes = min(_WORD, 1 << (cards.bit_length() - 1))
    starts = (*range(0, cards - lanes, lanes), cards - lanes)
    equal = _equal(lanes)

    @kernel
    def cards_in(zones: Any, zone: int, above: int, out: Any) -> int:
        count = 0
        following = above + 1
        for start in starts:
            # The last word begins where it ends with the last card: skip what the others had.
            drop = following - start
            word = equal(zones, start, zone)
            if drop > 0:
                word = word >> drop << drop if drop < lanes else 0
            count = spill(word, start, out, count)
            following = max(following, start + lanes)
        return count

    return cards_in


def _list_with_numpy(zones: Any, zone: int, above: int, out: Any) -> int:
    cards = np.flatnonzero(zones == zone)
    cards = cards[cards > above]
    out[: len(cards)] = cards
    return len(cards)
