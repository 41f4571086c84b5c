"""Opening a stored house for a command, copying it, and checking it before an upgrade."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.storage import queries
from tirelire.server.storage.database import connect, file_of
from tirelire.server.storage.failures import existing
from tirelire.server.storage.migrate import check_version, prepare, read_upgraded
from tirelire.server.storage.repository import Repository, read_events, read_tables
from tirelire.server.storage.rows import RUNNING, EventRow, TableRow
from tirelire.server.tables.session import ReplayError, replay_session


@asynccontextmanager
async def open_repository(url: str, *, new: bool = False) -> AsyncIterator[Repository]:
    """Open the database of a house; a missing one is made only if it may be new."""
    path = file_of(url)
    if path is not None and not path.is_file() and not new:
        raise OptionError(Refusal("keep.no_house", path=path))
    database = connect(url)
    try:
        if new:
            await prepare(database)
        await check_version(database)
        yield Repository(database)
    finally:
        await database.dispose()


_VERSIONS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
"""Finds the table in which every house keeps the version of its schema."""


def back_up(url: str, target: Path) -> None:
    """Copy a SQLite house as it is at one moment, while it is open; nothing is overwritten."""
    source = file_of(url)
    if source is None:
        raise OptionError(Refusal("keep.pg_dump", path=target))
    if not source.is_file():
        raise OptionError(Refusal("keep.no_house", path=source))
    with new_file(target) as part:
        try:
            with (
                closing(sqlite3.connect(existing(source), uri=True)) as house,
                closing(sqlite3.connect(part)) as copy,
            ):
                if not house.execute(_VERSIONS).fetchone():
                    raise OptionError(Refusal("keep.no_house", path=source))
                house.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
                (found,) = copy.execute("PRAGMA quick_check").fetchone()
        except sqlite3.Error as error:
            raise OptionError(Refusal("keep.file", path=target, why=error)) from error
        if found != "ok":
            raise OptionError(Refusal("keep.damaged", why=found))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Write a new file under a temporary name; it gets its own name when it is complete.

    Only its owner can read it. An existing file is not overwritten.
    """
    try:
        # Reserve the name from the beginning, so that no other process can take it.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise OptionError(Refusal("keep.exists", path=target)) from None
    except OSError as error:
        raise OptionError(Refusal("keep.file", path=target, why=error.strerror)) from error
    try:
        with _part_of(target) as part:
            yield part
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.replace(target)
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OptionError(Refusal("keep.file", path=target, why=error.strerror)) from error
        raise


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Make a temporary file beside another; removed unless it is renamed."""
    opened, name = tempfile.mkstemp(".part", ".tirelire-", target.parent)
    os.close(opened)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


_ALL = 2**31 - 1


class Replayed(NamedTuple):
    """A running match that was replayed."""

    table: str
    game: str
    rules: int
    """The version of the rules that it was played by."""
    events: int
    fails_at: int | None
    """The number of the event that does not replay; None if all do."""


async def check_running(url: str, prepare: Callable[[str], None]) -> list[Replayed]:
    """Replay all running matches of a house, open or not, of this version or older.

    `prepare` gets a game ready. Nothing is changed.
    """
    path = file_of(url)
    if path is not None and not path.is_file():
        raise OptionError(Refusal("keep.no_house", path=path))
    database = connect(url)
    try:
        found = await read_upgraded(database, _running)
    finally:
        await database.dispose()
    replayed = []
    for row, events in found:
        prepare(row.game)
        failed = _failing_event(row, events)
        replayed.append(Replayed(row.id, row.game, row.rules, len(events), failed))
    return replayed


def _running(connection: Connection) -> list[tuple[TableRow, list[EventRow]]]:
    given: dict[str, str | int] = {"of_status": RUNNING, "limit": _ALL}
    rows = read_tables(connection, queries.TABLES_OF_STATUS, given)
    return [(row, read_events(connection, row.id)) for row in rows]


def _failing_event(row: TableRow, events: list[EventRow]) -> int | None:
    try:
        replay_session(row, events)
    except ReplayError as error:
        return error.number
    return None
