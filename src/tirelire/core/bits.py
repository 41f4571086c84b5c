"""Sets of cards as bits, for the one loop that every decision needs: which cards lie in a zone.

A loop that branches at every card guesses wrong at every card of a hand. Compiled, the comparison
runs over 64 cards at once and leaves a bit for each (only if the number of cards is a constant, so
each game makes its own function), and a machine instruction finds the lowest bit. Uncompiled, NumPy
does the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tirelire.core.compiling import COMPILED, kernel

Lister = Callable[[Any, int, int, Any], int]

_WORD = 64
_FEW = 8
"""So few cards are faster one by one, without a branch, than as bits."""
_ONE = np.uint64(1)
_NONE = np.uint64(0)

if COMPILED:
    types: Any = import_module("numba.types")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _lowest_bit(_context: Any, word: Any) -> Any:  # noqa: ARG001
        """Return the place of the lowest bit of a word that is not nought."""

        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return types.int64(types.uint64), code

    @kernel
    def _spill(word: Any, start: int, above: int, out: Any, count: int) -> int:
        """Append the cards of a word of bits whose numbers are above a given one."""
        if above >= start + _WORD - 1:
            return count
        if above >= start:
            drop = np.uint64(above - start + 1)
            word = (word >> drop) << drop
        while word != _NONE:
            out[count] = start + _lowest_bit(word)
            word &= word - _ONE
            count += 1
        return count


def zone_lister(cards: int) -> Lister:
    """Make the function that lists the cards of a zone, for a game with so many cards.

    It is called with the zones of all cards, a zone, a card and an array; it writes the cards in
    that zone with higher numbers than the given one, ascending, and returns how many. The array has
    room for one more.
    """
    if not COMPILED:
        return _list_with_numpy
    whole = cards // _WORD * _WORD
    rest = cards - whole

    @kernel
    def cards_in(zones: Any, zone: int, above: int, out: Any) -> int:
        wanted = np.int8(zone)
        count = 0
        for start in range(0, whole, _WORD):
            word = _NONE
            for i in range(_WORD):
                word |= np.uint64(zones[start + i] == wanted) << np.uint64(i)
            count = _spill(word, start, above, out, count)
        if rest <= _FEW:
            for card in range(whole, cards):
                out[count] = card
                count += 1 if (zones[card] == wanted) & (card > above) else 0
            return count
        word = _NONE
        for i in range(rest):
            word |= np.uint64(zones[whole + i] == wanted) << np.uint64(i)
        return _spill(word, whole, above, out, count)

    return cards_in


def _list_with_numpy(zones: Any, zone: int, above: int, out: Any) -> int:
    cards = np.flatnonzero(zones == zone)
    cards = cards[cards > above]
    out[: len(cards)] = cards
    return len(cards)
