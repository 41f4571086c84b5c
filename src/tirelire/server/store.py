"""Reading and writing what the house keeps; events are written by `writer`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, case, delete, func, insert, or_, select, union, update
from sqlalchemy.engine import Row, RowMapping

from tirelire.server.database import Database, insert_new, now_ms
from tirelire.server.rows import OPEN, RUNNING, EventRow, Pace, SeatRow, TableRow
from tirelire.server.schema import CLOCK, EVENTS, GUESTS, KEYS, SEATS, TABLES, TALK


class Store:
    """The house's memory."""

    def __init__(self, database: Database, wall: Callable[[], int] = now_ms) -> None:
        self.database = database
        self.wall = wall
        """The wall clock, in milliseconds."""

    # --- guests ---------------------------------------------------------------------------------

    async def add_guest(self, guest: str, secret_hash: str) -> None:
        """Keep a new guest."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(GUESTS).values(id=guest, secret=secret_hash, created=self.wall())
            )

        await self.database.write(work)

    async def guest_of(self, secret_hash: str) -> str | None:
        """Find the guest who holds a secret."""

        def work(connection: Connection) -> str | None:
            query = select(GUESTS.c.id).where(GUESTS.c.secret == secret_hash)
            return connection.execute(query).scalar_one_or_none()

        return await self.database.read(work)

    async def drop_guest(self, guest: str) -> None:
        """Forget a guest who never sat down."""

        def work(connection: Connection) -> None:
            connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))

        await self.database.write(work)

    async def use_link(self, key_hash: str, kind: str, secret_hash: str) -> str | None:
        """Use a key up to give its guest a new secret: the old one is worth nothing any more.

        Return the guest, or None if the key is not good. Of two who try, one succeeds.
        """
        good = (KEYS.c.hash == key_hash) & (KEYS.c.kind == kind) & (KEYS.c.expires > self.wall())

        def work(connection: Connection) -> str | None:
            used = connection.execute(delete(KEYS).where(good).returning(KEYS.c.guest))
            guest = used.scalar_one_or_none()
            if guest is not None:
                others = (KEYS.c.guest == guest) & (KEYS.c.kind == kind)
                connection.execute(delete(KEYS).where(others))
                connection.execute(
                    update(GUESTS).where(GUESTS.c.id == guest).values(secret=secret_hash)
                )
            return guest

        return await self.database.write(work)

    async def has_guest(self, guest: str) -> bool:
        """Tell whether there is such a guest."""

        def work(connection: Connection) -> bool:
            query = select(GUESTS.c.id).where(GUESTS.c.id == guest)
            return connection.execute(query).scalar_one_or_none() is not None

        return await self.database.read(work)

    async def add_key(
        self, key_hash: str, guest: str, kind: str, scopes: str, label: str, expires: int | None
    ) -> None:
        """Keep a key that stands for a guest."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(KEYS).values(
                    hash=key_hash,
                    guest=guest,
                    kind=kind,
                    scopes=scopes,
                    label=label,
                    created=self.wall(),
                    expires=expires,
                )
            )

        await self.database.write(work)

    async def key(self, key_hash: str) -> Row[Any] | None:
        """Find a key that has not expired."""

        def work(connection: Connection) -> Row[Any] | None:
            query = select(KEYS).where(
                KEYS.c.hash == key_hash, or_(KEYS.c.expires.is_(None), KEYS.c.expires > self.wall())
            )
            return connection.execute(query).one_or_none()

        return await self.database.read(work)

    async def keys_of(self, guest: str, kind: str) -> Sequence[Row[Any]]:
        """List the keys of a guest."""

        def work(connection: Connection) -> Sequence[Row[Any]]:
            query = select(KEYS).where(KEYS.c.guest == guest, KEYS.c.kind == kind)
            return connection.execute(query.order_by(KEYS.c.created)).all()

        return await self.database.read(work)

    async def drop_key(self, key_hash: str, guest: str | None = None) -> bool:
        """Forget a key; tell whether it was there. Of two who try, one succeeds."""
        query = delete(KEYS).where(KEYS.c.hash == key_hash)
        if guest is not None:
            query = query.where(KEYS.c.guest == guest)

        def work(connection: Connection) -> bool:
            return connection.execute(query).rowcount == 1

        return await self.database.write(work)

    # --- tables ---------------------------------------------------------------------------------

    async def add_table(self, table: TableRow) -> None:
        """Keep a new table."""

        def work(connection: Connection) -> None:
            connection.execute(insert(TABLES).values(_table_values(table)))
            connection.execute(insert(SEATS), [_seat_values(table, x) for x in table.seats])

        await self.database.write(work)

    async def table(self, table: str) -> TableRow | None:
        """Find a table with its seats."""
        found = await self._tables(select(TABLES).where(TABLES.c.id == table))
        return found[0] if found else None

    async def listed(self, limit: int) -> list[TableRow]:
        """Return tables that everybody may see, the newest first."""
        query = select(TABLES).where(TABLES.c.listed, TABLES.c.status.in_((OPEN, RUNNING)))
        return await self._tables(query.order_by(TABLES.c.created.desc()).limit(limit))

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        """Return the tables at which a guest sits or that he set, the newest first."""
        held = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        made = select(TABLES.c.id).where(TABLES.c.host == guest)
        query = select(TABLES).where(TABLES.c.id.in_(union(held, made)))
        return await self._tables(query.order_by(TABLES.c.created.desc()).limit(limit))

    async def all_tables(self, status: str | None, limit: int) -> list[TableRow]:
        """Return tables of any kind, the newest first, for whoever runs the house."""
        query = select(TABLES).order_by(TABLES.c.created.desc()).limit(limit)
        return await self._tables(
            query if status is None else query.where(TABLES.c.status == status)
        )

    async def ids(self, status: str) -> list[str]:
        """Return all tables of a status, the oldest first."""
        query = select(TABLES.c.id).where(TABLES.c.status == status)

        def work(connection: Connection) -> list[str]:
            rows = connection.execute(query.order_by(TABLES.c.created, TABLES.c.id))
            return [str(table) for table in rows.scalars()]

        return await self.database.read(work)

    async def table_of_secret(self, secret: str) -> str | None:
        """Find the table whose deals are made from a secret."""

        def work(connection: Connection) -> str | None:
            query = select(TABLES.c.id).where(TABLES.c.secret == secret)
            return connection.execute(query).scalars().first()

        return await self.database.read(work)

    async def _tables(self, query: Any) -> list[TableRow]:
        def work(connection: Connection) -> list[TableRow]:
            rows = connection.execute(query).mappings().all()
            wanted = SEATS.c.table_id.in_([row["id"] for row in rows])
            seats = connection.execute(
                select(SEATS).where(wanted).order_by(SEATS.c.table_id, SEATS.c.seat)
            )
            by_table: dict[str, list[SeatRow]] = {}
            for row in seats.mappings():
                values = dict(row)
                by_table.setdefault(values.pop("table_id"), []).append(SeatRow(**values))
            return [_table_row(row, by_table[row["id"]]) for row in rows]

        return await self.database.read(work)

    async def change_table(self, table: TableRow, number: int) -> bool:
        """Keep a changed table with all its seats, if nobody changed it or moved meanwhile.

        `table.version` is the version that was read, `number` that of the last event: what is due
        at the table was worked out from both.
        """
        values = _table_values(table)
        values["version"] = table.version + 1
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == table.id)

        def work(connection: Connection) -> bool:
            mine = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
            changed = connection.execute(update(TABLES).where(mine).values(values))
            if changed.rowcount != 1:
                return False
            # Whoever stores an event changes this row too: he has done so, or waits for us.
            if (connection.execute(last).scalar_one() or 0) != number:
                connection.rollback()
                return False
            for seat in table.seats:
                place = (SEATS.c.table_id == table.id) & (SEATS.c.seat == seat.seat)
                connection.execute(update(SEATS).where(place).values(_seat_values(table, seat)))
            return True

        return await self.database.write(work)

    async def drop_table(self, table: str) -> None:
        """Forget a table and all that belongs to it."""

        def work(connection: Connection) -> None:
            for rows in (SEATS, EVENTS, TALK):
                connection.execute(delete(rows).where(rows.c.table_id == table))
            connection.execute(delete(TABLES).where(TABLES.c.id == table))

        await self.database.write(work)

    # --- events ---------------------------------------------------------------------------------

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        """Return the events of a table with higher numbers than the given one."""
        columns = (EVENTS.c.number, EVENTS.c.text, EVENTS.c.client, EVENTS.c.at)
        query = select(*columns).where(EVENTS.c.table_id == table, EVENTS.c.number > after)

        def work(connection: Connection) -> list[EventRow]:
            rows = connection.execute(query.order_by(EVENTS.c.number))
            return [EventRow(*row) for row in rows]

        return await self.database.read(work)

    async def add_matches(
        self, host: str, secret_hash: str, matches: Sequence[tuple[TableRow, Sequence[EventRow]]]
    ) -> None:
        """Keep matches that were played elsewhere, with a new guest as their host; all or none."""
        if not matches:
            return

        def work(connection: Connection) -> None:
            connection.execute(
                insert(GUESTS).values(id=host, secret=secret_hash, created=self.wall())
            )
            for row, events in matches:
                connection.execute(insert(TABLES).values(_table_values(row)))
                connection.execute(insert(SEATS), [_seat_values(row, x) for x in row.seats])
                rows = [{**asdict(event), "table_id": row.id} for event in events]
                connection.execute(insert(EVENTS), rows)

        await self.database.write(work)

    async def marks(self, tables: Sequence[str]) -> dict[str, tuple[int, int, int]]:
        """Return for tables the version, the number of the last event and of the last talk."""
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == TABLES.c.id)
        said = select(func.max(TALK.c.seq)).where(TALK.c.table_id == TABLES.c.id)
        query = select(
            TABLES.c.id, TABLES.c.version, last.scalar_subquery(), said.scalar_subquery()
        ).where(TABLES.c.id.in_(tables))

        def work(connection: Connection) -> dict[str, tuple[int, int, int]]:
            rows = connection.execute(query)
            return {
                table: (version, number or 0, talk or 0) for table, version, number, talk in rows
            }

        return await self.database.read(work)

    async def answers(self) -> None:
        """Return if the database can be read."""

        def work(connection: Connection) -> None:
            connection.execute(select(CLOCK.c.seen).where(CLOCK.c.id == 1))

        await self.database.read(work)

    async def counts(self) -> dict[str, int]:
        """Count tables by status."""

        def work(connection: Connection) -> dict[str, int]:
            query = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
            return {str(status): int(n) for status, n in connection.execute(query)}

        return await self.database.read(work)

    # --- talk -----------------------------------------------------------------------------------

    async def add_talk(self, table: str, seat: int, text: str) -> int:
        """Keep what somebody said; return its number."""

        def work(connection: Connection) -> int:
            values = {"table_id": table, "seat": seat, "text": text, "at": self.wall()}
            query = insert(TALK).values(values).returning(TALK.c.seq)
            return int(connection.execute(query).scalar_one())

        return await self.database.write(work)

    async def talk(self, table: str, limit: int) -> list[dict[str, Any]]:
        """Return what was said last, oldest first."""
        query = select(TALK.c.seq, TALK.c.seat, TALK.c.text, TALK.c.at)
        query = query.where(TALK.c.table_id == table).order_by(TALK.c.seq.desc()).limit(limit)

        def work(connection: Connection) -> list[dict[str, Any]]:
            return [dict(row) for row in connection.execute(query).mappings()]

        return (await self.database.read(work))[::-1]

    # --- time -----------------------------------------------------------------------------------

    async def due(self, until: int, limit: int) -> list[tuple[str, int]]:
        """Return tables at which something is due, the earliest first."""
        query = select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= until)

        def work(connection: Connection) -> list[tuple[str, int]]:
            rows = connection.execute(query.order_by(TABLES.c.due).limit(limit))
            return [(str(table), int(due)) for table, due in rows]

        return await self.database.read(work)

    async def claim(self, table: str, due: int, until: int | None) -> bool:
        """Put off what is due, so that no other process does it too; tell whether it was ours.

        None: nothing is due at the table after all.
        """
        mine = (TABLES.c.id == table) & (TABLES.c.due == due)

        def work(connection: Connection) -> bool:
            return (connection.execute(update(TABLES).where(mine).values(due=until))).rowcount == 1

        return await self.database.write(work)

    async def beat(self, now: int, gone_after: int) -> int:
        """Show a sign of life; return how long nobody was there in all.

        The time since the last sign counts if it is longer than `gone_after`: otherwise somebody is
        there. Wall clocks of several machines differ a little: the sign never goes back.
        """
        gap = now - CLOCK.c.seen
        query = (
            update(CLOCK)
            .where(CLOCK.c.id == 1)
            .values(
                stopped=CLOCK.c.stopped + case((gap > gone_after, gap), else_=0),
                seen=case((gap > 0, now), else_=CLOCK.c.seen),
            )
            .returning(CLOCK.c.stopped)
        )

        def work(connection: Connection) -> int:
            stopped: int | None = connection.execute(query).scalar_one_or_none()
            if stopped is None:  # the first sign of all
                first = insert_new(self.database, CLOCK).values(id=1, stopped=0, seen=now)
                connection.execute(first)
            return stopped or 0

        return await self.database.write(work)


def _table_row(row: RowMapping, seats: list[SeatRow]) -> TableRow:
    return TableRow(**{**row, "pace": Pace(**row["pace"]), "seats": tuple(seats)})


def _table_values(table: TableRow) -> dict[str, Any]:
    values = asdict(table)
    del values["seats"]
    return values


def _seat_values(table: TableRow, seat: SeatRow) -> dict[str, Any]:
    return {**asdict(seat), "table_id": table.id}
