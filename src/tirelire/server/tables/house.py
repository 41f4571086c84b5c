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
from tirelire.server.errors import Away, Broken, Conflict, NotAllowed, NotThere, Unreadable
from tirelire.server.storage.repository import Store
from tirelire.server.storage.rows import BROKEN, CLOSED, OVER, RUNNING, EventRow, TableRow
from tirelire.server.storage.writer import Entry, Writer
from tirelire.server.streaming.bus import Bus
from tirelire.server.streaming.fan_out import Turns
from tirelire.server.tables.clock import HouseClock
from tirelire.server.tables.replay_cache import ReplayCache
from tirelire.server.tables.scheduler import Keeper
from tirelire.server.tables.seats import Seating
from tirelire.server.tables.session import Live
from tirelire.server.tables.snapshot import Course

LOG = logging.getLogger("tirelire.house")
LONGEST_TALK = 200
_ID = re.compile("[A-Za-z0-9_-]{1,24}")
KEEP_ALIVE = 15.0
"""Seconds after which a sign of life is sent on every stream."""
_TRIES = 8
_LOOK, _PATIENCE = 0.5, 600
"""Seconds between two looks whether rules are compiled, and how many looks at most."""
_MOST_LIVE = 5000
"""Tables that are kept in memory, as long as nobody listens to them."""


class AloneAt:
    """Being alone at a table, as far as this process goes; see `House.alone_at`."""

    def __init__(self, house: House, table: str) -> None:
        self._house = house
        self._table = table

    async def __aenter__(self) -> Live:
        """Wait until nobody else changes the table."""
        while True:
            live = await self._house.live(self._table)
            await live.lock.acquire()
            if self._house.lives.get(self._table) is live:  # not given up while we waited
                self._lock = live.lock
                return live
            live.lock.release()

    async def __aexit__(self, *_: object) -> None:
        """Let others change the table."""
        self._lock.release()


