"""A task that is done again and again, beside everything else that a process does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class PeriodicTask:
    """Calls a function at intervals until it is stopped. The function handles its own errors."""

    def __init__(self, call: Callable[[], Awaitable[None]]) -> None:
        self._call = call
        self._task: asyncio.Task[None] | None = None

    def start(self, seconds: float) -> None:
        """Begin to call after each interval; the first call comes after one."""
        self._task = asyncio.create_task(self._run(seconds))

    async def stop(self) -> bool:
        """Stop, also in the midst of a call; tell whether it had begun."""
        if self._task is None:
            return False
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        return True

    async def _run(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._call()
