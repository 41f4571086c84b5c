"""Replays: matches moment by moment, made once and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from itertools import islice
from typing import Any

from msgspec import json, structs
from starlette.responses import StreamingResponse
from starlette.types import Send

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.texts import amount, enumerate_words, say
from tirelire.match.match import Match
from tirelire.match.record import Record
from tirelire.server.errors import Conflict
from tirelire.server.limiters import ConcurrencyLimiter
from tirelire.server.schemas.responses import DealPack, Packs, View
from tirelire.server.storage.rows import CLOSED, OVER, Pace, SeatRow, TableRow
from tirelire.server.tables.payload import Reader, tell_step, view_payload
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot, Step, retrace
from tirelire.server.worker_pool import WorkerPool

FRAMES_OF_PART = 32
"""Moments of a match that are made and sent at once."""
OPEN = "*"
"""The seat of a reader who sees all cards."""


def is_shown(session: TableSession) -> bool:
    """Tell whether a match may be shown whole: it is over, or closed after its first deal."""
    return session.number > 0 and session.status in (OVER, CLOSED)


def frames(record: Record, seat: str | None, lang: str, addressed: bool = True) -> Iterator[View]:
    """Return every moment of a match as a view: of a seat, of a spectator for None, or OPEN.

    The first is the first deal; the n-th has the number n. What happened is told in `log`: to the
    player of the seat, or where it is not the reader's own, by names.
    """
    table = _table(record)
    reader = Reader(None if seat == OPEN else seat, lang, addressed=addressed)
    for step in steps_of(record):
        table.snapshot = MatchSnapshot(step.after, 0)
        told = tell_step(table.row, step, reader, step.number)
        view = view_payload(table, reader, [told])
        if seat == OPEN:
            items, awaited = _open_items(step.after), step.after.actors
            view = structs.replace(view, items=items, awaited=awaited)
        yield view


def encoded_frames(views: Iterator[View]) -> Iterator[bytes]:
    """Encode a `Replay` in parts of some moments each."""
    before = b'{"frames":['
    while some := list(islice(views, FRAMES_OF_PART)):
        yield before + b",".join(map(json.encode, some))
        before = b","
    yield b"]}"


def replay_text(record: Record, lang: str) -> list[list[str]]:
    """Tell a match deal by deal in sentences, each deal with its score, the last with the winners.

    Told as to a spectator.
    """
    table = _table(record)
    deals: list[list[str]] = []
    for step in steps_of(record):
        if step.is_deal:
            deals.append([])
        deals[-1] += tell_step(table.row, step, Reader(None, lang), step.number).sentences
        if step.after.ended != "running":
            deals[-1] += _tell_end(step.after, _names(record), lang)
    return deals


def packs(record: Record) -> Packs:
    """Return what was shuffled and drawn, to check the deals: see `fair.js`.

    `bounds` are those of the numbers that the match was set up from; `deals` has for each deal the
    cards before they were shuffled and the bounds of its numbers.
    """
    steps = [step for step in steps_of(record) if step.is_deal]
    game = steps[0].before.game
    engine = game.engine
    states = [step.before.state.raw for step in steps]
    write = game.positions.CODES.write
    return Packs(
        engine.match_bounds(record.players, game.encode(record.players, record.options)),
        [DealPack(write(engine.pack_of(state)), engine.deal_bounds(state)) for state in states],
    )


def steps_of(record: Record) -> Iterator[Step]:
    """Play a match again, with what the table was before and after each event.

    One that is not over can be shown only where its secret is: then its table was closed.
    """
    is_closed = record.fairness is not None and record.fairness.secret
    if not record.winners and not is_closed:
        raise Conflict("not_over")
    return retrace(record.replay(0), record.events)


def stand_in(
    game: str, players: int, options: dict[str, Any], names: list[str], ident: str = ""
) -> TableSession:
    """Return a session without players, to build answers about a match from elsewhere."""
    seats = tuple(SeatRow(i, name=name) for i, name in enumerate(names))
    row = TableRow(
        id=ident,
        game=game,
        players=players,
        options=options,
        pace=Pace(),
        listed=False,
        talk=False,
        level="",
        host="",
        status=OVER,
        secret="",
        version=0,
        created=0,
        seats=seats,
    )
    return TableSession(row)


def _table(record: Record) -> TableSession:
    """Return a table for the reader's payloads, at which the match was played."""
    return stand_in(record.game, record.players, record.options, _names(record))


def _names(record: Record) -> list[str]:
    return record.names or list(SEAT_LETTERS[: record.players])


