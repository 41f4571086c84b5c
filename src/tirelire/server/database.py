"""The connection to the house's database, and its schema."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7418529630
"""Key of the lock that keeps two processes from changing a PostgreSQL schema at the same time."""


def now_ms() -> int:
    """Return the wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


def connect(url: str) -> AsyncEngine:
    """Make the engine for a database URL; nothing is opened yet.

    What goes wrong is told without the values that it went wrong with.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise OptionError(Refusal("database", url=url[:80])) from None
    kind = parsed.get_backend_name()
    if kind not in _DRIVERS:
        raise OptionError(Refusal("database", url=url[:80]))
    parsed = parsed.set(drivername=_DRIVERS[kind])
    if kind == "postgresql":
        return create_async_engine(
            parsed, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True
        )
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_async_engine(parsed, connect_args={"timeout": 10}, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk before it is answered, and readers never wait for writers."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def insert_new(engine: AsyncEngine, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into a table that passes over what is there already."""
    insert = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()


async def prepare(engine: AsyncEngine) -> None:
    """Bring the schema up to date, whole or not at all; several processes may try at once."""
    try:
        async with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                lock = text("SELECT pg_advisory_xact_lock(:key)")
                await connection.execute(lock, {"key": _LOCK})
            else:
                # Python's driver begins a transaction for changes of rows, but not of the schema.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            await connection.run_sync(_upgrade)
            await connection.commit()
    except (SQLAlchemyError, OSError) as error:
        raise _away(error) from error


async def check_version(engine: AsyncEngine) -> None:
    """Refuse a database whose schema is not that of this version."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(_version)
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
