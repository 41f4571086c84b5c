"""A house in process with clocks of its own, and people who ask it over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from httpx import ASGITransport, AsyncClient, Response
from sqlalchemy import Connection, select

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.core.chance import seeded
from tirelire.games import game as find_game
from tirelire.match.fairness import commitment, new_words
from tirelire.match.random_player import random_move
from tirelire.server.http.app import make_app
from tirelire.server.http.middleware import Application
from tirelire.server.settings import Settings
from tirelire.server.storage.schema import METADATA
from tirelire.server.tables import bots, clock
from tirelire.server.tables.house import House
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot

ADDRESS = "http://house.test:8000"
AT_ONCE = {"bots": 0, "pause": 0}
"""A pace at which bots and deals do not wait."""
SHORT = {"rounds": 1}
"""Options with which a match of Cash oder Crash is soon over."""
PATIENCE = 20.0
"""Seconds after which a test gives up: far more than a busy machine needs."""

UNLIMITED = dict.fromkeys(
    (
        "rate",
        "address_requests",
        "address_streams",
        "address_connections",
        "address_guests",
        "address_tables",
        "address_bot_tables",
    ),
    10_000,
)
"""Settings of a house that many people of one machine ask at once."""
FOREVER = 10**12
"""Milliseconds that are never over."""

Json = dict[str, Any]
_COUNT = count(1)


@cache
def compiled(name: str) -> None:
    """Compile the rules of a game, and what its bots think with: no request waits for that."""
    find_game(name).engine.warm_up()
    compiled_policy(find_game(name)).warm_up()


class Ticks:
    """A clock in milliseconds that goes when it is told to."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


class Machine:
    """The clocks of a machine: the wall clock, which somebody may set, and the uptime."""

    def __init__(self) -> None:
        self.wall = Ticks(1_750_000_000_000)
        self.uptime = Ticks(86_400_000)

    def pass_time(self, ms: int) -> None:
        """Let time pass."""
        self.wall.ms += ms
        self.uptime.ms += ms


class Person:
    """Somebody with a browser, or a program with a token."""

    def __init__(self, app: Any, headers: Mapping[str, str], host: str) -> None:
        self.app = app
        self.host = host
        self.words: dict[tuple[str, str], str] = {}
        """What this person committed to, by table and seat."""
        self.name = f"Zoé {next(_COUNT)}"
        self.http = AsyncClient(
            transport=ASGITransport(app=app, client=(host, 1)),
            base_url=ADDRESS,
            headers={"accept-language": "en", **headers},
        )

    async def get(self, path: str, **headers: str) -> Response:
        """Ask for something."""
        return await self.http.get(path, headers=headers)

    async def post(self, path: str, body: Any = None, **headers: str) -> Response:
        """Ask to do something."""
        return await self.http.post(path, json={} if body is None else body, headers=headers)

    async def read(self, path: str) -> Any:
        """Ask for something that must be there."""
        return fine(await self.get(path))

    async def do(self, path: str, body: Any = None) -> Any:
        """Do something that must be possible."""
        return fine(await self.post(path, body))

    async def table(self, game: str = "money", seats: Any = 4, **more: Any) -> str:
        """Set a table; return its id. A number of seats are that many open ones."""
        compiled(game)
        seats = ["open"] * seats if isinstance(seats, int) else seats
        made = await self.do("/api/tables", {"game": game, "seats": seats, "pace": AT_ONCE, **more})
        return str(made["id"])

    async def join(self, table: str, name: str = "", **more: Any) -> str:
        """Sit down, under a name that nobody else has where none is given; return the seat."""
        seat = await self.do(f"/api/tables/{table}/join", {"name": name or self.name, **more})
        return str(seat["seat"])

    async def commit(self, table: str, name: str = "Zoé", seat: str | None = None) -> str:
        """Sit down with a commitment to random words, or make a new one; return the seat."""
        promised = (await self.read(f"/api/tables/{table}"))["fairness"]["promise"]
        words = new_words()
        taken = await self.join(table, name, commitment=committed(promised, words), seat=seat)
        self.words[table, taken] = words
        return taken

    async def reveal(self, table: str, seat: str) -> Response:
        """Reveal the words of a seat."""
        body = {"words": self.words[table, seat], "seat": seat}
        return await self.post(f"/api/tables/{table}/reveal", body)

    async def start(self, table: str) -> Any:
        """Begin the match."""
        return await self.do(f"/api/tables/{table}/start")

    async def view(self, table: str, query: str = "") -> Any:
        """Look at the position."""
        return await self.read(f"/api/tables/{table}/view{query}")

    async def move(self, table: str, number: int, move: str, **more: Any) -> Response:
        """Make a move, with a new id where none is given."""
        body = {"number": number, "move": move, "id": uuid4().hex, **more}
        return await self.post(f"/api/tables/{table}/moves", body)

    async def retract(self, table: str, number: int, **more: Any) -> Response:
        """Take back the last move, with a new id where none is given."""
        body = {"number": number, "id": uuid4().hex, **more}
        return await self.post(f"/api/tables/{table}/retract", body)

    async def say(self, table: str, text: str) -> Response:
        """Say something."""
        return await self.post(f"/api/tables/{table}/talk", {"text": text})


