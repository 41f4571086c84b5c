"""Replays of finished matches: each is made once, in a worker pool of its own, and kept as bytes.

A finished match never changes, so what was made stays right until it is dropped for lack of room.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from msgspec import json

from tirelire.server.http.limiters import ConcurrencyLimiter
from tirelire.server.worker_pool import WorkerPool

MOST_BYTES = 32 << 20
"""Bytes that are kept."""
MOST_AT_ONCE = 16
"""Replays that are being made or wait for it."""
MOST_OF_ADDRESS = 4
"""So many of them may have been asked for from one address."""

Key = tuple[str | None, ...]


class ReplayCache:
    """An LRU cache of encoded replays, with one computation for all who ask for the same.

    One thread makes them all: a second would take its time from the event loop, not from a core.
    """

    def __init__(self) -> None:
        self._pool = WorkerPool("replays", 1)
        self._limiter = ConcurrencyLimiter("replays", MOST_OF_ADDRESS, MOST_AT_ONCE)
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Task[bytes]] = {}

    async def get(self, key: Key, address: str, make: Callable[[], Any]) -> bytes:
        """Return what `make` returns, as JSON; it is called only if the key is not known."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            self._limiter.acquire(address)
            making = asyncio.create_task(self._make(key, address, make))
            self._making[key] = making
        return await asyncio.shield(making)  # others may wait for it too

    async def _make(self, key: Key, address: str, make: Callable[[], Any]) -> bytes:
        try:
            made = await self._pool.run(lambda: json.encode(make()))
        finally:
            del self._making[key]
            self._limiter.release(address)
        self._keep(key, made)
        return made

    def _keep(self, key: Key, made: bytes) -> None:
        """Keep a replay, and drop those that were not asked for the longest."""
        self._kept[key] = made
        self._size += len(made)
        while self._size > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)

    def close(self) -> None:
        """Make no more."""
        self._pool.close()
