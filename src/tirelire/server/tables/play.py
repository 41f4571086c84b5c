"""Playing at a table: everything is stored, then answered, then published."""

from __future__ import annotations

from collections.abc import Callable

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.match.match import Prepared
from tirelire.server.errors import Conflict, Forbidden, Unprocessable
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables.seats import Seats
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.sessions import MOST_TRIES, Sessions, running
from tirelire.server.tables.snapshot import MatchSnapshot

LONGEST_TALK = 200


class Play:
    """Makes moves, takes them back, and deals."""

    def __init__(self, sessions: Sessions, seats: Seats) -> None:
        self._sessions = sessions
        self._seats = seats

    async def move(
        self, table: str, guest: str, seat: str, number: int, client: str, text: str
    ) -> tuple[int, bool]:
        """Make a move; return its number for the seat, and whether it was made before.

        Raises the errors of the rules, and `StaleMove` for a move made for another question.
        """

        def prepare(snapshot: MatchSnapshot, time: int) -> Prepared:
            snapshot.check_number(seat, number)
            return snapshot.match.prepare(text, seat, time=time)

        return await self._do_once(table, guest, seat, client, prepare)

    async def retract(
        self, table: str, guest: str, seat: str, number: int, client: str
    ) -> tuple[int, bool]:
        """Take back the last move of a seat; return its number, and whether that was done before.

        Raises `StaleMove` if the move is not secret any more, or another than was meant.
        """

        def prepare(snapshot: MatchSnapshot, time: int) -> Prepared:
            snapshot.check_retraction(seat, number)
            return snapshot.match.prepare_retraction(seat, time=time)

        return await self._do_once(table, guest, seat, client, prepare)

    async def _do_once(
        self,
        table: str,
        guest: str,
        seat: str,
        client: str,
        prepare: Callable[[MatchSnapshot, int], Prepared],
    ) -> tuple[int, bool]:
        """Store what a client asks for by an id; return its number, and whether it was there."""
        key = f"{seat}{client}"  # ids are unique within a seat
        for _ in range(MOST_TRIES):
            async with self._sessions.locked(table) as session:
                if seat not in session.letters_of(guest):
                    raise Forbidden("not_your_seat")
                if key in session.clients:
                    return session.clients[key], True
                snapshot = running(session)
                prepared = prepare(snapshot, self._time(session, snapshot))
                if await self._sessions.commit(session, prepared, key):
                    break
        else:
            raise Conflict("busy")
        place = seat_number(seat, session.row.players)
        if session.row.seats[place].away:
            await self._seats.come_back(table, guest, place)
        return session.clients[key], False

    async def act(
        self, table: str, seat: str, since: int, move: Move, client: str | None = None
    ) -> bool:
        """Make a move on behalf of a seat: its bot's, by its orders, or when its time is over.

        `since` is the number since which the question was asked that it answers; False if the seat
        is asked something else by now.
        """
        async with self._sessions.locked(table) as session:
            if session.status != RUNNING or not session.is_asked(seat, since):
                return False
            snapshot = running(session)
            time = self._time(session, snapshot)
            prepared = snapshot.match.prepare(move, seat, time=time)
            return await self._sessions.commit(session, prepared, client)

    async def deal(self, table: str) -> bool:
        """Deal the next cards; False if that is not due any more."""
        async with self._sessions.locked(table) as session:
            snapshot = session.snapshot
            if session.status != RUNNING or snapshot is None or snapshot.match.ended != "deal":
                return False
            return await self._sessions.commit(session, snapshot.match.prepare_next_deal())

    def _time(self, session: TableSession, snapshot: MatchSnapshot) -> int:
        """Return the milliseconds since the match began."""
        return self._sessions.now_at(snapshot) - (session.row.begun or 0)

    async def say(self, table: str, guest: str, seat: str, text: str) -> int:
        """Store what a player says; return its number."""
        sessions = self._sessions
        session = await sessions.open(table)
        if seat not in session.letters_of(guest):
            raise Forbidden("not_your_seat")
        if not session.row.talk:
            raise Forbidden("no_talk")
        line = " ".join(text.split())
        if not line or len(line) > LONGEST_TALK or not line.isprintable():
            raise Unprocessable("talk", most=LONGEST_TALK)
        place = session.row.seats[seat_number(seat, session.row.players)]
        number = await sessions.run_query(sessions.repository.add_talk(table, place, line))
        session.apply_talk(number)
        await sessions.bus.publish(table)
        return number
