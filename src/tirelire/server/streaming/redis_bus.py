"""How processes tell each other of changes by Redis; needs its package."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tirelire.server.storage.repository import Repository
from tirelire.server.streaming.bus import Hear, PollingBus

LOG = logging.getLogger("tirelire.redis")
CHANNEL = "tirelire:changed"
SILENCE = 5.0
"""Seconds after which a silent Redis is not believed."""
_RETRY = 1.0


class RedisBus(PollingBus):
    """Tells by Redis. What is lost there is stored all the same: whoever hears nothing looks."""

    def __init__(
        self, url: str, repository: Repository, listened_to: Callable[[], Iterable[str]]
    ) -> None:
        super().__init__(repository, listened_to)
        self._redis = Redis.from_url(url)
        self._name = secrets.token_hex(4)
        self._news: dict[str, None] = {}
        self._wake = asyncio.Event()

    async def publish(self, table: str) -> None:
        """Tell the others soon; nobody waits for it."""
        self._news[table] = None
        self._wake.set()

    async def stop(self) -> None:
        """Stop listening."""
        await super().stop()
        await self._redis.aclose()

    def _loops(self, hear: Hear) -> list[Coroutine[Any, Any, None]]:
        return [self._listen(hear), self._tell()]

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            news, self._news = self._news, {}
            with contextlib.suppress(RedisError, OSError):
                async with asyncio.timeout(SILENCE), self._redis.pipeline(False) as pipe:
                    for table in news:
                        pipe.publish(CHANNEL, f"{self._name} {table}")
                    await pipe.execute()

    async def _listen(self, hear: Hear) -> None:
        is_away = False
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    if is_away:
                        LOG.info("redis is back")
                    is_away = False
                    while True:
                        await self._look(hear)
                        await self._follow(channel, hear)
            except (RedisError, OSError) as error:
                if not is_away:
                    LOG.warning("redis is away: %s", type(error).__name__)
                is_away = True
            await self._look(hear)
            await asyncio.sleep(_RETRY)

    async def _follow(self, channel: PubSub, hear: Hear) -> None:
        """Follow what others tell, until there is silence."""
        while message := await channel.get_message(timeout=SILENCE):
            changed: dict[str, None] = {}
            while message:
                sender, _, table = message["data"].decode().partition(" ")
                if sender != self._name:
                    changed[table] = None
                message = await channel.get_message(timeout=0)
            for table in changed:
                with contextlib.suppress(Exception):  # the database may be away for a while
                    await hear(table)
