"""What is new at a table, as it happens: server-sent events for pages, lines of JSON for programs.

Every message that tells a position has its number as id. A client that comes back says the last id
it has seen; it is told what it missed, or gets the whole view where that is too long ago.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from tirelire.core.errors import TirelireError
from tirelire.server.course import REMEMBERED, Course
from tirelire.server.house import House
from tirelire.server.live import Live
from tirelire.server.payload import Reader, clock_payload, table_payload, tell_steps, view_payload

MOST_TALK = 50


def written_view(live: Live, house: House, reader: Reader, after: int) -> bytes:
    """Write the position for a reader, with what happened since a number.

    All readers of a seat get the same, so it is made once; but for the clock, which goes on.
    """
    if not live.number - REMEMBERED <= after <= live.number:
        after = live.number if after > live.number else -1  # what is too long ago is all the same
    key = (live.number, after, reader)
    found = live.told.get(key)
    if found is None:
        view = view_payload(live, reader)
        log = tell_steps(live, after, reader.seat, reader.lang)
        view["log"] = log or []
        view["gap"] = log is None
        found = live.told[key] = json.encode(view)[:-1]
    clock = clock_payload(house.keeper.tasks_at(live), reader.seat, house.clock.now())
    return found + b',"clock":' + json.encode(clock) + b"}"


@dataclass(frozen=True)
class Message:
    """Something new, as JSON."""

    kind: str
    """table, view, number (of a position that looks the same to the reader) or talk."""
    body: bytes
    number: int | None = None
    """The number of the position, for a view."""


class Listener:
    """Somebody who follows a table from one seat, or as a spectator."""

    def __init__(
        self, house: House, live: Live, guest: str | None, reader: Reader, last: int
    ) -> None:
        self.house = house
        self.live = live
        self.guest = guest
        self.reader = reader
        self.number = last
        self.version = (-1, "")
        self.seen = b""
        """The bytes of the view that was told last."""
        self.talked = 0
        self.beats = house.beats
        self.wake = asyncio.Event()

    async def news(self) -> AsyncIterator[list[Message]]:
        """Yield what is new whenever there is something; an empty list is a sign of life.

        It ends when the house closes, or cannot read: then the client asks again, and is told why.
        """
        self.live.listeners.add(self.wake)
        try:
            while not self.house.is_closing:
                self.wake.clear()
                try:
                    found = await self._look()
                except (TirelireError, SQLAlchemyError, OSError):
                    return
                if found or self.beats != self.house.beats:
                    self.beats = self.house.beats
                    yield found
                if not self.wake.is_set():
                    await self.wake.wait()
        finally:
            self.live.listeners.discard(self.wake)

    async def _look(self) -> list[Message]:
        live, found = self.live, list[Message]()
        if self.house.lives.get(live.row.id) is not live:  # read anew after a failure
            live.listeners.discard(self.wake)
            self.live = live = await self.house.live(live.row.id)
            live.listeners.add(self.wake)
        if (live.row.version, live.status) != self.version:
            self.version = (live.row.version, live.status)
            table = table_payload(live.row, live.status, self.guest)
            found.append(Message("table", json.encode(table)))
        if live.course is not None and live.number != self.number:
            found.append(self._position(live, live.course))
        if live.talked > self.talked:
            said = await self.house.store.talk(live.row.id, MOST_TALK)
            new = [line for line in said if line["seq"] > self.talked]
            self.talked = said[-1]["seq"]  # not `live.talked`: more was said while we read
            found.append(Message("talk", json.encode(new)))
        return found

    def _position(self, live: Live, course: Course) -> Message:
        """Tell the position; where nothing has changed for the reader, nothing but its number.

        Then there is no sentence to tell either: of what he does not see he is not told.
        """
        seen = course.match.view(self.reader.seat).bytes
        after, self.number = self.number, live.number
        if seen == self.seen:
            return Message("number", b'{"number":%d}' % live.number, live.number)
        self.seen = seen
        written = written_view(live, self.house, self.reader, after)
        return Message("view", written, live.number)


async def as_events(listener: Listener) -> AsyncIterator[bytes]:
    """Write messages as server-sent events."""
    yield b"retry: 1000\n\n"
    async for messages in listener.news():
        if not messages:
            yield b": still here\n\n"
            continue
        yield b"".join(
            (b"" if message.number is None else b"id: %d\n" % message.number)
            + b"event: %b\ndata: %b\n\n" % (message.kind.encode(), message.body)
            for message in messages
        )


async def as_lines(listener: Listener) -> AsyncIterator[bytes]:
    """Write messages as lines of JSON; the first line says everything about the table."""
    names = {
        **{"table": b"table", "talk": b"chatLine"},
        **{"view": b"gameState", "number": b"gameNumber"},
    }
    first = True
    async for messages in listener.news():
        if not messages:
            yield b"\n"
        elif first:
            first = False
            parts = [b'"%b":%b' % (message.kind.encode(), message.body) for message in messages]
            yield b'{"type":"gameFull",' + b",".join(parts) + b"}\n"
        else:
            for message in messages:
                kind = message.kind.encode()
                yield b'{"type":"%b","%b":%b}\n' % (names[message.kind], kind, message.body)
