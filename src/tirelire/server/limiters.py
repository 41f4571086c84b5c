"""Limiters: how often a key may ask, how much it may hold at once, and how threads are shared.

A key is a guest or an address. Counts are those of one process, and of others where they tell;
quotas are counted in the database, so all processes share them, and a restart resets none.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from time import monotonic
from typing import Protocol

from tirelire.core.errors import TirelireError
from tirelire.server.errors import CapacityExceeded, TooManyRequests
from tirelire.server.settings import Settings
from tirelire.server.storage.repository import QuotaExceeded

BURST = 8
"""Seconds' worth of requests that may come at once."""
RESERVE = 4
"""One part in so many of a total is a reserve for newcomers."""
FEW = 4
"""A key that holds fewer than this is a newcomer."""
_MOST_KEYS = 50_000
STREAMS_SHARE = 0.75
"""How many of all connections may be streams."""


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
        self.held: dict[str, int] = {}
        """How much each key holds."""
        self.elsewhere: Mapping[str, int] = {}
        """How much each key holds in other processes, as far as they tell."""
        self.count = 0
        """How much all keys hold together."""

    def acquire(self, key: str) -> None:
        """Take one for a key, to be released; refuse if it holds too many."""
        here = self.held.get(key, 0)
        mine = here + self.elsewhere.get(key, 0)
        if mine >= self._per_key:
            raise TooManyRequests(self._kind, setting=self._setting, most=self._per_key)
        left = self._total - self.count
        if left <= 0 or (mine >= FEW and left <= self._total // RESERVE):
            raise CapacityExceeded("no_room", setting="connections")
        self.held[key] = here + 1
        self.count += 1

    def release(self, key: str) -> None:
        """Give one back."""
        self.count -= 1
        left = self.held.pop(key) - 1
        if left:
            self.held[key] = left

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold one for a while."""
        self.acquire(key)
        try:
            yield
        finally:
            self.release(key)


class StreamLimiter:
    """Limits the streams of an address and of a guest, and leaves room for newcomers."""

    def __init__(self, settings: Settings) -> None:
        total = int(settings.connections * STREAMS_SHARE)
        self.by_address, self._by_guest = (
            ConcurrencyLimiter(name, most, total, setting=name)
            for name, most in (
                ("address_streams", settings.address_streams),
                ("guest_streams", settings.guest_streams),
            )
        )

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self.by_address.count

    def place(self, address: str, guest: str | None) -> StreamPlace:
        """Return the place of a stream: it is taken when it is entered."""
        keys = [(self.by_address, address)]
        if guest is not None:
            keys.append((self._by_guest, guest))
        return StreamPlace(keys)


STREAM = "is_stream"
"""Entry of the state of a request whose response has a `StreamPlace`."""


class StreamPlace:
    """Counts a stream while it lasts; refuses it if the address or the guest has too many."""

    __slots__ = ("_keys", "_taken")

    def __init__(self, keys: list[tuple[ConcurrencyLimiter, str]]) -> None:
        self._keys = keys
        self._taken: list[tuple[ConcurrencyLimiter, str]] = []

    def __enter__(self) -> None:
        """Take the place, whole or not at all."""
        try:
            for limiter, key in self._keys:
                limiter.acquire(key)
                self._taken.append((limiter, key))
        except TirelireError:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        """Give the place back."""
        while self._taken:
            limiter, key = self._taken.pop()
            limiter.release(key)


class Hashes(Protocol):
    """Hashes addresses."""

    async def hashed(self, address: str) -> str:
        """Return the keyed hash of an address."""


class Quotas:
    """The quotas of all addresses."""

    def __init__(self, hashes: Hashes, settings: Settings) -> None:
        self.origin = hashes.hashed
        """Returns the origin of an address."""
        self.guests = settings.address_guests
        self.tables = settings.address_tables
        self.bot_tables = settings.address_bot_tables


@contextmanager
def refusing(setting: str, most: int) -> Iterator[None]:
    """Refuse more than a quota, with the setting that raises it."""
    try:
        yield
    except QuotaExceeded:
        raise TooManyRequests(setting, setting=setting, most=most) from None


Path = tuple[str, ...]
"""Who holds or waits, from the outermost level to the innermost: address, host, table."""
HALF_LIFE = 30.0
"""Seconds after which time that was had counts half."""
_MOST_USES = 10_000
_FORGOTTEN = 0.001
"""Seconds that are no longer worth remembering."""


class _Usage:
    """The time that each level has had lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._uses: dict[Path, tuple[float, float]] = {}

    def of(self, level: Path) -> float:
        """Return the seconds of a level; older ones count less."""
        seconds, at = self._uses.get(level, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE)) if seconds else 0.0

    def add(self, path: Path, seconds: float) -> None:
        """Add time to a path and to all levels above it."""
        if len(self._uses) >= _MOST_USES:
            kept = {level: self.of(level) for level in self._uses}
            now = self._clock()
            self._uses = {level: (x, now) for level, x in kept.items() if x > _FORGOTTEN}
        for depth in range(1, len(path) + 1):
            level = path[:depth]
            self._uses[level] = (self.of(level) + seconds, self._clock())


class FairSemaphore:
    """At most so many holders at once; of those who wait, the one who has had least is next."""

    def __init__(self, holders: int, clock: Callable[[], float] = monotonic) -> None:
        self._free = holders
        self._clock = clock
        self._usage = _Usage(clock)
        self._waiting: dict[Path, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def acquire(self, *path: str) -> AsyncIterator[None]:
        """Hold the semaphore for a path."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(path)
        began = self._clock()
        try:
            yield
        finally:
            self._usage.add(path, self._clock() - began)
            self._release()

    async def _wait(self, path: Path) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(path, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was ours already: pass it on
                self._release()
            raise

    def _release(self) -> None:
        """Give the place to the next who waits."""
        while self._waiting:
            path = min(self._waiting, key=self._rank)
            turns = self._waiting.pop(path)
            turn = turns.popleft()
            if turns:  # behind all others who have had as much
                self._waiting[path] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _rank(self, path: Path) -> tuple[float, ...]:
        """Return what a path has had, level by level; the least comes first."""
        return tuple(self._usage.of(path[:depth]) for depth in range(1, len(path) + 1))
