"""Programs that play whole tables over the wire, and write down what the house acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Self
from uuid import uuid4

from tests.server.common import committed
from tests.server.wire import Answer, Lost, Wire, request, wire
from tirelire.match.events import Played, Retracted
from tirelire.match.fairness import new_words
from tirelire.match.record import Record, read_event

ASKING = {"bots": 0, "pause": None}
"""A pace at which bots do not wait, and deals only until everybody is ready."""
PATIENCE = 0.02
"""Seconds between two tries to reach a house that is away."""

TAKING_BACK = 0.3
"""How likely somebody is to take back a choice, when they look at the table and may."""

Stored = tuple[int, str | None, str]
"""An event as it is stored: its number, who made it, its text."""


@dataclass(frozen=True)
class Move:
    """A move or a retraction that was sent, as often as it takes."""

    id: str
    seat: str
    number: int
    """The number of the position that it was made for."""
    text: str
    """Empty for a retraction."""

    @property
    def path(self) -> str:
        """Where it is sent."""
        return "moves" if self.text else "retract"

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        body = {"id": self.id, "seat": self.seat, "number": self.number}
        return {**body, "move": self.text} if self.text else body


class Company:
    """Everybody at one table, played by one program that never gives up."""

    def __init__(self, ports: list[int], chance: Random, seats: list[str]) -> None:
        self.ports = ports
        self.chance = chance
        self.seats = seats
        self.game = ""
        self.pace: dict[str, Any] = ASKING
        self.table = ""
        self.cookie = ""
        self.sent: dict[str, Move] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self._wires = [Wire(port) for port in ports]
        self._seen: list[Stored] = []

    def through(self, port: int) -> Self:
        """Return the same company, asking only one process."""
        twin = copy(self)
        twin.ports, twin._wires = [port], [Wire(port)]
        return twin

    def close(self) -> None:
        """Break all connections off."""
        for each in self._wires:
            each.drop()

    async def ask(self, path: str, body: Any = None) -> Answer:
        """Ask any process until there is an answer; what is sent again must be safe to send."""
        while True:
            try:
                by = self.chance.choice(self._wires)
                answer = await by.ask(request(f"/api{path}", body, self.cookie))
            except Lost:
                answer = None
            if answer is not None and answer.status != 503:
                self.cookie = answer.headers.get("set-cookie", self.cookie).split(";")[0]
                return answer
            await asyncio.sleep(PATIENCE)

    async def done(self, path: str, body: Any = None) -> Any:
        """Ask for something that must be granted."""
        answer = await self.ask(path, body)
        assert answer.status < 300, answer.body
        return answer.json()

    async def sit_down(self, game: str, **options: Any) -> None:
        """Set a table, sit down in all open seats, and begin."""
        new = {"game": game, "seats": self.seats, "options": options, "pace": self.pace}
        self.game, self.table = game, (await self.done("/tables", new))["id"]
        promised = (await self.done(f"/tables/{self.table}"))["fairness"]["promise"]
        words = {seat: new_words() for seat in self.letters}
        for seat in self.letters:
            made = committed(promised, words[seat])
            body = {"name": f"Zoé {seat}", "commitment": made, "seat": seat}
            await self.done(self.at("join"), body)
        begun = await self.ask(self.at("start"), {})
        assert begun.status in (200, 409), begun.body  # 409: the answer was lost before
        for seat in self.letters:
            await self.done(self.at("reveal"), {"words": words[seat], "seat": seat})

    def at(self, path: str) -> str:
        """Return a path of the table."""
        return f"/tables/{self.table}/{path}"

    @property
    def letters(self) -> str:
        """The seats that are played here."""
        return "".join("ABCDEF"[i] for i, kind in enumerate(self.seats) if kind == "open")

    async def play(self, until: asyncio.Event) -> None:
        """Play until the match is over, or until told to leave it."""
        while not until.is_set():
            asked = 0
            for seat in self.letters:
                view = await self.done(self.at(f"view?seat={seat}"))
                if until.is_set() or view["ended"] == "match":
                    return
                if view["ended"] == "deal" and view["deal"]:
                    await self.get_ready(view["deal"])
                takes_back = view["retractable"] and self.chance.random() < TAKING_BACK
                if view["asked"] or takes_back:
                    asked += 1
                    moves = [move for move in view["legal"] if move != "back"]
                    text = self.chance.choice(moves) if view["asked"] else ""
                    move = Move(uuid4().hex, seat, view["number"], text)
                    self.sent[move.id] = move
                    await self.make(move)
            if not asked:
                await asyncio.sleep(PATIENCE)

    async def get_ready(self, deal: int) -> None:
        """Say that everybody is ready for the next deal; what was acknowledged is not forgotten."""
        answer = await self.ask(self.at("ready"), {"deal": deal})
        assert answer.status in (200, 409), answer.body
        if answer.status == 200:
            table = await self.done(f"/tables/{self.table}")
            assert all(row["ready"] >= deal for row in table["seats"] if row["kind"] == "person")

    async def make(self, move: Move) -> None:
        """Make a move: send it until there is an answer."""
        self.note(move, await self.ask(self.at(move.path), move.body))

    def note(self, move: Move, answer: Answer) -> None:
        """Write down what the house says of a move: always the same, however often it is sent."""
        assert answer.status in (200, 409), answer.body
        if answer.status == 409:
            self.refused.add(move.id)
        else:
            number = answer.json()["number"]
            assert number > move.number
            assert self.acknowledged.setdefault(move.id, number) == number
        assert move.id not in self.refused or move.id not in self.acknowledged

    async def finish(self) -> Record:
        """Leave the rest of the match to bots; return its record."""
        for seat in self.letters:
            await self.done(self.at("leave"), {"seat": seat})
        while (await self.done(f"/tables/{self.table}"))["status"] != "over":
            await asyncio.sleep(PATIENCE)
        for move in [self.sent[made] for made in self.acknowledged]:
            await self.make(move)  # however late it is sent again
        record = (await self.ask(self.at("record"))).body.decode()
        self.close()
        return Record.parse(record)

    def check(self, rows: list[Stored], acknowledged: Sequence[str] | None = None) -> None:
        """Look at what is stored: all that was acknowledged is there, once and whole.

        `acknowledged` is what was before the rows were read, where people played on meanwhile.
        """
        assert rows[: len(self._seen)] == self._seen
        self._seen = rows
        assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
        events = [read_event(text, self.game) for _, _, text in rows]
        numbers = {client: number for number, client, _ in rows if client is not None}
        assert len(numbers) == sum(client is not None for _, client, _ in rows)
        made_here = {
            move.seat + made for made, move in self.sent.items() if made not in self.refused
        }
        assert set(numbers) <= made_here
        for made in self.acknowledged if acknowledged is None else acknowledged:
            move = self.sent[made]
            event = events[numbers[move.seat + made] - 1]
            assert isinstance(event, Played | Retracted)
            text = str(event.move) if isinstance(event, Played) else ""
            assert (event.seat, text) == (move.seat, move.text)


class Misbehaving(Company):
    """A program that breaks off, repeats itself, and mixes up the order of what it sends."""

    async def make(self, move: Move) -> None:
        """Make a move in a strange manner; in the end it is made, once."""
        manner = self.chance.choice([self._drop, self._break, self._repeat, self._come_late, None])
        if manner is not None:
            await manner(move)
        await super().make(move)

    @property
    def port(self) -> int:
        """Some process of the house."""
        return self.chance.choice(self.ports)

    def _message(self, move: Move) -> bytes:
        return request(f"/api{self.at(move.path)}", move.body, self.cookie)

    async def _drop(self, move: Move) -> None:
        """Send a move and do not wait for the answer."""
        async with wire(self.port) as other:
            try:
                await other.send(self._message(move))
            except OSError:
                return
            await asyncio.sleep(self.chance.choice([0, 0.001, 0.01]))

    async def _break(self, move: Move) -> None:
        """Send a part of a move."""
        message = self._message(move)
        async with wire(self.port) as other:
            try:
                await other.send(message[: self.chance.randrange(1, len(message))])
            except OSError:
                return

    async def _repeat(self, move: Move) -> None:
        """Send a move several times at once."""

        async def once() -> None:
            async with wire(self.port) as other:
                try:
                    answer = await other.ask(self._message(move))
                except Lost:
                    return
            if answer.status != 503:
                self.note(move, answer)

        await asyncio.gather(*(once() for _ in range(3)))

    async def _come_late(self, move: Move) -> None:
        """Send first what comes later, and once more what came long ago."""
        early = Move(uuid4().hex, move.seat, move.number + 1000, move.text)
        assert (await self.ask(self.at(early.path), early.body)).status == 409
        if self.acknowledged:
            again = self.sent[self.chance.choice(list(self.acknowledged))]
            self.note(again, await self.ask(self.at(again.path), again.body))
            stale = Move(uuid4().hex, again.seat, again.number, again.text)
            assert (await self.ask(self.at(stale.path), stale.body)).status == 409
