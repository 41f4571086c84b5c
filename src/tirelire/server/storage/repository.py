"""Repository of guests, tables, matches and house time; `writer` stores events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Row, RowMapping

from tirelire.match.fairness import VoidDraw
from tirelire.server.storage import queries
from tirelire.server.storage.database import Database, insert_new, lock_origin, now_ms
from tirelire.server.storage.rows import EventRow, Pace, SeatRow, TableRow, TalkRow, unpack
from tirelire.server.storage.schema import CLOCK

_FILLER = "x" * 8192
"""More than fits on one page."""
_MOST_BEYOND = 10_000
"""Tables beyond a quota that are read; see `Settings.address_tables`."""


class QuotaExceeded(Exception):  # noqa: N818
    """An origin has as many of something as it may have."""


class Versions(NamedTuple):
    """How far a table has come: a reader who knows less has something to read."""

    row: int
    """The version of its row,"""
    event: int
    """the number of its last event,"""
    talk: int
    """and that of its last line of talk."""


class Repository:
    """Reads and writes all that is stored of guests, tables, matches and time."""

    def __init__(self, database: Database, wall: Callable[[], int] = now_ms) -> None:
        self.database = database
        self.wall = wall
        """The wall clock, in milliseconds."""

    # --- guests ---------------------------------------------------------------------------------

    async def add_guest(
        self, guest: str, secret_hash: str, origin: str = "", most: int | None = None
    ) -> None:
        """Add a new guest; refuse if their origin made `most` in the last hour of house time."""

        def work(connection: Connection) -> None:
            if most is not None:
                counted = {"of_origin": origin, "wall": self.wall()}
                lock_origin(connection, origin)
                _check_quota(connection, queries.GUESTS_OF_ORIGIN, counted, most)
            values = {**self._new_guest(guest, secret_hash), "origin": origin}
            connection.execute(queries.ADD_GUEST, values)

        await self.database.write(work)

    def _new_guest(self, guest: str, secret_hash: str) -> dict[str, Any]:
        now = self.wall()
        return {"id": guest, "secret": secret_hash, "created": now, "wall": now, "origin": ""}

    async def guest_of(self, secret_hash: str) -> Row[Any] | None:
        """Find the guest who holds a secret: `id`, `last_seen`, `muted`, `banned`."""

        def work(connection: Connection) -> Row[Any] | None:
            found = connection.execute(queries.GUEST_OF_SECRET, {"of_hash": secret_hash})
            return found.one_or_none()

        return await self.database.read(work)

    async def guests_of(self, secret_hashes: Sequence[str]) -> dict[str, Row[Any]]:
        """Find the guests who hold some secrets, by the hashes of these: see `guest_of`."""

        def work(connection: Connection) -> dict[str, Row[Any]]:
            found = connection.execute(queries.GUESTS_OF_SECRETS, {"of_hashes": secret_hashes})
            return {row.secret: row for row in found}

        return await self.database.read(work)

    async def note_visit(self, guest: str, now: int) -> None:
        """Note that a guest came, by house time `now`."""

        def work(connection: Connection) -> None:
            connection.execute(queries.NOTE_VISIT, {"of_guest": guest, "now": now})

        await self.database.write(work)

    async def drop_guest(self, guest: str) -> None:
        """Forget a guest who never sat down."""

        def work(connection: Connection) -> None:
            connection.execute(queries.DROP_GUEST, {"of_guest": guest})

        await self.database.write(work)

    async def use_link(self, key_hash: str, kind: str, secret_hash: str, now: int) -> str | None:
        """Use a key up to give its guest a new secret, and end all that they had before.

        `now` is the house time. Return the guest, or None if the key is not good. Of two who try,
        one succeeds.
        """

        def work(connection: Connection) -> str | None:
            key = {"of_hash": key_hash, "of_kind": kind, "now": now}
            guest: str | None = connection.execute(queries.USE_KEY, key).scalar_one_or_none()
            if guest is not None:
                _sign_out(connection, guest, secret_hash)
            return guest

        return await self.database.write(work)

    async def sign_out(self, guest: str, secret_hash: str) -> None:
        """Give a guest a new secret; the old one and all keys are worth nothing any more."""
        await self.database.write(lambda connection: _sign_out(connection, guest, secret_hash))

    async def has_guest(self, guest: str) -> bool:
        """Tell whether there is such a guest."""

        def work(connection: Connection) -> bool:
            found = connection.execute(queries.GUEST, {"of_guest": guest})
            return found.scalar_one_or_none() is not None

        return await self.database.read(work)

    async def add_key(
        self, key_hash: str, guest: str, kind: str, scopes: str, label: str, expires: int | None
    ) -> None:
        """Keep a key that stands for a guest."""

        def work(connection: Connection) -> None:
            values = {
                "hash": key_hash,
                "guest": guest,
                "kind": kind,
                "scopes": scopes,
                "label": label,
                "created": self.wall(),
                "expires": expires,
            }
            connection.execute(queries.ADD_KEY, values)

        await self.database.write(work)

    async def key(self, key_hash: str, now: int) -> Row[Any] | None:
        """Find a key that has not expired by house time `now`."""

        def work(connection: Connection) -> Row[Any] | None:
            key = {"of_hash": key_hash, "now": now}
            return connection.execute(queries.KEY, key).one_or_none()

        return await self.database.read(work)

    async def keys_of(self, guest: str, kind: str) -> Sequence[Row[Any]]:
        """List the keys of a guest."""

        def work(connection: Connection) -> Sequence[Row[Any]]:
            return connection.execute(
                queries.KEYS_OF_GUEST, {"of_guest": guest, "of_kind": kind}
            ).all()

        return await self.database.read(work)

    async def drop_key(self, key_hash: str, guest: str) -> bool:
        """Forget a key of a guest; tell whether it was there. Of two who try, one succeeds."""

        def work(connection: Connection) -> bool:
            key = {"of_hash": key_hash, "of_guest": guest}
            return connection.execute(queries.DROP_KEY, key).rowcount == 1

        return await self.database.write(work)

    # --- tables ---------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, most: int | None = None) -> None:
        """Keep a new table; refuse if its origin has `most` that are open or running."""

        def work(connection: Connection) -> None:
            if most is not None:
                counted = {"of_origin": table.origin}
                lock_origin(connection, table.origin)
                _check_quota(connection, queries.TABLES_OF_ORIGIN, counted, most)
            _insert_table(connection, table, self.wall())

        await self.database.write(work)

    async def bot_tables_beyond(self, origin: str, most: int) -> frozenset[str]:
        """Return the running tables with bots of an origin, but for the first `most`."""

        def work(connection: Connection) -> frozenset[str]:
            given = {"of_origin": origin, "most": most, "limit": _MOST_BEYOND}
            found = connection.execute(queries.BOT_TABLES_BEYOND_QUOTA, given)
            return frozenset(found.scalars())

        return await self.database.read(work)

    async def table(self, table: str) -> TableRow | None:
        """Find a table with its seats."""
        found = await self._tables(queries.TABLE, of_table=table)
        return found[0] if found else None

    async def listed(self, limit: int) -> list[TableRow]:
        """Return tables that everybody may see, the newest first."""
        return await self._tables(queries.LISTED, limit=limit)

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        """Return the tables at which a guest sits or that they set, the newest first."""
        return await self._tables(queries.TABLES_OF_GUEST, of_guest=guest, limit=limit)

    async def all_tables(self, status: str | None, limit: int) -> list[TableRow]:
        """Return tables of any kind, the newest first, for the owner of the house."""
        if status is None:
            return await self._tables(queries.ALL_TABLES, limit=limit)
        return await self._tables(queries.TABLES_OF_STATUS, of_status=status, limit=limit)

    async def ids(self, status: str) -> list[str]:
        """Return all tables of a status, the oldest first."""

        def work(connection: Connection) -> list[str]:
            rows = connection.execute(queries.IDS_OF_STATUS, {"of_status": status})
            return [str(table) for table in rows.scalars()]

        return await self.database.read(work)

    async def table_of_secret(self, secret: str) -> str | None:
        """Find the table whose deals are made from a secret."""

        def work(connection: Connection) -> str | None:
            found = connection.execute(queries.TABLE_OF_SECRET, {"of_secret": secret})
            return found.scalars().first()

        return await self.database.read(work)

    async def _tables(self, query: Executable, **given: str | int) -> list[TableRow]:
        return await self.database.read(lambda connection: read_tables(connection, query, given))

    async def change_table(
        self, table: TableRow, number: int, most_bot_tables: int | None = None
    ) -> bool:
        """Store a changed table with all its seats, if neither row nor events have changed.

        `table.version` is the version that was read, `number` that of the last event: what is due
        at the table was worked out from both. Refuse if the origin of the table has
        `most_bot_tables` already at which bots play.
        """
        read = {"of_table": table.id, "of_version": table.version}
        values = {**_table_values(table), "version": table.version + 1, "new_status": table.status}
        seats = [
            {"of_table": table.id, "of_seat": seat.seat, **_seat_values(table, seat)}
            for seat in table.seats
        ]

        def work(connection: Connection) -> bool:
            if most_bot_tables is not None:
                counted = {"of_origin": table.origin}
                lock_origin(connection, table.origin)
                _check_quota(connection, queries.BOT_TABLES_OF_ORIGIN, counted, most_bot_tables)
            changed = connection.execute(queries.CHANGE_TABLE, {**read, **values})
            if changed.rowcount != 1:
                return False
            # A process that stores an event changes this row too: it has done so, or waits for us.
            last = connection.execute(queries.LAST_EVENT, {"of_table": table.id})
            if (last.scalar_one() or 0) != number:
                connection.rollback()
                return False
            connection.execute(queries.CHANGE_SEAT, seats)
            return True

        return await self.database.write(work)

    async def adopt_rules(self, table: str, version: int) -> None:
        """Store the version of the rules that the match of a table goes on by."""

        def work(connection: Connection) -> None:
            connection.execute(queries.ADOPT_RULES, {"of_table": table, "rules": version})

        await self.database.write(work)

    async def raise_versions(self, guest: str) -> list[tuple[str, int]]:
        """Give all tables of a guest that are open or running a new version, in one statement.

        Return the tables with their versions.
        """

        def work(connection: Connection) -> list[tuple[str, int]]:
            raised = connection.execute(queries.RAISE_VERSIONS, {"of_guest": guest})
            return [(str(table), int(version)) for table, version in raised]

        return await self.database.write(work)

    async def drop_table(self, table: str) -> None:
        """Forget a table and all that belongs to it."""

        def work(connection: Connection) -> None:
            for query in queries.DROP_TABLE:
                connection.execute(query, {"of_table": table})

        await self.database.write(work)

    # --- events ---------------------------------------------------------------------------------

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        """Return the events of a table with higher numbers than the given one, archived or not."""
        return await self.database.read(lambda connection: read_events(connection, table, after))

    async def add_matches(
        self, host: str, secret_hash: str, matches: Sequence[tuple[TableRow, Sequence[EventRow]]]
    ) -> None:
        """Keep matches that were played elsewhere, with a new guest as their host; all or none."""
        if not matches:
            return

        def work(connection: Connection) -> None:
            connection.execute(queries.ADD_GUEST, self._new_guest(host, secret_hash))
            for row, events in matches:
                _insert_table(connection, row, self.wall())
                rows = [{**asdict(event), "table_id": row.id} for event in events]
                connection.execute(queries.ADD_EVENTS, rows)

        await self.database.write(work)

    async def versions(self, tables: Sequence[str]) -> dict[str, Versions]:
        """Return how far tables have come; those that are not stored are left out."""

        def work(connection: Connection) -> dict[str, Versions]:
            rows = connection.execute(queries.VERSIONS, {"of_tables": list(tables)})
            return {table: Versions(row, event or 0, talk or 0) for table, row, event, talk in rows}

        return await self.database.read(work)

    async def answers(self) -> None:
        """Return if the database is sound and can be written; raises otherwise."""

        def work(connection: Connection) -> None:
            connection.execute(queries.PROBE, {"filler": _FILLER})
            connection.execute(queries.END_PROBE)

        await self.database.check()
        await self.database.write(work)

    async def counts(self) -> dict[str, int]:
        """Count tables by status."""

        def work(connection: Connection) -> dict[str, int]:
            return {str(status): int(n) for status, n in connection.execute(queries.COUNTS)}

        return await self.database.read(work)

    # --- talk -----------------------------------------------------------------------------------

    async def add_talk(self, table: str, seat: SeatRow, text: str) -> int:
        """Store what the person in a seat says; return its number."""

        def work(connection: Connection) -> int:
            said = {"table_id": table, "seat": seat.seat, "text": text, "at": self.wall()}
            values = {**said, "guest": seat.guest, "name": seat.name}
            return int(connection.execute(queries.ADD_TALK, values).scalar_one())

        return await self.database.write(work)

    async def talk(self, table: str, limit: int, reader: str | None) -> list[TalkRow]:
        """Return what was said last, oldest first, but not by people whom the reader has muted."""

        def work(connection: Connection) -> list[TalkRow]:
            given = {"of_table": table, "limit": limit, "of_guest": reader}
            return [TalkRow(*row) for row in connection.execute(queries.LAST_TALK, given)]

        return (await self.database.read(work))[::-1]

    # --- time -----------------------------------------------------------------------------------

    async def due(self, until: int, limit: int) -> list[tuple[str, int]]:
        """Return tables at which something is due, the earliest first."""

        def work(connection: Connection) -> list[tuple[str, int]]:
            rows = connection.execute(queries.DUE, {"until": until, "limit": limit})
            return [(str(table), int(due)) for table, due in rows]

        return await self.database.read(work)

    async def claim(self, table: str, due: int, until: int | None) -> bool:
        """Put off what is due, so that no other process does it too; tell whether it was ours.

        None: nothing is due at the table after all.
        """

        def work(connection: Connection) -> bool:
            values = {"of_table": table, "due_at": due, "due": until}
            return connection.execute(queries.CLAIM, values).rowcount == 1

        return await self.database.write(work)

    async def house_time(self) -> int:
        """Return the house time that was stored last; that of a new house begins at the wall clock.

        Of several processes that open a new house at once, one sets it.
        """

        def work(connection: Connection) -> int:
            first = insert_new(self.database, CLOCK).values(id=1, house_time=self.wall())
            connection.execute(first)
            return int(connection.execute(queries.HOUSE_TIME).scalar_one())

        return await self.database.write(work)

    async def advance_house_time(self, now: int) -> int:
        """Store a house time unless a later one is stored; return the later of both."""

        def work(connection: Connection) -> int:
            advanced = connection.execute(queries.ADVANCE_HOUSE_TIME, {"now": now})
            return int(advanced.scalar_one())

        return await self.database.write(work)


def _sign_out(connection: Connection, guest: str, secret_hash: str) -> None:
    connection.execute(queries.DROP_ALL_KEYS, {"of_guest": guest})
    connection.execute(queries.DROP_DEVICES, {"of_guest": guest})
    connection.execute(queries.CHANGE_SECRET, {"of_guest": guest, "secret": secret_hash})


def _check_quota(
    connection: Connection, count: Executable, counted: dict[str, Any], most: int
) -> None:
    """Count within the transaction that adds one more, and refuse that; see `lock_origin`."""
    if connection.execute(count, counted).scalar_one() >= most:
        raise QuotaExceeded


def read_tables(
    connection: Connection, query: Executable, given: Mapping[str, str | int]
) -> list[TableRow]:
    """Return the tables that a query finds, with their seats."""
    rows = connection.execute(query, given).mappings().all()
    wanted = {"of_tables": [row["id"] for row in rows]}
    seats = connection.execute(queries.SEATS_OF_TABLES, wanted)
    by_table: dict[str, list[SeatRow]] = {}
    for row in seats.mappings():
        values = dict(row)
        by_table.setdefault(values.pop("table_id"), []).append(SeatRow(**values))
    return [_table_row(row, by_table[row["id"]]) for row in rows]


def read_events(connection: Connection, table: str, after: int = 0) -> list[EventRow]:
    """Return the events of a table with higher numbers than the given one, archived or not."""
    rows = connection.execute(queries.EVENTS_AFTER, {"of_table": table, "after": after})
    found = [EventRow(*row) for row in rows]
    if not found:
        packed = connection.execute(queries.ARCHIVE, {"of_table": table}).scalar()
        found = [] if packed is None else unpack(packed)
    return [event for event in found if event.number > after]


def _insert_table(connection: Connection, table: TableRow, wall: int) -> None:
    connection.execute(queries.ADD_TABLE, {**_table_values(table), "wall": wall})
    connection.execute(queries.ADD_SEATS, [_seat_values(table, x) for x in table.seats])


def _table_row(row: RowMapping, seats: list[SeatRow]) -> TableRow:
    made = {
        "pace": Pace(**row["pace"]),
        "void_draws": tuple(msgspec.convert(row["void_draws"], list[VoidDraw])),
        "barred": tuple(row["barred"]),
        "removed": tuple(row["removed"]),
        "seats": tuple(seats),
    }
    return TableRow(**{**row, **made})


def _table_values(table: TableRow) -> dict[str, Any]:
    values = asdict(table)
    del values["seats"]
    return values


def _seat_values(table: TableRow, seat: SeatRow) -> dict[str, Any]:
    return {**asdict(seat), "table_id": table.id}
