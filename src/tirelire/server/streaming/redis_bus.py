"""A bus over Redis; needs the extra `machines`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

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
