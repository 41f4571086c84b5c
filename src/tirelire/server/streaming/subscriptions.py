"""What is new at a table, as it happens: server-sent events for pages, lines of JSON for programs.

Every message that tells a position has its number as id. A client that comes back says the last id
it has seen; it is told what it missed, or gets the whole view where that is too long ago. Of what
changes nothing for a reader he is not told: not even that the number of the position has grown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tirelire.core.errors import TirelireError
from tirelire.server.errors import Forbidden
from tirelire.server.http.authentication import Caller, Guests
from tirelire.server.http.limiters import ConcurrencyLimiter
from tirelire.server.settings import Settings
from tirelire.server.tables.house import House
from tirelire.server.tables.payload import (
    Reader,
    clock_payload,
    table_payload,
    tell_steps,
    view_payload,
)
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import REMEMBERED, Step

MOST_TALK = 50


_NO_CLOCK = b"null}"
"""How an encoded view ends: with its clock."""


def encoded_view(session: TableSession, house: House, reader: Reader, after: int) -> bytes:
    """Encode the position for a reader, with what happened since a number.

    All readers of a seat get the same, so it is encoded once; only the clock is added each time.
    """
    number = session.number_for(reader.seat)
    if not number - REMEMBERED <= after <= number:
        after = number if after > number else -1  # everything too long ago is one cache key
    key = (after, reader)
    found = session.encoded_views.get(key)
    if found is None:
        log = tell_steps(session, after, reader.seat, reader.lang)
        found = session.encoded_views[key] = json.encode(view_payload(session, reader, log))
    clock = clock_payload(house.scheduler.tasks_at(session), reader.seat, house.clock.now())
    return found if clock is None else found.removesuffix(_NO_CLOCK) + json.encode(clock) + b"}"


class Message(NamedTuple):
    """Something new, as JSON."""

    kind: bytes
    """table, view or talk."""
    body: bytes
    number: int | None = None
    """The number of the position, for a view."""


class Subscription:
    """Somebody who follows a table from one seat, or as a spectator."""

    def __init__(
        self,
        house: House,
        guests: Guests,
        session: TableSession,
        caller: Caller,
        reader: Reader,
        last: int,
    ) -> None:
        self.house = house
        self.session = session
        self._guests = guests
        self._caller = caller
        self.reader = reader
        self.number = last
        self.version = (-1, "")
        self.talked = 0
        self.beats = house.beats
        self._steps: list[Step] | None = []
        """What happened while he waits for his turn; None if he looks in any case."""
        self._is_awake = True
        self._is_new = True
        """Whether he did not listen yet when the table was read."""
        self._waking: asyncio.Future[None] | None = None

    def look(self) -> None:
        """Look what is new, when it is his turn."""
        if self._steps is not None:
            if not self._steps:
                self.house.fan_out.wait(self)
            self._steps = None

    def look_at(self, step: Step) -> None:
        """Look what is new, when it is his turn, if anything of a step can be seen."""
        if self._steps is not None:
            if not self._steps:
                self.house.fan_out.wait(self)
            self._steps.append(step)

    def take_turn(self) -> bool:
        """Wake up if there is something to see: often there is not."""
        steps, self._steps = self._steps, []
        seat = self.reader.seat
        if steps is None or any(step.is_seen_by(seat) for step in steps):
            self._is_awake = True
            if self._waking is not None and not self._waking.done():
                self._waking.set_result(None)
            return True
        return False

    async def next(self) -> list[Message] | None:
        """Wait for something new, and return it; an empty list is a sign of life.

        None is the end: the house closes, or cannot read, or whoever follows may not look from this
        seat any more. Then the client asks again, and is told why.
        """
        while not self.house.is_closing:
            if not self._is_awake:  # not an `asyncio.Event`: that takes longer to wait for
                self._waking = asyncio.get_running_loop().create_future()
                await self._waking
            self._is_awake = False
            try:
                found = await self._look()
            except (TirelireError, SQLAlchemyError, OSError):
                return None
            if found or self.beats != self.house.beats:
                self.beats = self.house.beats
                return found
        return None

    async def _look(self) -> list[Message]:
        session, found = self.session, list[Message]()
        if self.house.sessions.get(session.row.id) is not session:  # read anew after a failure
            session.subscriptions.discard(self)
            self.session = session = await self.house.session(session.row.id)
            session.subscriptions.add(self)
            self._is_new = True
        if self._is_new and self.house.bus.is_shared:
            await self.house.refresh(session)  # of what others did just before nobody has told him
        self._is_new = False
        if (session.row.version, session.status) != self.version:
            self.version = (session.row.version, session.status)
            table = table_payload(session.row, session.status, self._caller.guest)
            found.append(Message(b"table", json.encode(table)))
            if self.reader.seat is not None:
                await self._guests.reauthenticate(self._caller)
        if self.reader.seat is not None and self.reader.seat not in session.letters_of(
            self._caller.guest
        ):
            raise Forbidden("not_your_seat")
        number = session.number_for(self.reader.seat)
        if session.snapshot is not None and number != self.number:
            view = encoded_view(session, self.house, self.reader, self.number)
            found.append(Message(b"view", view, number))
            self.number = number
        if session.talked > self.talked:
            said = await self.house.repository.talk(session.row.id, MOST_TALK)
            new = [line for line in said if line["seq"] > self.talked]
            self.talked = said[-1]["seq"]  # not `session.talked`: more was said while we read
            found.append(Message(b"talk", json.encode(new)))
        return found


def as_events(messages: list[Message]) -> bytes:
    """Write messages as server-sent events."""
    if len(messages) == 1:
        return _as_event(messages[0])
    return b"".join(map(_as_event, messages)) or b": still here\n\n"


def _as_event(message: Message) -> bytes:
    kind, body, number = message
    if number is None:
        return b"event: %b\ndata: %b\n\n" % (kind, body)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, kind, body)


def as_first_event(messages: list[Message]) -> bytes:
    """Write the first messages, and after how many milliseconds to try again if they are lost."""
    return b"retry: 1000\n\n" + as_events(messages)


_LINES = {b"table": b"table", b"talk": b"chatLine", b"view": b"gameState"}


def as_lines(messages: list[Message]) -> bytes:
    """Write messages as lines of JSON."""
    if not messages:
        return b"\n"
    return b"".join(
        b'{"type":"%b","%b":%b}\n' % (_LINES[kind], kind, body) for kind, body, _ in messages
    )


def as_first_line(messages: list[Message]) -> bytes:
    """Write the first line: everything about the table."""
    parts = [b'"%b":%b' % (kind, body) for kind, body, _ in messages]
    return b'{"type":"gameFull",' + b",".join(parts) + b"}\n"


Writes = Callable[[list[Message]], bytes]
Held = AbstractContextManager[None]
"""A place for a stream, held while it lasts."""
STREAMS_SHARE = 0.75
"""How many of all connections may be streams."""


class StreamLimiter:
    """Limits the streams of an address and of a guest, and leaves room for newcomers."""

    def __init__(self, settings: Settings) -> None:
        total = int(settings.connections * STREAMS_SHARE)
        self._of_addresses, self._of_guests = (
            ConcurrencyLimiter(name, most, total, setting=name)
            for name, most in (
                ("address_streams", settings.address_streams),
                ("guest_streams", settings.guest_streams),
            )
        )

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._of_addresses.count

    @contextmanager
    def hold(self, address: str, guest: str | None) -> Iterator[None]:
        """Hold a stream; refuse if the address or the guest has too many, or the house is full."""
        with self._of_addresses.hold(address):
            if guest is None:
                yield
                return
            with self._of_guests.hold(guest):
                yield


class StreamResponse(Response):
    """A response that goes on for as long as the client follows a table."""

    def __init__(
        self, listener: Subscription, held: Held, media_type: bytes, first: Writes, then: Writes
    ) -> None:
        self._listener = listener
        self._held = held
        self.raw_headers = [
            (b"content-type", media_type),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]
        self._first, self._then = first, then

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send what is new until whoever follows is gone, or the house closes.

        In a task of its own: to wake this one up goes through all layers of the framework.
        """
        with self._held:
            await self._follow(receive, send)

    async def _follow(self, receive: Receive, send: Send) -> None:
        listener = self._listener
        listener.session.subscriptions.add(listener)
        sending = asyncio.create_task(self._send(send))
        watching = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait((sending, watching), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            listener.session.subscriptions.discard(listener)
            for task in (sending, watching):
                task.cancel()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        write = self._first
        while (messages := await self._listener.next()) is not None:
            body = write(messages)
            write = self._then
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    """Wait until nobody is there any more."""
    while (await receive())["type"] != "http.disconnect":
        pass


def follow_by_events(listener: Subscription, held: Held) -> StreamResponse:
    """Answer with server-sent events."""
    return StreamResponse(
        listener, held, b"text/event-stream; charset=utf-8", as_first_event, as_events
    )


def follow_by_lines(listener: Subscription, held: Held) -> StreamResponse:
    """Answer with lines of JSON."""
    return StreamResponse(listener, held, b"application/x-ndjson", as_first_line, as_lines)
