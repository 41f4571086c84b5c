"""How long requests hold the event loop: `python -m tests.server.loop_holds`.

A house in this process is asked everything that takes long: views with help for full tables, logs
of long deals, tables that are read anew, replays, pages, lists of many tables, long matches on a
pad, messages as long as they may be. Each callback of the event loop is measured by the processor
time of its thread, which does not depend on other programs. The client runs in the same loop, so
its time is included. Printed is the longest callback of each request, for the first time that it is
asked and for all later times.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from unittest.mock import patch

from httpx import Response

from tests.server.common import Opened, Person, open_house
from tirelire.bots.preparing import TABLES, load
from tirelire.core.chance import seeded
from tirelire.games import GAMES, game
from tirelire.lessons.script import lesson
from tirelire.match.random_player import random_move
from tirelire.server.admin.moderation import make_token
from tirelire.server.tables.play import LONGEST_TALK
from tirelire.server.worker import warm_up

MOVES = 250
"""Moves of each match, at most."""
LISTED = 1000
"""Tables that the owner of the house lists."""
OWN = 100
"""Tables of one guest."""
DEALS = 60
"""Deals of a match on a pad, as many as there may be."""
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
        await self.ask(name, answered(person.get(path)))

    async def post(
        self, person: Person, name: str, path: str, body: object = None, *statuses: int
    ) -> None:
        """Ask to do something, and be answered with a status."""
        await self.ask(name, answered(person.post(path, body), *statuses))

    async def ask(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something that asks the house, under a name."""
        self._found[name].append(0.0)
        token = _ASKED.set(name)
        try:
            await asyncio.create_task(work)
        finally:
            _ASKED.reset(token)


async def answered(asked: Awaitable[Response], *statuses: int) -> None:
    """Await an answer of one of certain statuses, 200 if none is given."""
    answer = await asked
    assert answer.status_code in (statuses or (200,)), (answer.request.url, answer.text[:200])


async def ask_match(house: Opened, asker: Asker, name: str) -> None:
    """Play a match of a game with as many as it allows, and ask everything about it."""
    source, players = seeded(1), game(name).most
    found: list[tuple[str, dict[str, Person]]] = []

    async def begin() -> None:
        found.append(await house.company(name, players))

    await asker.ask("set a table, join and start", begin())
    table, seats = found[0]
    at, someone = f"/api/tables/{table}", next(iter(seats.values()))
    for made in range(MOVES):
        match = house.snapshot(table).match
        if match.ended == "match":
            break
        seat = match.asked
        person, move = seats[seat], str(random_move(match.view(seat), source))
        if made % 10 == 0:
            tried = {"move": move, "seat": seat}
            await asker.get(person, "view with help", f"{at}/view?help=true&seat={seat}&lang=fr")
            await asker.post(person, "check of a move", f"{at}/check", tried)
            if house.snapshot(table).score is not None:
                await asker.get(person, "sheets", f"{at}/sheets")
        number = house.snapshot(table).number_for(seat)
        await asker.ask("move", answered(person.move(table, number, move, seat=seat)))
        await house.settle()
    await asker.get(someone, "log", f"{at}/log")
    await asker.get(someone, "page of a table", f"/t/{table}")
    said = {"text": "ſ" * LONGEST_TALK}
    await asker.post(someone, "talk", f"{at}/talk", said)
    for _ in range(3):
        await house.forget(table)
        await asker.get(someone, "table read anew", f"{at}/view")
    if house.snapshot(table).match.ended != "match":
        await someone.do(f"{at}/close")
    for part in ("record", "replay", "packs", "moments"):
        for _ in range(2):
            await asker.get(someone, part, f"{at}/{part}")


async def ask_game(house: Opened, asker: Asker, name: str) -> None:
    """Ask for everything else that a game has: its pages, its lesson, its pad."""
    someone, players = house.person(), game(name).most
    for page in (f"/rules/{name}", f"/learn/{name}", "/", f"/api/games/{name}", "/api/games"):
        for _ in range(2):
            await asker.get(someone, page.replace(name, "GAME"), page)
    for _ in range(2):
        await asker.get(someone, "lesson", f"/api/lessons/{name}")
        for chapter in lesson(name).chapters:
            path = f"/api/lessons/{name}/{chapter.id}/1"
            await asker.get(someone, "step of a lesson", path)
            await asker.get(someone, "move of a lesson", f"{path}/try?move=nonsense")
    deals = [{"seats": [{"points": 0}] * players}] * DEALS
    match = {"game": name, "players": players, "deals": deals}
    for _ in range(2):  # in some games so many deals are refused when they have been counted
        await asker.post(someone, "match on a pad", "/api/pad", match, 200, 422)


async def ask_lists(house: Opened, asker: Asker) -> None:
    """Ask for lists with as many tables as they show, and be forgotten with many tables."""
    _, token = await make_token(house.house.repository, None, ["admin"], "")
    owner, host = house.person(authorization=f"Bearer {token}"), house.person()
    for number in range(LISTED):
        table = await (host if number < OWN else house.person()).table("money", 6, listed=True)
        if number < OWN:
            await host.join(table, f"P{number}")
    for _ in range(2):
        await asker.get(host, "public tables", "/api/tables")
        await asker.get(host, "own tables", "/api/me/tables")
        await asker.get(owner, "all tables", f"/api/admin/tables?limit={LISTED}")
        await asker.get(owner, "all guests", f"/api/admin/guests?limit={LISTED}")
    await asker.post(host, "sign out", "/api/me/sign-out")
    await asker.ask("forget me", answered(host.http.delete("/api/me"), 204))


async def ask_nonsense(house: Opened, asker: Asker) -> None:
    """Send messages that are as long as they may be and fit nothing."""
    someone = house.person()
    unknown = dict.fromkeys(map(str, range(6000)), 0)
    nested: object = 0
    for _ in range(200):
        nested = [nested] * 2 if nested == 0 else [nested]
    names = {"game": "money", "seats": ["open"] * 4, "options": {f"x{i}": 1 for i in range(4000)}}
    for body in (unknown, nested, names, {"game": "A" * 60_000, "seats": []}):
        await asker.post(
            someone, "nonsense", "/api/tables", body, 400 if body is not names else 422
        )
    long = {"game": "money", "cards": "EUR20x3 " * 125}
    await asker.post(someone, "cards that do not exist", "/api/score", long, 422)


async def ask_all(house: Opened, found: Holds) -> None:
    """Ask everything that takes long."""
    asker = Asker(found)
    for name in GAMES:
        await ask_match(house, asker, name)
        await ask_game(house, asker, name)
    await ask_lists(house, asker)
    await ask_nonsense(house, asker)
    someone = house.person()
    for page in ("/pad", "/privacy", "/admin", "/schema", "/texts/fr.json"):
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
