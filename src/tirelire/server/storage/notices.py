"""Reading and writing where guests are told that it is their turn, and what they wait for.

A notice is one address at one table. Its due time is a lease, as that of a table is: the process
that moves it forward holds it, and no other one sends the message meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from tirelire.server.storage.database import Database, insert_new
from tirelire.server.storage.queries import LAST_NUMBER
from tirelire.server.storage.repository import QuotaExceeded
from tirelire.server.storage.rows import RUNNING
from tirelire.server.storage.schema import (
    CLOCK,
    MAIL_ATTEMPTS,
    NOTICE_ADDRESSES,
    NOTICES,
    QUIET_HOURS,
    TABLES,
)

Kind = Literal["push", "email", "webhook"]
PUSH: Final = "push"
EMAIL: Final = "email"
WEBHOOK: Final = "webhook"
DAY = 24 * 3_600_000
"""Milliseconds for which an e-mail address waits for its confirmation, and attempts count."""

_ADDRESS = bindparam("of_address", type_=String)
_GUEST = bindparam("of_guest", type_=String)
_TABLE = bindparam("of_table", type_=String)
_NOW = bindparam("now", type_=BigInteger)
_LIMIT = bindparam("limit", type_=Integer)
_KEY = bindparam("of_key", type_=String)
_LEASE = bindparam("lease", type_=BigInteger)

_CLAIM_ROUND = (
    update(CLOCK)
    .where(CLOCK.c.id == 1, CLOCK.c.noticed <= bindparam("before", type_=BigInteger))
    .values(noticed=_NOW)
)
_FIND: Select[Any] = select(NOTICE_ADDRESSES).where(NOTICE_ADDRESSES.c.id == _ADDRESS)
_OF_GUEST: Select[Any] = (
    select(NOTICE_ADDRESSES)
    .where(NOTICE_ADDRESSES.c.guest == _GUEST)
    .order_by(NOTICE_ADDRESSES.c.created, NOTICE_ADDRESSES.c.id)
)
_CHANGE = update(NOTICE_ADDRESSES).where(NOTICE_ADDRESSES.c.id == _ADDRESS)
_DROP = delete(NOTICE_ADDRESSES).where(NOTICE_ADDRESSES.c.id == _ADDRESS)
_DROP_UNCONFIRMED = delete(NOTICE_ADDRESSES).where(
    ~NOTICE_ADDRESSES.c.is_confirmed, NOTICE_ADDRESSES.c.created <= _NOW - DAY
)
_DROP_OLD_ATTEMPTS = delete(MAIL_ATTEMPTS).where(MAIL_ATTEMPTS.c.at <= _NOW - DAY)
_ATTEMPTS = select(func.count()).select_from(MAIL_ATTEMPTS).where(MAIL_ATTEMPTS.c.key == _KEY)
_AT_TABLE = (
    select(NOTICES.c.address)
    .join(NOTICE_ADDRESSES)
    .where(NOTICES.c.table_id == _TABLE, NOTICE_ADDRESSES.c.guest == _GUEST)
)
_LEAVE_TABLE = delete(NOTICES).where(
    NOTICES.c.table_id == _TABLE,
    NOTICES.c.address.in_(select(NOTICE_ADDRESSES.c.id).where(NOTICE_ADDRESSES.c.guest == _GUEST)),
    NOTICES.c.address.not_in(bindparam("kept", expanding=True)),
)
_WITH_GUEST: Select[Any] = select(NOTICES, NOTICE_ADDRESSES.c.guest).join(NOTICE_ADDRESSES)
_CHANGED = (
    _WITH_GUEST.join(TABLES, TABLES.c.id == NOTICES.c.table_id)
    .where(
        TABLES.c.status == RUNNING,
        or_(
            TABLES.c.version != NOTICES.c.version,
            func.coalesce(LAST_NUMBER, 0) != NOTICES.c.number,
        ),
    )
    .order_by(NOTICES.c.table_id)
    .limit(_LIMIT)
)
_DUE = (
    _WITH_GUEST.where(NOTICES.c.due <= _NOW, NOTICE_ADDRESSES.c.is_confirmed)
    .order_by(NOTICES.c.due)
    .limit(_LIMIT)
)
_IS_IT = (NOTICES.c.table_id == _TABLE) & (NOTICES.c.address == _ADDRESS)
_LOOKED_AT = update(NOTICES).where(
    _IS_IT,
    NOTICES.c.number == bindparam("of_number", type_=Integer),
    NOTICES.c.version == bindparam("of_version", type_=Integer),
)
_LEASED = update(NOTICES).where(_IS_IT, NOTICES.c.due == _LEASE)
_QUIET: Select[Any] = select(QUIET_HOURS).where(QUIET_HOURS.c.guest == _GUEST)
_DROP_QUIET = delete(QUIET_HOURS).where(QUIET_HOURS.c.guest == _GUEST)


@dataclass(frozen=True)
class AddressRow:
    """Where a guest wants to be told."""

    id: str
    guest: str
    kind: Kind
    address: str
    """The endpoint of a browser, an e-mail address or a URL."""
    keys: dict[str, str]
    """With which a browser decrypts: `p256dh` and `auth`."""
    lang: str
    is_confirmed: bool
    created: int
    """House time."""
    hour: int = 0
    """The hour of house time in which the last message was sent,"""
    sent: int = 0
    """and how many were sent in it."""
    failures: int = 0
    """Messages that were given up since the last one that arrived."""


@dataclass(frozen=True)
class NoticeRow:
    """An address at a table."""

    table_id: str
    address: str
    number: int
    version: int
    turn: int
    """The number of the position since which the guest is awaited."""
    due: int | None
    """House time of the next try; None: there is nothing to tell."""
    tries: int
    told_at: int
    guest: str


@dataclass(frozen=True)
class QuietHours:
    """When a guest is not told of anything, in minutes after midnight."""

    starts: int
    ends: int
    zone: str


@dataclass(frozen=True)
class MailLimits:
    """How many e-mails may ask for a confirmation within a day."""

    recipient: int
    network: int


class NoticeRepository:
    """Addresses of guests, and the notices that they wait for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_round(self, now: int, interval: int) -> bool:
        """Tell whether it is this process that looks now: one of all, once in an interval."""

        def work(connection: Connection) -> bool:
            given = {"before": now - interval, "now": now}
            return connection.execute(_CLAIM_ROUND, given).rowcount == 1

        return await self._database.write(work)

    # --- addresses ------------------------------------------------------------------------------

    async def addresses_of(self, guest: str) -> list[AddressRow]:
        """Return the addresses of a guest, the oldest first."""
        return await self._database.read(lambda connection: _addresses(connection, guest))

    async def find(self, address: str) -> AddressRow | None:
        """Return an address."""

        def work(connection: Connection) -> AddressRow | None:
            found = connection.execute(_FIND, {"of_address": address}).mappings().first()
            return None if found is None else AddressRow(**found)

        return await self._database.read(work)

    async def add(self, row: AddressRow, most: int) -> AddressRow:
        """Add an address, unless the guest has it; refuse if they have `most`."""

        def work(connection: Connection) -> AddressRow:
            found = _addresses(connection, row.guest)
            for old in found:
                if (old.kind, old.address) == (row.kind, row.address):
                    values = {"of_address": old.id, "keys": row.keys, "lang": row.lang}
                    connection.execute(_CHANGE, values)
                    return old
            if len(found) >= most:
                raise QuotaExceeded
            connection.execute(insert(NOTICE_ADDRESSES), asdict(row))
            return row

        return await self._database.write(work)

    async def note_mail(self, recipient: str, network: str, now: int, limits: MailLimits) -> None:
        """Count an e-mail that asks for a confirmation, by hashes; refuse if there are too many."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP_OLD_ATTEMPTS, {"now": now})
            for key, most in ((recipient, limits.recipient), (network, limits.network)):
                if connection.execute(_ATTEMPTS, {"of_key": key}).scalar_one() >= most:
                    raise QuotaExceeded
                connection.execute(insert(MAIL_ATTEMPTS), {"key": key, "at": now})

        await self._database.write(work)

    async def change(self, address: str, **values: Any) -> bool:
        """Change columns of an address; tell whether it is there."""

        def work(connection: Connection) -> bool:
            return connection.execute(_CHANGE, {"of_address": address, **values}).rowcount == 1

        return await self._database.write(work)

    async def drop(self, address: str, guest: str | None = None) -> bool:
        """Drop an address, that of a guest where one is named; tell whether it was there."""
        query = _DROP if guest is None else _DROP.where(NOTICE_ADDRESSES.c.guest == _GUEST)
        given = {"of_address": address} | ({} if guest is None else {"of_guest": guest})
        return await self._database.write(lambda c: c.execute(query, given).rowcount == 1)

    async def drop_unconfirmed(self, now: int) -> None:
        """Drop e-mail addresses that were not confirmed within a day."""
        await self._database.write(lambda c: c.execute(_DROP_UNCONFIRMED, {"now": now}).rowcount)

    # --- quiet hours ----------------------------------------------------------------------------

    async def quiet_hours(self, guest: str) -> QuietHours | None:
        """Return when a guest is not told of anything."""

        def work(connection: Connection) -> QuietHours | None:
            found = connection.execute(_QUIET, {"of_guest": guest}).first()
            return None if found is None else QuietHours(found.starts, found.ends, found.zone)

        return await self._database.read(work)

    async def set_quiet_hours(self, guest: str, hours: QuietHours | None) -> None:
        """Set when a guest is not told of anything; None: they are always told."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP_QUIET, {"of_guest": guest})
            if hours is not None:
                connection.execute(insert(QUIET_HOURS), {"guest": guest, **asdict(hours)})

        await self._database.write(work)

    # --- notices --------------------------------------------------------------------------------

    async def at_table(self, table: str, guest: str) -> list[str]:
        """Return the addresses of a guest that are told of a table."""

        def work(connection: Connection) -> list[str]:
            given = {"of_table": table, "of_guest": guest}
            return list(connection.execute(_AT_TABLE, given).scalars())

        return await self._database.read(work)

    async def set_at_table(self, table: str, guest: str, wanted: Sequence[str]) -> list[str]:
        """Set which addresses of a guest are told of a table; return those that they have."""

        def work(connection: Connection) -> list[str]:
            kept = [row.id for row in _addresses(connection, guest) if row.id in set(wanted)]
            given = {"of_table": table, "of_guest": guest, "kept": kept}
            connection.execute(_LEAVE_TABLE, given)
            if kept:
                rows = [{"table_id": table, "address": address} for address in kept]
                connection.execute(insert_new(self._database, NOTICES), rows)
            return kept

        return await self._database.write(work)

    async def changed(self, limit: int) -> list[NoticeRow]:
        """Return notices at running tables at which something has happened since."""
        return await self._notices(_CHANGED, limit=limit)

    async def due(self, now: int, limit: int) -> list[NoticeRow]:
        """Return notices that are to be sent, the earliest first."""
        return await self._notices(_DUE, now=now, limit=limit)

    async def _notices(self, query: Select[Any], **given: int) -> list[NoticeRow]:
        def work(connection: Connection) -> list[NoticeRow]:
            return [NoticeRow(**row) for row in connection.execute(query, given).mappings()]

        return await self._database.read(work)

    async def note_look(self, row: NoticeRow, **values: Any) -> None:
        """Store what was found at a table, unless another process looked there meanwhile."""
        given = {
            "of_table": row.table_id,
            "of_address": row.address,
            "of_number": row.number,
            "of_version": row.version,
        }
        await self._database.write(lambda c: c.execute(_LOOKED_AT, {**given, **values}).rowcount)

    async def claim(self, row: NoticeRow, until: int) -> bool:
        """Lease a notice that is due; tell whether it was ours."""
        return await self.finish(row, row.due, due=until)

    async def finish(self, row: NoticeRow, lease: int | None, **values: Any) -> bool:
        """Store what became of a leased notice; tell whether the lease was still ours."""
        given = {"of_table": row.table_id, "of_address": row.address, "lease": lease}
        return await self._database.write(
            lambda c: c.execute(_LEASED, {**given, **values}).rowcount == 1
        )


def _addresses(connection: Connection, guest: str) -> list[AddressRow]:
    found = connection.execute(_OF_GUEST, {"of_guest": guest})
    return [AddressRow(**row) for row in found.mappings()]
