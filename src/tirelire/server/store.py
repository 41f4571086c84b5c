"""Reading and writing what the house keeps; events are written by `writer`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import case, delete, func, insert, or_, select, union, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncEngine

from tirelire.server.database import insert_new, now_ms
from tirelire.server.rows import OPEN, RUNNING, EventRow, Pace, SeatRow, TableRow
from tirelire.server.schema import CLOCK, EVENTS, GUESTS, KEYS, SEATS, TABLES, TALK


class Store:
    """The house's memory."""

    def __init__(self, engine: AsyncEngine, wall: Callable[[], int] = now_ms) -> None:
        self.engine = engine
        self.wall = wall
        """The wall clock, in milliseconds."""

    # --- guests ---------------------------------------------------------------------------------

    async def add_guest(self, guest: str, secret_hash: str) -> None:
        """Keep a new guest."""
        async with self.engine.begin() as connection:
            await connection.execute(
                insert(GUESTS).values(id=guest, secret=secret_hash, created=self.wall())
            )

    async def guest_of(self, secret_hash: str) -> str | None:
        """Find the guest who holds a secret."""
        async with self.engine.connect() as connection:
            query = select(GUESTS.c.id).where(GUESTS.c.secret == secret_hash)
            return (await connection.execute(query)).scalar_one_or_none()

    async def drop_guest(self, guest: str) -> None:
        """Forget a guest who never sat down."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))

    async def use_link(self, key_hash: str, kind: str, secret_hash: str) -> str | None:
        """Use a key up to give its guest a new secret: the old one is worth nothing any more.

        Return the guest, or None if the key is not good. Of two who try, one succeeds.
        """
        good = (KEYS.c.hash == key_hash) & (KEYS.c.kind == kind) & (KEYS.c.expires > self.wall())
        async with self.engine.begin() as connection:
            used = await connection.execute(delete(KEYS).where(good).returning(KEYS.c.guest))
            guest = used.scalar_one_or_none()
            if guest is not None:
                others = (KEYS.c.guest == guest) & (KEYS.c.kind == kind)
                await connection.execute(delete(KEYS).where(others))
                await connection.execute(
                    update(GUESTS).where(GUESTS.c.id == guest).values(secret=secret_hash)
                )
        return guest

    async def has_guest(self, guest: str) -> bool:
        """Tell whether there is such a guest."""
        async with self.engine.connect() as connection:
            query = select(GUESTS.c.id).where(GUESTS.c.id == guest)
            return (await connection.execute(query)).scalar_one_or_none() is not None

    async def add_key(
        self, key_hash: str, guest: str, kind: str, scopes: str, label: str, expires: int | None
    ) -> None:
        """Keep a key that stands for a guest."""
        async with self.engine.begin() as connection:
            await connection.execute(
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

    async def key(self, key_hash: str) -> Row[Any] | None:
        """Find a key that has not expired."""
        async with self.engine.connect() as connection:
            query = select(KEYS).where(
                KEYS.c.hash == key_hash, or_(KEYS.c.expires.is_(None), KEYS.c.expires > self.wall())
            )
            return (await connection.execute(query)).one_or_none()

    async def keys_of(self, guest: str, kind: str) -> Sequence[Row[Any]]:
        """List the keys of a guest."""
        async with self.engine.connect() as connection:
            query = select(KEYS).where(KEYS.c.guest == guest, KEYS.c.kind == kind)
            return (await connection.execute(query.order_by(KEYS.c.created))).all()

    async def drop_key(self, key_hash: str, guest: str | None = None) -> bool:
        """Forget a key; tell whether it was there. Of two who try, one succeeds."""
        query = delete(KEYS).where(KEYS.c.hash == key_hash)
        if guest is not None:
            query = query.where(KEYS.c.guest == guest)
        async with self.engine.begin() as connection:
            return (await connection.execute(query)).rowcount == 1

    # --- tables ---------------------------------------------------------------------------------

    async def add_table(self, table: TableRow) -> None:
        """Keep a new table."""
        async with self.engine.begin() as connection:
            await connection.execute(insert(TABLES).values(_table_values(table)))
            await connection.execute(insert(SEATS), [_seat_values(table, x) for x in table.seats])

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
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(TABLES.c.created, TABLES.c.id))
            return [str(table) for table in rows.scalars()]

    async def table_of_secret(self, secret: str) -> str | None:
        """Find the table whose deals are made from a secret."""
        async with self.engine.connect() as connection:
            query = select(TABLES.c.id).where(TABLES.c.secret == secret)
            return (await connection.execute(query)).scalars().first()

    async def _tables(self, query: Any) -> list[TableRow]:
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
            wanted = SEATS.c.table_id.in_([row["id"] for row in rows])
            seats = await connection.execute(
                select(SEATS).where(wanted).order_by(SEATS.c.table_id, SEATS.c.seat)
            )
            by_table: dict[str, list[SeatRow]] = {}
            for row in seats.mappings():
                values = dict(row)
                by_table.setdefault(values.pop("table_id"), []).append(SeatRow(**values))
        return [
            TableRow(**{**row, "pace": Pace(**row["pace"]), "seats": tuple(by_table[row["id"]])})
            for row in rows
        ]

    async def change_table(self, table: TableRow, number: int) -> bool:
        """Keep a changed table with all its seats, if nobody changed it or moved meanwhile.

        `table.version` is the version that was read, `number` that of the last event: what is due
        at the table was worked out from both.
        """
        values = _table_values(table)
        values["version"] = table.version + 1
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == table.id)
        async with self.engine.connect() as connection:
            mine = (TABLES.c.id == table.id) & (TABLES.c.version == table.version)
            changed = await connection.execute(update(TABLES).where(mine).values(values))
            if changed.rowcount != 1:
                return False
            # Whoever stores an event changes this row too: he has done so, or waits for us.
            if ((await connection.execute(last)).scalar_one() or 0) != number:
                return False
            for seat in table.seats:
                place = (SEATS.c.table_id == table.id) & (SEATS.c.seat == seat.seat)
                await connection.execute(
                    update(SEATS).where(place).values(_seat_values(table, seat))
                )
            await connection.commit()
        return True

    async def drop_table(self, table: str) -> None:
        """Forget a table and all that belongs to it."""
        async with self.engine.begin() as connection:
            for rows in (SEATS, EVENTS, TALK):
                await connection.execute(delete(rows).where(rows.c.table_id == table))
            await connection.execute(delete(TABLES).where(TABLES.c.id == table))

    # --- events ---------------------------------------------------------------------------------

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        """Return the events of a table with higher numbers than the given one."""
        columns = (EVENTS.c.number, EVENTS.c.text, EVENTS.c.client, EVENTS.c.at)
        query = select(*columns).where(EVENTS.c.table_id == table, EVENTS.c.number > after)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(EVENTS.c.number))
            return [EventRow(*row) for row in rows]

    async def add_matches(
        self, host: str, secret_hash: str, matches: Sequence[tuple[TableRow, Sequence[EventRow]]]
    ) -> None:
        """Keep matches that were played elsewhere, with a new guest as their host; all or none."""
        if not matches:
            return
        async with self.engine.begin() as connection:
            await connection.execute(
                insert(GUESTS).values(id=host, secret=secret_hash, created=self.wall())
            )
            for row, events in matches:
                await connection.execute(insert(TABLES).values(_table_values(row)))
                await connection.execute(insert(SEATS), [_seat_values(row, x) for x in row.seats])
                rows = [{**asdict(event), "table_id": row.id} for event in events]
                await connection.execute(insert(EVENTS), rows)

    async def marks(self, tables: Sequence[str]) -> dict[str, tuple[int, int, int]]:
        """Return for tables the version, the number of the last event and of the last talk."""
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == TABLES.c.id)
        said = select(func.max(TALK.c.seq)).where(TALK.c.table_id == TABLES.c.id)
        query = select(
            TABLES.c.id, TABLES.c.version, last.scalar_subquery(), said.scalar_subquery()
        ).where(TABLES.c.id.in_(tables))
        async with self.engine.connect() as connection:
            rows = await connection.execute(query)
            return {
                table: (version, number or 0, talk or 0) for table, version, number, talk in rows
            }

    async def answers(self) -> None:
        """Return if the database can be read."""
        async with self.engine.connect() as connection:
            await connection.execute(select(CLOCK.c.seen).where(CLOCK.c.id == 1))

    async def counts(self) -> dict[str, int]:
        """Count tables by status."""
        async with self.engine.connect() as connection:
            query = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
            return {str(status): int(n) for status, n in await connection.execute(query)}

    # --- talk -----------------------------------------------------------------------------------

    async def add_talk(self, table: str, seat: int, text: str) -> int:
        """Keep what somebody said; return its number."""
        async with self.engine.begin() as connection:
            values = {"table_id": table, "seat": seat, "text": text, "at": self.wall()}
            query = insert(TALK).values(values).returning(TALK.c.seq)
            return int((await connection.execute(query)).scalar_one())

    async def talk(self, table: str, limit: int) -> list[dict[str, Any]]:
        """Return what was said last, oldest first."""
        query = select(TALK.c.seq, TALK.c.seat, TALK.c.text, TALK.c.at)
        query = query.where(TALK.c.table_id == table).order_by(TALK.c.seq.desc()).limit(limit)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [dict(row) for row in reversed(rows)]

    # --- time -----------------------------------------------------------------------------------

    async def due(self, until: int, limit: int) -> list[tuple[str, int]]:
        """Return tables at which something is due, the earliest first."""
        query = select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= until)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(TABLES.c.due).limit(limit))
            return [(str(table), int(due)) for table, due in rows]

    async def claim(self, table: str, due: int, until: int | None) -> bool:
        """Put off what is due, so that no other process does it too; tell whether it was ours.

        None: nothing is due at the table after all.
        """
        mine = (TABLES.c.id == table) & (TABLES.c.due == due)
        async with self.engine.begin() as connection:
            return (
                await connection.execute(update(TABLES).where(mine).values(due=until))
            ).rowcount == 1

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
        async with self.engine.begin() as connection:
            stopped: int | None = (await connection.execute(query)).scalar_one_or_none()
            if stopped is None:  # the first sign of all
                first = insert_new(self.engine, CLOCK).values(id=1, stopped=0, seen=now)
                await connection.execute(first)
        return stopped or 0


def _table_values(table: TableRow) -> dict[str, Any]:
    values = asdict(table)
    del values["seats"]
    return values


def _seat_values(table: TableRow, seat: SeatRow) -> dict[str, Any]:
    return {**asdict(seat), "table_id": table.id}
