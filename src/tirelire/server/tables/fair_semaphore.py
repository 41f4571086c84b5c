"""Who may think when: bots that search, a few at a time, hosts in turn.

A search keeps a core busy for a while. Whoever sets many tables with such bots waits for his own:
between two of them one of every other host has its turn.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """Bots that think, and those that wait for it."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by host; the host whose turn is next comes first."""

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for the turn of a host."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(host)
        try:
            yield
        finally:
            self._let_next()

    async def _wait(self, host: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(host, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had come, and is somebody else's now
                self._let_next()
            raise

    def _let_next(self) -> None:
        """Give a turn that is over to the next host, and put him behind all others."""
        while self._waiting:
            host, turns = next(iter(self._waiting.items()))
            del self._waiting[host]
            turn = turns.popleft()
            if turns:
                self._waiting[host] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
