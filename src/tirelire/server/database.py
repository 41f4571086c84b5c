"""The connection to the house's database, and its schema."""

from __future__ import annotations

import re
import time
from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

T = TypeVar("T")
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}
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

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read something."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Change something, whole or not at all."""

    async def dispose(self) -> None:
        """Close all connections; the next work opens new ones."""


class InThreads:
    """SQLite: work is done in threads of its own, from beginning to end in one go.

    One thread writes, as only one can; others read meanwhile.
    """

    def __init__(self, engine: Engine) -> None:
        self.sync_engine = engine
        self._writing = ThreadPoolExecutor(1, "writing")
        self._reading = ThreadPoolExecutor(2, "reading")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read something."""
        return await get_running_loop().run_in_executor(self._reading, self._do, work, False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Change something, whole or not at all."""
        return await get_running_loop().run_in_executor(self._writing, self._do, work, True)

    def _do(self, work: Callable[[Connection], T], changes: bool) -> T:
        with self.sync_engine.connect() as connection:
            return _stored(connection, work) if changes else work(connection)

    async def dispose(self) -> None:
        """Close all connections; the next work opens new ones."""
        self.sync_engine.dispose()


class OverNetwork:
    """PostgreSQL: the event loop waits for each answer, and does something else meanwhile."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.sync_engine = engine.sync_engine

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
    """Do work and store it; if that fails, the connection is given up.

    It would go back to the others with all that was not stored, and that be stored with what is
    next.
    """
    result = work(connection)
    try:
        connection.commit()
    except BaseException:
        connection.invalidate()
        raise
    return result


def without_password(url: str) -> str:
    """Hide who logs in, and how.

    >>> without_password("mysql://ada:secret@host/house")
    'mysql://…@host/house'
    """
    return re.sub(r"//[^/]*@", "//…@", url)


def connect(url: str) -> Database:
    """Return the database of a URL; nothing is opened yet.

    What goes wrong is told without the values that it went wrong with.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise OptionError(Refusal("database", url=without_password(url)[:80])) from None
    kind = parsed.get_backend_name()
    if kind not in _DRIVERS:
        raise OptionError(Refusal("database", url=without_password(url)[:80]))
    parsed = parsed.set(drivername=_DRIVERS[kind])
    if kind == "postgresql":
        return OverNetwork(
            create_async_engine(
                parsed, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True
            )
        )
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": 10}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return InThreads(engine)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk before it is answered, and readers never wait for writers."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def insert_new(database: Database, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into a table that passes over what is there already."""
    kind = database.sync_engine.dialect.name
    insert = sqlite.insert if kind == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()


async def prepare(database: Database) -> None:
    """Bring the schema up to date, whole or not at all; several processes may try at once."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        else:
            # Python's driver begins a transaction for changes of rows, but not of the schema.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        _upgrade(connection)

    try:
        await database.write(work)
    except (SQLAlchemyError, OSError) as error:
        raise _away(error) from error


async def check_version(database: Database) -> None:
    """Refuse a database whose schema is not that of this version."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    try:
        found = await database.read(_version)
    except (SQLAlchemyError, OSError) as error:
        raise _away(error) from error
    if found != newest:
        raise OptionError(Refusal("keep.schema"))


def _away(error: Exception) -> OptionError:
    reason = str(error).split("\n", 1)[0][:200]
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