def _open_items(match: Match) -> dict[str, str]:
    """Return all items of a position, and what each seat has as that seat sees it."""
    items: dict[str, str] = match.game.positions.write(match.plain)
    for letter in SEAT_LETTERS[: match.players]:
        own = match.view(letter).items
        items |= {name: text for name, text in own.items() if name.endswith(f" {letter}")}
    return items


def _tell_end(match: Match, names: list[str], lang: str) -> list[str]:
    """Tell why a deal is over, what everybody has, and who has won the match."""
    ending = match.game.stories.ending(match.view(None).record)
    lines = [ending.say(lang, names, SPECTATOR)]
    for name, letter in zip(names, SEAT_LETTERS, strict=False):
        gained = amount(match.game.id, match.gained[letter], lang, sign=True)
        total = amount(match.game.id, match.totals[letter], lang)
        lines.append(say(lang, "page.replay.score", who=name, gained=gained, total=total))
    if match.ended == "match":
        best = [name for name, x in zip(names, SEAT_LETTERS, strict=False) if x in match.winners]
        who = enumerate_words(best, lang)
        lines.append(say(lang, "page.replay.won", n=len(best), who=who))
    return lines


MOST_BYTES = 32 << 20
"""Bytes that are kept."""
MOST_AT_ONCE = 16
"""Replays that are being made or wait for it."""
MOST_OF_ADDRESS = 4
"""So many of them may have been asked for from one address."""

Key = tuple[str | None, ...]
MakeParts = Callable[[], Iterator[bytes]]
Parts = AsyncGenerator[bytes, None]


class _Making:
    """A replay that is being made: its parts so far, and how many readers wait for more."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.readers = 0
        self.task: asyncio.Task[None]
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Tell the readers that there is another part, or that there will be no more."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def read(self) -> Parts:
        """Return the parts, as they are made."""
        self.readers += 1
        try:
            sent = 0
            while True:
                while sent < len(self.parts):
                    yield self.parts[sent]
                    sent += 1
                if self.task.done():
                    self.task.result()  # raises what making it raised
                    return
                await self._changed.wait()
        finally:
            self.readers -= 1


class ReplayCache:
    """An LRU cache of encoded replays, with one computation for all who ask for the same.

    One thread makes them all, a part of each in turn: a second thread would take its time from the
    event loop, not from a core.
    """

    def __init__(self) -> None:
        self._pool = WorkerPool("replays")
        self._limiter = ConcurrencyLimiter("replays", MOST_OF_ADDRESS, MOST_AT_ONCE)
        self._kept: OrderedDict[Key, list[bytes]] = OrderedDict()
        self._size = 0
        self._making: dict[Key, _Making] = {}

    async def read(self, key: Key, address: str, make: MakeParts) -> Parts:
        """Return what `make` yields, part by part; it is called only if the key is not known."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            for part in kept:
                yield part
            return
        making = self._making.get(key)
        if making is None:
            self._limiter.acquire(address)
            making = self._making[key] = _Making()
            making.task = asyncio.create_task(self._make(making, key, address, make))
        async with aclosing(making.read()) as parts:
            async for part in parts:
                yield part

    async def get(self, key: Key, address: str, make: MakeParts) -> bytes:
        """Return what `make` yields as a whole."""
        async with aclosing(self.read(key, address, make)) as parts:
            return b"".join([part async for part in parts])

    async def _make(self, making: _Making, key: Key, address: str, make: MakeParts) -> None:
        try:
            source = await self._pool.run(make)
            while (part := await self._pool.run(next, source, None)) is not None:
                making.parts.append(part)
                making.notify()
                if not making.readers:
                    return  # all readers are gone
            self._keep(key, making.parts)
        finally:
            del self._making[key]
            self._limiter.release(address)
            # The readers look whether this task is done: it will be when they wake up.
            asyncio.get_running_loop().call_soon(making.notify)

    def _keep(self, key: Key, parts: list[bytes]) -> None:
        """Keep a replay, and drop those that were not asked for the longest."""
        self._kept[key] = parts
        self._size += sum(map(len, parts))
        while self._size > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self._size -= sum(map(len, dropped))

    def close(self) -> None:
        """Make no more."""
        self._pool.close()


class ReplayResponse(StreamingResponse):
    """A replay, sent as its parts are made; a reader who disconnects gives it up."""

    media_type = "application/json"

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._parts = parts

    @classmethod
    async def begin(cls, parts: Parts) -> ReplayResponse:
        """Wait for the first part, so that a refusal can still be answered."""
        first = await anext(parts)
        return cls(_with_first(first, parts))

    async def stream_response(self, send: Send) -> None:
        """Send the parts."""
        async with aclosing(self._parts):
            await super().stream_response(send)


async def _with_first(first: bytes, others: Parts) -> Parts:
    async with aclosing(others):
        yield first
        async for part in others:
            yield part
