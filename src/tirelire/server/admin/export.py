"""Records of finished matches, taken out of a house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from tirelire.match.record import Record
from tirelire.server.admin.tables import find_table
from tirelire.server.errors import Conflict, Quarantined
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import OVER, EventRow, TableRow
from tirelire.server.tables.snapshot import MatchSnapshot


async def record_of(repository: Repository, row: TableRow) -> Record:
    """Return the record of a table whose match is over; `Quarantined` if it does not replay."""
    events = await repository.events(row.id)
    try:
        return replay_events(row, events).record(row)
    except MemoryError:  # says nothing about the table
        raise
    except Exception as error:
        raise Quarantined("broken") from error


def replay_events(row: TableRow, events: list[EventRow]) -> MatchSnapshot:
    """Replay the stored events of a table."""
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
