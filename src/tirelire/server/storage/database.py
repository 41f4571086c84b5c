"""The connection to the house's database, and its schema."""

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
from typing import Any, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tirelire import __version__
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

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
_AWAY = (SQLAlchemyError, OSError, OverflowError, UnicodeError)
"""What is raised where a database cannot be reached, or no address be like the one given."""
_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700
_IDENTITY = "file"
"""Under which name a connection remembers which file it has opened."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7418529630
"""Key of the lock that keeps two processes from changing a PostgreSQL schema at the same time."""


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

    async def dispose(self) -> None:
        """Close all connections; the next work opens new ones."""


class SQLiteDatabase:
    """SQLite: work is done in threads of its own, from beginning to end in one go.

    One thread writes, as only one can; others read meanwhile.
    """

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self.sync_engine = engine
        self._file = file
        self._writing = ThreadPoolExecutor(1, "writing")
        self._reading = ThreadPoolExecutor(2, "reading")

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

    def _do(self, work: Callable[[Connection], T], changes: bool) -> T:
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
        """Close all connections; the next work opens new ones."""
        self.sync_engine.dispose()


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


def existing(file: Path) -> str:
    """Return what SQLite is to open: a file that is there, whatever signs are in its path."""
    return f"{file.absolute().as_uri()}?mode=rw"


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


def insert_new(database: Database, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into a table that passes over what is there already."""
    kind = database.sync_engine.dialect.name
    insert = sqlite.insert if kind == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()


# --- the schema ---------------------------------------------------------------------------------


async def prepare(database: Database) -> None:
    """Bring the schema up to date, whole or not at all; several processes may try at once."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        else:
            # Python's driver begins a transaction for changes of rows, but not of the schema.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = _version(connection)
        if found is None and inspect(connection).get_table_names():
            raise OptionError(Refusal("keep.other_data"))
        _check_known(found)
        _upgrade(connection)

    database.make()
    try:
        await database.write(work)
    except _AWAY as error:
        raise _away(error) from error


async def check_version(database: Database) -> None:
    """Refuse a database whose schema is not that of this version."""
    try:
        found = await database.read(_version)
    except _AWAY as error:
        raise _away(error) from error
    if found is None:
        raise OptionError(Refusal("keep.other_data"))
    _check_known(found)
    if found != _scripts().get_current_head():
        raise OptionError(Refusal("keep.schema"))


def _check_known(version: str | None) -> None:
    """Refuse a schema that this version has never heard of: a newer one made it."""
    known = {script.revision for script in _scripts().walk_revisions()}
    if version is not None and version not in known:
        raise OptionError(Refusal("keep.newer", version=__version__))


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _away(error: Exception) -> OptionError:
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    reason = told.split("\n", 1)[0][:200]
    return OptionError(Refusal("database_away", reason=reason))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
