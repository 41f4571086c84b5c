"""A load on a house: many tables at which programs play, at a rate, for a while.

Every seat has a guest of its own with an open stream, and answers when it is asked and its table's
turn in the rhythm has come. What is measured is the time from sending a move to its answer: then it
is stored.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct, json

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

_LIMIT = 1 << 20
_APART = 24
"""Tables are up to so many moves apart when all begin, about a round: in a house where people come
and go they are not all at the same point, where a move is seen by one or by everybody."""
_PATIENCE = 30.0
"""Seconds after which all begin, wherever the tables are."""


class _View(Struct):
    """What a player needs of a view."""

    number: int
    asked: bool
    legal: list[str]
    ended: str


_decode_view = json.Decoder(_View).decode


class Line:
    """One connection to a house that is kept open."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self.cookie = b""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request and wait for the whole answer."""
        await self.send(method, path, body)
        status, length = await self.head()
        assert self._reader is not None
        return status, await self._reader.readexactly(length)

    async def send(self, method: str, path: str, body: Any = None) -> None:
        """Send a request."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                self._host, self._port, limit=_LIMIT
            )
        content = b"" if body is None else json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n".encode()
        if content:
            head += b"Content-Type: application/json\r\n"
        if self.cookie:
            head += b"Cookie: " + self.cookie + b"\r\n"
        self._writer.write(head + b"Content-Length: %d\r\n\r\n" % len(content) + content)

    async def head(self) -> tuple[int, int]:
        """Read the head of an answer: its status, and the length of its body, 0 for a stream."""
        assert self._reader is not None
        head = await self._reader.readuntil(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif name.lower() == b"set-cookie":
                self.cookie = value.strip().partition(b";")[0]
        return int(lines[0].split(b" ", 2)[1]), length

    async def event(self) -> bytes:
        """Read the next event of a stream."""
        assert self._reader is not None
        return await self._reader.readuntil(b"\n\n")

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()


@dataclass
class Result:
    """What a load brought."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    """Seconds until each move was acknowledged."""
    answers: Counter[int] = field(default_factory=Counter)
    tables: int = 0
    streams: int = 0

    def summary(self) -> dict[str, Any]:
        """Return rates and percentiles as plain numbers."""
        ordered = sorted(self.times)

        def part(share: float) -> float | None:
            if not ordered:
                return None
            return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

        return {
            "tables": self.tables,
            "streams": self.streams,
            "seconds": round(self.seconds, 2),
            "moves": len(ordered),
            "moves_per_second": round(len(ordered) / self.seconds, 1) if self.seconds else 0.0,
            "milliseconds": {"median": part(0.5), "p99": part(0.99), "longest": part(1.0)},
            "answers": {str(status): count for status, count in sorted(self.answers.items())},
        }


class _Table:
    """One table of the load: its seats, its rhythm."""

    def __init__(self, load: Load, number: int, apart: int) -> None:
        self.load = load
        self.number = number
        self.id = ""
        self.random = random.Random(number)
        self.next_at = 0.0
        self.moves = 0
        self.ahead = self.random.randrange(apart)
        """So many moves are made at once, before all begin: tables are not at the same point."""
        self.made: dict[int, int] = {}
        """The number of the last move of each seat: older views ask what is answered already."""
        self.lines: list[Line] = []
        self.tasks: list[asyncio.Task[None]] = []

    def spread(self) -> None:
        """Let the first move come at some moment: tables move one after the other."""
        self.next_at = time.perf_counter() + self.load.interval * self.random.random()

    async def open(self) -> None:
        """Set the table, sit down and begin."""
        load = self.load
        table = {
            "game": load.game,
            "seats": ["open"] * load.seats,
            "pace": {"bots": 0, "pause": 0},
            "options": load.options,
        }
        for seat in range(load.seats):
            line = Line(load.host, load.port)
            self.lines.append(line)
            if seat == 0:
                status, body = await line.ask("POST", "/api/tables", table)
                if status != 201:
                    raise OptionError(Refusal("load", answer=body.decode()[:200]))
                self.id = json.decode(body)["id"]
            await line.ask("POST", f"/api/tables/{self.id}/join", {"name": f"P{seat}"})
        await self.lines[0].ask("POST", f"/api/tables/{self.id}/start")
        for seat in range(load.seats):
            self.tasks.append(asyncio.create_task(self._sit(seat)))

    async def _sit(self, seat: int) -> None:
        """Follow the table from a seat, and answer."""
        load, line = self.load, self.lines[seat]
        stream = Line(load.host, load.port)
        stream.cookie = line.cookie
        try:
            await stream.send("GET", f"/api/tables/{self.id}/events?seat={chr(65 + seat)}")
            await stream.head()
            load.result.streams += 1
            while True:
                event = await stream.event()
                start = event.find(b"event: view\ndata: ")
                if start >= 0:
                    await self._look(_decode_view(event[start + 18 :]), seat, line)
        except (OSError, asyncio.IncompleteReadError):
            load.result.answers[0] += 1
        finally:
            stream.close()

    async def _look(self, view: _View, seat: int, line: Line) -> None:
        load = self.load
        if view.ended == "match":
            if seat == 0 and not load.over.is_set():
                load.renew(self)
            return
        if not view.asked or view.number < self.made.get(seat, 0) or load.over.is_set():
            return
        if self.moves >= self.ahead:
            await self._keep_time()
        if load.over.is_set():
            return
        self.moves += 1
        legal = [move for move in view.legal if move != "back"]
        body = {
            "number": view.number,
            "id": f"load-{self.number:06d}-{seat}-{self.moves:06d}",
            "move": self.random.choice(legal),
        }
        began = time.perf_counter()
        status, answer = await line.ask("POST", f"/api/tables/{self.id}/moves", body)
        load.result.answers[status] += 1
        if status == 200:
            self.made[seat] = json.decode(answer)["number"]
            load.result.times.append(time.perf_counter() - began)

    async def _keep_time(self) -> None:
        """Wait until all begin, and then for the next moment in the rhythm of the table."""
        await self.load.begun.wait()
        now = time.perf_counter()
        wait = self.next_at - now
        self.next_at = max(now, self.next_at) + self.load.interval
        if wait > 0:
            await asyncio.sleep(wait)

    def close(self) -> None:
        """Leave."""
        for task in self.tasks:
            task.cancel()
        for line in self.lines:
            line.close()


class Load:
    """A load on one house."""

    def __init__(
        self,
        address: str,
        game: str,
        *,
        tables: int,
        seats: int,
        rate: float,
        options: dict[str, str | int] | None = None,
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            raise OptionError(Refusal("range", name="address", allowed="http://HOST:PORT"))
        self.host, self.port = parts.hostname, parts.port or 80
        self.game = game
        self.seats = seats
        self.count = tables
        self.options = options or {}
        self.interval = tables / rate
        """Seconds between two moves at one table."""
        self.begun = asyncio.Event()
        """Set when all tables are open: until then nobody plays."""
        self.over = asyncio.Event()
        self.result = Result()
        self._tables: list[_Table] = []
        self._opened = 0
        self._renewing: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, told: Callable[[str], None]) -> Result:
        """Open all tables, play for so many seconds, and close."""
        for number in range(self.count):
            await self._open(_APART)
            told(f"{number + 1}/{self.count}")
        until = time.perf_counter() + _PATIENCE
        while self._is_any_behind() and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        began = time.perf_counter()
        for table in self._tables:
            table.spread()
        self.begun.set()
        self.result.times.clear()
        self.result.answers.clear()
        self.result.tables = self.count
        while (passed := time.perf_counter() - began) < seconds:
            told(f"{passed:.0f} s, {len(self.result.times)}")
            await asyncio.sleep(min(0.5, seconds - passed))
        self.result.seconds = time.perf_counter() - began
        self.over.set()
        await asyncio.sleep(0.2)
        for table in self._tables:
            table.close()
        return self.result

    def _is_any_behind(self) -> bool:
        return any(table.moves < table.ahead for table in self._tables)

    async def _open(self, apart: int = 1) -> None:
        table = _Table(self, self._opened, apart)
        self._opened += 1
        table.spread()
        self._tables.append(table)
        await table.open()

    def renew(self, finished: _Table) -> None:
        """Open a new table in place of one whose match is over."""
        self._tables.remove(finished)
        task = asyncio.create_task(self._open())
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)
        asyncio.get_running_loop().call_later(1.0, finished.close)
