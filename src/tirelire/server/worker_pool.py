"""Worker pools: threads for one kind of work, so that it cannot hold up another kind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from tirelire.server.limiters import ConcurrencyLimiter

P = ParamSpec("P")
T = TypeVar("T")
MOST_AT_ONCE = 64
"""Requests that a pool works on, or that wait for it."""
MOST_OF_ADDRESS = 16
"""So many of them may come from one address."""


class WorkerPool:
    """A bounded number of threads with a queue of their own."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._name = name
        self._threads = threads
        self._executor: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one of the threads, and return its result."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._threads, self._name)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(work, *args, **kwargs))

    def close(self) -> None:
        """End the threads; what is running ends by itself. Later work begins new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


class RequestPool:
    """A worker for one kind of request, with a bounded queue: in all, and for each address.

    It has one thread: a second would take its time from the event loop, not from a core.
    """

    def __init__(self, name: str) -> None:
        self._pool = WorkerPool(name)
        self._limiter = ConcurrencyLimiter("work", MOST_OF_ADDRESS, MOST_AT_ONCE)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Run a function for a request; refuse where too many wait already."""
        with self._limiter.hold(address):
            return await self._pool.run(work)

    def close(self) -> None:
        """End the threads."""
        self._pool.close()


class RequestPools:
    """The pools of requests that take long, one for each kind."""

    def __init__(self) -> None:
        self.logs = RequestPool("logs")
        self.lessons = RequestPool("lessons")
        self.pad = RequestPool("pad")

    def close(self) -> None:
        """End the threads."""
        for pool in (self.logs, self.lessons, self.pad):
            pool.close()
