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
from dataclasses import asdict, dataclass, field
from functools import partial
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from msgspec import MsgspecError, Struct, json

from tirelire.bench.http_client import HTTPConnection
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.http.authentication import GUESTS_PER_ADDRESS
from tirelire.server.limiters import BURST
from tirelire.server.settings import Settings

_APART = 24
"""Tables are up to so many moves apart when all begin, about a round: in a house where people come
and go they are not all at the same point, where a move is seen by one or by everybody."""
_PATIENCE = 30.0
"""Seconds after which all begin, wherever the tables are."""


_REFUSED = 400
_LIMITED = 429


class Refused(OptionError):  # noqa: N818
    """The house refuses the load."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class _Error(Struct):
    """What a load needs of a refusal."""

    message: str
    setting: str = ""


class _Refused(Struct):
    """The answer that refuses."""

    error: _Error


class _View(Struct):
    """What a player needs of a view."""

    number: int
    asked: bool
    legal: list[str]
    ended: str


_decode_view = json.Decoder(_View).decode
_VIEW = b"event: view\ndata: "
_ASKED, _OVER = b'"asked":true', b'"ended":"match"'
"""In a view that a player has to read; quotation marks in a text are escaped."""


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
        self.asked: dict[int, _View] = {}
        """The last view of each seat that is asked something, as long as it answers."""
        self.lines: list[HTTPConnection] = []
        """Those of the seats, for requests, and then their streams."""
        self.tasks: set[asyncio.Task[None]] = set()

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
            line = HTTPConnection(load.host, load.port, load.lang)
            self.lines.append(line)
            if seat == 0:
                self.id = json.decode(load.checked(await line.ask("POST", "/api/tables", table)))[
                    "id"
                ]
            name = {"name": f"P{seat}"}
            load.checked(await line.ask("POST", f"/api/tables/{self.id}/join", name))
        load.checked(await self.lines[0].ask("POST", f"/api/tables/{self.id}/start"))
        # Several seats may be refused at once: each error is looked at, and the first one is told.
        seated = await asyncio.gather(*map(self._sit, range(load.seats)), return_exceptions=True)
        for error in seated:
            if error is not None:
                raise error

    async def _sit(self, seat: int) -> None:
        """Follow the table from a seat."""
        load = self.load
        stream = HTTPConnection(load.host, load.port, load.lang)
        stream.cookie = self.lines[seat].cookie
        self.lines.append(stream)
        path = f"/api/tables/{self.id}/events?seat={chr(65 + seat)}"
        load.checked(await stream.follow(path, partial(self._hear, seat)))
        load.result.streams += 1

    def _hear(self, seat: int, event: bytes) -> None:
        """Look at the position when there is a new one."""
        start = event.find(_VIEW)
        if start >= 0:
            if _ASKED in event or _OVER in event:
                self._look(_decode_view(event[start + len(_VIEW) :]), seat)
        elif not event:
            self.load.result.answers[0] += 1

    def _look(self, view: _View, seat: int) -> None:
        load = self.load
        if view.ended == "match":
            if seat == 0 and not load.over.is_set():
                load.renew(self)
            return
        if not view.asked or load.over.is_set():
            return
        is_busy = seat in self.asked
        self.asked[seat] = view
        if not is_busy:
            task = asyncio.create_task(self._answer(seat))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _answer(self, seat: int) -> None:
        """Answer what a seat is asked, as often as it is asked."""
        load = self.load
        made = 0
        while self.asked[seat].number >= made:
            if self.moves >= self.ahead:
                await self._keep_time()
            if load.over.is_set():
                return
            view = self.asked[seat]
            made = await self._move(view, seat) or view.number + 1
        del self.asked[seat]

    async def _move(self, view: _View, seat: int) -> int:
        """Make any move; return its number, nought if it was refused."""
        load = self.load
        self.moves += 1
        legal = [move for move in view.legal if move != "back"]
        body = {
            "number": view.number,
            "id": f"load-{self.number:06d}-{seat}-{self.moves:06d}",
            "move": self.random.choice(legal),
        }
        began = time.perf_counter()
        try:
            status, answer = await self.lines[seat].ask(
                "POST", f"/api/tables/{self.id}/moves", body
            )
        except OSError:
            status = 0
        load.result.answers[status] += 1
        if status == _LIMITED and load.limited is None:
            load.limited = load.refusal(answer)
        if status != 200:
            return 0
        load.result.times.append(time.perf_counter() - began)
        return int(json.decode(answer)["number"])

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
        lang: str = "en",
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            raise OptionError(Refusal("range", name="address", allowed="http://HOST:PORT"))
        self.host, self.port = parts.hostname, parts.port or 80
        self.lang = lang
        """The language in which the house says why it refuses."""
        self.game = game
        self.seats = seats
        self.count = tables
        self.options = options or {}
        self.interval = tables / rate
        """Seconds between two moves at one table."""
        self.begun = asyncio.Event()
        """Set when all tables are open: until then no table plays."""
        self.over = asyncio.Event()
        self.result = Result()
        self.limited: Refusal | None = None
        """What the house said when a limit first kept a move from being made."""
        self._tables: list[_Table] = []
        self._opened = 0
        self._renewing: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, told: Callable[[str], None]) -> Result:
        """Open all tables, play for a number of seconds, and close, also after a refusal."""
        try:
            return await self._run(seconds, told)
        finally:
            for task in self._renewing:
                task.cancel()
            for table in self._tables:
                table.close()

    async def _run(self, seconds: float, told: Callable[[str], None]) -> Result:
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
        return self.result

    def checked(self, answer: tuple[int, bytes]) -> bytes:
        """Return the body of a good answer; end the load with the house's reason otherwise."""
        status, body = answer
        if status >= _REFUSED:
            raise Refused(self.refusal(body))
        return body

    def refusal(self, body: bytes) -> Refusal:
        """Say why the house refuses, and which settings it needs to take this load."""
        try:
            error = json.decode(body, type=_Refused).error
        except MsgspecError:
            return Refusal("load", answer=body.decode(errors="replace")[:200])
        if not error.setting:
            return Refusal("load", answer=error.message)
        usual = asdict(Settings())
        needed = {error.setting: 0, **self.needed}
        options = [
            f"--{name.replace('_', '-')} {number or '…'}"
            for name, number in needed.items()
            if name == error.setting or number > usual.get(name, number)
        ]
        return Refusal("load_limit", answer=error.message, options=" ".join(options))

    @property
    def needed(self) -> dict[str, int]:
        """The settings with which a house takes this load: all of it comes from one address."""
        seats = self.count * self.seats
        steps = self.count * _APART + 3 * seats
        """Requests before all begin: to open the tables, and to bring them apart."""
        together = (self.count / self.interval + steps / BURST) / GUESTS_PER_ADDRESS
        unknown = seats / BURST
        """Every guest has no cookie once, and is counted by address then."""
        return {
            "rate": ceil(max(together, unknown)),
            "address_requests": seats,
            "address_streams": seats,
            "address_connections": 2 * seats,
            "address_guests": seats,
            "address_tables": self.count,
            "connections": 3 * seats,
        }

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
        task = asyncio.create_task(self._open_another())
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)
        asyncio.get_running_loop().call_later(1.0, finished.close)

    async def _open_another(self) -> None:
        try:
            await self._open()
        except OSError:
            self.result.answers[0] += 1
        except Refused as error:
            self.limited = self.limited or error.refusal
