"""Sources of random numbers.

The rules hold no generator: a deal begins from an order of the cards and from a few numbers, each
below a bound that the rules name. Two sources make them:

- a *stream*, for simulation and sampling: small, fast, seeded, the same compiled and uncompiled;
- a *source* in Python, for one match: keyed by a seed, or at a table by a secret.

The stream is a multiply-with-carry generator of 64 bits whose halves are folded together (the
MWC64X of D. B. Thomas). Its arithmetic never leaves 64 bits, so it needs no wrap-around.
"""

from __future__ import annotations

import hmac
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tirelire.core.compiling import kernel

MOST_DRAWS = 128
"""No game draws more numbers than this for one deal."""
STREAM = np.dtype(np.uint64)
"""A stream is an array of one number of this type."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER = np.uint64(4294883355)
_MIX_A = np.uint64(0x85EBCA6B)
_MIX_B = np.uint64(0xC2B2AE35)
_S16 = np.uint64(16)
_S13 = np.uint64(13)
_GOLDEN = np.uint64(0x9E3779B9)


@kernel
def _mix(h: Any) -> Any:
    """Scramble 32 bits (a finaliser of the murmur kind)."""
    h = ((h ^ (h >> _S16)) * _MIX_A) & _LOW
    h = ((h ^ (h >> _S13)) * _MIX_B) & _LOW
    return h ^ (h >> _S16)


@kernel
def start(stream: Any, seed: int, index: int) -> None:
    """Set the stream to the beginning of branch `index` of `seed`; each has its own numbers."""
    a = np.uint64(seed) & _LOW
    b = np.uint64(seed) >> _HALF
    c = np.uint64(index) & _LOW
    d = np.uint64(index) >> _HALF
    low = _mix((_mix((_mix((_mix((a + _GOLDEN) & _LOW) + b) & _LOW) + c) & _LOW) + d) & _LOW)
    high = _mix((low + c + _GOLDEN) & _LOW)
    # The carry half stays below the multiplier, and not both halves are zero.
    stream[0] = ((high >> np.uint64(1)) << _HALF) | (low | np.uint64(1))


@kernel
def _next(stream: Any) -> Any:
    """Draw 32 bits."""
    x = stream[0]
    low = x & _LOW
    carry = x >> _HALF
    stream[0] = low * _MULTIPLIER + carry
    return low ^ carry


@kernel
def below(stream: Any, bound: int) -> int:
    """Draw a whole number from 0 to bound - 1, all equally likely.

    Multiply and keep the high half, rejecting the few low halves that would favour some numbers
    (the method of D. Lemire).
    """
    n = np.uint64(bound)
    product = _next(stream) * n
    if (product & _LOW) < n:
        threshold = (_LOW - n + np.uint64(1)) % n
        while (product & _LOW) < threshold:
            product = _next(stream) * n
    return int(product >> _HALF)


@kernel
def shuffle(stream: Any, cards: Any, count: int) -> None:
    """Put the first `count` entries of `cards` into a random order, all orders equally likely."""
    for i in range(count - 1, 0, -1):
        j = below(stream, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


class Source(Protocol):
    """The random numbers of one deal."""

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to bound - 1, all equally likely."""


class Chance(Protocol):
    """The random numbers of a match: each deal has a source of its own."""

    def branch(self, number: int) -> Source:
        """Return the source of the set-up (0) or of the n-th deal."""


class Keyed:
    """A source made from a key: HMAC-SHA-256 in counter mode, four bytes a draw.

    Draws that would favour some numbers are rejected. Same key, same numbers, on any machine.

    >>> Keyed(b"secret").below(6) == Keyed(b"secret").below(6)
    True
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._block = b""

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to bound - 1, all equally likely."""
        limit = 2**32 - 2**32 % bound
        while True:
            if not self._block:
                count = self._counter.to_bytes(8, "big")
                self._block = hmac.digest(self._key, count, "sha256")
                self._counter += 1
            draw = int.from_bytes(self._block[:4], "big")
            self._block = self._block[4:]
            if draw < limit:
                return draw % bound

    def branch(self, number: int) -> Keyed:
        """Return a source of its own for one part of a match, such as its n-th deal."""
        return Keyed(hmac.digest(self._key, f"branch {number}".encode(), "sha256"))


def seeded(seed: int, *branch: int) -> Keyed:
    """Make the source of a seed and a branch of it, for matches that can be repeated."""
    return Keyed("/".join(["tirelire seed", str(seed), *map(str, branch)]).encode())


def new_stream(seed: int, *branch: int) -> NDArray[np.uint64]:
    """Make a stream at the beginning of a branch of a seed."""
    source = seeded(seed, *branch)
    return np.array([(source.below(2**31) << 32) | source.below(2**32 - 1) | 1], STREAM)


def shuffled(source: Source, cards: list[int]) -> list[int]:
    """Return the cards in a random order drawn from the source (top of the pile first)."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = source.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
