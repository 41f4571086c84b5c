"""The scheduler: runs what is due at tables — words to be revealed, deals, bots, clocks.

Every process keeps the due times of the tables that it changed. Due times are stored too, under an
index, so that another process takes over what a dead one left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from tirelire.core.errors import TirelireError
from tirelire.server.errors import Quarantined
from tirelire.server.storage.rows import CALLED, RUNNING, STARTING, TableRow
from tirelire.server.tables.bots import BotRunner
from tirelire.server.tables.clock import GRACE, DueQueue
from tirelire.server.tables.draw import Draws
from tirelire.server.tables.orders import StandingOrders
from tirelire.server.tables.play import Play
from tirelire.server.tables.seats import Seats
from tirelire.server.tables.session import BY_ORDER, TableSession
from tirelire.server.tables.sessions import Sessions
from tirelire.server.tables.snapshot import BOT, CLOCK, DEAL, ORDER, REVEAL, MatchSnapshot, Task

LOG = logging.getLogger("tirelire.scheduler")
LATE = 1000
"""Renew the lease when work takes longer than this many milliseconds."""
LEFT_BEHIND = 2000
"""Work that is overdue by this many milliseconds was left behind by a dead process."""
LEASE = 3000
"""Milliseconds for which other processes leave a table alone."""
_POLL = 1.0
"""Seconds between two looks for overdue tables in the database."""
_MOST_AT_ONCE = 200
NO_ROOM = 5000
"""Milliseconds after which bots try again for which there was no room."""
_AFTER_FAULT = 30_000
"""Milliseconds after which a table is tried again at which our own code failed."""
_QUARANTINE = 3_600_000
"""Milliseconds between two looks at a table in quarantine."""


class Scheduler:
    """Runs what is due, for each table one thing at a time."""

    def __init__(
        self,
        sessions: Sessions,
        seats: Seats,
        draws: Draws,
        play: Play,
        bots: BotRunner,
        orders: StandingOrders,
        due_queue: DueQueue,
    ) -> None:
        self._sessions = sessions
        self._repository = sessions.repository
        self._clock = sessions.clock
        self._seats = seats
        self._draws = draws
        self._play = play
        self._bots = bots
        self._orders = orders
        self._due_queue = due_queue
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._busy: set[str] = set()
        self._again: set[str] = set()
        """Tables that became due while something was being done there."""
        self._is_open = False

    async def start(self) -> None:
        """Start to run what is due."""
        self._is_open = True
        self._loops = [
            asyncio.create_task(self._run()),
            asyncio.create_task(self._take_over_overdue()),
        ]

    async def stop(self) -> None:
        """Stop; what is being done is finished."""
        self._is_open = False
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bots.close()

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing is being done, and nothing in the queue is due."""
        return not self._tasks and not self._due_queue.is_due(self._clock.now())

    def wake(self) -> None:
        """Look at the clock again: tests set it forward."""
        self._due_queue.wake()

    async def _run(self) -> None:
        while True:
            now = self._clock.now()
            for table in self._due_queue.pop(now):
                self._run_due(table)
            await self._due_queue.wait(now)

    async def _take_over_overdue(self) -> None:
        while True:
            try:
                now = self._clock.now()
                until = now - LATE if self._sessions.bus.is_shared else now
                for table, due in await self._repository.due(until, _MOST_AT_ONCE):
                    await self._take_over(table, due, now)
            except Exception as error:  # the database may be away for a while
                LOG.warning("cannot look for what is due: %s", type(error).__name__)
            await asyncio.sleep(_POLL)

    async def _take_over(self, table: str, due: int, now: int) -> None:
        """Lease an overdue table; run it if it was left behind, renew the lease if it is ours."""
        is_ours = due != CALLED and (table in self._due_queue or table in self._busy)
        if self._sessions.bus.is_shared:
            if not is_ours and due > now - LEFT_BEHIND:
                return  # another process is late, but alive
        elif is_ours:
            return
        lease = now + LEASE
        if await self._repository.claim(table, due, lease) and not is_ours:
            await self._sessions.reload_and_publish(table)
            self._run_due(table, lease)

    def _run_due(self, table: str, lease: int | None = None) -> None:
        """Start to run what is due at a table, unless that is under way."""
        if table in self._busy or not self._is_open:
            self._again.add(table)
            return
        self._busy.add(table)
        task = asyncio.create_task(self._run_table(table, lease))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_table(self, table: str, lease: int | None) -> None:
        """Run what is due at a table, then queue what is due next.

        `lease` is the due time that other processes see meanwhile.
        """
        try:
            session = await self._sessions.open(table)
            now = self._clock.now()
            due = [task for task in self.tasks_at(session) if task.due <= now]
            snapshot = session.snapshot
            waiting = await self._waiting(session.row, due)
            await asyncio.gather(
                *(self._perform(session.row, snapshot, task) for task in due if task not in waiting)
            )
            left = self.tasks_at(self._sessions.by_id.get(table, session))
            later = min(
                (now + NO_ROOM if task in waiting else task.due for task in left), default=None
            )
            if table not in self._due_queue:
                self._due_queue.put(table, later)
            if lease is not None:
                await self._repository.claim(table, lease, later)
        except Quarantined:  # logged already
            await self._postpone(table, lease)
        except TirelireError as error:
            LOG.warning("table %s: %s", table[:6], type(error).__name__)
            self._due_queue.put(table, self._clock.now() + 1000)
        except Exception:
            LOG.exception("table %s", table[:6])
            self._due_queue.put(table, self._clock.now() + _AFTER_FAULT)
        finally:
            self._busy.discard(table)
            if table in self._again:
                self._again.discard(table)
                self._run_due(table)

    async def _waiting(self, row: TableRow, tasks: list[Task]) -> list[Task]:
        """Return the tasks of bots that wait for room: see `BotQuota`."""
        asked = [task for task in tasks if task.kind == BOT]
        if not asked or await self._seats.bot_quota.has_room(row):
            return []
        LOG.info("table %s: its bots wait, its address has too many", row.id[:6])
        return asked

    async def _postpone(self, table: str, lease: int | None) -> None:
        """Leave a table in quarantine alone for long: it must not crowd out other tables.

        Its due time is kept, so that a version of the house that can replay it goes on with it.
        """
        if lease is None:
            return  # `_take_over_overdue` will come with one
        with contextlib.suppress(Exception):  # the database may be away for a while
            row = await self._repository.table(table)
            is_running = row is not None and row.status in (STARTING, RUNNING)
            later = self._clock.now() + _QUARANTINE if is_running else None
            await self._repository.claim(table, lease, later)

    def tasks_at(self, session: TableSession) -> list[Task]:
        """Return what is to happen at a table by itself, with the grace period after a start."""
        row, snapshot = session.row, session.snapshot
        if session.status == STARTING and row.reveal_by is not None:
            return [Task(max(row.reveal_by, self._clock.started + GRACE), REVEAL)]
        if session.status != RUNNING or snapshot is None:
            return []
        return [self._with_grace(task, snapshot) for task in snapshot.tasks(row)]

    def _with_grace(self, task: Task, snapshot: MatchSnapshot) -> Task:
        """Give people who were asked before the house started a little time after it."""
        started = self._clock.started
        if task.kind in (BOT, DEAL, ORDER) or snapshot.questions[task.seat].at >= started:
            return task
        return Task(max(task.due, started + GRACE), task.kind, task.seat)

    async def _perform(self, row: TableRow, snapshot: MatchSnapshot | None, task: Task) -> None:
        """Run one task; if the seat has been asked something else meanwhile, nothing happens."""
        if task.kind == DEAL:
            await self._play.deal(row.id)
            return
        if task.kind == REVEAL:
            assert row.reveal_by is not None
            await self._draws.give_up(row.id, row.reveal_by)
            return
        assert snapshot is not None
        since = snapshot.questions[task.seat].since
        if task.kind == CLOCK:
            await self._seats.set_away(row.id, task.seat, since)
            return
        if task.kind == ORDER:
            await self._run_order(row, snapshot, task.seat, since)
            return
        move = snapshot.default_moves.get(task.seat)
        if task.kind == BOT or move is None:
            move = await self._bots.move(row, snapshot.match, task.seat)
        await self._play.act(row.id, task.seat, since, move)

    async def _run_order(
        self, row: TableRow, snapshot: MatchSnapshot, seat: str, since: int
    ) -> None:
        """Answer by the standing orders of a seat, if they say anything."""
        move = await self._orders.move(row, snapshot, seat)
        if move is None:
            snapshot.note_no_order(seat, since)
        else:
            await self._play.act(row.id, seat, since, move, f"{seat}{BY_ORDER}{since}")
