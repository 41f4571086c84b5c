"""Replays of finished matches: made once, kept, and limited."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import to_builtins

from tests.server.common import PATIENCE, Opened, fine, finished, refusal
from tirelire.server.errors import CapacityExceeded
from tirelire.server.http.routes import replays
from tirelire.server.schemas.responses import View
from tirelire.server.tables import replay_cache
from tirelire.server.tables.replay import frames
from tirelire.server.tables.replay_cache import MOST_AT_ONCE, MOST_OF_ADDRESS, ReplayCache

pytestmark = pytest.mark.anyio


class Counted:
    """A function that is counted, and waits until it may go on."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.threads: set[str] = set()
        self.released = threading.Event()

    def __call__(self, *given: Any) -> list[View]:
        self.calls.append(given[1:])
        self.threads.add(threading.current_thread().name)
        assert self.released.wait(PATIENCE)
        return frames(*given)


@asynccontextmanager
async def in_time(released: threading.Event) -> AsyncIterator[None]:
    """Give up where a replay is not refused but waited for; release all that wait, in any case."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    finally:
        released.set()


async def test_a_replay_that_many_ask_for_is_made_once(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Counted()
    monkeypatch.setattr(replays, "frames", made)
    table = await finished(house)
    path = f"/api/tables/{table}/replay?lang=en"
    people = house.people(24)
    asking = [asyncio.create_task(person.get(path)) for person in people]
    made.released.set()
    answers = await asyncio.gather(*asking)
    assert len({answer.content for answer in answers}) == 1
    answers.append(await house.person().get(path))
    assert made.calls == [(None, "en")]
    assert made.threads == {"replays_0"}  # in a pool of their own
    snapshot = house.snapshot(table)
    expected = to_builtins(frames(snapshot.record(house.session(table).row), None, "en"))
    assert all(fine(answer)["frames"] == expected for answer in answers)


async def test_each_seat_and_language_has_a_replay_of_its_own(house: Opened) -> None:
    table = await finished(house)
    asked = [(seat, lang) for seat in "ABC-*" for lang in ("fr", "en")]
    paths = [f"/api/tables/{table}/replay?seat={seat}&lang={lang}" for seat, lang in asked]
    first = [(await house.person().get(path)).content for path in paths]
    again = [(await house.person().get(path)).content for path in paths]
    assert first == again
    assert len(set(first)) == len(asked)


async def test_a_reader_who_leaves_takes_the_replay_from_nobody(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Counted()
    monkeypatch.setattr(replays, "frames", made)
    path = f"/api/tables/{await finished(house)}/replay"
    asking = [asyncio.create_task(house.person().get(path)) for _ in range(2)]
    while not made.calls:
        await asyncio.sleep(0.002)
    asking[0].cancel()
    made.released.set()
    fine(await asking[1])
    assert len(made.calls) == 1


async def test_one_address_has_only_so_many_replays_made_at_once(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Counted()
    monkeypatch.setattr(replays, "frames", made)
    table = await finished(house)
    paths = [f"/api/tables/{table}/replay?seat={seat}" for seat in "ABC-*"]
    greedy, other = house.person("192.0.2.7"), house.person("192.0.2.8")
    asking = [asyncio.create_task(greedy.get(path)) for path in paths[:MOST_OF_ADDRESS]]
    await asyncio.sleep(0)
    async with in_time(made.released):
        answer = await greedy.get(paths[-1], **{"accept-language": "fr"})
        assert refusal(answer, 429)["message"].startswith("Trop de parties sont relues")
        assert answer.headers["retry-after"]
        allowed = asyncio.create_task(other.get(paths[-1]))
    for answer in (*await asyncio.gather(*asking), await allowed):
        fine(answer)


async def test_no_more_wait_than_can_be_served() -> None:
    replays, released = ReplayCache(), threading.Event()

    def get(number: int) -> asyncio.Task[bytes]:
        return asyncio.create_task(replays.get((f"{number}",), f"{number}", released.wait))

    asking = [get(number) for number in range(MOST_AT_ONCE)]
    await asyncio.sleep(0)
    async with in_time(released):
        with pytest.raises(CapacityExceeded):
            await get(MOST_AT_ONCE)
    assert await asyncio.gather(*asking) == [b"true"] * MOST_AT_ONCE
    assert await get(MOST_AT_ONCE) == b"true"
    replays.close()


async def test_what_was_not_asked_for_the_longest_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay_cache, "MOST_BYTES", 8)
    replays, made = ReplayCache(), list[str]()

    async def get(name: str) -> None:
        def make() -> str:
            made.append(name)
            return "xx"

        assert await replays.get((name,), "", make) == b'"xx"'

    for name in "abacba":  # two have room
        await get(name)
    assert "".join(made) == "abcba"
    replays.close()
