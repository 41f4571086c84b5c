"""Reading and writing who is muted, banned or forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from tirelire.server.storage.database import Database, insert_new
from tirelire.server.storage.schema import (
    GUESTS,
    HOUSE_KEYS,
    KEYS,
    MUTES,
    NETWORK_BANS,
    SEATS,
    TABLES,
    TALK,
)

_ADDRESS_KEY, _NOTICE_KEY = "addresses", "notices"
_KEY_BYTES = 32
_GUEST = bindparam("of_guest", type_=String)
_ID = bindparam("of_id", type_=String)
_NOW = bindparam("now", type_=BigInteger)

_CHANGE_GUEST = update(GUESTS).where(GUESTS.c.id == _GUEST)
_NETWORK = select(GUESTS.c.network).where(GUESTS.c.id == _GUEST)
_GUESTS = (
    select(GUESTS.c.id, GUESTS.c.created, GUESTS.c.muted, GUESTS.c.banned)
    .order_by(GUESTS.c.created.desc(), GUESTS.c.id)
    .limit(bindparam("limit"))
)
_NAMES = (
    select(SEATS.c.guest, SEATS.c.name, func.count())
    .where(SEATS.c.guest.in_(bindparam("of_guests", expanding=True)))
    .group_by(SEATS.c.guest, SEATS.c.name)
    .order_by(SEATS.c.guest, SEATS.c.name)
)
_TABLES_OF = (
    select(SEATS.c.table_id)
    .where(SEATS.c.guest == _GUEST)
    .union(select(TABLES.c.id).where(TABLES.c.host == _GUEST))
)
_RENAME_TALK = update(TALK).where(TALK.c.guest == _GUEST)
_FORGET = (
    delete(TALK).where(TALK.c.guest == _GUEST),
    delete(MUTES).where((MUTES.c.guest == _GUEST) | (MUTES.c.muted == _GUEST)),
    delete(KEYS).where(KEYS.c.guest == _GUEST),
    delete(GUESTS).where(GUESTS.c.id == _GUEST),
)
_MUTES_OF: Select[Any] = select(MUTES.c.id, MUTES.c.muted, MUTES.c.name).where(
    MUTES.c.guest == _GUEST
)
_DROP_MUTE = delete(MUTES).where(MUTES.c.guest == _GUEST, MUTES.c.id == _ID)
_DROP_MUTE_OF = delete(MUTES).where(MUTES.c.guest == _GUEST, MUTES.c.muted == _ID)
_BANNED_NETWORKS = select(NETWORK_BANS.c.network).where(NETWORK_BANS.c.until > _NOW)
_DROP_OLD_BANS = delete(NETWORK_BANS).where(NETWORK_BANS.c.until <= _NOW)
_DROP_NETWORK_BAN = delete(NETWORK_BANS).where(NETWORK_BANS.c.network == bindparam("of_network"))
_HOUSE_KEY = select(HOUSE_KEYS.c.value).where(HOUSE_KEYS.c.name == bindparam("of_name"))


@dataclass(frozen=True)
class KnownGuest:
    """A guest, as the owner of the house sees them."""

    id: str
    created: int
    muted: bool
    banned: int | None
    """Until when, by the wall clock in milliseconds."""
    names: tuple[str, ...]
    """What they are called at their tables."""
    seats: int


class ModerationRepository:
    """What the house keeps of people's behaviour towards each other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- the owner of the house -----------------------------------------------------------------

    async def guests(self, limit: int) -> list[KnownGuest]:
        """List guests, the newest first, with the names of their seats."""

        def work(connection: Connection) -> list[KnownGuest]:
            rows = connection.execute(_GUESTS, {"limit": limit}).all()
            wanted = {"of_guests": [row.id for row in rows]}
            seats: dict[str, list[tuple[str, int]]] = {}
            for guest, name, count in connection.execute(_NAMES, wanted):
                seats.setdefault(guest, []).append((name, count))
            return [
                KnownGuest(
                    *row,
                    names=tuple(name for name, _ in seats.get(row.id, [])),
                    seats=sum(count for _, count in seats.get(row.id, [])),
                )
                for row in rows
            ]

        return await self._database.read(work)

    async def tables_of(self, guest: str) -> list[str]:
        """Return all tables at which a guest sits or that they host."""

        def work(connection: Connection) -> list[str]:
            return list(connection.execute(_TABLES_OF, {"of_guest": guest}).scalars())

        return await self._database.read(work)

    async def set_muted(self, guest: str, muted: bool) -> None:
        """Forbid a guest to talk anywhere, or allow it."""
        await self._change_guest(guest, muted=muted)

    async def set_banned(self, guest: str, until: int | None) -> None:
        """Ban a guest until a time, or lift the ban."""
        await self._change_guest(guest, banned=until)

    async def _change_guest(self, guest: str, **values: Any) -> None:
        def work(connection: Connection) -> None:
            connection.execute(_CHANGE_GUEST, {"of_guest": guest, **values})

        await self._database.write(work)

    async def rename_talk(self, guest: str, name: str) -> None:
        """Change the name above all that a guest said."""

        def work(connection: Connection) -> None:
            connection.execute(_RENAME_TALK, {"of_guest": guest, "name": name})

        await self._database.write(work)

    async def forget(self, guest: str) -> bool:
        """Delete a guest with their talk, mutes and keys; False if they hold a table or a seat."""

        def work(connection: Connection) -> bool:
            if connection.execute(_TABLES_OF, {"of_guest": guest}).first() is not None:
                return False
            for query in _FORGET:
                connection.execute(query, {"of_guest": guest})
            return True

        try:
            return await self._database.write(work)
        except IntegrityError:  # they sat down while we looked
            return False

    # --- addresses ------------------------------------------------------------------------------

    async def address_key(self) -> bytes:
        """Return the key with which addresses are hashed; it is made at the first call."""
        return await self._house_key(_ADDRESS_KEY)

    async def notice_key(self) -> bytes:
        """Return the key with which links in messages are signed; it is made at the first call."""
        return await self._house_key(_NOTICE_KEY)

    async def _house_key(self, name: str) -> bytes:
        def work(connection: Connection) -> str:
            made = secrets.token_hex(_KEY_BYTES)
            first = insert_new(self._database, HOUSE_KEYS).values(name=name, value=made)
            connection.execute(first)
            found = connection.execute(_HOUSE_KEY, {"of_name": name})
            return str(found.scalar_one())

        return bytes.fromhex(await self._database.write(work))

    async def note_network(self, guest: str, network: str) -> None:
        """Store the hashed network from which a guest came last."""
        await self._change_guest(guest, network=network)

    async def network_of(self, guest: str) -> str:
        """Return the hashed network from which a guest came last; empty if it is not known."""

        def work(connection: Connection) -> str:
            found = connection.execute(_NETWORK, {"of_guest": guest})
            return found.scalar_one_or_none() or ""

        return await self._database.read(work)

    async def set_network_ban(self, network: str, until: int | None) -> None:
        """Ban a hashed network until a time, or lift the ban."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP_NETWORK_BAN, {"of_network": network})
            if until is not None:
                connection.execute(insert(NETWORK_BANS), {"network": network, "until": until})

        await self._database.write(work)

    async def banned_networks(self, now: int) -> frozenset[str]:
        """Return the hashed networks that are banned at a time."""

        def work(connection: Connection) -> frozenset[str]:
            return frozenset(connection.execute(_BANNED_NETWORKS, {"now": now}).scalars())

        return await self._database.read(work)

    async def drop_old_bans(self, now: int) -> None:
        """Delete the bans of networks that are over."""

        def work(connection: Connection) -> None:
            connection.execute(_DROP_OLD_BANS, {"now": now})

        await self._database.write(work)

    # --- readers --------------------------------------------------------------------------------

    async def mutes_of(self, guest: str) -> Sequence[Row[Any]]:
        """Return whom a reader has muted: `id`, `muted`, `name`."""

        def work(connection: Connection) -> Sequence[Row[Any]]:
            return connection.execute(_MUTES_OF, {"of_guest": guest}).all()

        return await self._database.read(work)

    async def add_mute(self, mute: str, guest: str, muted: str, name: str) -> None:
        """Let a reader mute another guest; a second time changes nothing."""

        def work(connection: Connection) -> None:
            new = insert_new(self._database, MUTES)
            connection.execute(new.values(id=mute, guest=guest, muted=muted, name=name))

        await self._database.write(work)

    async def drop_mute(self, guest: str, mute: str) -> bool:
        """Let a reader hear somebody again, by the id of the mute; tell whether it was there."""
        return await self._drop_mute(_DROP_MUTE, guest, mute)

    async def drop_mute_of(self, guest: str, muted: str) -> bool:
        """Let a reader hear a guest again; tell whether they were muted."""
        return await self._drop_mute(_DROP_MUTE_OF, guest, muted)

    async def _drop_mute(self, query: Any, guest: str, ident: str) -> bool:
        def work(connection: Connection) -> bool:
            given = {"of_guest": guest, "of_id": ident}
            return connection.execute(query, given).rowcount == 1

        return await self._database.write(work)
