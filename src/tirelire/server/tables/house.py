"""The house: the parts of one process, started and stopped together.

Each part knows only those above it in this list: due queue, sessions, seats, play, bots, scheduler.
Several processes may share what is stored.
"""

from __future__ import annotations

import asyncio

from tirelire.server.storage.repository import Repository
from tirelire.server.storage.writer import EventWriter
from tirelire.server.streaming.bus import Bus
from tirelire.server.streaming.fan_out import FanOut
from tirelire.server.tables.bots import BotRunner
from tirelire.server.tables.clock import HouseClock
from tirelire.server.tables.due_queue import DueQueue
from tirelire.server.tables.play import Play
from tirelire.server.tables.replay_cache import ReplayCache
from tirelire.server.tables.scheduler import Scheduler
from tirelire.server.tables.seats import Seats
from tirelire.server.tables.sessions import Sessions

KEEP_ALIVE = 15.0
"""Seconds between two heartbeats on every stream."""


class House:
    """The house of one process."""

    def __init__(
        self, repository: Repository, writer: EventWriter, clock: HouseClock, bus: Bus
    ) -> None:
        self.repository = repository
        self.clock = clock
        self.bus = bus
        self.writer = writer
        self.due_queue = DueQueue()
        self.sessions = Sessions(repository, writer, clock, bus, self.due_queue)
        self.seats = Seats(self.sessions)
        self.play = Play(self.sessions, self.seats)
        self.bots = BotRunner()
        self.scheduler = Scheduler(self.sessions, self.seats, self.play, self.bots, self.due_queue)
        self.fan_out = FanOut()
        self.replays = ReplayCache()
        self.is_closing = False
        self.heartbeats = 0
        """Heartbeats that were sent on all streams."""
        self._heart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the house."""
        await self.clock.start()
        self.writer.start()
        await self.bus.start(self.sessions.on_published, self.sessions.watched)
        await self.scheduler.start()
        self._heart = asyncio.create_task(self._send_heartbeats())

    async def stop(self) -> None:
        """Close the house; writes that have begun are finished."""
        self.end_streams()
        if self._heart is not None:
            self._heart.cancel()
        await self.scheduler.stop()
        self.replays.close()
        await self.bus.stop()
        await self.writer.stop()
        await self.clock.stop()

    def end_streams(self) -> None:
        """End all streams, which would go on for ever; other requests are still answered."""
        self.is_closing = True
        for session in self.sessions.by_id.values():
            session.wake()

    async def _send_heartbeats(self) -> None:
        """Send heartbeats: one timer for all streams."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            self.send_heartbeat()

    def send_heartbeat(self) -> None:
        """Let every stream send a heartbeat."""
        self.heartbeats += 1
        for session in self.sessions.by_id.values():
            session.call()
