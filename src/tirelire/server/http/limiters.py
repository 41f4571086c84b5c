"""Limiters: how often a key may ask, and how much it may hold at once.

A key is a guest or an address. All counts are those of one process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tirelire.server.errors import CapacityExceeded, TooManyRequests

BURST = 8
"""Seconds' worth of requests that may come at once."""
RESERVE = 4
"""One part in so many of a total is a reserve for newcomers."""
FEW = 4
"""A key that holds fewer than this is a newcomer."""
_MOST_KEYS = 50_000


class RateLimiter:
    """A token bucket for each key: it fills slowly, and every request takes a token."""

    def __init__(self, rate: int) -> None:
        self._rate = float(rate)
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> None:
        """Take a token of a key; refuse if there is none."""
        now = monotonic()
        full = self._rate * BURST
        left, since = self._buckets.get(key, (full, now))
        left = min(full, left + (now - since) * self._rate)
        if left < 1:
            raise TooManyRequests("too_many", setting="rate")
        if len(self._buckets) >= _MOST_KEYS:
            self._buckets.clear()
        self._buckets[key] = (left - 1, now)


class ConcurrencyLimiter:
    """Limits what one key, and all keys together, hold at once.

    The last quarter of the total is a reserve: only a key that holds few gets something of it. So
    many that hold much do not shut a newcomer out.
    """

    def __init__(self, kind: str, per_key: int, total: int, setting: str = "") -> None:
        self._kind = kind
        """The key of the text that refuses more."""
        self._per_key = per_key
        self._total = total
        self._setting = setting
        self._held: dict[str, int] = {}
        self.count = 0
        """How much all keys hold together."""

    def acquire(self, key: str) -> None:
        """Take one for a key, to be released; refuse if it holds too many."""
        mine = self._held.get(key, 0)
        if mine >= self._per_key:
            raise TooManyRequests(self._kind, setting=self._setting, most=self._per_key)
        left = self._total - self.count
        if left <= 0 or (mine >= FEW and left <= self._total // RESERVE):
            raise CapacityExceeded("no_room", setting="connections")
        self._held[key] = mine + 1
        self.count += 1

    def release(self, key: str) -> None:
        """Give one back."""
        self.count -= 1
        mine = self._held.pop(key) - 1
        if mine:
            self._held[key] = mine

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold one for a while."""
        self.acquire(key)
        try:
            yield
        finally:
            self.release(key)
