"""The session of a table: what this process has in memory while the table is in use."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.rows import OVER, RUNNING, EventRow, Status, TableRow
from tirelire.server.tables.snapshot import MatchSnapshot, Step


class Subscriber(Protocol):
    """A reader who follows a table."""

    @property
    def guest(self) -> str | None:
        """Who reads; None for a stranger."""

    def look(self) -> None:
        """Look for news."""

    def look_at(self, step: Step) -> None:
        """Look for news, if anything of a step can be seen."""


class ReplayError(Exception):
    """A stored event does not replay; the exception that it raised is the cause."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The number of the event; 0 if the match cannot even begin."""


BY_ORDER = "order:"
"""How the id of a move that an order made goes on after its seat; no client can send such a one."""


class Turn(NamedTuple):
    """Since when a table waits for a guest."""

    since: int
    """The number of the position,"""
    at: int
    """and its house time."""


class TableSession:
    """The row of a table, the snapshot of its match, and its subscriptions."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.snapshot: MatchSnapshot | None = (
            MatchSnapshot.begin(row) if row.begun is not None else None
        )
        self.clients: dict[str, int] = {}
        """The numbers of moves, as their seats are told, by seat and client id."""
        self.by_order: set[int] = set()
        """The numbers of the moves that orders made."""
        self.talked = 0
        """The number of the last line of talk."""
        self.lock = asyncio.Lock()
        self.subscriptions: set[Subscriber] = set()
        self._streams: Counter[str] = Counter()
        """Subscriptions by guest."""
        self.encoded_views: dict[tuple[int, Any], bytes] = {}
        """Cache of views of the current position: see `encoded_view`."""

    @property
    def number(self) -> int:
        """The number of the position; 0 before the match has begun."""
        return self.snapshot.number if self.snapshot else 0

    def number_for(self, seat: str | None) -> int:
        """Return the number of the position as a reader is told it."""
        return self.snapshot.number_for(seat) if self.snapshot else 0

    @property
    def status(self) -> Status:
        """The status of the table, as it follows from its match."""
        if self.snapshot is not None and self.snapshot.match.ended == "match":
            return OVER
        return self.row.status

    def apply_row(self, row: TableRow) -> None:
        """Take over a changed row, unless it is outdated; the match begins with the table."""
        if row.version < self.row.version:
            return
        is_renamed = [seat.name for seat in row.seats] != [seat.name for seat in self.row.seats]
        self.row = row
        if self.snapshot is None and row.begun is not None:
            self.snapshot = MatchSnapshot.begin(row)
        elif self.snapshot is not None and is_renamed:
            self.snapshot.rename(row)
        self.wake()

    def apply_events(self, events: list[EventRow]) -> None:
        """Apply stored events; raises if they do not replay."""
        for event in events:
            if event.number <= self.number:
                continue
            if self.snapshot is None or event.number > self.number + 1:
                raise NotationError(Refusal("house.broken"))
            self.advance(self.snapshot.follow(event, self.row.rules), event.client)

    def advance(self, snapshot: MatchSnapshot, client: str | None) -> None:
        """Take over the snapshot after a stored event, and notify the subscriptions."""
        self.snapshot = snapshot
        if client is not None:
            self.clients[client] = snapshot.number_for(client[0])
            if client[1:].startswith(BY_ORDER):
                self.by_order.add(snapshot.number)
        if snapshot.match.ended == "match":
            self.row = replace(self.row, status=OVER)
        self.encoded_views.clear()
        for subscription in self.subscriptions:
            subscription.look_at(snapshot.steps[-1])

    def apply_talk(self, number: int) -> None:
        """Note the number of the last line of talk."""
        if number > self.talked:
            self.talked = number
            self.wake()

    def is_asked(self, seat: str, since: int) -> bool:
        """Tell whether a seat is still asked what it was asked at a number."""
        question = self.snapshot.questions.get(seat) if self.snapshot else None
        return question is not None and question.since == since

    def asks_anew(self, seat: str | None, step: Step) -> bool:
        """Tell whether a seat is asked something since a step: then the match waits for it."""
        return seat is not None and self.is_asked(seat, step.number)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Add a reader; the others are told when it is the first stream of a player."""
        self.subscriptions.add(subscriber)
        if (guest := subscriber.guest) is not None:
            self._streams[guest] += 1
            if self._streams[guest] == 1 and self.row.seats_of(guest):
                self.call()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a reader; the others are told when it was the last stream of a player."""
        if subscriber not in self.subscriptions:
            return
        self.subscriptions.remove(subscriber)
        if (guest := subscriber.guest) is not None:
            self._streams[guest] -= 1
            if not self._streams[guest]:
                del self._streams[guest]
                if self.row.seats_of(guest):
                    self.call()

    def present_beside(self, guest: str | None) -> str | None:
        """Return the seats of other people who follow the table; None if no others sit here."""
        others = [seat for seat in self.row.seats if seat.guest not in (None, guest)]
        if not others:
            return None
        return "".join(seat_letter(seat.seat) for seat in others if seat.guest in self._streams)

    @property
    def is_idle(self) -> bool:
        """Tell whether the session can be dropped: it has no subscription and no writer."""
        return not self.subscriptions and not self.lock.locked()

    def waits_for(self, guest: str) -> bool:
        """Tell whether the table waits for a guest: for a move, or to be ready for a deal."""
        if self.snapshot is None:
            return False
        awaited = {*self.snapshot.questions, *self.snapshot.not_ready(self.row)}
        return not awaited.isdisjoint(self.letters_of(guest))

    def turn_of(self, guest: str) -> Turn | None:
        """Return since when the table waits for a guest in person; None if it does not."""
        snapshot = self.snapshot
        if snapshot is None or self.status != RUNNING:
            return None
        seats = [seat for seat in self.letters_of(guest) if not self._is_away(seat)]
        asked = [snapshot.questions[seat] for seat in seats if seat in snapshot.questions]
        if asked:
            first = min(asked, key=lambda question: question.since)
            return Turn(first.since, first.at)
        is_awaited = not set(seats).isdisjoint(snapshot.not_ready(self.row))
        return Turn(snapshot.number, snapshot.at) if is_awaited else None

    def _is_away(self, letter: str) -> bool:
        return self.row.seats[seat_number(letter, self.row.players)].away

    def letters_of(self, guest: str | None) -> list[str]:
        """Return the seats that a guest holds, as letters."""
        return [seat_letter(seat) for seat in self.row.seats_of(guest)]

    def wake(self) -> None:
        """Notify all subscriptions that something has changed."""
        self.encoded_views.clear()
        self.call()

    def call(self) -> None:
        """Let all subscriptions look for news."""
        for subscription in self.subscriptions:
            subscription.look()


def replay_session(row: TableRow, events: Iterable[EventRow]) -> TableSession:
    """Make the session of a stored table; raises `ReplayError`."""
    number = 0
    try:
        session = TableSession(row)
        for event in events:
            number = event.number
            session.apply_events([event])
        is_over = session.snapshot is not None and session.snapshot.match.ended == "match"
        if row.status == OVER and not is_over:
            raise NotationError(Refusal("house.broken"))
    except MemoryError:  # says nothing about the table
        raise
    except Exception as error:
        raise ReplayError(number) from error
    return session
