"""Bots that search take turns, and keep nobody waiting who does not search."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from tests.server.common import Opened, until
from tirelire.bots.any_move import AnyMove
from tirelire.bots.registry import find_bot
from tirelire.server.tables import bots
from tirelire.server.tables.fair_semaphore import FairSemaphore

pytestmark = pytest.mark.anyio


async def think(thinking: FairSemaphore, host: str, done: list[str]) -> None:
    async with thinking.acquire(host):
        await asyncio.sleep(0)
        done.append(host)


async def test_hosts_have_their_turns_one_after_the_other() -> None:
    thinking, done = FairSemaphore(1), list[str]()
    await asyncio.gather(*(think(thinking, host, done) for host in "AAAABC"))
    assert "".join(done) == "AABCAA"


async def test_so_many_think_at_once_and_no_more() -> None:
    thinking, inside, most = FairSemaphore(3), 0, 0

    async def one(host: str) -> None:
        nonlocal inside, most
        async with thinking.acquire(host):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(one(host) for host in "ABCAABBCCA"))
    assert (most, inside) == (3, 0)


async def test_whoever_gives_up_waiting_takes_no_turn() -> None:
    thinking, done = FairSemaphore(1), list[str]()
    async with thinking.acquire("A"):
        waiting = [asyncio.create_task(think(thinking, host, done)) for host in "BCD"]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
    waiting[0].cancel()  # in the moment in which his turn comes
    await asyncio.gather(*waiting, return_exceptions=True)
    assert done == ["D"]
    await asyncio.wait_for(think(thinking, "E", done), 5)


async def test_other_bots_do_not_wait_for_those_that_search(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer, asked = threading.Event(), threading.Event()

    class Slow(AnyMove):
        thinking = 1.0

        def choose(self, *given: Any) -> Any:
            asked.set()
            may_answer.wait(20)
            return super().choose(*given)

    def find(spec: str) -> Any:
        return Slow() if spec == "strong" else find_bot(spec)

    monkeypatch.setattr(bots, "find_bot", find)
    monkeypatch.setattr(house.house.bots, "_searching", FairSemaphore(1))
    host = house.person()
    slow = [await host.table("money", ["open", "strong", "strong"]) for _ in range(3)]
    for table in slow:
        await host.join(table)
        await host.start(table)
    await until(asked.is_set)
    quick = await host.table("money", ["open", "regular", "regular"])
    await host.join(quick)
    await host.start(quick)
    try:
        await until(lambda: house.session(quick).number >= 3)
    finally:
        may_answer.set()
    await house.settle()
