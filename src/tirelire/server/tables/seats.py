"""Who sits where: tables are set, seats taken and left, matches begun, closed and played again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from tirelire.bots.registry import find_bot
from tirelire.contract.game import RULES_VERSION
from tirelire.core.codes import quote, seat_letter, seat_number
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.match.fairness import new_secret, promise
from tirelire.server.errors import Conflict, Forbidden, NotFound, Quarantined, Unprocessable
from tirelire.server.limiters import Quotas, refusing
from tirelire.server.names import check_name, is_like_any
from tirelire.server.schemas.requests import Join
from tirelire.server.storage.rows import (
    BOT,
    CLOSED,
    FREE,
    OPEN,
    OVER,
    PERSON,
    STARTING,
    Pace,
    SeatRow,
    TableRow,
)
from tirelire.server.tables.bot_quota import BotQuota
from tirelire.server.tables.bots import NAMES, make_way
from tirelire.server.tables.draw import fix_commitments, vacate, void_draw
from tirelire.server.tables.faces import choose_look
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.sessions import Sessions, running

PATIENCE = 60
"""Seconds after which a bot may play for a player who does not answer, where no clock runs."""


class Seats:
    """The seats of all tables; every change goes through `Sessions.change`."""

    def __init__(self, sessions: Sessions, quotas: Quotas) -> None:
        self._sessions = sessions
        self._quotas = quotas
        self._repository = sessions.repository
        self._clock = sessions.clock
        self.bot_quota = BotQuota(self._repository, quotas.bot_tables, self._clock.now)

    async def create(
        self,
        guest: str,
        game: str,
        options: dict[str, Any],
        seats: list[str],
        *,
        pace: Pace,
        listed: bool,
        talk: bool,
        level: str,
        address: str,
    ) -> TableSession:
        """Set a table; `seats` says for each whether it is `open` or which bot sits there."""
        found = find_game(game)
        codes = found.encode(len(seats), options)
        _find_player(level)
        rows = []
        for number, kind in enumerate(seats):
            if kind == FREE:
                rows.append(SeatRow(number))
            else:
                _find_player(kind)
                rows.append(SeatRow(number, BOT, name=NAMES[number], bot=kind))
        row = TableRow(
            id=new_id(),
            game=found.id,
            players=len(seats),
            options=found.decode(codes),
            pace=pace,
            listed=listed,
            talk=talk,
            level=level,
            host=guest,
            status=OPEN,
            secret=new_secret(),
            version=0,
            created=self._repository.wall(),
            origin=await self._quotas.origin(address),
            seats=tuple(rows),
        )
        await self._add(row)
        return await self._sessions.open(row.id)

    async def _add(self, row: TableRow) -> None:
        """Store a new table, unless its origin has too many."""
        most = self._quotas.tables
        with refusing("address_tables", most):
            await self._sessions.run_query(self._repository.add_table(row, most))

    async def join(
        self,
        table: str,
        guest: str,
        wish: Join,
        seat: int | None = None,
    ) -> int:
        """Sit down; return the seat. A guest may hold several seats.

        A player who asks for their own seat changes their name, their look and their commitment.
        """
        name, commitment = wish.name, wish.commitment
        taken = -1

        def sit(row: TableRow) -> TableRow:
            nonlocal taken
            if row.status != OPEN:
                raise Conflict("begun")
            if guest in row.removed:
                raise Forbidden("removed")
            if guest in row.barred:
                raise Conflict("gave_up_draw")
            if commitment is not None and commitment.promise != promise(row.secret):
                raise Conflict("other_promise")
            is_called_so = seat in row.seats_of(guest) and row.seats[seat].name == name
            if not is_called_so:
                check_name(name)
                row = make_way(row, name)
                others = (other.name for other in row.seats if _is_other(other, guest))
                if is_like_any(name, others):
                    raise Conflict("name_alike")
            free = [place.seat for place in row.seats if place.kind == FREE]
            if seat is not None:
                free = [seat] if seat in (*free, *row.seats_of(guest)) else []
            if not free:
                raise Conflict("full")
            taken = free[0]
            made = commitment.hash if commitment is not None else ""
            place = choose_look(row, taken, wish.face, wish.colour)
            person = replace(place, kind=PERSON, guest=guest, name=name, commitment=made, words="")
            return row.with_seat(person)

        session = await self._sessions.change(table, sit)
        self._sessions.rules.load_soon(session.row.game)
        return taken

    async def choose_pawn(self, table: str, guest: str, seat: int, colour: str) -> None:
        """C1: choose the colour of a seat's pawn before the match; the first to ask gets it."""
        colours = find_game((await self._sessions.open(table)).row.game).pawns
        if colour not in colours:
            raise Unprocessable("pawn", allowed=", ".join(colours) or "–")

        def choose(row: TableRow) -> TableRow:
            if row.status != OPEN:
                raise Conflict("begun")
            if seat not in row.seats_of(guest):
                raise Forbidden("not_your_seat")
            if any(other.pawn == colour for other in row.seats if other.seat != seat):
                raise Conflict("pawn_taken")
            return row.with_seat(replace(row.seats[seat], pawn=colour))

        await self._sessions.change(table, choose)

    async def leave(self, table: str, guest: str, seat: int) -> None:
        """Get up: before the match the seat is free again, during it a bot plays on.

        A player who gets up instead of revealing their words gives up the draw.
        """

        def get_up(row: TableRow) -> TableRow:
            if seat not in row.seats_of(guest):
                raise Forbidden("not_your_seat")
            if row.status == OPEN:
                return row.with_seat(SeatRow(seat))
            if row.status == STARTING and row.seats[seat].is_awaited:
                return void_draw(row, [seat])
            return row.with_seat(replace(row.seats[seat], away=True))

        await self._sessions.change(table, get_up)

    async def stand_in(self, table: str, seat: str, absent: int) -> None:
        """Let a bot play for a player who does not answer, at the request of another seat.

        All that counts is what that seat sees: whether others have chosen in secret is none of its
        business. So it may be that a bot only plays what comes next.
        """

        def away(row: TableRow) -> TableRow:
            snapshot = running(self._sessions.by_id[table])
            is_playing = snapshot.match.ended == "running"
            if row.pace.decision if is_playing else row.pace.getting_ready:
                raise Conflict("clock")
            awaited = snapshot.match.awaited(seat) if is_playing else snapshot.not_ready(row)
            place, letter = row.seats[absent], seat_letter(absent)
            if place.kind != PERSON or letter == seat or letter not in awaited:
                raise Conflict("not_awaited")
            left = PATIENCE - (self._clock.now() - snapshot.seen_at(seat)) // 1000
            if left > 0:
                raise Conflict("patience", seconds=left)
            return row.with_seat(replace(place, away=True))

        await self._sessions.change(table, away)

    async def set_ready(self, table: str, guest: str, deal: int, seat: str | None) -> None:
        """Note that a person is ready for the deal after this one; one who was away is back.

        It concerns all seats of the person where none is named.
        """

        def get_ready(row: TableRow) -> TableRow:
            held = row.seats_of(guest)
            if not held:
                raise Forbidden("not_seated")
            seats = held if seat is None else [seat_number(seat, row.players)]
            if not set(seats) <= set(held):
                raise Forbidden("not_your_seat")
            match = running(self._sessions.by_id[table]).match
            if deal > match.deals or (deal == match.deals and match.ended == "running"):
                raise Conflict("deal_not_over")
            if deal == match.deals:  # otherwise the next deal has begun
                for number in seats:
                    row = row.with_seat(replace(row.seats[number], ready=deal, away=False))
            return row

        await self._sessions.change(table, get_ready)

    async def come_back(self, table: str, guest: str, seat: int) -> None:
        """Take the own seat again."""

        def sit(row: TableRow) -> TableRow:
            if seat not in row.seats_of(guest):
                raise Forbidden("not_your_seat")
            return row.with_seat(replace(row.seats[seat], away=False))

        await self._sessions.change(table, sit)

    async def start_match(self, table: str, guest: str) -> None:
        """Start: the host says when. The match begins when all words are revealed."""

        def start(row: TableRow) -> TableRow:
            if row.host != guest:
                raise Forbidden("host_only")
            if row.status != OPEN:
                raise Conflict("begun")
            return fix_commitments(row, self._clock.now())

        most = self._quotas.bot_tables
        with refusing("address_bot_tables", most):
            await self._sessions.change(table, start, most)

    async def remove(self, table: str, guest: str, seat: int) -> None:
        """Remove a person from their seat; host only.

        Before the match the seat is free again, during it a bot plays on. The person cannot sit
        down at this table again.
        """

        def send_away(row: TableRow) -> TableRow:
            if row.host != guest:
                raise Forbidden("host_only")
            if row.status in (OVER, CLOSED):
                raise Conflict("over")
            person = row.seats[seat].guest
            if person is None or row.seats[seat].kind != PERSON:
                raise Conflict("nobody_there")
            if person == guest:
                raise Conflict("own_seat")
            row = vacate(row, seat)
            return replace(row, removed=(*(x for x in row.removed if x != person), person))

        await self._sessions.change(table, send_away)

    async def close(self, table: str, guest: str | None) -> None:
        """Close a table before or during its match; host only."""

        def shut(row: TableRow) -> TableRow:
            if guest is not None and row.host != guest:
                raise Forbidden("host_only")
            if row.status in (OVER, CLOSED):
                raise Conflict("over")
            return replace(row, status=CLOSED, reveal_by=None)

        await self._sessions.change(table, shut)

    async def set_talk(self, table: str, guest: str, allowed: bool) -> None:
        """Allow or forbid talk; host only."""

        def switch(row: TableRow) -> TableRow:
            if row.host != guest:
                raise Forbidden("host_only")
            return replace(row, talk=allowed)

        await self._sessions.change(table, switch)

    async def rematch(self, table: str, guest: str, address: str) -> TableSession:
        """Set a new table with the same company; later requests get the same table."""
        session = await self._sessions.open(table)
        if not session.row.seats_of(guest) and session.row.host != guest:
            raise Forbidden("not_seated")
        if session.status not in (OVER, CLOSED):
            raise Conflict("not_over")
        old = session.row
        if old.followed_by is None or await self._is_closed(old.followed_by):
            seats = tuple(map(_seat_again, old.seats))
            row = replace(
                old,
                id=new_id(),
                status=OPEN,
                secret=new_secret(),
                version=0,
                created=self._repository.wall(),
                begun=None,
                due=None,
                followed_by=None,
                reveal_by=None,
                void_draws=(),
                barred=(),
                seats=seats,
                host=guest,
                origin=await self._quotas.origin(address),
                rules=RULES_VERSION,
            )
            await self._add(row)

            def follow(found: TableRow) -> TableRow:
                is_as_it_was = found.followed_by == old.followed_by
                return replace(found, followed_by=row.id) if is_as_it_was else found

            session = await self._sessions.change(table, follow)
            if session.row.followed_by != row.id:  # another player was first
                await self._sessions.run_query(self._repository.drop_table(row.id))
        assert session.row.followed_by is not None
        return await self._sessions.open(session.row.followed_by)

    async def _is_closed(self, table: str) -> bool:
        """Tell whether a table was closed or removed, or cannot be replayed."""
        try:
            return (await self._sessions.open(table)).status == CLOSED
        except (NotFound, Quarantined):
            return True

    async def set_away(self, table: str, seat: str, since: int) -> None:
        """Let a bot play for a player whose time is over, unless they have answered meanwhile."""

        def away(row: TableRow) -> TableRow:
            if not self._sessions.by_id[table].is_asked(seat, since):
                return row
            place = row.seats[seat_number(seat, row.players)]
            return row.with_seat(replace(place, away=True))

        await self._sessions.change(table, away)


def _is_other(seat: SeatRow, guest: str) -> bool:
    """Tell whether a name in a seat is not the guest's own."""
    return bool(seat.name) and seat.guest != guest


def _find_player(name: str) -> None:
    """Refuse an unknown bot, and one with a thinking time of its own: others would wait."""
    find_bot(name)
    if "@" in name:
        raise OptionError(Refusal("house.bot_time", bot=quote(name)))


def _seat_again(seat: SeatRow) -> SeatRow:
    """Return a seat for a rematch; that of a guest who was removed is free."""
    if seat.kind == PERSON and seat.guest is None:
        return SeatRow(seat.seat)
    return replace(seat, words="", commitment="", away=False, ready=0)


def new_id() -> str:
    """Make the id of a table: not to be guessed, and not to be taken for an option."""
    made = secrets.token_urlsafe(16)
    return made if made[0].isalnum() else new_id()
