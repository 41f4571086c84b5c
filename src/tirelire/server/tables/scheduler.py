"""Whatever happens of itself at a table: deals, bots, clocks.

Every process keeps the due times of the tables that it changed. Due times are stored too, under an
index, so that another process takes over what a dead one left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import os
import secrets
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from tirelire.bots.bot import Bot
from tirelire.bots.preparing import SEARCH, is_ready
from tirelire.bots.referee import Referee
from tirelire.bots.registry import find_bot, is_house_bot
from tirelire.contract.game import Game
from tirelire.core.chance import Keyed
from tirelire.core.codes import seat_number
from tirelire.core.errors import TirelireError
from tirelire.core.moves import Move
from tirelire.match.match import Match
from tirelire.server.errors import Quarantined
from tirelire.server.storage.rows import CALLED, RUNNING, TableRow
from tirelire.server.tables.clock import GRACE
from tirelire.server.tables.fair_semaphore import FairSemaphore
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import BOT, CLOCK, DEAL, MatchSnapshot, Task
from tirelire.server.worker_pool import WorkerPool

if TYPE_CHECKING:
    from tirelire.server.tables.house import House

LOG = logging.getLogger("tirelire.scheduler")
LATE = 1000
"""Whoever is late by so many milliseconds tells the others that he is at it."""
LEFT_BEHIND = 2000
"""What is overdue by so many milliseconds was left behind by a process that is gone."""
LEASE = 3000
"""Milliseconds for which others leave alone what somebody is at."""
_LOOK = 1.0
_MOST_AT_ONCE = 200
_PATIENCE = 120
"""How often we look whether a search is ready, before it is compiled here."""
_SLACK = 1000
_MORE_THREADS = 4
"""Threads for bots that need no turn to think, beside one for each core."""
_AFTER_FAULT = 30_000
"""Milliseconds after which a table is tried again at which something went wrong of our own."""

_QUARANTINE = 3_600_000
"""Milliseconds between two looks at a table whose events do not replay."""


class Scheduler:
    """Does what is due."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heap: list[tuple[int, str]] = []
        self._noted: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._busy: set[str] = set()
        self._again: set[str] = set()
        cores = os.cpu_count() or 1
        self._thinking = FairSemaphore(cores)
        self._pool = WorkerPool("bots", cores + _MORE_THREADS)
        self._referee = Referee()
        self._guest_bots: dict[str, tuple[Bot, asyncio.Lock]] = {}
        """Bots of other authors by name, each with the lock of whoever asks it."""
        self._prepared: set[str] = set()
        """Games for which a search is ready."""
        self._patience = _PATIENCE
        self._is_open = False

    async def start(self) -> None:
        """Begin to keep time."""
        self._is_open = True
        self._loops = [
            asyncio.create_task(self._keep()),
            asyncio.create_task(self._look_for_left_behind()),
        ]

    async def stop(self) -> None:
        """Stop keeping time; what is being done is finished."""
        self._is_open = False
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.close()

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing is being done, and nothing is due of what was noted."""
        now = self._house.clock.now()
        return not self._tasks and not (self._heap and self._heap[0][0] <= now)

    def wake(self) -> None:
        """Look at the clock again: it may have been put forward."""
        self._wake.set()

    def note(self, table: str, due: int | None) -> None:
        """Note when something is due at a table; None: nothing is."""
        if due is None:
            self._noted.pop(table, None)
            return
        self._noted[table] = due
        heapq.heappush(self._heap, (due, table))
        if len(self._heap) > 2 * len(self._noted) + _SLACK:  # most are noted for earlier by now
            self._heap = [(time, noted) for noted, time in self._noted.items()]
            heapq.heapify(self._heap)
        self.wake()

    async def _keep(self) -> None:
        while True:
            now = self._house.clock.now()
            while self._heap and self._heap[0][0] <= now:
                due, table = heapq.heappop(self._heap)
                if self._noted.get(table) == due:
                    del self._noted[table]
                    self._attend(table)
            wait = (self._heap[0][0] - now) / 1000 if self._heap else 60.0
            self._wake.clear()
            # Not `wait_for`: that can miss being cancelled when it is woken at the same moment.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, wait)):
                    await self._wake.wait()

    async def _look_for_left_behind(self) -> None:
        while True:
            try:
                now = self._house.clock.now()
                until = now - LATE if self._house.bus.is_shared else now
                for table, due in await self._house.repository.due(until, _MOST_AT_ONCE):
                    await self._look_at(table, due, now)
            except Exception as error:  # the database may be away for a while
                LOG.warning("cannot look for what is due: %s", type(error).__name__)
            await asyncio.sleep(_LOOK)

    async def _look_at(self, table: str, due: int, now: int) -> None:
        """Take over what somebody left behind; say of what is ours that we are at it."""
        ours = due != CALLED and (table in self._noted or table in self._busy)
        if self._house.bus.is_shared:
            if not ours and due > now - LEFT_BEHIND:
                return  # somebody else is late
        elif ours:
            return
        lease = now + LEASE
        if await self._house.repository.claim(table, due, lease) and not ours:
            await self._house.reload_and_publish(table)
            self._attend(table, lease)

    def _attend(self, table: str, lease: int | None = None) -> None:
        """Begin to do what is due at a table, once at a time."""
        if table in self._busy or not self._is_open:
            self._again.add(table)
            return
        self._busy.add(table)
        task = asyncio.create_task(self._do(table, lease))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, table: str, lease: int | None) -> None:
        """Do what is due at a table, and note what is due next.

        `lease` is the due time that others see meanwhile.
        """
        try:
            session = await self._house.session(table)
            now = self._house.clock.now()
            ready = [task for task in self.tasks_at(session) if task.due <= now]
            await asyncio.gather(
                *(self._perform(session.row, session.snapshot, task) for task in ready)
            )
            left = self.tasks_at(self._house.sessions.get(table, session))
            later = min((task.due for task in left), default=None)
            if table not in self._noted:
                self.note(table, later)
            if lease is not None:
                await self._house.repository.claim(table, lease, later)
        except Quarantined:  # the house has logged it
            await self._put_off(table, lease)
        except TirelireError as error:
            LOG.warning("table %s: %s", table[:6], type(error).__name__)
            self.note(table, self._house.clock.now() + 1000)
        except Exception:
            LOG.exception("table %s", table[:6])
            self.note(table, self._house.clock.now() + _AFTER_FAULT)
        finally:
            self._busy.discard(table)
            if table in self._again:
                self._again.discard(table)
                self._attend(table)

    async def _put_off(self, table: str, lease: int | None) -> None:
        """Leave a table in quarantine alone for long: it must not crowd out what is due elsewhere.

        Its due time is kept, so that a version of the house that can replay it goes on with it.
        """
        if lease is None:
            return  # `_look_for_left_behind` will come with one
        with contextlib.suppress(Exception):  # the database may be away for a while
            row = await self._house.repository.table(table)
            is_running = row is not None and row.status == RUNNING
            later = self._house.clock.now() + _QUARANTINE if is_running else None
            await self._house.repository.claim(table, lease, later)

    def tasks_at(self, session: TableSession) -> list[Task]:
        """Return what happens of itself at a table, with grace."""
        if session.status != RUNNING or session.snapshot is None:
            return []
        snapshot = session.snapshot
        return [self._with_grace(task, snapshot) for task in snapshot.tasks(session.row)]

    def _with_grace(self, task: Task, snapshot: MatchSnapshot) -> Task:
        """Whoever was asked before the house started has a little time after it."""
        started = self._house.clock.started
        if task.kind in (BOT, DEAL) or snapshot.questions[task.seat].at >= started:
            return task
        return Task(max(task.due, started + GRACE), task.kind, task.seat)

    async def _perform(self, row: TableRow, snapshot: MatchSnapshot | None, task: Task) -> None:
        """Do one thing; if the seat has been asked something else meanwhile, nothing happens."""
        if task.kind == DEAL:
            await self._house.deal(row.id)
            return
        assert snapshot is not None
        since = snapshot.questions[task.seat].since
        if task.kind == CLOCK:
            await self._house.seats.set_away(row.id, task.seat, since)
            return
        move = snapshot.default_moves.get(task.seat)
        if task.kind == BOT or move is None:
            move = await self._think(row, snapshot.match, task.seat)
        await self._house.act(row.id, task.seat, since, move)

    async def _until_prepared(self, game: Game) -> None:
        """Wait where a house was just installed: another process compiles what a search needs."""
        while game.id not in self._prepared and self._patience > 0:
            if is_ready(game, SEARCH):
                self._prepared.add(game.id)
                return
            self._patience -= 1
            await asyncio.sleep(_LOOK)

    async def _think(self, row: TableRow, match: Match, seat: str) -> Move:
        """Ask the bot of a seat for a move, from the view of that seat, in the bots' pool."""
        place = row.seats[seat_number(seat, row.players)]
        view, rng = match.view(seat), Keyed(secrets.token_bytes(16))
        async with contextlib.AsyncExitStack() as stack:
            bot = await stack.enter_async_context(self._bot(place.bot or row.level))
            if bot.thinking:
                await self._until_prepared(match.game)
                await stack.enter_async_context(self._thinking.turn(row.host))
            move, fault = await self._pool.run(
                self._referee.ask, bot, view, rng, None, lambda said: match.is_legal(said, seat)
            )
        if fault is not None and not fault.again:
            LOG.warning("bot %s: %s", fault.bot, fault.kind)
        return move

    @contextlib.asynccontextmanager
    async def _bot(self, name: str) -> AsyncIterator[Bot]:
        """Return the bot of a name; one of another author is kept, and asked one at a time.

        So a bot that hangs holds one thread, whatever the number of tables that wait for it.
        """
        kept = self._guest_bots.get(name)
        bot, lock = kept or (find_bot(name), asyncio.Lock())
        if is_house_bot(bot):
            yield bot
            return
        self._guest_bots[name] = (bot, lock)
        async with lock:
            yield bot
