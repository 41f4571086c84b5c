"""The schema of a stored house: checked, and brought up to date by the scripts in `migrations`.

Alembic is imported only where a schema is changed: an open house does not need it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from tirelire import __version__
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.database import Database
from tirelire.server.storage.failures import reason_of
from tirelire.server.storage.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from alembic.config import Config

T = TypeVar("T")
_AWAY = (SQLAlchemyError, OSError, OverflowError, UnicodeError)
"""What is raised where a database cannot be reached, or no address be like the one given."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_VERSIONS = "alembic_version"
"""The table in which Alembic notes the version of the schema."""
_LOCK = 7418529630
"""Key of the lock that keeps two processes from changing a PostgreSQL schema at the same time."""


async def prepare(database: Database) -> None:
    """Bring the schema up to date, whole or not at all; several processes may try at once."""

    def work(connection: Connection) -> None:
        _lock_schema(connection)
        found = _version(connection)
        if found is None and inspect(connection).get_table_names():
            raise OptionError(Refusal("keep.other_data"))
        _check_known(found)
        _upgrade(connection)

    database.make()
    try:
        if await database.read(_version) != SCHEMA_VERSION:
            await database.write(work)
    except _AWAY as error:
        raise _away(error) from error


def _lock_schema(connection: Connection) -> None:
    """Let no other process change the schema meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    else:
        # Python's driver begins a transaction for changes of rows, but not of the schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def read_upgraded(database: Database, read: Callable[[Connection], T]) -> T:
    """Read a database as if its schema were up to date; nothing is changed.

    The schema of an older version is changed in a transaction that is taken back; other processes
    wait meanwhile.
    """

    def work(connection: Connection) -> T:
        _lock_schema(connection)
        _check_known(_checked_version(connection))
        _upgrade(connection)
        result = read(connection)
        connection.rollback()
        return result

    try:
        found = await database.read(_checked_version)
        is_current = found == SCHEMA_VERSION
        return await (database.read(read) if is_current else database.write(work))
    except _AWAY as error:
        raise _away(error) from error


def _checked_version(connection: Connection) -> str:
    """Return the version of the schema; refuse what is no house."""
    found = _version(connection)
    if found is None:
        raise OptionError(Refusal("keep.other_data"))
    return found


async def check_version(database: Database) -> None:
    """Refuse a database whose schema is not that of this version."""
    try:
        found = await database.read(_checked_version)
    except _AWAY as error:
        raise _away(error) from error
    _check_known(found)
    if found != SCHEMA_VERSION:
        raise OptionError(Refusal("keep.schema"))


def _check_known(version: str | None) -> None:
    """Refuse a schema that this version has never heard of: a newer one made it."""
    if version in (None, SCHEMA_VERSION):
        return
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version not in known:
        raise OptionError(Refusal("keep.newer", version=__version__))


def _away(error: Exception) -> OptionError:
    if reason_of(error) == "damaged":
        return OptionError(Refusal("keep.corrupt"))
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    reason = told.split("\n", 1)[0][:200]
    return OptionError(Refusal("database_away", reason=reason))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def _upgrade(connection: Connection) -> None:
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSIONS):
        return None
    return connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar_one_or_none()
