"""A bus over Redis; needs the extra `machines`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from time import monotonic
from typing import Any

from msgspec import DecodeError, json
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tirelire.server.limiters import ConcurrencyLimiter
from tirelire.server.storage.repository import Repository
from tirelire.server.streaming.bus import PollingBus

LOG = logging.getLogger("tirelire.redis")
CHANNEL = "tirelire:changed"
SILENCE = 5.0
"""Seconds after which a silent Redis is not believed."""
_RETRY = 1.0


class RedisBus(PollingBus):
    """Publishes over Redis; while Redis is silent or away, it polls the database."""

    def __init__(self, url: str, repository: Repository) -> None:
        super().__init__(repository)
        self._redis = Redis.from_url(url)
        self._name = secrets.token_hex(4)
        self._unpublished: dict[str, None] = {}
        self._wake = asyncio.Event()

    async def publish(self, table: str) -> None:
        """Tell the other processes soon; the caller does not wait for Redis."""
        self._unpublished[table] = None
        self._wake.set()

    async def stop(self) -> None:
        """Stop listening."""
        await super().stop()
        await self._redis.aclose()

    def _loops(self) -> list[Coroutine[Any, Any, None]]:
        return [self._listen(), self._publish_for_ever()]

    async def _publish_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            tables, self._unpublished = self._unpublished, {}
            with contextlib.suppress(RedisError, OSError):
                async with asyncio.timeout(SILENCE), self._redis.pipeline(False) as pipe:
                    for table in tables:
                        pipe.publish(CHANNEL, f"{self._name} {table}")
                    await pipe.execute()

    async def _listen(self) -> None:
        is_away = False
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    if is_away:
                        LOG.info("redis is back")
                    is_away = False
                    while True:
                        await self._poll()
                        await self._follow(channel)
            except (RedisError, OSError) as error:
                if not is_away:
                    LOG.warning("redis is away: %s", type(error).__name__)
                is_away = True
            await self._poll()
            await asyncio.sleep(_RETRY)

    async def _follow(self, channel: PubSub) -> None:
        """Read messages until there is silence."""
        while message := await channel.get_message(timeout=SILENCE):
            changed: dict[str, None] = {}
            while message:
                sender, _, table = message["data"].decode().partition(" ")
                if sender != self._name:
                    changed[table] = None
                message = await channel.get_message(timeout=0)
            for table in changed:
                with contextlib.suppress(Exception):  # the database may be away for a while
                    await self._on_published(table)


COUNTS_CHANNEL = "tirelire:streams"
INTERVAL = 1.0
"""Seconds between two messages."""
COUNTS_SILENCE = 5.0
"""Seconds after which a silent process is not counted."""
_Message = tuple[str, dict[str, int]]
"""The name of a process, and what each address holds there."""


class RedisCounts:
    """Keeps the counts of other processes in a limiter."""

    def __init__(self, url: str, limiter: ConcurrencyLimiter) -> None:
        self._redis = Redis.from_url(url)
        self._limiter = limiter
        self._name = secrets.token_hex(4)
        self._others: dict[str, tuple[float, dict[str, int]]] = {}

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Tell and listen for a while."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self._redis.aclose()

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(RedisError, OSError):
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(COUNTS_CHANNEL)
                    while True:
                        message: _Message = (self._name, self._limiter.held)
                        await self._redis.publish(COUNTS_CHANNEL, json.encode(message))
                        await self._listen(channel)
            self._sum_up()
            await asyncio.sleep(INTERVAL)

    async def _listen(self, channel: PubSub) -> None:
        """Read what others tell until it is time to tell again."""
        until = monotonic() + INTERVAL
        while (left := until - monotonic()) > 0:
            message = await channel.get_message(timeout=left)
            if message is not None:
                with contextlib.suppress(DecodeError):  # of another version
                    name, held = json.decode(message["data"], type=_Message)
                    if name != self._name:
                        self._others[name] = (monotonic(), held)
            self._sum_up()

    def _sum_up(self) -> None:
        """Add up what addresses hold in processes that are not silent."""
        since = monotonic() - COUNTS_SILENCE
        self._others = {name: told for name, told in self._others.items() if told[0] > since}
        total = Counter[str]()
        for _, held in self._others.values():
            total.update(held)
        self._limiter.elsewhere = total
