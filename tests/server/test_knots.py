"""What is done leaves nothing behind that only Python's collector could clear away.

Objects that refer to each other in a circle stay until the collector looks for them, and while it
does so no request is answered: a house that left a few behind with every question stood still for
most of a second now and then.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.server.common import AT_ONCE, SHORT, Opened, fine, following, refusal

pytestmark = pytest.mark.anyio
OURS = ("tirelire.", "sqlalchemy.", "starlette.")


@contextmanager
def collected() -> Iterator[Counter[str]]:
    """Count what only the collector cleared away, by type: of ours and what we build on."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        names = (f"{type(left).__module__}.{type(left).__qualname__}" for left in gc.garbage)
        found.update(name for name in names if name.startswith(OURS))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def play(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    await house.play_to(table, seats, 12)


async def move_wrongly(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    refusal(await seats["A"].move(table, 1, "bid NOTHING"), 422)
    refusal(await seats["A"].move(table, 9, "bid BLUFF"), 409)
    refusal(await seats["A"].move(table, 1, "bid BLUFF", seat="B"), 403)
    refusal(await house.person().move(table, 1, "bid BLUFF"), 401)


async def follow(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    path = f"/api/tables/{table}"
    async with (
        following(seats["A"], f"{path}/events") as page,
        following(seats["B"], f"{path}/stream") as program,
        following(house.person(), f"{path}/events") as spectator,
    ):
        await house.play_to(table, seats, 6)
        for each in (page, spectator):
            while (await each.view())["number"] < 6:
                pass
        await program.line()
    await asyncio.sleep(0)


async def finish_and_begin_anew(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3, options=SHORT, pace=AT_ONCE)
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    again = fine(await seats["A"].post(f"/api/tables/{table}/rematch"))["id"]
    await seats["A"].start(again)
    await house.settle()


async def come_and_go(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    fine(await seats["B"].post(f"/api/tables/{table}/leave", {"seat": "B"}))
    await house.settle()
    fine(await seats["B"].post(f"/api/tables/{table}/return", {"seat": "B"}))
    fine(await seats["B"].say(table, "Bonjour"))
    await house.forget(table)
    await seats["B"].view(table)


@pytest.mark.parametrize(
    "work",
    [play, move_wrongly, follow, finish_and_begin_anew, come_and_go],
    ids=lambda x: x.__name__,
)
async def test_nothing_is_left_for_the_collector(
    house: Opened, work: Callable[[Opened], Awaitable[None]]
) -> None:
    await work(house)  # what is made once for all is made now
    with collected() as left:
        await work(house)
    assert left == {}
