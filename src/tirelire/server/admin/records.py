"""Records of matches: exported from a house, and imported into one."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable, Iterator

from tirelire.core.errors import NotationError, TirelireError
from tirelire.core.refusals import Refusal
from tirelire.match.record import Record, write_event
from tirelire.server.admin.moderation import find_table
from tirelire.server.errors import Conflict, Quarantined
from tirelire.server.http.authentication import digest
from tirelire.server.names import LONGEST_NAME
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import OVER, PERSON, EventRow, Pace, SeatRow, TableRow
from tirelire.server.tables.seats import new_id
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
        snapshot = snapshot.follow(event, row.rules)
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


async def import_records(repository: Repository, texts: Iterable[str]) -> tuple[int, int]:
    """Import records, all or none; return how many were new and how many known.

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
    """Return the record that the house has of a match; a secret belongs to one match."""
    found = await repository.table_of_secret(secret)
    if found is None:
        return None
    row = await find_table(repository, found)
    return str(await record_of(repository, row)) if row.status == OVER else ""


def _read(text: str, host: str, created: int) -> tuple[TableRow, list[EventRow], str]:
    """Read a record as the rows of a match; refuse one that would not be exported the same again.

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
    commitments = record.fairness.commitments or ("",) * record.players
    people = zip(record.names, words, commitments, strict=True)
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
        void_draws=record.fairness.void_draws,
        seats=tuple(
            SeatRow(seat, PERSON, name=name, words=said, commitment=made)
            for seat, (name, said, made) in enumerate(people)
        ),
    )
    events = [
        EventRow(number, write_event(event, record.game), None, 0)
        for number, event in enumerate(record.events, 1)
    ]
    fits = all(len(name) <= LONGEST_NAME for name in record.names)
    if not fits or str(replay_events(row, events).record(row)) != today:
        raise NotationError(Refusal("keep.foreign"))
    return row, events, today
