"""Cards as words of bits, and words written out as numbers, for a pack of up to 64 cards.

An observation counts the cards of many places by kind. Nothing need be kept from one observation to
the next for that, which would have to be fetched from far away: comparing the places of all cards
leaves a word for each place, and a word is written out sixteen kinds at a time.

Writing a word out is LLVM code of our own (`spreader`): as a plain loop it halves the speed of a
batch of Monopoly, from 2.1 to 1.0 times pgx's leduc hold'em, where the bar is more than 1
(docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tirelire.core.compiling import COMPILED, kernel

Matcher = Callable[[Any, int, int], int]
Spreader = Callable[[int, Any, int], None]

_WIDE = 16
"""Number of kinds, and of cards in all, that are written at a time."""

if COMPILED:
    ir: Any = import_module("llvmlite.ir")
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic


def matcher(cards: int) -> Matcher:
    """Make the function that finds cards.

    It is called with a small number for each card, a mask and a number: a bit is set for each card
    whose number is that one where the mask has bits.
    """

    @kernel
    def match(numbers: Any, mask: int, wanted: int) -> int:
        small_mask, small = np.int8(mask), np.int8(wanted)
        found = 0
        for card in range(cards):
            found |= int((numbers[card] & small_mask) == small) << card
        return found

    return match


def spreader(kind_of: Sequence[int]) -> Spreader:
    """Make the function that writes how many cards of each kind a word has, for these cards.

    Cards of a kind follow each other. It is called with a word, a row of 16-bit numbers and where
    to begin in it.
    """
    kinds = kind_of[-1] + 1
    bits = [sum(1 << card for card, of in enumerate(kind_of) if of == k) for k in range(kinds)]
    if not COMPILED:

        def counting(word: int, out: Any, at: int) -> None:
            out[at : at + kinds] = [(int(word) & some).bit_count() for some in bits]

        return counting
    groups = _groups(bits)

    @intrinsic  # type: ignore[untyped-decorator]
    def spread(_context: Any, _word: Any, out: Any, _at: Any) -> Any:
        """Write how many cards of each kind there are."""

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = cgutils.create_struct_proxy(out)(context, builder, arguments[1])
            row = builder.gep(array.data, [arguments[2]])
            for first, shift, masks in groups:
                vector = ir.VectorType(ir.IntType(_WIDE), len(masks))
                some = builder.lshr(arguments[0], ir.Constant(ir.IntType(64), shift))
                every = _every(builder, builder.trunc(some, ir.IntType(_WIDE)), len(masks))
                lanes = ir.Constant(vector, masks)
                here = builder.and_(every, lanes)
                if all(mask.bit_count() == 1 for mask in masks):
                    count = builder.zext(builder.icmp_signed("==", here, lanes), vector)
                else:
                    name = f"llvm.ctpop.v{len(masks)}i{_WIDE}"
                    kind = ir.FunctionType(vector, [vector])
                    ones = cgutils.get_or_insert_function(builder.module, kind, name)
                    count = builder.call(ones, [here])
                to = builder.gep(row, [ir.Constant(ir.IntType(64), first)])
                builder.store(count, builder.bitcast(to, vector.as_pointer()), align=2)
            return context.get_dummy_value()

        return types.void(types.int64, out, types.int64), code

    made: Spreader = spread
    return made


def _groups(bits: list[int]) -> list[tuple[int, int, list[int]]]:
    """Part the kinds: for each group its first kind, its first card and the bits of each kind.

    Vectors have two, four, eight or sixteen numbers. Where there are fewer kinds the rest is
    written over by the following group; so the last group is cut until it is full.
    """
    groups = []
    first = 0
    while first < len(bits):
        shift = (bits[first] & -bits[first]).bit_length() - 1
        some = [mask >> shift for mask in bits[first : first + _WIDE] if not mask >> shift + _WIDE]
        size = 1 << (len(some) - 1).bit_length()
        if first + size > len(bits):
            size //= 1 if size == len(some) else 2
            some = some[:size]
        groups.append((first, shift, some + [some[-1]] * (size - len(some))))
        first += len(some)
    return groups


def _every(builder: Any, number: Any, lanes: int) -> Any:
    """Put a number into all lanes of a vector."""
    nothing = ir.Constant(ir.VectorType(number.type, lanes), ir.Undefined)
    one = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), None)
    return builder.shuffle_vector(one, nothing, order)
