"""Standing orders at tables: the house answers for a seat that is asked in the turn of another.

When it answers is drawn whether there is an order or not: see `snapshot.order_delay`.
"""

from __future__ import annotations

from contextlib import suppress

from tirelire.contract.orders import ASK, encode_orders
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.errors import OptionError
from tirelire.core.moves import Move
from tirelire.games import game as find_game
from tirelire.server.storage.orders import OrderRepository
from tirelire.server.storage.rows import TableRow
from tirelire.server.tables.clock import DueQueue
from tirelire.server.tables.sessions import Sessions
from tirelire.server.tables.snapshot import MatchSnapshot


class StandingOrders:
    """The orders of all seats."""

    def __init__(
        self, sessions: Sessions, repository: OrderRepository, due_queue: DueQueue
    ) -> None:
        self._sessions = sessions
        self._repository = repository
        self._due_queue = due_queue

    async def of_seat(self, row: TableRow, seat: int) -> dict[str, str]:
        """Return the orders of the person in a seat; those that are none are left out."""
        guest = row.seats[seat].guest
        if guest is None:
            return {}
        return await self._sessions.run_query(self._repository.of_seat(row.id, seat, guest))

    async def set(self, row: TableRow, seat: int, given: dict[str, str]) -> None:
        """Store the orders of a seat; they answer at once what it is asked now."""
        guest, offered = row.seats[seat].guest, find_game(row.game).orders.ORDERS
        encode_orders(offered, given)
        none = {order.name: order.values[0] for order in offered}
        orders = {name: value for name, value in given.items() if value != none[name]}
        assert guest is not None
        now = self._sessions.clock.now()
        await self._sessions.run_query(self._repository.set(row.id, seat, guest, orders, now))
        session = self._sessions.by_id.get(row.id)
        if session is not None and session.snapshot is not None:
            session.snapshot.ask_order_again(seat_letter(seat))
            self._due_queue.put(row.id, now)

    async def move(self, row: TableRow, snapshot: MatchSnapshot, seat: str) -> Move | None:
        """Return the move by which the orders of a seat answer what it is asked; None: they do not.

        It is made from the view of the seat, like that of a bot.
        """
        number = seat_number(seat, row.players)
        orders = await self.of_seat(row, number)
        game = snapshot.match.game
        decision = ASK
        view = snapshot.match.view(seat).plain
        with suppress(OptionError):  # of another version of the game
            codes = encode_orders(game.orders.ORDERS, orders)
            if game.orders.applies(view, number):
                decision = game.orders.obey(view, number, codes)
        return None if decision == ASK else game.moves.combine(view, [decision])
