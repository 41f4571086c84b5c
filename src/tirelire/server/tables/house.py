"""What can be done in the house. Everything is stored, then answered, then told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from tirelire.bots.preparing import TABLES, is_ready, load
from tirelire.core.codes import seat_number
from tirelire.core.errors import NotationError
from tirelire.core.moves import Move
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.match import Prepared
from tirelire.match.record import write_event
from tirelire.server.errors import (
    Conflict,
    DatabaseUnavailable,
    Forbidden,
    NotFound,
    Quarantined,
    Unprocessable,
)
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import BROKEN, CLOSED, OVER, RUNNING, EventRow, Status, TableRow
from tirelire.server.storage.writer import Entry, EventWriter
from tirelire.server.streaming.bus import Bus
from tirelire.server.streaming.fan_out import FanOut
from tirelire.server.tables.clock import HouseClock
from tirelire.server.tables.replay_cache import ReplayCache
from tirelire.server.tables.scheduler import Scheduler
from tirelire.server.tables.seats import Seats
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot

LOG = logging.getLogger("tirelire.house")
LONGEST_TALK = 200
_ID = re.compile("[A-Za-z0-9_-]{1,24}")
KEEP_ALIVE = 15.0
"""Seconds after which a sign of life is sent on every stream."""
_TRIES = 8
_LOOK, _PATIENCE = 0.5, 600
"""Seconds between two looks whether rules are compiled, and how many looks at most."""
_MOST_SESSIONS = 5000
"""Tables that are kept in memory, as long as nobody listens to them."""


class TableLock:
    """Being alone at a table, as far as this process goes; see `House.locked`."""

    def __init__(self, house: House, table: str) -> None:
        self._house = house
        self._table = table

    async def __aenter__(self) -> TableSession:
        """Wait until nobody else changes the table."""
        while True:
            session = await self._house.session(self._table)
            await session.lock.acquire()
            if self._house.sessions.get(self._table) is session:  # not given up while we waited
                self._lock = session.lock
                return session
            session.lock.release()

    async def __aexit__(self, *_: object) -> None:
        """Let others change the table."""
        self._lock.release()


class House:
    """The house of one process; several processes may share what is stored."""

    def __init__(
        self, repository: Repository, writer: EventWriter, clock: HouseClock, bus: Bus
    ) -> None:
        self.repository = repository
        self.writer = writer
        self.clock = clock
        self.bus = bus
        self.scheduler = Scheduler(self)
        self.seats = Seats(self)
        self.fan_out = FanOut()
        self.replays = ReplayCache()
        self.sessions: dict[str, TableSession] = {}
        self._quarantine: set[str] = set()
        """Tables whose stored events do not replay in this process."""
        self._loading: dict[str, asyncio.Lock] = {}
        self.moves = 0
        """Moves stored by this process."""
        self.preparing: set[str] = set()
        """Games whose rules another process compiles: that house was just installed."""
        self.is_closing = False
        self.beats = 0
        """Counts the signs of life that were sent to all who listen."""
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the house."""
        await self.clock.start()
        self.writer.start()
        await self.bus.start(self.hear)
        await self.scheduler.start()
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Close the house: what is being stored is stored."""
        self.end_streams()
        if self._beating is not None:
            self._beating.cancel()
        await self.scheduler.stop()
        self.replays.close()
        await self.bus.stop()
        await self.writer.stop()
        await self.clock.stop()

    def end_streams(self) -> None:
        """End all streams, which would go on for ever; other requests are still answered."""
        self.is_closing = True
        for session in self.sessions.values():
            session.wake()

    async def _beat(self) -> None:
        """Show life now and then: one clock for all streams."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            self.show_life()

    def show_life(self) -> None:
        """Let everybody who listens be sent a sign of life."""
        self.beats += 1
        for session in self.sessions.values():
            session.call()

    # --- tables in memory -----------------------------------------------------------------------

    async def session(self, table: str) -> TableSession:
        """Return a table, as it is stored."""
        found = self.sessions.get(table)
        if found is None:
            if table in self._quarantine:
                raise Quarantined("broken")
            if not _ID.fullmatch(table):
                raise NotFound("no_table")
            async with self._loading.setdefault(table, asyncio.Lock()):
                try:
                    found = self.sessions.get(table) or await self._load(table)
                finally:
                    self._loading.pop(table, None)
        elif self.bus.is_shared:
            await self.refresh(found)
        return found

    def locked(self, table: str) -> TableLock:
        """Return a table when nobody else in this process changes it, until one is done."""
        return TableLock(self, table)

    async def _load(self, table: str) -> TableSession:
        row = await self.stored(self.repository.table(table))
        if row is None:
            raise NotFound("no_table")
        if row.game in game_names():
            await self.until_ready(row.game)
        events = await self.stored(self.repository.events(table)) if row.begun is not None else []
        session = self._replay(row, events)
        marks = await self.stored(self.repository.marks([table]))
        session.talked = marks[table][2]
        self._make_room()
        return self.sessions.setdefault(table, session)

    def _replay(self, row: TableRow, events: list[EventRow]) -> TableSession:
        """Make a table from what is stored; one that does not replay is put in quarantine."""
        number = 0
        try:
            session = TableSession(row)
            for event in events:
                number = event.number
                session.apply_events([event])
            if row.status == OVER and (
                session.snapshot is None or session.snapshot.match.ended != "match"
            ):
                raise NotationError(Refusal("house.broken"))
        except MemoryError:  # says nothing about the table
            raise
        except Exception as error:
            raise self._put_in_quarantine(row.id, number, error) from error
        return session

    def _put_in_quarantine(self, table: str, number: int, error: Exception) -> Quarantined:
        """Put a table in quarantine until this process ends; return what its readers are told.

        The log tells no more than where it stopped: an event may show cards.
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

    async def until_ready(self, game: str) -> None:
        """Wait until the rules of a game are compiled, but not for ever: then it is done here."""
        found = find_game(game)
        for _ in range(_PATIENCE):
            if game not in self.preparing or is_ready(found, TABLES):
                break
            await asyncio.sleep(_LOOK)
        if game in self.preparing:
            await asyncio.to_thread(load, found, TABLES)
            self.preparing.discard(game)

    def _make_room(self) -> None:
        """Forget tables that nobody listens to, the oldest first, when there are many."""
        if len(self.sessions) >= _MOST_SESSIONS:
            idle = [x for x, session in self.sessions.items() if session.is_idle]
            for table in idle[: _MOST_SESSIONS // 10]:
                del self.sessions[table]

    async def refresh(self, session: TableSession) -> None:
        """Follow what other processes stored."""
        table = session.row.id
        marks = await self.stored(self.repository.marks([table]))
        if table not in marks:
            self.sessions.pop(table, None)
            raise NotFound("no_table")
        version, number, talked = marks[table]
        row, events = None, []
        if version > session.row.version:
            row = await self.stored(self.repository.table(table))
        if number > session.number:
            events = await self.stored(self.repository.events(table, session.number))
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

    async def hear(self, table: str) -> None:
        """Follow another process that changed a table that somebody here listens to."""
        session = self.sessions.get(table)
        if session is not None and session.subscriptions:
            with contextlib.suppress(Quarantined):  # logged; its streams end
                await self.refresh(session)

    async def reload_and_publish(self, table: str) -> None:
        """Follow what was stored by others, and let everybody else do so."""
        session = self.sessions.get(table)
        if session is not None:
            with contextlib.suppress(Quarantined):
                await self.refresh(session)
        await self.bus.publish(table)

    def _discard(self, session: TableSession) -> None:
        """Nobody knows whether something was stored: what is stored is read anew."""
        if self.sessions.get(session.row.id) is session:
            del self.sessions[session.row.id]
        session.wake()

    async def stored(self, query: Any) -> Any:
        """Await something of the repository; a database that is away is a refusal, not a crash."""
        try:
            return await query
        except (TimeoutError, SQLAlchemyError, OSError) as error:
            raise DatabaseUnavailable("away") from error

    # --- changing tables ------------------------------------------------------------------------

    async def reauthenticate_streams(self, guest: str) -> None:
        """Make every stream of a guest's tables authenticate its caller again, in all processes."""
        for table, version in await self.stored(self.repository.raise_versions(guest)):
            session = self.sessions.get(table)
            if session is None or session.row.version == version - 1:
                if session is not None:
                    session.apply_row(replace(session.row, version=version))
                await self.bus.publish(table)
            else:  # it was changed at the same moment
                await self.reload_and_publish(table)

    async def change(self, table: str, how: Callable[[TableRow], TableRow]) -> TableSession:
        """Change a table, however many try at the same time."""
        for _ in range(_TRIES):
            async with self.locked(table) as session:
                row = how(session.row)
                if row == session.row:
                    return session
                row = replace(row, due=self._due(session, row))
                try:
                    stored = await self.stored(self.repository.change_table(row, session.number))
                except DatabaseUnavailable:
                    self._discard(session)
                    raise
                if stored:
                    session.apply_row(replace(row, version=row.version + 1))
                    self.scheduler.note(table, row.due)
                    await self.bus.publish(table)
                    return session
                await self.refresh(session)
        raise Conflict("busy")

    def _due(self, session: TableSession, row: TableRow) -> int | None:
        """Return when something happens of itself at a changed table."""
        if row.status != RUNNING:
            return None
        if session.snapshot is None:
            return row.begun
        return session.snapshot.due(row)

    # --- playing --------------------------------------------------------------------------------

    async def move(
        self, table: str, guest: str, seat: str, number: int, client: str, text: str
    ) -> tuple[int, bool]:
        """Make a move; return its number for the seat, and whether it was made before.

        Raises the errors of the rules, and `StaleMove` for a move made for another question.
        """
        made_by = f"{seat}{client}"  # what another seat calls its moves is no business of this one
        for _ in range(_TRIES):
            async with self.locked(table) as session:
                if seat not in session.letters_of(guest):
                    raise Forbidden("not_your_seat")
                if made_by in session.clients:
                    return session.clients[made_by], True
                snapshot = self.running(session)
                snapshot.check_number(seat, number)
                prepared = snapshot.match.prepare(text, seat, time=self._time(session, snapshot))
                if await self.commit(session, prepared, made_by):
                    break
        else:
            raise Conflict("busy")
        place = seat_number(seat, session.row.players)
        if session.row.seats[place].away:
            await self.seats.come_back(table, guest, place)
        return session.clients[made_by], False

    def _now_at(self, snapshot: MatchSnapshot) -> int:
        """Return house time at a table: never before its last event.

        Another process, whose clock is a little ahead, may have stored that.
        """
        return max(self.clock.now(), snapshot.at)

    def _time(self, session: TableSession, snapshot: MatchSnapshot) -> int:
        """Return the milliseconds since the match began."""
        return self._now_at(snapshot) - (session.row.begun or 0)

    def running(self, session: TableSession) -> MatchSnapshot:
        """Return the match at a table, which must be going on."""
        if session.snapshot is None:
            raise Conflict("not_begun")
        if session.status != RUNNING:
            raise Conflict("over")
        return session.snapshot

    async def commit(
        self, session: TableSession, prepared: Prepared, client: str | None = None
    ) -> bool:
        """Store what was prepared, then let it happen; False if somebody else was first.

        To be called with the lock of the table.
        """
        snapshot, row = session.snapshot, session.row
        assert snapshot is not None
        at = self._now_at(snapshot)
        after = snapshot.after(prepared, at)
        over = after.match.ended == "match"
        due = None if over else after.due(row)
        is_quiet = not (self.bus.is_shared or over or due or snapshot.due(row))
        text = write_event(prepared.event, row.game)
        entry = Entry(row.id, after.number, text, client, over, row.version, due, at, is_quiet)
        try:
            stored = await self.writer.append(entry)
        except BaseException as error:
            self._discard(session)
            if isinstance(error, SQLAlchemyError | OSError):
                raise DatabaseUnavailable("away") from error
            raise
        if not stored:
            await self.refresh(session)
            return False
        self.moves += 1
        if session.number < after.number:  # it may have been read back already, and more with it
            session.advance(after, client)
        self.scheduler.note(row.id, due)
        await self.bus.publish(row.id)
        return True

    async def act(self, table: str, seat: str, since: int, move: Move) -> bool:
        """Make a move for a seat of itself: its bot's, or what it is taken to say.

        `since` is the number since which the question was asked that it answers; False if the seat
        is asked something else by now.
        """
        async with self.locked(table) as session:
            if session.status != RUNNING or not session.is_asked(seat, since):
                return False
            snapshot = self.running(session)
            prepared = snapshot.match.prepare(move, seat, time=self._time(session, snapshot))
            return await self.commit(session, prepared)

    async def deal(self, table: str) -> bool:
        """Deal the next cards."""
        async with self.locked(table) as session:
            if (
                session.status != RUNNING
                or session.snapshot is None
                or session.snapshot.match.ended != "deal"
            ):
                return False
            return await self.commit(session, session.snapshot.match.prepare_next_deal())

    # --- talking --------------------------------------------------------------------------------

    async def say(self, table: str, guest: str, seat: str, text: str) -> int:
        """Say something at the table."""
        session = await self.session(table)
        if seat not in session.letters_of(guest):
            raise Forbidden("not_your_seat")
        if not session.row.talk:
            raise Forbidden("no_talk")
        line = " ".join(text.split())
        if not line or len(line) > LONGEST_TALK or not line.isprintable():
            raise Unprocessable("talk", most=LONGEST_TALK)
        number: int = await self.stored(
            self.repository.add_talk(table, seat_number(seat, session.row.players), line)
        )
        session.apply_talk(number)
        await self.bus.publish(table)
        return number
