"""A semaphore that serves its keys in turn.

A search keeps a core busy for a while. A host who sets many tables with searching bots waits for
their own: between two of them, every other host gets a turn.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """At most so many holders at once; waiting keys are served round robin."""

    def __init__(self, holders: int) -> None:
        self._free = holders
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Waiters by key; the key whose turn is next comes first."""

    @asynccontextmanager
    async def acquire(self, key: str) -> AsyncIterator[None]:
        """Hold the semaphore for a key."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(key)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, key: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was ours already: pass it on
                self._release()
            raise

    def _release(self) -> None:
        """Give the place to the next key, and move that key behind all others."""
        while self._waiting:
            key, turns = next(iter(self._waiting.items()))
            del self._waiting[key]
            turn = turns.popleft()
            if turns:
                self._waiting[key] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