class House:
    """The house of one process; several processes may share what is stored."""

    def __init__(self, store: Store, writer: Writer, clock: HouseClock, bus: Bus) -> None:
        self.store = store
        self.writer = writer
        self.clock = clock
        self.bus = bus
        self.keeper = Keeper(self)
        self.seating = Seating(self)
        self.turns = Turns()
        self.replays = ReplayCache()
        self.lives: dict[str, Live] = {}
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
        await self.keeper.start()
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Close the house: what is being stored is stored."""
        self.end_streams()
        if self._beating is not None:
            self._beating.cancel()
        await self.keeper.stop()
        self.replays.close()
        await self.bus.stop()
        await self.writer.stop()
        await self.clock.stop()

    def end_streams(self) -> None:
        """End all streams, which would go on for ever; other requests are still answered."""
        self.is_closing = True
        for live in self.lives.values():
            live.wake()

    async def _beat(self) -> None:
        """Show life now and then: one clock for all streams."""
        while True:
            await asyncio.sleep(KEEP_ALIVE)
            self.show_life()

    def show_life(self) -> None:
        """Let everybody who listens be sent a sign of life."""
        self.beats += 1
        for live in self.lives.values():
            live.call()

    # --- tables in memory -----------------------------------------------------------------------

    async def live(self, table: str) -> Live:
        """Return a table, as it is stored."""
        found = self.lives.get(table)
        if found is None:
            if table in self._quarantine:
                raise Broken("broken")
            if not _ID.fullmatch(table):
                raise NotThere("no_table")
            async with self._loading.setdefault(table, asyncio.Lock()):
                try:
                    found = self.lives.get(table) or await self._load(table)
                finally:
                    self._loading.pop(table, None)
        elif self.bus.is_shared:
            await self.refresh(found)
        return found

    def alone_at(self, table: str) -> AloneAt:
        """Return a table when nobody else in this process changes it, until one is done."""
        return AloneAt(self, table)

    async def _load(self, table: str) -> Live:
        row = await self.stored(self.store.table(table))
        if row is None:
            raise NotThere("no_table")
        if row.game in game_names():
            await self.until_ready(row.game)
        events = await self.stored(self.store.events(table)) if row.begun is not None else []
        live = self._replay(row, events)
        marks = await self.stored(self.store.marks([table]))
        live.talked = marks[table][2]
        self._make_room()
        return self.lives.setdefault(table, live)

    def _replay(self, row: TableRow, events: list[EventRow]) -> Live:
        """Make a table from what is stored; one that does not replay is put in quarantine."""
        number = 0
        try:
            live = Live(row)
            for event in events:
                number = event.number
                live.take_events([event])
            if row.status == OVER and (live.course is None or live.course.match.ended != "match"):
                raise NotationError(Refusal("house.broken"))
        except MemoryError:  # says nothing about the table
            raise
        except Exception as error:
            raise self._put_aside(row.id, number, error) from error
        return live

    def _put_aside(self, table: str, number: int, error: Exception) -> Broken:
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
        return Broken("broken")

    def status_of(self, row: TableRow) -> str:
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
        if len(self.lives) >= _MOST_LIVE:
            idle = [x for x, live in self.lives.items() if live.is_idle]
            for table in idle[: _MOST_LIVE // 10]:
                del self.lives[table]

    async def refresh(self, live: Live) -> None:
        """Follow what other processes stored."""
        table = live.row.id
        marks = await self.stored(self.store.marks([table]))
        if table not in marks:
            self.lives.pop(table, None)
            raise NotThere("no_table")
        version, number, talked = marks[table]
        row, events = None, []
        if version > live.row.version:
            row = await self.stored(self.store.table(table))
        if number > live.number:
            events = await self.stored(self.store.events(table, live.number))
        try:
            if row is not None and row.version > live.row.version:
                live.take_row(row)
            live.take_events(events)
        except MemoryError:
            raise
        except Exception as error:
            refusal = self._put_aside(table, live.number + 1, error)
            self._give_up(live)
            raise refusal from error
        live.take_talk(talked)

    async def hear(self, table: str) -> None:
        """Follow another process that changed a table that somebody here listens to."""
        live = self.lives.get(table)
        if live is not None and live.listeners:
            with contextlib.suppress(Broken):  # logged; its streams end
                await self.refresh(live)

    async def read_again(self, table: str) -> None:
        """Follow what was stored by others, and let everybody else do so."""
        live = self.lives.get(table)
        if live is not None:
            with contextlib.suppress(Broken):
                await self.refresh(live)
        await self.bus.publish(table)

    def _give_up(self, live: Live) -> None:
        """Nobody knows whether something was stored: what is stored is read anew."""
        if self.lives.get(live.row.id) is live:
            del self.lives[live.row.id]
        live.wake()

    async def stored(self, query: Any) -> Any:
        """Await something of the store; a database that is away is a refusal, not a crash."""
        try:
            return await query
        except (TimeoutError, SQLAlchemyError, OSError) as error:
            raise Away("away") from error

    # --- changing tables ------------------------------------------------------------------------

    async def look_again(self, guest: str) -> None:
        """Make every stream of a guest's tables authenticate its caller again, in all processes."""
        for table, version in await self.stored(self.store.raise_versions(guest)):
            live = self.lives.get(table)
            if live is None or live.row.version == version - 1:
                if live is not None:
                    live.take_row(replace(live.row, version=version))
                await self.bus.publish(table)
            else:  # it was changed at the same moment
                await self.read_again(table)

    async def change(self, table: str, how: Callable[[TableRow], TableRow]) -> Live:
        """Change a table, however many try at the same time."""
        for _ in range(_TRIES):
            async with self.alone_at(table) as live:
                row = how(live.row)
                if row == live.row:
                    return live
                row = replace(row, due=self._due(live, row))
                try:
                    stored = await self.stored(self.store.change_table(row, live.number))
                except Away:
                    self._give_up(live)
                    raise
                if stored:
                    live.take_row(replace(row, version=row.version + 1))
                    self.keeper.note(table, row.due)
                    await self.bus.publish(table)
                    return live
                await self.refresh(live)
        raise Conflict("busy")

    def _due(self, live: Live, row: TableRow) -> int | None:
        """Return when something happens of itself at a changed table."""
        if row.status != RUNNING:
            return None
        if live.course is None:
            return row.begun
        return live.course.due(row)

    # --- playing --------------------------------------------------------------------------------

    async def move(
        self, table: str, guest: str, seat: str, number: int, client: str, text: str
    ) -> tuple[int, bool]:
        """Make a move; return its number for the seat, and whether it was made before.

        Raises the errors of the rules, and `StaleMove` for a move made for another question.
        """
        made_by = f"{seat}{client}"  # what another seat calls its moves is no business of this one
        for _ in range(_TRIES):
            async with self.alone_at(table) as live:
                if seat not in live.letters_of(guest):
                    raise NotAllowed("not_your_seat")
                if made_by in live.clients:
                    return live.clients[made_by], True
                course = self.running(live)
                course.check_number(seat, number)
                prepared = course.match.prepare(text, seat, time=self._time(live, course))
                if await self.commit(live, prepared, made_by):
                    break
        else:
            raise Conflict("busy")
        place = seat_number(seat, live.row.players)
        if live.row.seats[place].away:
            await self.seating.come_back(table, guest, place)
        return live.clients[made_by], False

    def _now_at(self, course: Course) -> int:
        """Return house time at a table: never before its last event.

        Another process, whose clock is a little ahead, may have stored that.
        """
        return max(self.clock.now(), course.at)

    def _time(self, live: Live, course: Course) -> int:
        """Return the milliseconds since the match began."""
        return self._now_at(course) - (live.row.begun or 0)

    def running(self, live: Live) -> Course:
        """Return the match at a table, which must be going on."""
        if live.course is None:
            raise Conflict("not_begun")
        if live.status != RUNNING:
            raise Conflict("over")
        return live.course

    async def commit(self, live: Live, prepared: Prepared, client: str | None = None) -> bool:
        """Store what was prepared, then let it happen; False if somebody else was first.

        To be called with the lock of the table.
        """
        course, row = live.course, live.row
        assert course is not None
        at = self._now_at(course)
        after = course.after(prepared, at)
        over = after.match.ended == "match"
        due = None if over else after.due(row)
        is_quiet = not (self.bus.is_shared or over or due or course.due(row))
        text = write_event(prepared.event, row.game)
        entry = Entry(row.id, after.number, text, client, over, row.version, due, at, is_quiet)
        try:
            stored = await self.writer.append(entry)
        except BaseException as error:
            self._give_up(live)
            if isinstance(error, SQLAlchemyError | OSError):
                raise Away("away") from error
            raise
        if not stored:
            await self.refresh(live)
            return False
        self.moves += 1
        if live.number < after.number:  # it may have been read back already, and more with it
            live.advance(after, client)
        self.keeper.note(row.id, due)
        await self.bus.publish(row.id)
        return True

    async def act(self, table: str, seat: str, since: int, move: Move) -> bool:
        """Make a move for a seat of itself: its bot's, or what it is taken to say.

        `since` is the number since which the question was asked that it answers; False if the seat
        is asked something else by now.
        """
        async with self.alone_at(table) as live:
            if live.status != RUNNING or not live.is_asked(seat, since):
                return False
            course = self.running(live)
            prepared = course.match.prepare(move, seat, time=self._time(live, course))
            return await self.commit(live, prepared)

    async def deal(self, table: str) -> bool:
        """Deal the next cards."""
        async with self.alone_at(table) as live:
            if live.status != RUNNING or live.course is None or live.course.match.ended != "deal":
                return False
            return await self.commit(live, live.course.match.prepare_next_deal())

    # --- talking --------------------------------------------------------------------------------

    async def say(self, table: str, guest: str, seat: str, text: str) -> int:
        """Say something at the table."""
        live = await self.live(table)
        if seat not in live.letters_of(guest):
            raise NotAllowed("not_your_seat")
        if not live.row.talk:
            raise NotAllowed("no_talk")
        line = " ".join(text.split())
        if not line or len(line) > LONGEST_TALK or not line.isprintable():
            raise Unreadable("talk", most=LONGEST_TALK)
        number: int = await self.stored(
            self.store.add_talk(table, seat_number(seat, live.row.players), line)
        )
        live.take_talk(number)
        await self.bus.publish(table)
        return number
