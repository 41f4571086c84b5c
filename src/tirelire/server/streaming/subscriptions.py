"""Subscriptions: streams of what is new at a table, as server-sent events or lines of JSON.

Every message that shows a position has its number as id. A client that reconnects sends the last id
it has seen; it gets what it missed, or the whole view where that is too long ago. A reader gets no
message about a step that changes nothing in their view: not even the number of the position.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tirelire.core.errors import TirelireError
from tirelire.server.errors import Forbidden
from tirelire.server.http.authentication import Caller, Guests
from tirelire.server.http.responses import padded
from tirelire.server.limiters import STREAM, StreamPlace
from tirelire.server.schemas.events import Presence, TalkLine
from tirelire.server.storage.repository import Repository
from tirelire.server.streaming.fan_out import FanOut
from tirelire.server.tables.clock import HouseClock
from tirelire.server.tables.payload import (
    Reader,
    clock_payload,
    table_payload,
    tell_steps,
    view_payload,
)
from tirelire.server.tables.scheduler import Scheduler
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.sessions import Sessions
from tirelire.server.tables.snapshot import REMEMBERED, Step

MOST_TALK = 50


class Feed(Protocol):
    """The parts of a house that subscriptions need."""

    sessions: Sessions
    scheduler: Scheduler
    repository: Repository
    clock: HouseClock
    fan_out: FanOut
    heartbeats: int
    is_closing: bool


_NO_CLOCK = b"null}"
"""How an encoded view ends: with its clock."""


def encoded_view(session: TableSession, feed: Feed, reader: Reader, after: int) -> bytes:
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
    tasks = feed.scheduler.tasks_at(session)
    clock = clock_payload(tasks, reader.seat, feed.clock.now()) if tasks else None
    return found if clock is None else found.removesuffix(_NO_CLOCK) + json.encode(clock) + b"}"


class Message(NamedTuple):
    """Something new, as JSON."""

    kind: bytes
    """table, presence, view or talk."""
    body: bytes
    number: int | None = None
    """The number of the position, for a view."""


class Subscription:
    """A reader who follows a table from one seat, or as a spectator."""

    def __init__(
        self,
        feed: Feed,
        guests: Guests,
        session: TableSession,
        caller: Caller,
        reader: Reader,
        last: int,
        *,
        tells_presence: bool,
    ) -> None:
        self._tells_presence = tells_presence and not feed.sessions.bus.is_shared
        self._feed = feed
        self._guests = guests
        self.session = session
        self._caller = caller
        self._reader = reader
        self._number = last
        self._version = (-1, "")
        self._talked = 0
        self._present: str | None = None
        """The others who were there, as the reader was told."""
        self._heartbeats = feed.heartbeats
        self._steps: list[Step] | None = []
        """Steps while the reader waits for their turn; None: look in any case."""
        self._is_awake = True
        self._is_new = True
        """Whether the session was opened before this subscription was added to it."""
        self.has_ended = False
        """Whether the client is gone."""
        self._waking: asyncio.Future[None] | None = None

    @property
    def guest(self) -> str | None:
        """Who reads; None for a stranger."""
        return self._caller.guest

    def look(self) -> None:
        """Look for news at the reader's next turn."""
        if self._steps is not None:
            self._steps = None
            self._feed.fan_out.wait(self)

    def look_at(self, step: Step) -> None:
        """Look for news at the reader's next turn, if they see anything of a step."""
        if self._steps is None:
            return
        self._steps.append(step)
        if self.session.asks_anew(self._reader.seat, step):
            self._feed.fan_out.wait(self)
        elif len(self._steps) == 1:
            self._feed.fan_out.wait_patiently(self)

    def take_turn(self) -> bool:
        """Wake the stream if the reader sees anything new: often they do not."""
        steps, self._steps = self._steps, []
        seat = self._reader.seat
        if steps is None or any(step.is_seen_by(seat) for step in steps):
            self._wake()
            return True
        return False

    def end(self) -> None:
        """End the stream: its client is gone."""
        self.has_ended = True
        self._wake()

    def _wake(self) -> None:
        self._is_awake = True
        if self._waking is not None and not self._waking.done():
            self._waking.set_result(None)

    async def next(self) -> list[Message] | None:
        """Wait for news, and return it; an empty list is a heartbeat.

        None ends the stream: the client is gone, the house closes or cannot read, or the reader may
        not look from this seat any more. Then the client connects again, and gets the reason.
        """
        while not self._feed.is_closing:
            if not self._is_awake:  # not an `asyncio.Event`: that takes longer to wait for
                self._waking = asyncio.get_running_loop().create_future()
                await self._waking
            if self.has_ended:
                break
            self._is_awake = False
            try:
                found = await self._collect()
            except (TirelireError, SQLAlchemyError, OSError):
                return None
            if found or self._heartbeats != self._feed.heartbeats:
                self._heartbeats = self._feed.heartbeats
                return found
        return None

    async def _collect(self) -> list[Message]:
        session = await self._current_session()
        found = list[Message]()
        seat, guest = self._reader.seat, self._caller.guest
        version = (session.row.version, session.status)
        if version != self._version:
            self._version = version
            table = table_payload(session.row, session.status, guest)
            found.append(Message(b"table", json.encode(table)))
            if seat is not None:
                await self._guests.reauthenticate(self._caller)
        if seat is not None and seat not in session.letters_of(guest):
            raise Forbidden("not_your_seat")
        present = session.present_beside(guest) if self._tells_presence else None
        if present != self._present:
            self._present = present
            found.append(Message(b"presence", json.encode(Presence(present or ""))))
        number = session.number_for(seat)
        if session.snapshot is not None and number != self._number:
            view = encoded_view(session, self._feed, self._reader, self._number)
            found.append(Message(b"view", view, number))
            self._number = number
        if session.talked > self._talked:
            talked = session.talked
            said = await self._feed.repository.talk(session.row.id, MOST_TALK, guest)
            new = [TalkLine(*line) for line in said if line.seq > self._talked]
            # More may have been said while we read; the last line may be of a muted person.
            self._talked = max(talked, *(line.seq for line in new), 0)
            if new:
                found.append(Message(b"talk", json.encode(new)))
        return found

    async def _current_session(self) -> TableSession:
        """Return the session, opened anew if it was discarded after a failed write."""
        session, sessions = self.session, self._feed.sessions
        if sessions.by_id.get(session.row.id) is not session:
            session.unsubscribe(self)
            self.session = session = await sessions.open(session.row.id)
            session.subscribe(self)
            self._is_new = True
        if self._is_new and sessions.bus.is_shared:
            await sessions.refresh(session)  # what others stored just before was not published here
        self._is_new = False
        return session


