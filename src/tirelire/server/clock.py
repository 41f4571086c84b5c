"""House time: the wall clock less the time that nobody was there."""

from __future__ import annotations

import asyncio
import contextlib

from tirelire.server.store import Store

BEAT = 1000
"""Milliseconds between two signs of life."""
GONE = 4 * BEAT
"""After so long without a sign nobody is there."""
GRACE = 15_000
"""Milliseconds that people have at least after a start, whatever their clocks said."""


class HouseClock:
    """Tells house time, which stands still while the house is down."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stopped = 0
        self._seen = 0
        self._task: asyncio.Task[None] | None = None
        self.started = 0
        """House time at which this process began, or went on after a time that did not count."""

    async def start(self) -> None:
        """Find out how long nobody was there, and show signs of life from now on."""
        await self.beat()
        self.started = self.now()
        self._task = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Show no more signs of life."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def beat(self, gone_after: int = GONE) -> None:
        """Show a sign of life. While nobody could, as when a machine slept, no time has passed."""
        seen = self._store.wall()
        stopped = await self._store.beat(seen, gone_after)
        self._seen = seen
        if stopped != self._stopped:
            self._stopped = stopped
            self.started = self.now()

    def now(self) -> int:
        """Return house time in milliseconds; it waits for the next sign of life if that is late."""
        return min(self._store.wall(), self._seen + GONE) - self._stopped

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT / 1000)
            with contextlib.suppress(Exception):  # the database may be away for a while
                await self.beat()
