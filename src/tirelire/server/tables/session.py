"""A table in memory, while somebody looks at it or plays at it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Protocol

from tirelire.core.codes import seat_letter
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.rows import OVER, EventRow, TableRow
from tirelire.server.tables.snapshot import Course, Step


class Follower(Protocol):
    """Somebody who follows a table."""

    def look(self) -> None:
        """Look what is new."""

    def look_at(self, step: Step) -> None:
        """Look what is new, if anything of a step can be seen."""


class Live:
    """The row of a table, the course of its match, and who listens."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.course: Course | None = Course.begin(row) if row.begun is not None else None
        self.clients: dict[str, int] = {}
        """The numbers that moves have got, as those who made them are told, by seat and id."""
        self.talked = 0
        """The number of the last thing that was said."""
        self.lock = asyncio.Lock()
        self.listeners: set[Follower] = set()
        self.told: dict[tuple[int, Any], bytes] = {}
        """What was written for readers about the position as it is: see `payload`."""

    @property
    def number(self) -> int:
        """The number of the position; 0 before the match has begun."""
        return self.course.number if self.course else 0

    def number_for(self, seat: str | None) -> int:
        """Return the number of the position as a reader is told it."""
        return self.course.number_for(seat) if self.course else 0

    @property
    def status(self) -> str:
        """The status of the table, as it follows from its match."""
        if self.course is not None and self.course.match.ended == "match":
            return OVER
        return self.row.status

    def take_row(self, row: TableRow) -> None:
        """Take over a changed row, unless a later one is here; the match begins with the table."""
        if row.version < self.row.version:
            return
        self.row = row
        if self.course is None and row.begun is not None:
            self.course = Course.begin(row)
        self.wake()

    def take_events(self, events: list[EventRow]) -> None:
        """Follow what is stored beyond the position as it is; raises if it does not replay."""
        for event in events:
            if event.number <= self.number:
                continue
            if self.course is None or event.number > self.number + 1:
                raise NotationError(Refusal("house.broken"))
            self.advance(self.course.follow(event), event.client)

    def advance(self, course: Course, client: str | None) -> None:
        """Let happen what is stored, and tell everybody."""
        self.course = course
        if client is not None:
            self.clients[client] = course.number_for(client[0])
        if course.match.ended == "match":
            self.row = replace(self.row, status=OVER)
        self.told.clear()
        for listener in self.listeners:
            listener.look_at(course.steps[-1])

    def take_talk(self, number: int) -> None:
        """Note the number of what was said last."""
        if number > self.talked:
            self.talked = number
            self.wake()

    def is_asked(self, seat: str, since: int) -> bool:
        """Tell whether a seat is still asked what it was asked at a number."""
        question = self.course.questions.get(seat) if self.course else None
        return question is not None and question.since == since

    @property
    def is_idle(self) -> bool:
        """Tell whether the table can be forgotten, as nobody follows or changes it."""
        return not self.listeners and not self.lock.locked()

    def letters_of(self, guest: str | None) -> list[str]:
        """Return the seats that a guest holds, as letters."""
        return [seat_letter(seat) for seat in self.row.seats_of(guest)]

    def wake(self) -> None:
        """Tell everybody who listens that there is something new."""
        self.told.clear()
        self.call()

    def call(self) -> None:
        """Let everybody who listens look."""
        for listener in self.listeners:
            listener.look()
