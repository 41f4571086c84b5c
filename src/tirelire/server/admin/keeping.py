"""Keeping a house: matches taken out and brought in, a copy of everything, tables and tokens.

All of it works beside a house that is open, and on one that is not.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Row

from tirelire.core.errors import NotationError, OptionError, TirelireError
from tirelire.core.refusals import Refusal
from tirelire.match.record import Record, write_event
from tirelire.server.errors import Conflict, NotFound, Quarantined
from tirelire.server.http.authentication import TOKEN, Guests, digest
from tirelire.server.storage.database import check_version, connect, existing, file_of, prepare
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import (
    CALLED,
    CLOSED,
    OVER,
    PERSON,
    EventRow,
    Pace,
    SeatRow,
    TableRow,
)
from tirelire.server.tables.seats import LONGEST_NAME, new_id
from tirelire.server.tables.snapshot import MatchSnapshot

_TRIES = 8
_VERSIONS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
"""Finds the table in which every house keeps the version of its schema."""


@asynccontextmanager
async def opened(url: str, *, new: bool = False) -> AsyncIterator[Repository]:
    """Open what a house keeps; one that is not there is made only if it may be new."""
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


# --- records ------------------------------------------------------------------------------------


async def record_of(repository: Repository, row: TableRow) -> Record:
    """Return the record of a table whose match is over; `Quarantined` if it does not replay."""
    events = await repository.events(row.id)
    try:
        return _played(row, events).record(row)
    except MemoryError:  # says nothing about the table
        raise
    except Exception as error:
        raise Quarantined("broken") from error


def _played(row: TableRow, events: list[EventRow]) -> MatchSnapshot:
    snapshot = MatchSnapshot.begin(row)
    for event in events:
        snapshot = snapshot.follow(event)
    return snapshot


async def finished(repository: Repository, table: str | None = None) -> AsyncIterator[TableRow]:
    """Return all tables whose match is over, the oldest first, or one of them."""
    for found in [table] if table is not None else await repository.ids(OVER):
        row = await find_table(repository, found)
        if row.status != OVER:
            raise Conflict("not_over")
        yield row


def split_records(text: str) -> Iterator[str]:
    r"""Split a text of several records; each ends with its check, and blank lines may follow.

    >>> list(split_records("one\ncheck 1\ntwo\ncheck 2\n"))
    ['one\ncheck 1\n', 'two\ncheck 2\n']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines.append(line)
        if line.startswith("check "):
            yield "\n".join(lines) + "\n"
            lines = []
    rest = "\n".join(lines)
    if rest.strip():
        yield rest


async def bring_in(repository: Repository, texts: Iterable[str]) -> tuple[int, int]:
    """Bring records in as finished tables, all or none; tell how many were new and how many known.

    Every record replays to its end, and its deals follow from its secret.
    """
    seen: dict[str, str] = {}
    new = []
    host, now = secrets.token_urlsafe(16), repository.wall()
    for number, text in enumerate(texts, 1):
        try:
            row, events, today = _read(text, host, now + number)
            if row.secret not in seen:
                known = await _known_text(repository, row.secret)
                seen[row.secret] = today if known is None else known
                if known is None:
                    new.append((row, events))
            if seen[row.secret] != today:
                raise NotationError(Refusal("keep.other"))
        except TirelireError as error:
            raise NotationError(Refusal("keep.record", n=number, why=error)) from error
    await repository.add_matches(host, digest(secrets.token_urlsafe(32)), new)
    return len(new), len(seen) - len(new)


async def _known_text(repository: Repository, secret: str) -> str | None:
    """Return what the house has of a match already; nobody else's match has the same secret."""
    found = await repository.table_of_secret(secret)
    if found is None:
        return None
    row = await find_table(repository, found)
    return str(await record_of(repository, row)) if row.status == OVER else ""


def _read(text: str, host: str, created: int) -> tuple[TableRow, list[EventRow], str]:
    """Read a record as a house keeps a match; refuse what would not give the same record again.

    A record of older rules gives that of the same match as it is written today, which is returned.
    """
    record = Record.parse(text)
    today = str(record.renewed())
    if record.replay().ended != "match":
        raise NotationError(Refusal("keep.unfinished"))
    record.verify()
    assert record.fairness is not None
    words = record.fairness.words
    if len(record.names) != record.players or len(words) != record.players:
        raise NotationError(Refusal("keep.foreign"))
    people = zip(record.names, words, strict=True)
    row = TableRow(
        id=new_id(),
        game=record.game,
        players=record.players,
        options=record.options,
        pace=Pace(),
        listed=False,
        talk=False,
        level="regular",
        host=host,
        status=OVER,
        secret=record.fairness.secret,
        version=0,
        created=created,
        begun=0,
        seats=tuple(
            SeatRow(seat, PERSON, name=name, words=said) for seat, (name, said) in enumerate(people)
        ),
    )
    events = [
        EventRow(number, write_event(event, record.game), None, 0)
        for number, event in enumerate(record.events, 1)
    ]
    fits = all(len(name) <= LONGEST_NAME for name in record.names)
    if not fits or str(_played(row, events).record(row)) != today:
        raise NotationError(Refusal("keep.foreign"))
    return row, events, today


# --- a copy -------------------------------------------------------------------------------------


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
    """Let a file be written under another name, and give it its name when it is whole.

    It is for nobody else's eyes. A file that is there is not overwritten.
    """
    try:
        # The name is taken from the beginning: nobody else can make a file of it meanwhile.
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
    """Make a file beside another, under a name that nobody has; if it keeps that name, it goes."""
    opened, name = tempfile.mkstemp(".part", ".tirelire-", target.parent)
    os.close(opened)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


# --- tables and tokens --------------------------------------------------------------------------


async def find_table(repository: Repository, table: str) -> TableRow:
    """Return a table, or refuse."""
    row = await repository.table(table)
    if row is None:
        raise NotFound("no_table")
    return row


async def close_table(repository: Repository, table: str) -> None:
    """Close a table, whoever its host is; a house that is open hears of it within a second."""
    for _ in range(_TRIES):
        row = await find_table(repository, table)
        if row.status in (OVER, CLOSED):
            raise Conflict("over")
        _, number, _ = (await repository.marks([table]))[table]
        if await repository.change_table(replace(row, status=CLOSED, due=CALLED), number):
            return
    raise Conflict("busy")


async def make_token(
    repository: Repository, guest: str | None, scopes: list[str], label: str
) -> tuple[str, str]:
    """Make a token for a guest, or for a new one; return the guest and the token."""
    guests = Guests(repository)
    if guest is None:
        guest, _ = await guests.welcome()
    else:
        await _find_guest(repository, guest)
    return guest, await guests.new_token(guest, scopes, label)


async def tokens_of(repository: Repository, guest: str) -> Sequence[Row[Any]]:
    """List the tokens of a guest; the tokens themselves are not kept."""
    await _find_guest(repository, guest)
    return await repository.keys_of(guest, TOKEN)


async def drop_token(repository: Repository, guest: str, token: str) -> None:
    """Make a token of a guest worthless, by the id under which it is listed."""
    await _find_guest(repository, guest)
    await Guests(repository).drop_token(guest, token)


async def _find_guest(repository: Repository, guest: str) -> None:
    if not await repository.has_guest(guest):
        raise NotFound("no_guest")
