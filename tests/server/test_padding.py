"""Lengths over TLS tell no card: answers and events come in steps."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.server.common import Opened, following
from tests.server.test_bot_times import differing_worlds
from tirelire import Match
from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES
from tirelire.server.http.responses import STEP, padded
from tirelire.server.tables.payload import Reader, view_payload
from tirelire.server.tables.replay import stand_in
from tirelire.server.tables.snapshot import MatchSnapshot

pytestmark = pytest.mark.anyio
SEATS = ["open", "regular", "regular"]


@pytest.mark.parametrize("name", GAMES)
async def test_answers_come_in_steps(house: Opened, name: str) -> None:
    person = house.person()
    table = await person.table(name, SEATS)
    await person.join(table)
    await person.start(table)
    await house.settle()
    path = f"/api/tables/{table}"
    answers = [await person.get(path + more) for more in ("", "/view", "/view?help=true", "/log")]
    answers.append(await person.move(table, 10**6, "nonsense"))
    answers.append(await person.post(f"{path}/check", {"move": "nonsense"}))
    answers.append(await person.get("/api/tables/nothing"))
    for answer in answers:
        assert answer.headers["content-type"].startswith("application/json")
        assert len(answer.content) % STEP == 0
        assert int(answer.headers["content-length"]) == len(answer.content)
        assert answer.json()


@pytest.mark.parametrize("name", GAMES)
async def test_events_come_in_steps(house: Opened, name: str) -> None:
    person = house.person()
    table = await person.table(name, SEATS)
    await person.join(table)
    async with following(person, f"/api/tables/{table}/events") as stream:
        assert await stream.piece(b"\n\n") == b"retry: 1000"
        await stream.piece(b"\n\n")
        await person.start(table)
        kinds = set[bytes]()
        while kinds != {b"table", b"view"}:
            event = await stream.piece(b"\n\n")
            assert (len(event) + 2) % STEP == 0
            fields = dict(line.split(b": ", 1) for line in event.split(b"\n"))
            assert json.loads(fields[b"data"])
            kinds.add(fields[b"event"])
    async with following(person, f"/api/tables/{table}/stream") as stream:
        line = await stream.piece(b"\n")
        assert (len(line) + 1) % STEP == 0
        assert json.loads(line)["type"] == "gameFull"


def lengths(match: Match, seat: str | None) -> list[int]:
    """Return the lengths of all that a seat is told of a position."""
    session = stand_in(match.game.id, match.players, match.options, ["A", "B", "C"])
    session.snapshot = MatchSnapshot(match, 0)
    return [
        len(padded(msgspec.json.encode(view_payload(session, Reader(seat, lang, helped)))))
        for lang in LANGUAGES
        for helped in (False, True)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_lengths_are_equal_in_worlds_that_a_seat_cannot_tell_apart(name: str) -> None:
    for here, there, asked in differing_worlds(name, 5):
        reader = next(seat for seat in "ABC" if seat != asked)
        for seat in (reader, None):
            assert lengths(here, seat) == lengths(there, seat)
