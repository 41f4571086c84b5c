"""Reading and writing shared score pads, and the hands that friends send to them.

They are in the database, since any process of a house may be asked. They expire: a pad that its
owner does not look at is deleted when somebody shares the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from tirelire.server.storage.database import Database
from tirelire.server.storage.repository import QuotaExceeded
from tirelire.server.storage.schema import SENT_HANDS, SHARED_PADS

_PAD = bindparam("of_pad", type_=String)
_NOW = bindparam("now", type_=BigInteger)
_OLD = select(SHARED_PADS.c.id).where(SHARED_PADS.c.expires <= _NOW)
_DROP_OLD = (
    delete(SENT_HANDS).where(SENT_HANDS.c.pad.in_(_OLD)),
    delete(SHARED_PADS).where(SHARED_PADS.c.expires <= _NOW),
)
_COUNT = select(func.count()).select_from(SHARED_PADS)
_COUNT_OF = _COUNT.where(SHARED_PADS.c.origin == bindparam("of_origin", type_=String))
_FIND = select(SHARED_PADS.c.key, SHARED_PADS.c.about, SHARED_PADS.c.expires).where(
    SHARED_PADS.c.id == _PAD, SHARED_PADS.c.expires > _NOW
)
_HANDS: Any = select(SENT_HANDS).where(SENT_HANDS.c.pad == _PAD).order_by(SENT_HANDS.c.seat)
_CHANGE = update(SHARED_PADS).where(SHARED_PADS.c.id == _PAD)
_LOCK = update(SHARED_PADS).where(SHARED_PADS.c.id == _PAD).values(key=SHARED_PADS.c.key)
"""Changes nothing, and lets one send at a time."""
_LAST = select(func.max(SENT_HANDS.c.version)).where(SENT_HANDS.c.pad == _PAD)
_DROP_HAND = delete(SENT_HANDS).where(
    SENT_HANDS.c.pad == _PAD, SENT_HANDS.c.seat == bindparam("of_seat")
)


@dataclass(frozen=True)
class Limits:
    """How many shared pads there may be."""

    per_origin: int
    in_all: int


@dataclass(frozen=True)
class SentHand:
    """A hand that was sent for a seat."""

    seat: int
    deal: int
    version: int
    hand: dict[str, Any]


@dataclass(frozen=True)
class SharedPadRow:
    """A shared pad with its hands."""

    key: str
    """Hash of the owner's key."""
    about: dict[str, Any]
    expires: int
    """House time."""
    hands: tuple[SentHand, ...]


class SharedPads:
    """The shared pads of a house."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, pad: str, values: dict[str, Any], now: int, limits: Limits) -> bool:
        """Add a pad, and drop what has expired; False if there are too many.

        An origin that has as many as it may have gets no more.
        """

        def work(connection: Connection) -> bool:
            for query in _DROP_OLD:
                connection.execute(query, {"now": now})
            counted = connection.execute(_COUNT_OF, {"of_origin": values["origin"]})
            if counted.scalar_one() >= limits.per_origin:
                raise QuotaExceeded
            if connection.execute(_COUNT).scalar_one() >= limits.in_all:
                return False
            connection.execute(insert(SHARED_PADS), {"id": pad, **values})
            return True

        return await self._database.write(work)

    async def find(self, pad: str, now: int) -> SharedPadRow | None:
        """Return a pad that has not expired."""

        def work(connection: Connection) -> SharedPadRow | None:
            found = connection.execute(_FIND, {"of_pad": pad, "now": now}).first()
            if found is None:
                return None
            hands = connection.execute(_HANDS, {"of_pad": pad})
            sent = tuple(SentHand(x.seat, x.deal, x.version, x.hand) for x in hands)
            return SharedPadRow(found.key, found.about, found.expires, sent)

        return await self._database.read(work)

    async def change(self, pad: str, about: dict[str, Any], expires: int) -> None:
        """Change what is said about a pad, and let it live longer."""

        def work(connection: Connection) -> None:
            connection.execute(_CHANGE, {"of_pad": pad, "about": about, "expires": expires})

        await self._database.write(work)

    async def send(self, pad: str, seat: int, deal: int, hand: dict[str, Any]) -> bool:
        """Store the hand of a seat, in the place of the one before; False if the pad is gone.

        Law: a later version is stored later, so a reader of one has missed none before it.
        """

        def work(connection: Connection) -> bool:
            if not connection.execute(_LOCK, {"of_pad": pad}).rowcount:
                return False
            last = connection.execute(_LAST, {"of_pad": pad}).scalar() or 0
            connection.execute(_DROP_HAND, {"of_pad": pad, "of_seat": seat})
            row = {"pad": pad, "seat": seat, "deal": deal, "version": last + 1, "hand": hand}
            connection.execute(insert(SENT_HANDS), row)
            return True

        return await self._database.write(work)
