"""Time in the house: its clock, and the queue of what is due."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections.abc import Callable

from tirelire.server.periodic import PeriodicTask
from tirelire.server.storage.repository import Repository

BEAT = 1000
"""Milliseconds between two heartbeats."""
GONE = 4 * BEAT
"""Longest time without a heartbeat that counts: longer than that, the machine slept, the process
was stopped or the database was away."""
GRACE = 15_000
"""Milliseconds that people have at least after a start, whatever their clocks said."""


def uptime_ms() -> int:
    """Return monotonic milliseconds, counting the time that the machine slept where possible.

    Only so is a long sleep noticed, after which people get the grace period.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class HouseClock:
    """Tells house time in one process and keeps it in step with the other processes."""

    def __init__(self, repository: Repository, uptime: Callable[[], int] = uptime_ms) -> None:
        self._repository = repository
        self._uptime = uptime
        self._agreed = 0
        """House time at the last heartbeat,"""
        self._agreed_at = 0
        """and the uptime of this machine then."""
        self._task = PeriodicTask(self._beat_if_possible)
        self.started = 0
        """House time at which this process began, or went on after a time that did not count."""

    async def start(self) -> None:
        """Go on from the stored house time, and send heartbeats from now on."""
        self._agreed = await self._repository.house_time()
        self._agreed_at = self._uptime()
        self.started = self._agreed
        self._task.start(BEAT / 1000)

    async def stop(self) -> None:
        """Store the time a last time, so that the next start goes on from exactly here."""
        if await self._task.stop():
            await self._beat_if_possible()

    async def beat(self) -> None:
        """Store the time of this process; take over the stored one if another is ahead."""
        stored = await self._repository.advance_house_time(self.now())
        # Not before the answer is here: a time that another process stored meanwhile would be taken
        # for an earlier one, and the clocks would push each other forward.
        uptime = self._uptime()
        agreed = max(self.now(), stored)
        lost = (uptime - self._agreed_at) - (agreed - self._agreed)
        self._agreed, self._agreed_at = agreed, uptime
        if lost > BEAT:
            self.started = agreed

    def now(self) -> int:
        """Return house time in milliseconds; it waits for a heartbeat that is late by `GONE`."""
        return self._agreed + min(self._uptime() - self._agreed_at, GONE)

    async def _beat_if_possible(self) -> None:
        with contextlib.suppress(Exception):  # the database may be away for a while
            await self.beat()


_SLACK = 1000
"""Stale entries that are kept before the queue is rebuilt."""
_LONGEST = 60.0
"""Seconds to wait when nothing is due."""


class DueQueue:
    """The next due time of each table, as far as this process knows."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._changed = asyncio.Event()

    def __contains__(self, table: str) -> bool:
        return table in self._due

    def put(self, table: str, due: int | None) -> None:
        """Set the due time of a table; None: nothing is due there."""
        if due is None:
            self._due.pop(table, None)
            return
        self._due[table] = due
        heapq.heappush(self._heap, (due, table))
        if len(self._heap) > 2 * len(self._due) + _SLACK:
            self._heap = [(time, one) for one, time in self._due.items()]
            heapq.heapify(self._heap)
        self.wake()

    def pop(self, now: int) -> list[str]:
        """Take out all tables that are due."""
        found = []
        while self.is_due(now):
            due, table = heapq.heappop(self._heap)
            if self._due.get(table) == due:  # otherwise it was set anew
                del self._due[table]
                found.append(table)
        return found

    def is_due(self, now: int) -> bool:
        """Tell whether an entry is due."""
        return bool(self._heap) and self._heap[0][0] <= now

    def wake(self) -> None:
        """End the wait: the queue or the clock has changed."""
        self._changed.set()

    async def wait(self, now: int) -> None:
        """Wait until the next due time, or until the queue changes."""
        seconds = (self._heap[0][0] - now) / 1000 if self._heap else _LONGEST
        self._changed.clear()
        # Not `wait_for`: that can miss a cancellation that comes at the moment of waking.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                await self._changed.wait()
