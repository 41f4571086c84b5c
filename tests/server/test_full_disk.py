"""A disk that is full: the house refuses, and nothing is lost or doubled."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import event

from tests.server.common import Opened, open_house, refusal

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"
MOST = 2000
"""Moves after which a disk that does not grow must be full."""


def no_more_pages(connection: Any, _record: Any) -> None:
    """SQLite itself says that the disk is full: the file may not grow."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA page_count")
    (pages,) = cursor.fetchone()
    cursor.execute(f"PRAGMA max_page_count={pages}")
    cursor.close()


async def some_move(opened: Opened, table: str) -> dict[str, Any]:
    """Return a move that somebody at the table may make."""
    await opened.settle()
    session = opened.session(table)
    assert session.snapshot is not None
    seat = session.snapshot.match.actors[0]
    text = next(move for move in session.snapshot.match.legal(seat) if move != "back")
    return {"number": session.number_for(seat), "id": uuid4().hex, "move": text, "seat": seat}


async def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as opened:
        table, people = await opened.company(GAME, 3, options={"rounds": 12})
        database = opened.house.repository.database
        event.listen(database.sync_engine, "connect", no_more_pages)
        await database.dispose()
        made = []
        for _ in range(MOST):
            body = await some_move(opened, table)
            answer = await people[body["seat"]].post(f"/api/tables/{table}/moves", body)
            if answer.status_code != 200:
                break
            made.append((body, answer.json()["number"]))
        error = refusal(answer, 503)
        assert error["code"] == "unavailable"
        for _ in range(3):
            refusal(await people[body["seat"]].post(f"/api/tables/{table}/moves", body), 503)
        view = await people["A"].view(table)  # what is there can be read
        assert view["number"] >= made[-1][1]

        event.remove(database.sync_engine, "connect", no_more_pages)
        await database.dispose()
        answer = await people[body["seat"]].post(f"/api/tables/{table}/moves", body)
        made.append((body, answer.json()["number"]))
        stored = await opened.house.repository.events(table)
        assert [row.number for row in stored] == list(range(1, len(stored) + 1))
        for body, number in made:
            again = await people[body["seat"]].post(f"/api/tables/{table}/moves", body)
            assert again.json() == {"number": number, "again": True}
            assert stored[number - 1].client == body["seat"] + body["id"]