class Opened:
    """A house that is open: its application, its inside, its clock, its people."""

    def __init__(self, app: Application, machine: Machine) -> None:
        self.app = app
        self.machine = machine
        self.house: House = app.services.house
        self._people: list[Person] = []

    def person(self, host: str = "192.0.2.1", **headers: str) -> Person:
        """Let somebody come in whom the house does not know."""
        person = Person(self.app, {k.replace("_", "-"): v for k, v in headers.items()}, host)
        self._people.append(person)
        return person

    def people(self, count: int) -> list[Person]:
        """Let several come in."""
        return [self.person() for _ in range(count)]

    async def company(self, game: str, players: int, **more: Any) -> tuple[str, dict[str, Person]]:
        """Set a table, let everybody sit down, and begin; return it with its people by seat.

        The host sits in A.
        """
        people = self.people(players)
        table = await people[0].table(game, players, **more)
        seats = {await person.join(table, f"P{i}"): person for i, person in enumerate(people)}
        await people[0].start(table)
        await self.settle()
        return table, seats

    async def play_on(
        self,
        table: str,
        seats: Mapping[str, Person],
        until: Callable[[MatchSnapshot], bool],
        seed: int = 1,
    ) -> None:
        """Let people make random moves until the match is where a test wants it."""
        source = seeded(seed)
        for _ in range(2000):
            snapshot = self.snapshot(table)
            if until(snapshot):
                return
            seat = snapshot.match.asked
            move = random_move(snapshot.match.view(seat), source)
            fine(await seats[seat].move(table, snapshot.number_for(seat), str(move), seat=seat))
            await self.settle()
        raise AssertionError("the match never came there")

    async def play_to(self, table: str, seats: Mapping[str, Person], number: int) -> None:
        """Let people make random moves until the match is at a number."""
        await self.play_on(table, seats, lambda snapshot: snapshot.number >= number)

    def snapshot(self, table: str) -> MatchSnapshot:
        """Return where the match at a table stands."""
        snapshot = self.session(table).snapshot
        assert snapshot is not None
        return snapshot

    def session(self, table: str) -> TableSession:
        """Return a table as the house has it in memory."""
        return self.house.sessions.by_id[table]

    async def settle(self) -> None:
        """Wait until everything is done that is due."""
        await until(lambda: self.house.scheduler.is_idle)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and wait for all that follows from it."""
        self.machine.pass_time(round(seconds * 1000))
        await self.house.clock.beat()
        self.house.scheduler.wake()
        await self.settle()

    async def forget(self, table: str) -> None:
        """Take a table out of memory: it must be read anew."""
        await self.settle()
        del self.house.sessions.by_id[table]

    async def close(self) -> None:
        """Send everybody away."""
        for person in self._people:
            await person.http.aclose()


@asynccontextmanager
async def open_house(
    folder: Path, machine: Machine | None = None, **settings: Any
) -> AsyncIterator[Opened]:
    """Open a house whose database lies in a folder."""
    machine = machine or Machine()
    given = {"db": f"sqlite:///{folder / 'house.sqlite'}", **UNLIMITED, **settings}
    app = make_app(Settings(**given), machine.wall, machine.uptime)
    # The clocks of a test stand still, then make a step: that counts, however long it is.
    # Bots that do not search answer at once: `test_bot_times` looks at the moment.
    with patch.multiple(clock, BEAT=3_600_000, GONE=FOREVER), patch.object(bots, "QUICK", 0.0):
        async with app.lifespan():
            opened = Opened(app, machine)
            yield opened
            await opened.close()


def committed(promised: str, words: str) -> Json:
    """Return a commitment to words, as it is sent."""
    return {"promise": promised, "hash": commitment(promised, words)}


async def finished(house: Opened, players: int = 3) -> str:
    """Let people play a short match to its end; return its table."""
    table, seats = await house.company("cash_oder_crash", players, options=SHORT)
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    return table


class Following:
    """Somebody who follows a stream, chunk by chunk."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._asked = False
        self._text = b""

    async def _receive(self) -> Json:
        if self._asked:
            await self._gone.wait()
            return {"type": "http.disconnect"}
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Json) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            return
        await self._chunks.put(message.get("body", b""))
        if not message.get("more_body"):
            await self._chunks.put(None)

    async def piece(self, end: bytes) -> bytes:
        """Return the stream up to the next end of a message; empty when it is over."""
        while end not in self._text:
            chunk = await asyncio.wait_for(self._chunks.get(), PATIENCE)
            if chunk is None:
                return b""
            self._text += chunk
        piece, _, self._text = self._text.partition(end)
        return piece

    async def rest(self) -> bytes:
        """Return everything until the stream is over."""
        rest, self._text = self._text, b""
        async with asyncio.timeout(PATIENCE):  # one that goes on sends something now and then
            while (chunk := await self._chunks.get()) is not None:
                rest += chunk
        return rest

    async def event(self) -> tuple[str, str, Any]:
        """Return the next server-sent event: kind, id, data."""
        while True:
            fields = dict(
                line.split(": ", 1) for line in (await self.piece(b"\n\n")).decode().splitlines()
            )
            if "event" in fields:
                return fields["event"], fields.get("id", ""), json.loads(fields["data"])

    async def view(self) -> Any:
        """Return the data of the next event that tells a position."""
        while True:
            kind, _, data = await self.event()
            if kind == "view":
                return data

    async def hear(self, number: int) -> list[Json]:
        """Return what is told up to the position with a number, as lines of the log."""
        told: list[Json] = []
        while True:
            kind, at, data = await self.event()
            told += data["log"] if kind == "view" else []
            if at == str(number):
                return [line for line in told if line["sentences"]]

    async def line(self) -> Any:
        """Return the next line of JSON."""
        while True:
            line = await self.piece(b"\n")
            if line:
                return json.loads(line)


