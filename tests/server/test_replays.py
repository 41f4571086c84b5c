"""Replays of finished matches: made once, kept, and limited."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from msgspec import to_builtins

from tests.server.common import PATIENCE, Opened, fine, finished, refusal
from tirelire.server import worker_pool
from tirelire.server.errors import CapacityExceeded, TooManyRequests
from tirelire.server.http.routes import play
from tirelire.server.schemas.responses import View
from tirelire.server.tables import replay
from tirelire.server.tables.replay import (
    MOST_AT_ONCE,
    MOST_OF_ADDRESS,
    ReplayCache,
    ReplayResponse,
    frames,
)
from tirelire.server.tables.session import TableSession
from tirelire.server.worker_pool import RequestPool

pytestmark = pytest.mark.anyio


class Counted:
    """A function that is counted, and waits until it may go on."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.threads: set[str] = set()
        self.released = threading.Event()

    def __call__(self, *given: Any) -> Iterator[View]:
        self.calls.append(given[1:])
        self.threads.add(threading.current_thread().name)
        assert self.released.wait(PATIENCE)
        yield from frames(*given)


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
    monkeypatch.setattr(play, "frames", made)
    table = await finished(house)
    path = f"/api/tables/{table}/replay?lang=en"
    people = house.people(24)
    asking = [asyncio.create_task(person.get(path)) for person in people]
    made.released.set()
    answers = await asyncio.gather(*asking)
    assert len({answer.content for answer in answers}) == 1
    answers.append(await house.person().get(path))
    assert made.calls == [(None, "en", False)]
    assert made.threads == {"replays_0"}  # in a pool of their own
    snapshot = house.snapshot(table)
    expected = to_builtins(list(frames(snapshot.record(house.session(table).row), None, "en")))
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
    monkeypatch.setattr(play, "frames", made)
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
    monkeypatch.setattr(play, "frames", made)
    table = await finished(house)
    paths = [f"/api/tables/{table}/replay?seat={seat}" for seat in "ABC-*"]
    greedy, other = house.person("192.0.2.7"), house.person("192.0.2.8")
    asking = [asyncio.create_task(greedy.get(path)) for path in paths[:MOST_OF_ADDRESS]]
    await asyncio.sleep(0)
    async with in_time(made.released):
        answer = await greedy.get(paths[-1], **{"accept-language": "fr"})
        assert refusal(answer, 429)["message"].startswith("Trop de parties sont rejouées")
        assert answer.headers["retry-after"]
        allowed = asyncio.create_task(other.get(paths[-1]))
    for answer in (*await asyncio.gather(*asking), await allowed):
        fine(answer)


async def test_no_more_wait_than_can_be_served() -> None:
    replays, released = ReplayCache(), threading.Event()

    def make() -> Iterator[bytes]:
        assert released.wait(PATIENCE)
        yield b"true"

    def get(number: int) -> asyncio.Task[bytes]:
        return asyncio.create_task(replays.get((f"{number}",), f"{number}", make))

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
    monkeypatch.setattr(replay, "MOST_BYTES", 8)
    replays, made = ReplayCache(), list[str]()

    async def get(name: str) -> None:
        def make() -> Iterator[bytes]:
            made.append(name)
            yield from (b"x", b"xxx")

        assert await replays.get((name,), "", make) == b"xxxx"

    for name in "abacba":  # two have room
        await get(name)
    assert "".join(made) == "abcba"
    replays.close()


class Parts:
    """A replay of three parts, each made when it is allowed."""

    def __init__(self) -> None:
        self.made = 0
        self.allowed = threading.Semaphore(0)

    def __call__(self) -> Iterator[bytes]:
        for _ in range(3):
            assert self.allowed.acquire(timeout=PATIENCE)
            self.made += 1
            yield b"%d" % self.made


async def test_a_part_is_sent_before_the_next_is_made() -> None:
    replays, source = ReplayCache(), Parts()
    reader = replays.read(("a",), "", source)
    for part in (b"1", b"2", b"3"):
        source.allowed.release()
        assert await anext(reader) == part
        assert source.made == int(part)
    with pytest.raises(StopAsyncIteration):
        await anext(reader)
    assert await replays.get(("a",), "", source) == b"123"
    assert source.made == 3
    replays.close()


async def test_a_replay_without_readers_is_given_up() -> None:
    replays, source = ReplayCache(), Parts()
    reader = replays.read(("a",), "", source)
    source.allowed.release()
    assert await anext(reader) == b"1"
    await reader.aclose()
    source.allowed.release(2)
    while ("a",) in replays._making:
        await asyncio.sleep(0.002)
    assert source.made == 2, "the part that was being made, and no more"
    again = Parts()
    again.allowed.release(3)
    assert await replays.get(("a",), "", again) == b"123", "nothing half made is kept"
    replays.close()


async def test_two_long_replays_are_made_in_turn() -> None:
    replays, order = ReplayCache(), list[str]()

    def make(name: str) -> Iterator[bytes]:
        for _ in range(3):
            order.append(name)
            yield b"."

    await asyncio.gather(*(replays.get((x,), x, partial(make, x)) for x in "ab"))
    assert "".join(order) == "ababab"
    replays.close()


async def test_a_failure_reaches_every_reader() -> None:
    replays = ReplayCache()

    def make() -> Iterator[bytes]:
        yield b"1"
        raise ValueError("no more")

    asked = (replays.get(("a",), "", make) for _ in range(2))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(error) for error in answers] == ["no more"] * 2
    replays.close()


async def test_a_long_match_is_loaded_outside_the_event_loop(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(house)
    sessions = house.house.sessions
    threads = set[str]()
    replayed = sessions._replay

    def watched(*given: Any) -> TableSession:
        threads.add(threading.current_thread().name)
        return replayed(*given)

    monkeypatch.setattr(sessions, "_replay", watched)
    del sessions.by_id[table]
    fine(await house.person().get(f"/api/tables/{table}"))
    assert threads == {"loading_over_0"}


async def test_a_reader_who_disconnects_gives_the_replay_up() -> None:
    replays, source = ReplayCache(), Parts()
    source.allowed.release()
    response = await ReplayResponse.begin(replays.read(("a",), "", source))
    sent = list[Any]()

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        while len(sent) < 2:
            await asyncio.sleep(0.002)
        return {"type": "http.disconnect"}

    await response({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send)
    assert [message.get("body") for message in sent] == [None, b"1"]
    source.allowed.release()
    while replays._making:
        await asyncio.sleep(0.002)
    assert source.made == 2
    replays.close()


async def test_requests_of_a_pool_are_limited_by_address() -> None:
    pool, released = RequestPool("test"), threading.Event()

    def ask(address: str) -> asyncio.Task[bool]:
        return asyncio.create_task(pool.run(address, lambda: released.wait(PATIENCE)))

    asking = [ask("192.0.2.7") for _ in range(worker_pool.MOST_OF_ADDRESS)]
    await asyncio.sleep(0)
    async with in_time(released):
        with pytest.raises(TooManyRequests):
            await ask("192.0.2.7")
        asking.append(ask("192.0.2.8"))
    assert all(await asyncio.gather(*asking))
    pool.close()
