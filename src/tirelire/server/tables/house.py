"""The house: the parts of one process, started and stopped together.

Each part knows only those above it in this list: due queue, rules, sessions, seats, draws, play,
bots, orders, scheduler. Several processes may share what is stored.
"""

from __future__ import annotations

import asyncio
import logging

from tirelire.server.limiters import Quotas
from tirelire.server.notices.service import NoticeService
from tirelire.server.notices.worker import NoticeWorker
from tirelire.server.periodic import PeriodicTask
from tirelire.server.storage.orders import OrderRepository
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import KINDS, Kind, Retention
from tirelire.server.storage.writer import EventWriter
from tirelire.server.streaming.bus import Bus
from tirelire.server.streaming.fan_out import FanOut
from tirelire.server.tables.bots import BotRunner
from tirelire.server.tables.clock import DueQueue, HouseClock
from tirelire.server.tables.draw import Draws
from tirelire.server.tables.orders import StandingOrders
from tirelire.server.tables.play import Play
from tirelire.server.tables.replay import ReplayCache
from tirelire.server.tables.scheduler import Scheduler
from tirelire.server.tables.seats import Seats
from tirelire.server.tables.sessions import RulesLoader, Sessions
from tirelire.server.worker_pool import RequestPools

LOG = logging.getLogger("tirelire.retention")
INTERVAL = 3_600_000
"""Milliseconds of house time between two runs, of all processes together."""
_POLL = 60.0
"""Seconds between two looks whether a run is due."""
_REST = 0.02
"""Seconds between two steps, for moves that wait."""


async def prune(retention: Retention, now: int, rest: float = 0.0) -> dict[Kind, int]:
    """Remove all that is old by house time `now`; return how much of each kind."""
    removed = dict.fromkeys(KINDS, 0)
    for kind in KINDS:
        while step := await retention.step(kind, now):
            removed[kind] += step
            await asyncio.sleep(rest)
    return removed


class RetentionTask:
    """Prunes once in an interval, in one of all processes."""

    def __init__(self, retention: Retention, sessions: Sessions) -> None:
        self._retention = retention
        self._sessions = sessions
        self._task = PeriodicTask(self.look)

    def start(self) -> None:
        """Begin to look whether a run is due."""
        self._task.start(_POLL)

    async def stop(self) -> None:
        """Stop; a step that has begun is finished or undone."""
        await self._task.stop()

    async def look(self) -> None:
        """Prune if it is time to."""
        try:
            now = self._sessions.clock.now()
            if await self._retention.claim(now, INTERVAL):
                removed = await prune(self._retention, now, _REST)
                await self._sessions.drop_removed()
                if any(removed.values()):
                    told = ", ".join(f"{kind} {count}" for kind, count in removed.items() if count)
                    LOG.info("removed or archived: %s", told)
        except Exception as error:  # the database may be away for a while
            LOG.warning("cannot remove what is old: %s", type(error).__name__)


KEEP_ALIVE = 15.0
"""Seconds between two heartbeats on every stream."""


class House:
    """The house of one process."""

    def __init__(
        self,
        repository: Repository,
        writer: EventWriter,
        clock: HouseClock,
        bus: Bus,
        quotas: Quotas,
        retention: Retention,
        notices: NoticeService,
    ) -> None:
        self.repository = repository
        self.clock = clock
        self.bus = bus
        self.writer = writer
        self.due_queue = DueQueue()
        self.rules = RulesLoader()
        self.sessions = Sessions(repository, writer, clock, bus, self.due_queue, self.rules)
        self.seats = Seats(self.sessions, quotas)
        self.draws = Draws(self.sessions)
        self.play = Play(self.sessions, self.seats)
        self.bots = BotRunner()
        stored_orders = OrderRepository(repository.database)
        self.orders = StandingOrders(self.sessions, stored_orders, self.due_queue)
        self.scheduler = Scheduler(
            *(self.sessions, self.seats, self.draws, self.play, self.bots, self.orders),
            self.due_queue,
        )
        self.fan_out = FanOut()
        self.replays = ReplayCache()
        self.pools = RequestPools()
        self.retention = RetentionTask(retention, self.sessions)
        self.notices = NoticeWorker(notices, self.sessions, repository.wall)
        self.is_closing = False
        self.heartbeats = 0
        """Heartbeats that were sent on all streams."""
        self._heart = PeriodicTask(self.send_heartbeat)

    async def start(self) -> None:
        """Open the house."""
        await self.clock.start()
        self.writer.start()
        await self.bus.start(self.sessions.on_published, self.sessions.watched)
        await self.scheduler.start()
        self.retention.start()
        self.notices.start()
        self._heart.start(KEEP_ALIVE)

    async def stop(self) -> None:
        """Close the house; writes that have begun are finished."""
        self.end_streams()
        await self._heart.stop()
        await self.notices.stop()
        await self.retention.stop()
        await self.scheduler.stop()
        self.replays.close()
        self.pools.close()
        self.sessions.close()
        await self.bus.stop()
        await self.writer.stop()
        await self.clock.stop()

    def end_streams(self) -> None:
        """End all streams, which would go on for ever; other requests are still answered."""
        self.is_closing = True
        for session in self.sessions.by_id.values():
            session.wake()

    async def send_heartbeat(self) -> None:
        """Let every stream send a heartbeat: one timer for all of them."""
        self.heartbeats += 1
        for session in self.sessions.by_id.values():
            session.call()
