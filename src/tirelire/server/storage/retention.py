"""Removing what is old, in small steps.

A step is one transaction of bounded size, so that moves never wait long for it, and a process that
is killed leaves a consistent house. Ages are counted in house time: it stands still while the house
is closed, and cannot be set forward.

Never removed: open and running tables, their guests, and guests who came lately, in person or by a
token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    text,
    update,
)

from tirelire.server.storage import queries
from tirelire.server.storage.database import Database, insert_new
from tirelire.server.storage.rows import CALLED, CLOSED, IN_USE, OPEN, OVER, RUNNING, EventRow, pack
from tirelire.server.storage.schema import (
    ARCHIVES,
    CLOCK,
    EVENTS,
    GUESTS,
    KEYS,
    SEATS,
    TABLES,
    TALK,
)

DAY = 24 * 3_600_000
"""Milliseconds."""
FORMER: Final = "former"
"""The guest who stands for removed guests, as the host of tables that are kept."""
Kind = Literal["links", "talk", "open", "stalled", "archived", "finished", "closed", "guests"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""In this order: a guest can be removed once their last table is closed."""
_MOST_ROWS = 500
"""Links, lines of talk or archived matches that one step removes."""
_MOST_TABLES = 50
"""Tables that one step closes."""
_MOST_GUESTS = 20
"""Guests that one step removes; each has several tables."""
_NO_SECRET = "-"
"""A hash that no secret has."""


@dataclass(frozen=True)
class Periods:
    """Days for which things are kept; 0: for ever."""

    guest_days: int = 0
    open_days: int = 0
    stalled_days: int = 0
    closed_days: int = 0
    talk_days: int = 0
    archive_days: int = 0
    finished_days: int = 0


class Retention:
    """Removes what is older than the periods."""

    def __init__(self, database: Database, periods: Periods) -> None:
        self._database = database
        self._periods = periods

    async def house_time(self) -> int:
        """Return the house time that was stored last; 0 in a house that was never open."""
        found = await self._database.read(lambda c: c.execute(queries.HOUSE_TIME).scalar())
        return int(found or 0)

    async def claim(self, now: int, interval: int) -> bool:
        """Tell whether it is this process that prunes now: one of all, once in an interval."""

        def work(connection: Connection) -> bool:
            is_due = (CLOCK.c.id == 1) & (CLOCK.c.pruned <= now - interval)
            return connection.execute(update(CLOCK).where(is_due).values(pruned=now)).rowcount == 1

        return await self._database.write(work)

    async def count(self, now: int) -> dict[Kind, int]:
        """Count what a run would remove; a later kind may grow by an earlier one."""

        def work(connection: Connection) -> dict[Kind, int]:
            return {
                kind: 0 if found is None else _count(connection, found)
                for kind in KINDS
                for found in [self._found(kind, now)]
            }

        return await self._database.read(work)

    async def step(self, kind: Kind, now: int) -> int:
        """Remove a few things of a kind; return how many. 0: none is left."""
        found = self._found(kind, now)
        if found is None:
            return 0
        return await self._database.write(lambda connection: self._take(connection, kind, found))

    # --- what is old ----------------------------------------------------------------------------

    def _found(self, kind: Kind, now: int) -> Select[Any] | None:
        """Return the query for the keys of what is old; None if it is kept for ever."""
        if kind == "links":
            return select(KEYS.c.hash).where(KEYS.c.expires <= now)
        period: int = getattr(self._periods, f"{_PERIODS[kind]}_days")
        if not period:
            return None
        before = now - period * DAY
        if kind == "guests":
            is_old = (GUESTS.c.last_seen < before) & (GUESTS.c.id != FORMER)
            return select(GUESTS.c.id).where(is_old, not_(_IS_NEEDED))
        is_past = TABLES.c.status_at < before
        if kind == "talk":
            ended = TABLES.c.status.in_((OVER, CLOSED))
            return select(TALK.c.seq).join(TABLES).where(is_past, ended)
        return select(TABLES.c.id).where(is_past, *_tables_of(kind, before))

    # --- removing it ----------------------------------------------------------------------------

    def _take(self, connection: Connection, kind: Kind, found: Select[Any]) -> int:
        _begin(connection)
        if kind == "links":
            return _delete(connection, KEYS, KEYS.c.hash, found)
        if kind == "talk":
            return _delete(connection, TALK, TALK.c.seq, found)
        if kind == "guests":
            return self._remove_guests(connection, found)
        if kind in ("open", "stalled"):
            return _close(connection, found)
        if kind == "archived":
            return sum(_archive(connection, table) for table in _locked(connection, found, 1))
        return _remove_tables(connection, found)

    def _remove_guests(self, connection: Connection, found: Select[Any]) -> int:
        """Remove guests; tables that are kept lose them, and their names stay."""
        wanted = found.order_by(GUESTS.c.id).limit(_MOST_GUESTS)
        locked = list(connection.scalars(wanted.with_for_update()))
        # Asked again: one of them may have sat down before they were locked.
        guests = list(connection.scalars(found.where(GUESTS.c.id.in_(locked))))
        if guests:
            former = {"id": FORMER, "secret": _NO_SECRET, "created": 0}
            connection.execute(insert_new(self._database, GUESTS), former)
            # Processes that have such a table in memory read it anew before they change it.
            sat_at = select(SEATS.c.table_id).where(SEATS.c.guest.in_(guests))
            theirs = or_(TABLES.c.host.in_(guests), TABLES.c.id.in_(sat_at))
            raised = {"version": TABLES.c.version + 1}
            connection.execute(update(TABLES).where(theirs).values(raised))
            hosted = update(TABLES).where(TABLES.c.host.in_(guests))
            connection.execute(hosted.values(host=FORMER))
            connection.execute(update(SEATS).where(SEATS.c.guest.in_(guests)).values(guest=None))
            connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(guests)))
        return len(guests)


