"""Due times of tables: a priority queue that can be woken."""

from __future__ import annotations

import asyncio
import contextlib
import heapq

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
