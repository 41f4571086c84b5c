"""The draw of a match: commitments are fixed, then words revealed, and the match begins from them.

Pure changes of a table's row, and the part of the house that makes them. See `match.fairness`.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import replace

from tirelire.contract.game import RULES_VERSION
from tirelire.match.fairness import VoidDraw, are_random_words, commitment, new_secret, promise
from tirelire.server.errors import Conflict, Forbidden, Unprocessable
from tirelire.server.storage.rows import (
    FREE,
    OPEN,
    RUNNING,
    STARTING,
    SeatRow,
    TableRow,
)
from tirelire.server.tables.bots import bot_in
from tirelire.server.tables.sessions import Sessions


def fix_commitments(row: TableRow, now: int) -> TableRow:
    """Start a table: from now on words are revealed; without commitments the match begins."""
    row = replace(row, status=STARTING, reveal_by=now + 1000 * row.pace.revealing)
    return _begin_if_revealed(row, now)


def reveal_words(row: TableRow, seat: int, words: str, now: int) -> TableRow:
    """Note the words of a seat, which must be those of its commitment; the last begin the match.

    Words that were noted before change nothing.
    """
    place = row.seats[seat]
    if place.words == words and row.begun is not None:
        return row
    if row.status != STARTING:
        raise Conflict("not_starting")
    if not place.commitment:
        raise Conflict("no_commitment")
    made = commitment(promise(row.secret), words)
    if not are_random_words(words) or not hmac.compare_digest(made, place.commitment):
        raise Unprocessable("other_words")
    return _begin_if_revealed(row.with_seat(replace(place, words=words)), now)


def _begin_if_revealed(row: TableRow, now: int) -> TableRow:
    """Begin the match if no words are awaited; bots take the seats that are free."""
    if any(seat.is_awaited for seat in row.seats):
        return row
    for place in row.seats:
        if place.kind == FREE:
            row = row.with_seat(bot_in(row, place.seat))
    return replace(row, status=RUNNING, begun=now, rules=RULES_VERSION, reveal_by=None)


def void_draw(row: TableRow, missing: Collection[int]) -> TableRow:
    """Give up the draw because seats did not reveal their words.

    They lose their seats, and their guests may not sit down here again. The table is open, with a
    new secret, to which everybody else commits anew. What was fixed and revealed stays on record.
    """
    draw = VoidDraw(
        promised=promise(row.secret),
        secret=row.secret,
        commitments=tuple(seat.commitment for seat in row.seats),
        words=tuple(seat.words for seat in row.seats),
        missing=tuple(seat.name if seat.seat in missing else "" for seat in row.seats),
    )
    guests = {seat.guest for seat in row.seats if seat.seat in missing and seat.guest}
    seats = tuple(
        SeatRow(seat.seat) if seat.seat in missing else replace(seat, commitment="", words="")
        for seat in row.seats
    )
    return replace(
        row,
        status=OPEN,
        secret=new_secret(),
        reveal_by=None,
        void_draws=(*row.void_draws, draw),
        barred=(*row.barred, *sorted(guests)),
        seats=seats,
    )


def vacate(row: TableRow, seat: int) -> TableRow:
    """Take a person's seat away: it is free before the start, and a bot's after it.

    While their words are awaited, the draw is given up.
    """
    if row.status == OPEN:
        return row.with_seat(SeatRow(seat))
    if row.status == STARTING and row.seats[seat].is_awaited:
        return void_draw(row, [seat])
    return row.with_seat(bot_in(row, seat))


class Draws:
    """Reveals words and gives up draws, at all tables."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._clock = sessions.clock

    async def reveal(self, table: str, guest: str, seat: int, words: str) -> None:
        """Reveal the words of a seat."""

        def note(row: TableRow) -> TableRow:
            if seat not in row.seats_of(guest):
                raise Forbidden("not_your_seat")
            return reveal_words(row, seat, words, self._clock.now())

        await self._sessions.change(table, note)

    async def give_up(self, table: str, reveal_by: int) -> None:
        """Give up the draw whose words were awaited until then, unless they are there."""

        def give_up(row: TableRow) -> TableRow:
            if row.status != STARTING or row.reveal_by != reveal_by:
                return row
            return void_draw(row, [seat.seat for seat in row.seats if seat.is_awaited])

        await self._sessions.change(table, give_up)
