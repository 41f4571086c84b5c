"""A house that is open for ten years: does it stay as small as its settings say?

`make soak` runs it with a thousand matches a day, a test with fewer;
`python -m tests.server.ten_years 100` with a hundred.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, insert, update

from tirelire.server.storage.database import connect
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import (
    DAY,
    Periods,
    Retention,
    row_counts,
    size_in_bytes,
)
from tirelire.server.storage.schema import (
    CLOCK,
    EVENTS,
    GUESTS,
    KEYS,
    SEATS,
    TABLES,
    TALK,
)
from tirelire.server.tables.house import prune

YEAR = 365
YEARS = 10
PERIODS = Periods(
    guest_days=200,
    open_days=7,
    stalled_days=60,
    closed_days=30,
    talk_days=30,
    archive_days=30,
    finished_days=180,
)
SETTLED = 2 * YEAR
"""Days after which the house has all that it ever keeps: longer than any guest's last table."""
EVENTS_OF_MATCH = 12
STATUSES = ("over", "over", "over", "over", "over", "over", "closed", "open", "running", "over")
"""What becomes of ten tables."""


@dataclass(frozen=True)
class Day:
    """What a house holds at the end of a day."""

    day: int
    bytes: int
    rows: dict[str, int]


def _rows_of_day(first: int, matches: int, now: int) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Return the rows that guests leave behind: each match has a new guest."""
    numbers = range(first, first + matches)
    yield (
        GUESTS,
        [{"id": f"g{n}", "secret": f"{n:064}", "created": now, "last_seen": now} for n in numbers],
    )
    yield (
        KEYS,
        [
            {
                "hash": f"{n:064}",
                "guest": f"g{n}",
                "kind": "move",
                "scopes": "",
                "label": "",
                "created": now,
                "expires": now + 900_000,
            }
            for n in numbers
        ],
    )
    common = {
        "game": "money",
        "players": 3,
        "options": {},
        "pace": {"decision": 0, "window": None, "bots": 0, "pause": 0},
        "listed": False,
        "talk": True,
        "level": "regular",
        "secret": "0" * 64,
        "version": 1,
        "created": now,
        "begun": now,
        "status_at": now,
        "rules": 2,
    }
    yield (
        TABLES,
        [
            {**common, "id": f"t{n}", "host": f"g{n}", "status": STATUSES[n % len(STATUSES)]}
            for n in numbers
        ],
    )
    seat = {"kind": "person", "name": "Zoé", "bot": "", "words": "", "away": False}
    yield (
        SEATS,
        [
            {**seat, "table_id": f"t{n}", "seat": number, "guest": f"g{n}" if number == 0 else None}
            for n in numbers
            for number in range(3)
        ],
    )
    yield (
        EVENTS,
        [
            {"table_id": f"t{n}", "number": number, "text": f"A bid USD20a @{number}", "at": now}
            for n in numbers
            for number in range(1, EVENTS_OF_MATCH + 1)
        ],
    )
    yield (
        TALK,
        [{"table_id": f"t{n}", "seat": 0, "text": "Hello", "at": now} for n in numbers],
    )


async def simulate(url: str, matches: int, days: int) -> list[Day]:
    """Let ten years pass in a new house, with so many matches every so many days."""
    database = connect(url)
    if database.sync_engine.dialect.name == "sqlite":
        event.listen(database.sync_engine, "connect", _without_sync)
    await prepare(database)
    now = await Repository(database, lambda: 1_750_000_000_000).house_time()
    retention = Retention(database, PERIODS)
    found = []
    for step in range(YEARS * YEAR // days):
        rows = list(_rows_of_day(step * matches, matches, now))

        def play(connection: Connection, rows: Any = rows, now: int = now) -> None:
            for table, values in rows:
                connection.execute(insert(table), values)
            connection.execute(update(CLOCK).values(house_time=now))

        await database.write(play)
        await prune(retention, now)
        if database.sync_engine.dialect.name == "postgresql":
            await database.write(_vacuum)
        counts = await row_counts(database)
        found.append(Day(step * days, await size_in_bytes(database), counts))
        now += days * DAY
    await database.dispose()
    return found


def _without_sync(connection: Any, _record: Any) -> None:
    """Ten years are stored in a minute: the disk need not keep up."""
    connection.execute("PRAGMA synchronous=OFF")


def _vacuum(connection: Connection) -> None:
    """Do what PostgreSQL does by itself, about once a minute."""
    connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM")


def check(days: list[Day]) -> dict[str, Any]:
    """Fail if the house grew after it had settled; return its size then and at the end."""
    settled = [day for day in days if SETTLED / 2 <= day.day < SETTLED]
    later = [day for day in days if day.day >= SETTLED]
    for kind in later[0].rows:
        most = max(day.rows[kind] for day in settled)
        assert max(day.rows[kind] for day in later) <= most, kind
    most = max(day.bytes for day in settled)
    # Pages are filled differently each time.
    assert max(day.bytes for day in later) <= 1.1 * most
    return {"settled": {"bytes": most, **settled[-1].rows}, "end": later[-1].rows}


def main(matches: int = 1000) -> None:
    """Print how large a house is after ten years with so many matches a day."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite'}"
        print(json.dumps(check(asyncio.run(simulate(url, matches, 1)))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
