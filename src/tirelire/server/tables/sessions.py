"""Sessions of tables: loaded from storage, locked, changed, kept in step with other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from tirelire.bots.preparing import TABLES, is_ready, load
from tirelire.contract.game import RULES_VERSION
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.match import Prepared
from tirelire.match.record import write_event
from tirelire.server.errors import Conflict, DatabaseUnavailable, NotFound, Quarantined
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import (
    BROKEN,
    CLOSED,
    OVER,
    RUNNING,
    STARTING,
    EventRow,
    Status,
    TableRow,
)
from tirelire.server.storage.writer import Entry, EventWriter
from tirelire.server.streaming.bus import Bus
from tirelire.server.tables.clock import DueQueue, HouseClock
from tirelire.server.tables.session import ReplayError, TableSession, replay_session
from tirelire.server.tables.snapshot import MatchSnapshot
from tirelire.server.worker_pool import WorkerPool

_POLL, _MOST_POLLS = 0.5, 600
"""Seconds between two checks whether rules are compiled, and the most checks."""


class RulesLoader:
    """Knows which games this process has loaded, and which another process still compiles."""

    def __init__(self) -> None:
        self.preparing: set[str] = set()
        """Games whose rules another process compiles, in a newly installed house."""
        self._unloaded: set[str] = set()
        self._locks: dict[str, asyncio.Lock] = {}
        self._loading: set[asyncio.Task[None]] = set()

    def load_later(self, games: Iterable[str], preparing: Iterable[str]) -> None:
        """Load these games when they are first needed; some of them are still being compiled."""
        self._unloaded.update(games)
        self.preparing.update(preparing)

    def load_soon(self, game: str) -> None:
        """Start loading a game in the background, before it is needed."""
        if game in self._unloaded:
            task = asyncio.create_task(self.until_ready(game))
            self._loading.add(task)
            task.add_done_callback(self._loading.discard)

    async def until_ready(self, game: str) -> None:
        """Wait until the rules of a game are loaded; after five minutes, compile them here."""
        if game not in self._unloaded and game not in self.preparing:
            return
        async with self._locks.setdefault(game, asyncio.Lock()):
            found = find_game(game)
            for _ in range(_MOST_POLLS if game in self.preparing else 0):
                if await asyncio.to_thread(is_ready, found, TABLES):
                    break
                await asyncio.sleep(_POLL)
            if game in self._unloaded or game in self.preparing:
                await asyncio.to_thread(load, found, TABLES)
            self.preparing.discard(game)
            self._unloaded.discard(game)


LOG = logging.getLogger("tirelire.tables")
T = TypeVar("T")
_ID = re.compile("[A-Za-z0-9_-]{1,24}")
MOST_TRIES = 8
"""Times that a change is tried when other processes change the same table."""
_FEW_EVENTS = 20
"""Events that are replayed at once; more would hold up the event loop."""
_MOST_AT_ONCE = 200
"""Tables that one query asks for."""
_MOST_SESSIONS = 5000
"""Sessions in memory; beyond that, idle ones are dropped."""


class TableLock:
    """Exclusive access to a table within this process; see `Sessions.locked`."""

    def __init__(self, sessions: Sessions, table: str) -> None:
        self._sessions = sessions
        self._table = table

    async def __aenter__(self) -> TableSession:
        """Wait for the lock of the current session."""
        while True:
            session = await self._sessions.open(self._table)
            await session.lock.acquire()
            if self._sessions.by_id.get(self._table) is session:  # not discarded while we waited
                self._lock = session.lock
                return session
            session.lock.release()

    async def __aexit__(self, *_: object) -> None:
        """Release the lock."""
        self._lock.release()


class Sessions:
    """All tables that this process has in memory."""

    def __init__(
        self,
        repository: Repository,
        writer: EventWriter,
        clock: HouseClock,
        bus: Bus,
        due_queue: DueQueue,
        rules: RulesLoader,
    ) -> None:
        self.repository = repository
        self.clock = clock
        self.bus = bus
        self._writer = writer
        self._due_queue = due_queue
        self.rules = rules
        self.by_id: dict[str, TableSession] = {}
        self.events_stored = 0
        """Events that this process has stored."""
        self._quarantine: set[str] = set()
        """Tables whose stored events do not replay in this process."""
        self._loading: dict[str, asyncio.Lock] = {}
        self._loaders = {status: WorkerPool(f"loading_{status}") for status in (RUNNING, OVER)}
        """Workers that replay long matches: readers of old ones do not hold up those who play."""

    def close(self) -> None:
        """Load no more tables."""
        for pool in self._loaders.values():
            pool.close()

    async def open(self, table: str) -> TableSession:
        """Return the session of a table, up to date with what is stored."""
        found = self.by_id.get(table)
        if found is None:
            if table in self._quarantine:
                raise Quarantined("broken")
            if not _ID.fullmatch(table):
                raise NotFound("no_table")
            async with self._loading.setdefault(table, asyncio.Lock()):
                try:
                    found = self.by_id.get(table) or await self._load(table)
                finally:
                    self._loading.pop(table, None)
        elif self.bus.is_shared:
            await self.refresh(found)
        return found

    def locked(self, table: str) -> TableLock:
        """Return exclusive access to a table within this process, as an async context manager."""
        return TableLock(self, table)

    def watched(self) -> list[str]:
        """Return the tables that have subscriptions."""
        return [table for table, session in self.by_id.items() if session.subscriptions]

    # --- loading --------------------------------------------------------------------------------

    async def _load(self, table: str) -> TableSession:
        row = await self.run_query(self.repository.table(table))
        if row is None:
            raise NotFound("no_table")
        events = []
        if row.begun is not None:
            await self._until_ready(row)
            events = await self.run_query(self.repository.events(table))
        if events and row.rules < RULES_VERSION:
            row = await self._with_rules(row)
        if len(events) > _FEW_EVENTS:
            loader = self._loaders[RUNNING if row.status == RUNNING else OVER]
            session = await loader.run(self._replay, row, events)
        else:
            session = self._replay(row, events)
        if row.status == RUNNING and row.rules < RULES_VERSION:
            await self.run_query(self.repository.adopt_rules(table, RULES_VERSION))
            session.row = replace(session.row, rules=RULES_VERSION)
        versions = await self.run_query(self.repository.versions([table]))
        session.talked = versions[table].talk
        self._make_room()
        return self.by_id.setdefault(table, session)

    async def _with_rules(self, row: TableRow) -> TableRow:
        """Return a row with the version of the rules that was stored after its events were read.

        If it is still the older one, no other process has gone on with the match by the newer
        rules, and all events are to be checked.
        """
        found = await self.run_query(self.repository.table(row.id))
        return row if found is None else replace(row, rules=found.rules)

    def _replay(self, row: TableRow, events: list[EventRow]) -> TableSession:
        """Make the session of a stored table; one that does not replay is put in quarantine."""
        try:
            return replay_session(row, events)
        except ReplayError as error:
            raise self._put_in_quarantine(row.id, error.number, error.__cause__) from error

    def _put_in_quarantine(
        self, table: str, number: int, error: BaseException | None
    ) -> Quarantined:
        """Refuse a table until this process ends; return the error for its readers.

        The log names the event only by its number: its text may show cards.
        """
        self._quarantine.add(table)
        LOG.error(
            "table %s is in quarantine: event %d does not replay (%s)",
            table[:6],
            number,
            type(error).__name__,
        )
        return Quarantined("broken")

    def status_of(self, row: TableRow) -> Status:
        """Return the status of a stored table, as readers are told it."""
        return BROKEN if row.id in self._quarantine and row.status != CLOSED else row.status

    async def _until_ready(self, row: TableRow) -> None:
        """Wait until a match can be played or replayed; an unknown game is refused later."""
        if row.game in game_names():
            await self.rules.until_ready(row.game)

    def _make_room(self) -> None:
        """Drop idle sessions, the oldest first, when there are many."""
        if len(self.by_id) >= _MOST_SESSIONS:
            idle = [table for table, session in self.by_id.items() if session.is_idle]
            for table in idle[: _MOST_SESSIONS // 10]:
                del self.by_id[table]

    def _discard(self, session: TableSession) -> None:
        """Drop a session after a failed write: what was stored is unknown, and is read anew."""
        if self.by_id.get(session.row.id) is session:
            del self.by_id[session.row.id]
        session.wake()

    async def drop_removed(self) -> None:
        """Drop sessions of tables that are not stored any more; their streams end."""
        ended = [table for table, one in self.by_id.items() if one.status in (OVER, CLOSED)]
        for first in range(0, len(ended), _MOST_AT_ONCE):
            some = ended[first : first + _MOST_AT_ONCE]
            stored = await self.run_query(self.repository.versions(some))
            for table in some:
                if table not in stored and (session := self.by_id.get(table)) is not None:
                    self._discard(session)

    async def run_query(self, query: Awaitable[T]) -> T:
        """Await a query; a database that is away is a refusal, not a crash."""
        try:
            return await query
        except (TimeoutError, SQLAlchemyError, OSError) as error:
            raise DatabaseUnavailable("away") from error

    # --- other processes ------------------------------------------------------------------------

    async def refresh(self, session: TableSession) -> None:
        """Apply what other processes stored."""
        table = session.row.id
        versions = await self.run_query(self.repository.versions([table]))
        if table not in versions:
            self.by_id.pop(table, None)
            raise NotFound("no_table")
        version, number, talked = versions[table]
        row, events = None, []
        if version > session.row.version:
            row = await self.run_query(self.repository.table(table))
        if number > session.number:
            events = await self.run_query(self.repository.events(table, session.number))
        if row is not None and row.begun is not None:
            await self._until_ready(row)
        try:
            if row is not None and row.version > session.row.version:
                session.apply_row(row)
            session.apply_events(events)
        except MemoryError:
            raise
        except Exception as error:
            refusal = self._put_in_quarantine(table, session.number + 1, error)
            self._discard(session)
            raise refusal from error
        session.apply_talk(talked)

    async def on_published(self, table: str) -> None:
        """Refresh a table that another process changed, if it has subscriptions here."""
        session = self.by_id.get(table)
        if session is not None and session.subscriptions:
            with contextlib.suppress(Quarantined):  # logged; its streams end
                await self.refresh(session)

    async def reload_and_publish(self, table: str) -> None:
        """Apply what others stored, and let all other processes do so."""
        session = self.by_id.get(table)
        if session is not None:
            with contextlib.suppress(Quarantined):
                await self.refresh(session)
        await self.bus.publish(table)

    async def reauthenticate_streams(self, guest: str) -> None:
        """Make every stream of a guest's tables authenticate its caller again, in all processes."""
        for table, version in await self.run_query(self.repository.raise_versions(guest)):
            session = self.by_id.get(table)
            if session is None or session.row.version == version - 1:
                if session is not None:
                    session.apply_row(replace(session.row, version=version))
                await self.bus.publish(table)
            else:  # it was changed at the same moment
                await self.reload_and_publish(table)

    # --- changing -------------------------------------------------------------------------------

    async def change(
        self,
        table: str,
        how: Callable[[TableRow], TableRow],
        most_bot_tables: int | None = None,
    ) -> TableSession:
        """Change the row of a table; retried when another process was first.

        `most_bot_tables`: where bots will play, raise `QuotaExceeded` if the origin of the table
        has so many such tables.
        """
        for _ in range(MOST_TRIES):
            async with self.locked(table) as session:
                row = how(session.row)
                if row == session.row:
                    return session
                row = replace(row, due=_due(session, row))
                if row.begun is not None:
                    await self._until_ready(row)
                try:
                    most = most_bot_tables if row.has_bots else None
                    change = self.repository.change_table(row, session.number, most)
                    stored = await self.run_query(change)
                except DatabaseUnavailable:
                    self._discard(session)
                    raise
                if stored:
                    session.apply_row(replace(row, version=row.version + 1))
                    self._due_queue.put(table, row.due)
                    await self.bus.publish(table)
                    return session
                await self.refresh(session)
        raise Conflict("busy")

    async def commit(
        self, session: TableSession, prepared: Prepared, client: str | None = None
    ) -> bool:
        """Store a prepared event, then apply it; False if another process was first.

        The caller holds the lock of the table.
        """
        snapshot, row = session.snapshot, session.row
        assert snapshot is not None
        at = self.now_at(snapshot)
        after = snapshot.after(prepared, at)
        over = after.match.ended == "match"
        due = None if over else after.due(row)
        is_quiet = not (self.bus.is_shared or over or due or snapshot.due(row))
        text = write_event(prepared.event, row.game)
        entry = Entry(row.id, after.number, text, client, over, row.version, due, at, is_quiet)
        try:
            stored = await self._writer.append(entry)
        except BaseException as error:
            self._discard(session)
            if isinstance(error, SQLAlchemyError | OSError):
                raise DatabaseUnavailable("away") from error
            raise
        if not stored:
            await self.refresh(session)
            return False
        self.events_stored += 1
        if session.number < after.number:  # otherwise it was read back already, with more
            session.advance(after, client)
        self._due_queue.put(row.id, due)
        await self.bus.publish(row.id)
        return True

    def now_at(self, snapshot: MatchSnapshot) -> int:
        """Return house time at a table: never before its last event.

        Another process, whose clock is a little ahead, may have stored that.
        """
        return max(self.clock.now(), snapshot.at)


def _due(session: TableSession, row: TableRow) -> int | None:
    """Return the next due time of a table whose row is changed."""
    if row.status == STARTING:
        return row.reveal_by
    if row.status != RUNNING:
        return None
    if session.snapshot is None:
        return row.begun
    return session.snapshot.due(row)


def running(session: TableSession) -> MatchSnapshot:
    """Return the match at a table; refuse one that is not being played."""
    if session.snapshot is None:
        raise Conflict("not_begun")
    if session.status != RUNNING:
        raise Conflict("over")
    return session.snapshot
