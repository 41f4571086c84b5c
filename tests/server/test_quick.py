"""What is done first when much is asked: moves are answered at once, then others are told."""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import json

from tests.server.common import Json, Opened, Person, fine, refusal
from tirelire.server.streaming import fan_out
from tirelire.server.streaming.fan_out import PATIENCE, FanOut

pytestmark = pytest.mark.anyio


async def in_pieces(person: Person, app: Any, path: str, *pieces: bytes) -> list[Json]:
    """Send a body in pieces, as servers do; return the messages of the answer.

    Servers tell that a body is over only after they have sent all of it.
    """
    left = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    got: list[Json] = []

    async def receive() -> Json:
        assert left, "the body was there already"
        return left.pop(0)

    async def send(message: Json) -> None:
        got.append(message)

    request = person.http.build_request("POST", path)
    headers = {name.lower(): value for name, value in request.headers.raw} | {
        b"content-type": b"application/json",
        b"content-length": b"%d" % sum(map(len, pieces)),
    }
    scope = {
        "type": "http",
        "method": "POST",
        "headers": list(headers.items()),
        "path": path,
        "query_string": b"",
        "client": ("192.0.2.1", 1),
    }
    await app(scope, receive, send)
    return got


async def test_a_move_does_not_wait_for_a_server_that_announces_the_end_of_a_body_late(
    house: Opened,
) -> None:
    table, seats = await house.company("money", 3)
    path = f"/api/tables/{table}/moves"
    move = json.encode({"number": 1, "move": "bid BLUFF", "id": "in-two-pieces"})
    start, body = await in_pieces(seats["A"], house.app, path, move[:9], move[9:])
    assert start["status"] == 200
    assert json.decode(body["body"]) == {"number": 2, "again": False}
    assert house.snapshot(table).number == 2


async def test_a_refused_move_is_tried_once_and_costs_one_request(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    tried, taken = [], []
    make, take = house.house.play.move, "tirelire.server.limiters.RateLimiter.take"

    async def count(*given: Any) -> Any:
        tried.append(given)
        return await make(*given)

    with (
        patch.object(house.house.play, "move", count),
        patch(take, lambda _, key: taken.append(key)),
    ):
        refusal(await seats["A"].move(table, 1, "bid NOTHING"), 422)
        refusal(await seats["A"].move(table, 7, "bid BLUFF"), 409)
        fine(await seats["A"].move(table, 1, "bid BLUFF"))
    assert len(tried) == 3
    assert len(taken) == 6  # of the guest and of their address, each time


async def test_readers_and_requests_take_turns() -> None:
    turns, order = FanOut(), list[str]()

    class Reader:
        def take_turn(self) -> bool:
            order.append("reader")
            return True

    for _ in range(400):
        turns.wait(Reader())
    for _ in range(200):
        await asyncio.sleep(0)
        order.append("request")
    assert order.count("reader") == 400
    assert 0 < order.index("request") <= 20  # many wait, but requests come in between
    assert order[-50:] == ["request"] * 50  # and endless requests do not starve readers
    turns.wait(Reader())
    await asyncio.sleep(0)
    assert order[-1] == "reader"


async def test_readers_for_whom_the_match_waits_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fan_out, "PATIENCE", float("inf"))
    turns, order = FanOut(), list[str]()

    class Reader:
        def __init__(self, name: str) -> None:
            self.name = name

        def take_turn(self) -> bool:
            order.append(self.name)
            return True

    turns.wait_patiently(Reader("patient"))
    for _ in range(10):
        turns.wait(Reader("awaited"))
    while len(order) < 11:
        await asyncio.sleep(0)
    assert order == ["awaited"] * 10 + ["patient"]  # soon, since nothing else is to be done


async def test_requests_without_end_keep_a_patient_reader_waiting_no_longer_than_agreed() -> None:
    turns, served = FanOut(), list[float]()

    class Reader:
        def take_turn(self) -> bool:
            served.append(monotonic())
            return True

    began = monotonic()
    for _ in range(40):
        turns.wait_patiently(Reader())
    while len(served) < 40:
        sleep(0.001)  # a request is answered
        await asyncio.sleep(0)
    assert served[0] - began >= PATIENCE
    assert turns._patient == deque()


async def test_what_goes_wrong_with_one_reader_keeps_no_other_waiting() -> None:
    turns, told = FanOut(), list[int]()
    wrong = list[object]()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: wrong.append(context["exception"]))

    class Reader:
        def __init__(self, number: int) -> None:
            self.number = number

        def take_turn(self) -> bool:
            if self.number == 3:
                raise ValueError(self.number)
            told.append(self.number)
            return True

    for number in range(6):
        turns.wait(Reader(number))
    for _ in range(3):
        await asyncio.sleep(0)
    loop.set_exception_handler(None)
    assert told == [0, 1, 2, 4, 5]
    assert [type(error) for error in wrong] == [ValueError]
