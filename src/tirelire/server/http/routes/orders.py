"""Routes of standing orders: what the house answers for a seat in the turns of others."""

from __future__ import annotations

from tirelire.core.codes import seat_number
from tirelire.core.texts import catalogue
from tirelire.games import game as find_game
from tirelire.server.errors import Conflict
from tirelire.server.http.request import Request
from tirelire.server.http.routes.tables import own_seat
from tirelire.server.http.routing import Routes
from tirelire.server.schemas import requests
from tirelire.server.schemas.responses import OfferedOrder, OrderValue, SeatOrders
from tirelire.server.storage.rows import CLOSED, OVER, TableRow

ORDERS = Routes("/api", documented=True)


@ORDERS.get("/tables/{table}/orders", summary="Look at the own standing orders")
async def look_at_orders(request: Request, table: str, query: requests.SeatQuery) -> SeatOrders:
    """Return what the caller's seat may order in this game, and what it has ordered.

    403 for anybody who does not sit there.
    """
    session = await request.table_session(table)
    seat = own_seat(session, request.caller.known(), query.seat)
    return await _orders(request, session.row, seat)


@ORDERS.post("/tables/{table}/orders", summary="Give standing orders")
async def give_orders(request: Request, table: str, body: requests.OrdersMessage) -> SeatOrders:
    """Order what the house answers when the caller's seat is asked in the turn of another.

    It answers after a few seconds, by the same rules as a move, and no other player is told that it
    was an order. Orders can be changed at any time; 422 for what the game does not know.
    """
    guest = request.caller.may_play()
    session = await request.table_session(table)
    if session.status in (OVER, CLOSED):
        raise Conflict("over")
    seat = own_seat(session, guest, body.seat)
    row = session.row
    await request.house.orders.set(row, seat_number(seat, row.players), body.orders)
    return await _orders(request, row, seat)


async def _orders(request: Request, row: TableRow, seat: str) -> SeatOrders:
    given = await request.house.orders.of_seat(row, seat_number(seat, row.players))
    return SeatOrders(seat, _offered(row.game, request.lang), given)


def _offered(game: str, lang: str) -> list[OfferedOrder]:
    """Describe the orders of a game; a value without a text of its own is the name of a card."""
    found, texts = find_game(game), catalogue(lang)
    names = {code: name for code, name, _ in found.table.deck(lang)} if found.orders.ORDERS else {}
    offered = []
    for order in found.orders.ORDERS:
        key = f"order.{found.id}.{order.name}"
        values = [
            OrderValue(value, texts.get(f"{key}.{value}") or names[value]) for value in order.values
        ]
        offered.append(OfferedOrder(order.name, texts[f"{key}.label"], values))
    return offered