def as_events(messages: list[Message]) -> bytes:
    """Write messages as server-sent events."""
    if len(messages) == 1:
        return _as_event(messages[0])
    return b"".join(map(_as_event, messages)) or b": still here\n\n"


def _as_event(message: Message) -> bytes:
    kind, body, number = message
    head = b"" if number is None else b"id: %d\n" % number
    return padded(b"%bevent: %b\ndata: %b" % (head, kind, body), after=2) + b"\n\n"


def as_first_event(messages: list[Message]) -> bytes:
    """Write the first messages, and after how many milliseconds to try again if they are lost."""
    return b"retry: 1000\n\n" + as_events(messages)


_LINES = {
    b"table": b"table",
    b"presence": b"presence",
    b"talk": b"chatLine",
    b"view": b"gameState",
}


def as_lines(messages: list[Message]) -> bytes:
    """Write messages as lines of JSON."""
    if not messages:
        return b"\n"
    return b"".join(
        padded(b'{"type":"%b","%b":%b}' % (_LINES[kind], kind, body), after=1) + b"\n"
        for kind, body, _ in messages
    )


def as_first_line(messages: list[Message]) -> bytes:
    """Write the first line: everything about the table."""
    parts = [b'"%b":%b' % (kind, body) for kind, body, _ in messages]
    return padded(b'{"type":"gameFull",' + b",".join(parts) + b"}", after=1) + b"\n"


Writes = Callable[[list[Message]], bytes]


class StreamResponse(Response):
    """A response that goes on for as long as the client follows a table."""

    def __init__(
        self,
        subscription: Subscription,
        place: StreamPlace,
        media_type: bytes,
        first: Writes,
        then: Writes,
    ) -> None:
        self._subscription = subscription
        self._place = place
        self.raw_headers = [
            (b"content-type", media_type),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]
        self._first, self._then = first, then

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send news until the client disconnects, or the house closes."""
        subscription = self._subscription
        with self._place:
            scope["state"][STREAM] = True
            subscription.session.subscribe(subscription)
            watching = asyncio.create_task(_until_disconnected(receive, subscription))
            try:
                await send(
                    {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                )
                write = self._first
                while await self._send_next(send, write):
                    write = self._then
                if not subscription.has_ended:
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                subscription.session.unsubscribe(subscription)
                watching.cancel()

    async def _send_next(self, send: Send, write: Writes) -> bool:
        """Send what is new when it comes; False at the end. A stream that waits keeps no text."""
        messages = await self._subscription.next()
        if messages is None:
            return False
        await send({"type": "http.response.body", "body": write(messages), "more_body": True})
        return True


async def _until_disconnected(receive: Receive, subscription: Subscription) -> None:
    """End a subscription when its client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.end()


def follow_by_events(subscription: Subscription, place: StreamPlace) -> StreamResponse:
    """Answer with server-sent events."""
    return StreamResponse(
        subscription, place, b"text/event-stream; charset=utf-8", as_first_event, as_events
    )


def follow_by_lines(subscription: Subscription, place: StreamPlace) -> StreamResponse:
    """Answer with lines of JSON."""
    return StreamResponse(subscription, place, b"application/x-ndjson", as_first_line, as_lines)
