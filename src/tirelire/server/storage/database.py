"""The connection to the house's database.

What PostgreSQL alone needs is imported where it is used: most houses are on SQLite.
"""

from __future__ import annotations

import os
import re
import time
from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import ENOENT
from importlib.util import find_spec
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.failures import (
    DamagedFileError,
    HeaderReader,
    existing,
    is_sound,
    reason_of,
)

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
_POSTGRESQL = "postgresql+asyncpg"
_SQLITE = re.compile(r"sqlite://(/(?P<file>.*))?", re.DOTALL)
"""A URL of SQLite. What follows the slashes is a path as it is: files may have any sign in them."""
_IN_MEMORY = (None, "", ":memory:")
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_PARAMETERS = ("host", "sslmode")
"""What may follow the question mark in a URL of PostgreSQL."""
_PATIENCE = 10
"""Seconds that one waits for another who writes into the same file."""
_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700
_LOCK_ORIGIN = text("SELECT pg_advisory_xact_lock(hashtextextended(CAST(:origin AS text), 0))")
_IDENTITY = "file"
"""Under which name a connection remembers which file it has opened."""


def now_ms() -> int:
    """Return the wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


class Database(Protocol):
    """A database in which work is done: a function that gets a connection.

    What `write` did is on the disk when it returns; if it raises, nothing was done. `work` may take
    back what it did itself (`connection.rollback()`), and return.
    """

    sync_engine: Engine

    def make(self) -> None:
        """Make the place where everything is kept, if there is none."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read something."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Change something, whole or not at all."""

    async def check(self) -> None:
        """Raise if what is stored is damaged, as far as that can be told at once."""

    async def dispose(self) -> None:
        """Close all connections; the next work opens new ones."""


class SQLiteDatabase:
    """SQLite: work is done in threads of its own, from beginning to end in one go.

    One thread writes, as only one can; others read meanwhile.
    """

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self.sync_engine = engine
        self._file = file
        self._header = None if file is None else HeaderReader(file)
        self._is_damaged = False
        """Whether SQLite has found damage."""
        self._writing, self._reading = _threads()

    def make(self) -> None:
        """Make the file, if there is none; it holds secrets, and only its owner can read it."""
        if self._file is not None:
            make_private(self._file)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read something."""
        return await get_running_loop().run_in_executor(self._reading, self._do, work, False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Change something, whole or not at all."""
        return await get_running_loop().run_in_executor(self._writing, self._do, work, True)

    async def check(self) -> None:
        """Raise if the file is none of SQLite, or damage was found and is still there."""
        if self._header is not None:
            await get_running_loop().run_in_executor(self._reading, self._check, self._header)

    def _check(self, header: HeaderReader) -> None:
        if not header.has_header():
            raise DamagedFileError
        if self._is_damaged:
            if not is_sound(header.file):
                raise DamagedFileError
            self._is_damaged = False
            self.sync_engine.dispose()

    def _do(self, work: Callable[[Connection], T], changes: bool) -> T:
        try:
            return self._run(work, changes)
        except SQLAlchemyError as error:
            if reason_of(error) == "damaged":
                self._is_damaged = True
            raise

    def _run(self, work: Callable[[Connection], T], changes: bool) -> T:
        with self.sync_engine.connect() as connection:
            result = work(connection)
            if self._file is not None:
                self._check_file(connection, self._file)
            if changes:
                _commit(connection)
            return result

    def _check_file(self, connection: Connection, file: Path) -> None:
        """Refuse to go on with a file that is not in its place any more.

        What is stored there would be lost with it. The next work opens the file that is there then.
        """
        if connection.info[_IDENTITY] != _identity(file):
            connection.invalidate()
            self.sync_engine.dispose()
            raise FileNotFoundError(ENOENT, "the file was taken away", str(file))

    async def dispose(self) -> None:
        """Close all connections, once work that has begun is done; the next work opens new ones."""
        threads = self._writing, self._reading
        self._writing, self._reading = _threads()
        for pool in threads:
            await get_running_loop().run_in_executor(None, pool.shutdown)
        self.sync_engine.dispose()
        if self._header is not None:
            self._header.close()


def _threads() -> tuple[ThreadPoolExecutor, ThreadPoolExecutor]:
    """Return threads that write, and threads that read."""
    return ThreadPoolExecutor(1, "writing"), ThreadPoolExecutor(2, "reading")


class PostgreSQLDatabase:
    """PostgreSQL: the event loop waits for each answer, and does something else meanwhile."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.sync_engine = engine.sync_engine

    def make(self) -> None:
        """Do nothing: the owner of the house has made an empty database."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read something."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Change something, whole or not at all."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(_stored, work)

    async def check(self) -> None:
        """Do nothing: PostgreSQL checks what it reads."""

    async def dispose(self) -> None:
        """Close all connections; the next work opens new ones."""
        await self._engine.dispose()


def _stored(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Do work and store it."""
    result = work(connection)
    _commit(connection)
    return result


def _commit(connection: Connection) -> None:
    """Store what was done; if that fails, the connection is given up.

    It would go back to the others with all that was not stored, and that be stored with what is
    next.
    """
    try:
        connection.commit()
    except BaseException:
        connection.invalidate()
        raise


# --- where it is --------------------------------------------------------------------------------


def without_password(url: str) -> str:
    """Hide who logs in, and how.

    >>> without_password("mysql://ada:se/cret@host/house?key=secret")
    'mysql://…@host/house?…'
    """
    return re.sub(r"\?.*", "?…", re.sub(r"^(\w+:/*)?.*@", r"\1…@", url))


def check_url(url: str) -> None:
    """Refuse what is no URL of a database that can keep a house."""
    if _SQLITE.fullmatch(url) is None:
        _parse_postgresql(url)
    elif file_of(url) is None:
        raise _no_database(url)


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database; None for another kind, and for one in memory."""
    found = _SQLITE.fullmatch(url)
    if found is None or found["file"] in _IN_MEMORY:
        return None
    return Path(found["file"]).absolute()


def _parse_postgresql(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise _no_database(url) from None
    if parsed.get_backend_name() != "postgresql":
        raise _no_database(url)
    unknown = sorted(set(parsed.query) - set(_PARAMETERS))
    if unknown:
        raise OptionError(
            Refusal("setting", name=f"?{unknown[0][:40]}", allowed=", ".join(_PARAMETERS))
        )
    if parsed.query.get("sslmode", _SSL_MODES[0]) not in _SSL_MODES:
        raise OptionError(Refusal("range", name="sslmode", allowed=" | ".join(_SSL_MODES)))
    if find_spec("asyncpg") is None:
        raise OptionError(Refusal("no_postgresql"))
    return parsed.set(drivername=_POSTGRESQL)


def _no_database(url: str) -> OptionError:
    return OptionError(Refusal("database", url=without_password(url)[:80]))


def make_private(file: Path) -> None:
    """Make a file that only its owner can read, and its folder, if they are not there."""
    try:
        file.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE))
    except OSError as error:
        raise OptionError(Refusal("keep.file", path=error.filename, why=error.strerror)) from error


# --- opening it ---------------------------------------------------------------------------------


def connect(url: str) -> Database:
    """Return the database of a URL; nothing is opened yet.

    What goes wrong is told without the values that it went wrong with.
    """
    if _SQLITE.fullmatch(url) is None:
        return _over_network(_parse_postgresql(url))
    file = file_of(url)
    made = URL.create("sqlite", database=str(file) if file else None)
    engine = create_engine(
        made, connect_args={"timeout": _PATIENCE, "uri": True}, hide_parameters=True
    )
    if file is not None:
        _open_only(engine, file)
    event.listen(engine, "connect", _prepare_sqlite)
    return SQLiteDatabase(engine, file)


def _over_network(parsed: URL) -> PostgreSQLDatabase:
    from sqlalchemy.ext.asyncio import create_async_engine

    # The driver's own word for what everybody else calls `sslmode`.
    mode = parsed.query.get("sslmode")
    return PostgreSQLDatabase(
        create_async_engine(
            parsed.difference_update_query(["sslmode"]),
            connect_args={"ssl": mode} if mode else {},
            pool_size=8,
            max_overflow=8,
            pool_pre_ping=True,
            hide_parameters=True,
        )
    )


def _open_only(engine: Engine, file: Path) -> None:
    """Let connections open the file that is there, and remember which one that was.

    SQLite would make a new one: an empty house in the place of one that was taken away.
    """

    def open_file(_dialect: Any, record: Any, given: list[Any], _named: Any) -> None:
        # Before it is opened: another one that is put there in this moment is then noticed.
        record.info[_IDENTITY] = _identity(file)
        given[0] = existing(file)

    event.listen(engine, "do_connect", open_file)


def _identity(file: Path) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name; None if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk before it is answered, and readers never wait for writers."""
    cursor = connection.cursor()
    _write_ahead(cursor)
    for setting in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Turn on write-ahead logging, so that readers do not wait for a writer; wait for a lock.

    SQLite itself does not wait here: two who open a new file at once would be in each other's way.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except OperationalError as error:
            is_locked = error.sqlite_errorcode & 0xFF == SQLITE_BUSY
            if not is_locked or time.monotonic() > end:
                raise
            time.sleep(0.01)


def lock_origin(connection: Connection, origin: str) -> None:
    """Let no other process change what an origin has until this transaction ends.

    It is the first thing that a transaction does: what is counted after it stays so.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(_LOCK_ORIGIN, {"origin": origin})


def insert_new(database: Database, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into a table that passes over what is there already."""
    if database.sync_engine.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table).on_conflict_do_nothing()
