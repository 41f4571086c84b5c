"""Storing events: many at once in one commit, so that a full sync of the disk serves all of them.

Law: `append` answers after the event is on the disk, or raises. It answers False if the number, or
the client's id, is taken: then nothing was stored.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Connection,
    Executable,
    bindparam,
    case,
    cast,
    column,
    func,
    null,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from tirelire.server.storage.database import Database, insert_new
from tirelire.server.storage.rows import OVER
from tirelire.server.storage.schema import EVENTS, TABLES

_MOST_AT_ONCE = 200


class Entry(NamedTuple):
    """One event to be stored, and what the table is afterwards."""

    table: str
    number: int
    text: str
    client: str | None
    over: bool
    """Whether the match is over by it."""
    version: int
    """The version of the table for which the due time was worked out."""
    due: int | None
    at: int
    """House time."""
    is_quiet: bool = False
    """True if nothing was due and nothing is, in a single process: the row need not be updated."""


Waiting = tuple[Entry, asyncio.Future[bool]]
"""An event, and who waits for the answer."""


class EventWriter:
    """Stores events in the order in which they come."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Waiting] = []
        self._storing: list[Waiting] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._insert = _insert_from_list(database)
        over = bindparam("over", type_=Boolean)
        due, at = (bindparam(name, type_=BigInteger) for name in ("then", "now"))
        self._update = (
            update(TABLES)
            .where(TABLES.c.id == bindparam("table"))
            .values(
                status=case((over, OVER), else_=TABLES.c.status),
                status_at=case((over, at), else_=TABLES.c.status_at),
                # If the row has changed meanwhile, the scheduler is to look at it at once.
                due=case((over, null()), (TABLES.c.version == bindparam("seen"), due), else_=at),
            )
        )

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            while self._waiting or self._storing:
                await asyncio.sleep(0.005)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def append(self, entry: Entry) -> asyncio.Future[bool]:
        """Store an event; the answer tells whether it was new."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, answer))
        self._wake.set()
        return answer

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                self._storing = self._next()
                try:
                    await self._answer(self._storing)
                except IntegrityError:  # one is for a table that is gone: the others are not
                    for one in self._storing:
                        await self._answer_alone(one)
                except Exception as error:
                    _fail(self._storing, error)
                self._storing = []

    def _next(self) -> list[Waiting]:
        """Take what can be stored at once: one event of a table, so that it is clear whose was."""
        batch: dict[str, Waiting] = {}
        left = []
        for one in self._waiting:
            if len(batch) < _MOST_AT_ONCE and one[0].table not in batch:
                batch[one[0].table] = one
            else:
                left.append(one)
        self._waiting = left
        # In the order of the tables: two processes never wait for each other.
        return [batch[table] for table in sorted(batch)]

    async def _answer(self, batch: list[Waiting]) -> None:
        """Store a batch, and answer for each event whether it was new."""
        stored = await self._store([entry for entry, _ in batch])
        for entry, answer in batch:
            if not answer.done():
                answer.set_result((entry.table, entry.number) in stored)

    async def _answer_alone(self, one: Waiting) -> None:
        """Store one event, or answer with the error."""
        try:
            await self._answer([one])
        except Exception as error:
            _fail([one], error)

    async def _store(self, entries: list[Entry]) -> set[tuple[str, int]]:
        """Store what is new in one commit; return the tables and numbers that were."""
        return await self._database.write(lambda connection: self._insert_all(connection, entries))

    def _insert_all(self, connection: Connection, entries: list[Entry]) -> set[tuple[str, int]]:
        if self._insert_rows(connection, entries) < len(entries):
            connection.rollback()
            entries = [one for one in entries if self._insert_rows(connection, [one])]
        changed = [
            {
                "table": entry.table,
                "over": entry.over,
                "seen": entry.version,
                "then": entry.due,
                "now": entry.at,
            }
            for entry in entries
            if not entry.is_quiet
        ]
        if changed:
            connection.execute(self._update, changed)
        return {(entry.table, entry.number) for entry in entries}

    def _insert_rows(self, connection: Connection, entries: list[Entry]) -> int:
        """Insert what is new, and return how much that was."""
        rows = [
            {
                "table_id": entry.table,
                "number": entry.number,
                "client": entry.client,
                "text": entry.text,
                "at": entry.at,
            }
            for entry in entries
        ]
        return connection.execute(self._insert, {"rows": rows}).rowcount


def _insert_from_list(database: Database) -> Executable:
    """Return an insert of whatever is new in a list: one statement, however long the list is.

    Its thread waits for the interpreter lock once; one statement a row would wait for each row.
    """
    is_sqlite = database.sync_engine.dialect.name == "sqlite"
    elements = func.json_each if is_sqlite else func.json_array_elements
    value = elements(bindparam("rows", type_=JSON)).table_valued(column("value", JSON)).c.value
    texts = {name: value[name].as_string() for name in ("table_id", "client", "text")}
    numbers = {name: cast(value[name].as_string(), BigInteger) for name in ("number", "at")}
    fields = texts | numbers
    # Without a condition SQLite would take what follows for one of a join.
    chosen = select(*fields.values()).where(true())
    insert = insert_new(database, EVENTS).from_select(list(fields), chosen)
    return insert.execution_options(preserve_rowcount=True)


def _fail(batch: list[Waiting], error: Exception) -> None:
    """Tell everybody who waits what went wrong."""
    for _, answer in batch:
        if not answer.done():
            answer.set_exception(error)
