"""How processes that share a house hear of each other's changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Protocol

from tirelire.server.storage.repository import Repository

Hear = Callable[[str], Awaitable[None]]
_POLL = 0.2
"""Seconds between two looks."""


class Bus(Protocol):
    """Tells other processes that a table has changed."""

    is_shared: bool
    """Whether there may be other processes."""

    async def start(self, hear: Hear) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """Stop listening."""

    async def publish(self, table: str) -> None:
        """Tell the others that a table has changed."""


class NullBus:
    """There is no other process."""

    is_shared = False

    async def start(self, hear: Hear) -> None:
        """Nobody is to be heard."""

    async def stop(self) -> None:
        """Nothing to stop."""

    async def publish(self, table: str) -> None:
        """Nobody is to be told."""


class PollingBus:
    """Looks into the database again and again, for the tables that somebody listens to."""

    is_shared = True

    def __init__(self, repository: Repository, listened_to: Callable[[], Iterable[str]]) -> None:
        self._repository = repository
        self._tables = listened_to
        self._marks: dict[str, tuple[int, int, int]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        """Begin to listen."""
        self._tasks = [asyncio.create_task(loop) for loop in self._loops(hear)]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def publish(self, table: str) -> None:
        """The others look for themselves."""

    def _loops(self, hear: Hear) -> list[Coroutine[Any, Any, None]]:
        return [self._look_again_and_again(hear)]

    async def _look_again_and_again(self, hear: Hear) -> None:
        while True:
            await asyncio.sleep(_POLL)
            await self._look(hear)

    async def _look(self, hear: Hear) -> None:
        with contextlib.suppress(Exception):  # the database may be away for a while
            marks = await self._repository.marks(list(self._tables()))
            changed = [table for table, mark in marks.items() if self._marks.get(table) != mark]
            self._marks = marks
            for table in changed:
                await hear(table)
