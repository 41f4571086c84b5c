"""How long requests hold the event loop: `python -m tests.server.loop_holds`.

A house in this process is asked everything that takes long: views with help for full tables, logs
of long deals, tables that are read anew, replays, pages. Each callback of the event loop is
measured by the processor time of its thread, which does not depend on other programs. The client
runs in the same loop, so its time is included. Printed is the longest callback of each request, for
the first time that it is asked and for all later times.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from unittest.mock import patch

from tests.server.common import Opened, Person, fine, open_house
from tirelire.bots.preparing import TABLES, load
from tirelire.core.chance import seeded
from tirelire.games import GAMES, game
from tirelire.match.random_player import random_move
from tirelire.server.worker import warm_up

MOVES = 250
"""Moves of each match, at most."""
LIMIT = 0.020
"""Seconds for which a request may hold the event loop."""
_ASKED: ContextVar[str] = ContextVar("asked", default="the house itself")
Holds = dict[str, list[float]]


@contextmanager
def measured() -> Iterator[Holds]:
    """Measure all callbacks of event loops; return the longest of each request, by its name."""
    found: Holds = defaultdict(list)
    run = asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        name = handle._context.get(_ASKED, "the house itself")  # type: ignore[attr-defined]
        if found[name]:
            found[name][-1] = max(found[name][-1], time.thread_time() - began)

    with patch.object(asyncio.events.Handle, "_run", timed):
        yield found


class Asker:
    """Asks as a person would, and notes under which name."""

    def __init__(self, found: Holds) -> None:
        self._found = found

    async def get(self, person: Person, name: str, path: str) -> None:
        """Ask for something that must be there."""
        await self._ask(name, fine_or_page(person, path))

    async def move(self, person: Person, table: str, number: int, move: str, seat: str) -> None:
        """Make a move."""
        await self._ask("move", checked_move(person, table, number, move, seat))

    async def _ask(self, name: str, work: object) -> None:
        self._found[name].append(0.0)
        token = _ASKED.set(name)
        try:
            await asyncio.create_task(work)  # type: ignore[arg-type]
        finally:
            _ASKED.reset(token)


async def fine_or_page(person: Person, path: str) -> None:
    """Ask for an answer of the API or a page."""
    answer = await person.get(path)
    assert answer.status_code == 200, (path, answer.text[:200])


async def checked_move(person: Person, table: str, number: int, move: str, seat: str) -> None:
    """Make a move that must be legal."""
    fine(await person.move(table, number, move, seat=seat))


async def ask_all(house: Opened, found: Holds) -> None:
    """Play a match of each game with as many as it allows, and ask everything about it."""
    asker, source = Asker(found), seeded(1)
    for name in GAMES:
        players = game(name).most
        table, seats = await house.company(name, players)
        someone = next(iter(seats.values()))
        for made in range(MOVES):
            match = house.snapshot(table).match
            if match.ended == "match":
                break
            seat = match.asked
            if made % 10 == 0:
                about = f"/api/tables/{table}/view?help=true&seat={seat}&lang=fr"
                await asker.get(seats[seat], "view with help", about)
            move = str(random_move(match.view(seat), source))
            number = house.snapshot(table).number_for(seat)
            await asker.move(seats[seat], table, number, move, seat)
            await house.settle()
        await asker.get(someone, "log", f"/api/tables/{table}/log")
        await asker.get(someone, "page of a table", f"/t/{table}")
        for _ in range(3):
            await house.forget(table)
            await asker.get(someone, "table read anew", f"/api/tables/{table}/view")
        if house.snapshot(table).match.ended != "match":
            await someone.do(f"/api/tables/{table}/close")
        for part in ("record", "replay", "packs", "moments"):
            for _ in range(2):
                await asker.get(someone, part, f"/api/tables/{table}/{part}")
        for page in (f"/rules/{name}", f"/learn/{name}", "/"):
            for _ in range(2):
                await asker.get(someone, page.replace(name, "GAME"), page)
    for page in ("/pad", "/privacy", "/schema", "/api/me/tables"):
        for _ in range(2):
            await asker.get(someone, page, page)


async def main() -> int:
    """Print the longest callbacks; return 1 if one is longer than allowed."""
    # As a worker does, and a house in which the games have been played before.
    await asyncio.to_thread(warm_up)
    for name in GAMES:
        load(game(name), TABLES)
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            with measured() as found:
                await ask_all(house, found)
    print(f"{'request':20} {'first':>9} {'later':>9}  milliseconds, {LIMIT * 1000:.0f} allowed")
    for name, holds in sorted((name, holds) for name, holds in found.items() if holds):
        first, later = holds[0] * 1000, max(holds[1:], default=0.0) * 1000
        print(f"{name:20} {first:9.1f} {later:9.1f}")
    return int(max(map(max, filter(None, found.values()))) > LIMIT)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
