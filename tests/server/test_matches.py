"""A whole match of each game, played over HTTP by four programs, and its record verified."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from tests.server.common import committed
from tests.server.served import Served
from tests.server.wire import Wire, request, wire
from tirelire.games import GAMES
from tirelire.match.events import Played
from tirelire.match.fairness import new_words
from tirelire.match.record import Record

pytestmark = pytest.mark.anyio
SEATS = "ABCD"
OPTIONS: dict[str, dict[str, str | int]] = {
    "money": {"hands": 1},
    "cash_oder_crash": {"rounds": 2},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}


class Program:
    """A player who knows the house by its API only, with an identity of its own."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = Random(seed)
        self.cookie = ""
        self.made = 0

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask for something that must be granted."""
        async with wire(self.port) as by:
            answer = await by.ask(request(f"/api{path}", body, self.cookie))
        assert answer.status < 300, answer.body
        self.cookie = answer.headers.get("set-cookie", self.cookie).split(";")[0]
        return answer.json()

    async def play(self, table: str, seat: str) -> dict[str, Any]:
        """Follow the table, and answer whatever is asked; return the last position."""
        message = request(f"/api/tables/{table}/stream?seat={seat}", None, self.cookie)
        async with aclosing(Wire(self.port).lines(message)) as lines:
            async for line in lines:
                view: dict[str, Any] | None = line.get("view")
                if view is not None and view["ended"] == "match":
                    return view
                if view is not None and view["asked"]:
                    await self.answer(table, seat, view)
        raise AssertionError("the stream ended before the match did")

    async def answer(self, table: str, seat: str, view: dict[str, Any]) -> None:
        """Make any move; one that was overtaken is asked for again by what comes next."""
        text = self.random.choice([move for move in view["legal"] if move != "back"])
        body = {"number": view["number"], "id": uuid4().hex, "move": text, "seat": seat}
        async with wire(self.port) as by:
            made = await by.ask(request(f"/api/tables/{table}/moves", body, self.cookie))
        assert made.status in (200, 409), made.body
        self.made += made.status == 200


@pytest.mark.parametrize("name", GAMES)
async def test_four_programs_play_a_whole_match_and_its_record_is_verified(
    real_house: Served, name: str
) -> None:
    programs = [Program(real_house.port, seed) for seed in range(len(SEATS))]
    host = programs[0]
    new = {"game": name, "seats": ["open"] * 4, "options": OPTIONS[name], "pace": {"pause": 0}}
    table = (await host.ask("/tables", new))["id"]
    promise = (await host.ask(f"/tables/{table}"))["fairness"]["promise"]
    words = [new_words() for _ in SEATS]
    for seat, program, said in zip(SEATS, programs, words, strict=True):
        body = {"name": f"Program {seat}", "commitment": committed(promise, said)}
        assert (await program.ask(f"/tables/{table}/join", body))["seat"] == seat
    assert len({program.cookie for program in programs}) == len(SEATS)
    fixed = (await host.ask(f"/tables/{table}/start", {}))["fairness"]["fingerprint"]
    for program, said in zip(programs, words, strict=True):
        await program.ask(f"/tables/{table}/reveal", {"words": said})
    seats = zip(SEATS, programs, strict=True)
    ends = await asyncio.gather(*(program.play(table, seat) for seat, program in seats))

    described = await host.ask(f"/tables/{table}")
    assert described["status"] == "over"
    async with wire(real_house.port) as by:
        text = (await by.ask(request(f"/api/tables/{table}/record"))).body.decode()
    record = Record.parse(text)
    match = record.replay()
    record.verify(promise, fixed)
    assert record.fairness is not None
    assert record.fairness.promised == promise
    assert record.fairness.words == tuple(words)
    assert {end["winners"] for end in ends} == {match.winners}
    assert all(end["totals"] == match.totals for end in ends)
    played = [event.seat for event in record.events if isinstance(event, Played)]
    assert [played.count(seat) for seat in SEATS] == [program.made for program in programs]
    assert min(program.made for program in programs) > 0
