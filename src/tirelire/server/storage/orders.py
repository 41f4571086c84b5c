"""Reading and writing the standing orders of seats."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    String,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from tirelire.server.storage.database import Database
from tirelire.server.storage.rows import RUNNING
from tirelire.server.storage.schema import STANDING_ORDERS, TABLES

_TABLE = bindparam("of_table", type_=String)
_SEAT = bindparam("of_seat", type_=Integer)
_GUEST = bindparam("of_guest", type_=String)
_NOW = bindparam("now", type_=BigInteger)
_OF_SEAT = (STANDING_ORDERS.c.table_id == _TABLE) & (STANDING_ORDERS.c.seat == _SEAT)
_FIND = select(STANDING_ORDERS.c.orders).where(_OF_SEAT, STANDING_ORDERS.c.guest == _GUEST)
_DROP = delete(STANDING_ORDERS).where(_OF_SEAT)
_CALL = (
    update(TABLES)
    .where(
        TABLES.c.id == _TABLE,
        TABLES.c.status == RUNNING,
        or_(TABLES.c.due.is_(None), TABLES.c.due > _NOW),
    )
    .values(due=_NOW)
)


class OrderRepository:
    """The standing orders of all seats; they belong to the guest who gave them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_seat(self, table: str, seat: int, guest: str) -> dict[str, str]:
        """Return the orders that a guest gave for a seat; none: they are asked."""

        def work(connection: Connection) -> dict[str, str]:
            given = {"of_table": table, "of_seat": seat, "of_guest": guest}
            return connection.execute(_FIND, given).scalar() or {}

        return await self._database.read(work)

    async def set(
        self, table: str, seat: int, guest: str, orders: dict[str, str], now: int
    ) -> None:
        """Store the orders of a seat, and let the house look at the table at house time `now`."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP, {"of_table": table, "of_seat": seat})
            if orders:
                values = {"table_id": table, "seat": seat, "guest": guest, "orders": orders}
                connection.execute(insert(STANDING_ORDERS), values)
            connection.execute(_CALL, {"of_table": table, "now": now})

        await self._database.write(work)
