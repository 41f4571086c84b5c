"""Buses: how processes that share a house learn of each other's changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Protocol

from tirelire.server.storage.repository import Repository, Versions

OnPublished = Callable[[str], Awaitable[None]]
Watched = Callable[[], Iterable[str]]
"""Returns the tables that have subscriptions in this process."""
_POLL = 0.2
"""Seconds between two polls."""


class Bus(Protocol):
    """Tells other processes that a table has changed."""

    is_shared: bool
    """Whether there may be other processes."""

    async def start(self, on_published: OnPublished, watched: Watched) -> None:
        """Start to listen."""

    async def stop(self) -> None:
        """Stop listening."""

    async def publish(self, table: str) -> None:
        """Tell the other processes that a table has changed."""


class NullBus:
    """No-op bus for a single process."""

    is_shared = False

    async def start(self, on_published: OnPublished, watched: Watched) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""

    async def publish(self, table: str) -> None:
        """Do nothing."""


class PollingBus:
    """Polls the database for changes of the tables that have subscriptions here."""

    is_shared = True

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._seen: dict[str, Versions] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, on_published: OnPublished, watched: Watched) -> None:
        """Start to listen."""
        self._on_published, self._watched = on_published, watched
        self._tasks = [asyncio.create_task(loop) for loop in self._loops()]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def publish(self, table: str) -> None:
        """Do nothing: the other processes poll."""

    def _loops(self) -> list[Coroutine[Any, Any, None]]:
        return [self._poll_for_ever()]

    async def _poll_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            await self._poll()

    async def _poll(self) -> None:
        with contextlib.suppress(Exception):  # the database may be away for a while
            versions = await self._repository.versions(list(self._watched()))
            changed = [table for table, found in versions.items() if self._seen.get(table) != found]
            self._seen = versions
            for table in changed:
                await self._on_published(table)
