"""Bots that search take turns, and do not hold up bots that do not search."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from tests.server.common import Opened, until
from tirelire.bots.any_move import AnyMove
from tirelire.bots.registry import find_bot
from tirelire.server.limiters import HALF_LIFE, FairSemaphore
from tirelire.server.tables import bots

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def think(thinking: FairSemaphore, path: str, done: list[str], clock: Clock) -> None:
    """Think for a second; each letter of a path is a level."""
    async with thinking.acquire(*path):
        await asyncio.sleep(0)
        clock.now += 1
        done.append(path)


async def order(*paths: str) -> str:
    """Return in which order those who ask at once are served."""
    clock, done = Clock(), list[str]()
    thinking = FairSemaphore(1, clock)
    await asyncio.gather(*(think(thinking, path, done, clock) for path in paths))
    return " ".join(done)


async def test_addresses_share_the_time() -> None:
    assert await order("A", "A", "A", "A", "B", "C") == "A B C A A A"


async def test_hosts_of_an_address_and_tables_of_a_host_share_its_time() -> None:
    many = [f"A{host}{table}" for host in "xy" for table in "123"]
    assert await order(*many, "Bx1", "Bx1") == "Ax1 Bx1 Ay1 Bx1 Ax2 Ay2 Ax3 Ay3"


async def test_a_hundred_guests_of_one_address_get_no_more_than_one_guest_of_another() -> None:
    attackers = [f"A{chr(200 + guest)}" for guest in range(100)]
    served = (await order(*attackers, "Bb", "Bb", "Bb")).split()
    assert [path[0] for path in served[:6]] == ["A", "B"] * 3


async def test_time_that_was_had_long_ago_counts_little() -> None:
    clock, done = Clock(), list[str]()
    thinking = FairSemaphore(1, clock)
    for path in ("A", "A", "A"):
        await think(thinking, path, done, clock)
    clock.now += 10 * HALF_LIFE
    await think(thinking, "B", done, clock)
    async with thinking.acquire("C"):
        waiting = [asyncio.create_task(think(thinking, path, done, clock)) for path in ("B", "A")]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert "".join(done) == "AAAB" + "AB"


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


async def test_a_waiter_that_gives_up_takes_no_turn() -> None:
    thinking, done, clock = FairSemaphore(1), list[str](), Clock()
    async with thinking.acquire("A"):
        waiting = [asyncio.create_task(think(thinking, host, done, clock)) for host in "BCD"]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await asyncio.sleep(0)
    waiting[0].cancel()  # in the moment in which its turn comes
    await asyncio.gather(*waiting, return_exceptions=True)
    assert done == ["D"]
    await asyncio.wait_for(think(thinking, "E", done, clock), 5)


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
