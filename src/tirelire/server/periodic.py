"""A task that is done again and again, beside everything else that a process does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class PeriodicTask:
    """Calls a function at intervals until it is stopped. The function handles its own errors."""

    def __init__(self, call: Callable[[], Awaitable[None]], seconds: float) -> None:
        self._call = call
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the first call comes after an interval."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, also in the midst of a call."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            await self._call()
