"""The session of a table: what this process has in memory while the table is in use."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Protocol

from tirelire.core.codes import seat_letter
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.rows import OVER, EventRow, Status, TableRow
from tirelire.server.tables.snapshot import MatchSnapshot, Step


class Subscriber(Protocol):
    """A reader who follows a table."""

    def look(self) -> None:
        """Look for news."""

    def look_at(self, step: Step) -> None:
        """Look for news, if anything of a step can be seen."""


class TableSession:
    """The row of a table, the snapshot of its match, and its subscriptions."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.snapshot: MatchSnapshot | None = (
            MatchSnapshot.begin(row) if row.begun is not None else None
        )
        self.clients: dict[str, int] = {}
        """The numbers of moves, as their seats are told, by seat and client id."""
        self.talked = 0
        """The number of the last line of talk."""
        self.lock = asyncio.Lock()
        self.subscriptions: set[Subscriber] = set()
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
        self.row = row
        if self.snapshot is None and row.begun is not None:
            self.snapshot = MatchSnapshot.begin(row)
        self.wake()

    def apply_events(self, events: list[EventRow]) -> None:
        """Apply stored events; raises if they do not replay."""
        for event in events:
            if event.number <= self.number:
                continue
            if self.snapshot is None or event.number > self.number + 1:
                raise NotationError(Refusal("house.broken"))
            self.advance(self.snapshot.follow(event), event.client)

    def advance(self, snapshot: MatchSnapshot, client: str | None) -> None:
        """Take over the snapshot after a stored event, and notify the subscriptions."""
        self.snapshot = snapshot
        if client is not None:
            self.clients[client] = snapshot.number_for(client[0])
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
