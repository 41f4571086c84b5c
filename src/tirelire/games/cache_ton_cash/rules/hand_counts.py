"""A hand as one number that holds the count of every kind.

A count has four bits. They lie apart: the lowest bits of all counts come first, then the second
bits, and so on. So the kinds that a hand holds are a matter of a few shifts.
"""

from __future__ import annotations

from tirelire.core.compiling import inlined
from tirelire.games.cache_ton_cash.rules.material import KINDS

_PLANE = 16  # bits of a packed hand for each power of two
_PLANES = 4
_ALL = (1 << len(KINDS)) - 1


@inlined
def with_card(hand: int, kind: int) -> int:
    """Add a card to a packed hand."""
    carry = 1 << kind
    for _ in range(_PLANES):
        both = hand & carry
        hand ^= carry
        carry = both << _PLANE
    return hand


@inlined
def without_card(hand: int, kind: int) -> int:
    """Take a card out of a packed hand."""
    borrow = 1 << kind
    for _ in range(_PLANES):
        lacks = ~hand & borrow
        hand ^= borrow
        borrow = lacks << _PLANE
    return hand


@inlined
def kinds_held(hand: int) -> int:
    """Tell the kinds of a packed hand, as bits."""
    return (hand | hand >> _PLANE | hand >> 2 * _PLANE | hand >> 3 * _PLANE) & _ALL


@inlined
def kinds_twice(hand: int) -> int:
    """Tell the kinds of which a packed hand has two or more, as bits."""
    return (hand >> _PLANE | hand >> 2 * _PLANE | hand >> 3 * _PLANE) & _ALL