_PERIODS: dict[Kind, str] = {
    "talk": "talk",
    "open": "open",
    "stalled": "stalled",
    "archived": "archive",
    "finished": "finished",
    "closed": "closed",
    "guests": "guest",
}
"""The period of each kind but links, which say themselves when they expire."""
_UNFINISHED = TABLES.c.status.in_(IN_USE)
_IS_NEEDED = or_(
    exists().where(TABLES.c.host == GUESTS.c.id, _UNFINISHED),
    exists().where(SEATS.c.guest == GUESTS.c.id, SEATS.c.table_id == TABLES.c.id, _UNFINISHED),
)
"""Whether a guest is the host of, or sits at, a table that is open or running."""


def _tables_of(kind: Kind, before: int) -> Iterator[ColumnElement[bool]]:
    """Return what makes a table one of a kind, beside its age."""
    if kind == "stalled":
        yield TABLES.c.status == RUNNING
        yield not_(exists().where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.at >= before))
        return
    yield TABLES.c.status == (kind if kind in (OPEN, CLOSED) else OVER)
    if kind == "archived":
        yield not_(TABLES.c.is_archived)


def _begin(connection: Connection) -> None:
    """Keep other writers out, before anything is read; PostgreSQL locks single rows."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _count(connection: Connection, found: Select[Any]) -> int:
    return int(connection.execute(select(func.count()).select_from(found.subquery())).scalar_one())


def _delete(connection: Connection, rows: Table, key: Any, found: Select[Any]) -> int:
    return connection.execute(delete(rows).where(key.in_(found.limit(_MOST_ROWS)))).rowcount


def _locked(connection: Connection, found: Select[Any], most: int) -> list[str]:
    """Lock some tables, in the order in which the writer changes tables."""
    wanted = found.order_by(TABLES.c.id).limit(most)
    return list(connection.scalars(wanted.with_for_update(of=TABLES)))


def _close(connection: Connection, found: Select[Any]) -> int:
    """Close tables; a process that has one in memory is called to read it anew."""
    tables = _locked(connection, found, _MOST_TABLES)
    closed = {
        "status": CLOSED,
        "status_at": queries.HOUSE_TIME.scalar_subquery(),
        "version": TABLES.c.version + 1,
        "due": CALLED,
    }
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(closed))
    return len(tables)


def _archive(connection: Connection, table: str) -> int:
    """Pack the events of a finished match into one row."""
    rows = connection.execute(queries.EVENTS_AFTER, {"of_table": table, "after": 0})
    events = [EventRow(*row) for row in rows]
    if events:
        values = {"table_id": table, "last": events[-1].number, "events": pack(events)}
        connection.execute(insert(ARCHIVES), values)
        connection.execute(delete(EVENTS).where(EVENTS.c.table_id == table))
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(is_archived=True))
    return 1


def _remove_tables(connection: Connection, found: Select[Any]) -> int:
    """Remove archived tables, which are one small row each, or one table with all its events."""
    archived = found.where(TABLES.c.is_archived)
    tables = _locked(connection, archived, _MOST_TABLES) or _locked(connection, found, 1)
    _drop(connection, tables)
    return len(tables)


def _drop(connection: Connection, tables: Sequence[str]) -> None:
    for rows in (SEATS, EVENTS, ARCHIVES, TALK):
        connection.execute(delete(rows).where(rows.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))


# --- how much there is --------------------------------------------------------------------------

_COUNTED = (GUESTS, KEYS, TABLES, SEATS, EVENTS, ARCHIVES, TALK)


async def row_counts(database: Database) -> dict[str, int]:
    """Count the rows of each kind."""

    def work(connection: Connection) -> dict[str, int]:
        return {
            rows.name: int(connection.execute(select(func.count()).select_from(rows)).scalar_one())
            for rows in _COUNTED
        }

    return await database.read(work)


async def size_in_bytes(database: Database) -> int:
    """Return how much room the database takes, with what is free for new rows."""

    def work(connection: Connection) -> int:
        if connection.dialect.name == "postgresql":
            query = text("SELECT pg_database_size(current_database())")
            return int(connection.execute(query).scalar_one())
        pages, page = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
            for name in ("page_count", "page_size")
        )
        return pages * page

    return await database.read(work)