@asynccontextmanager
async def following(person: Person, path: str, **headers: str) -> AsyncIterator[Following]:
    """Follow a stream, and go away at the end."""
    request = person.http.build_request("GET", path, headers=headers)
    stream = Following()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "scheme": "http",
        "path": request.url.path,
        "raw_path": request.url.raw_path.split(b"?")[0],
        "query_string": request.url.query,
        "server": ("house.test", 8000),
        "client": (person.host, 1),
        "root_path": "",
    }
    task = asyncio.create_task(person.app(scope, stream._receive, stream._send))
    try:
        yield stream
    finally:
        stream._gone.set()
        await asyncio.wait_for(task, PATIENCE)


def fine(answer: Response) -> Any:
    """Return the content of an answer that must be a good one."""
    assert answer.status_code < 300, answer.text
    return answer.json()


async def away(person: Person, table: str) -> str:
    """Return the seats of people for whom a bot plays."""
    seats = (await person.read(f"/api/tables/{table}"))["seats"]
    return "".join(seat["seat"] for seat in seats if seat["away"])


def refusal(answer: Response, status: int) -> Json:
    """Return the error of an answer that must be a refusal, in the one shape of them all."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    error: Json = answer.json()["error"]
    assert {"code", "message"} <= error.keys()
    assert all(isinstance(error[key], str) and error[key] for key in ("code", "message"))
    return error


async def everything(opened: Opened) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that a house keeps, but for its clock."""

    def work(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            name: [tuple(row) for row in connection.execute(select(table))]
            for name, table in METADATA.tables.items()
            if name != "clock"
        }

    return await opened.house.repository.database.read(work)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)
