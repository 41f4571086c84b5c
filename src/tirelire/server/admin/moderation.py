"""What the owner of a house does with guests, tokens and tables, by commands."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from sqlalchemy.engine import Row

from tirelire.core.codes import seat_letter
from tirelire.server.errors import Conflict, NotFound, Quarantined
from tirelire.server.http.authentication import TOKEN, Guests, digest
from tirelire.server.names import check_name, is_like_any
from tirelire.server.storage.moderation import ModerationRepository
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import DAY
from tirelire.server.storage.rows import (
    CALLED,
    CLOSED,
    IN_USE,
    OPEN,
    OVER,
    PERSON,
    RUNNING,
    STARTING,
    TableRow,
)
from tirelire.server.tables.draw import vacate
from tirelire.server.tables.sessions import Sessions


async def make_token(
    repository: Repository, guest: str | None, scopes: list[str], label: str
) -> tuple[str, str]:
    """Make a token for a guest, or for a new one; return the guest and the token."""
    guests = Guests(repository)
    if guest is None:
        guest, _ = await guests.welcome()
    else:
        await _find_guest(repository, guest)
    return guest, await guests.new_token(guest, scopes, label)


async def tokens_of(repository: Repository, guest: str) -> Sequence[Row[Any]]:
    """List the tokens of a guest; the tokens themselves are not kept."""
    await _find_guest(repository, guest)
    return await repository.keys_of(guest, TOKEN)


async def drop_token(repository: Repository, guest: str, token: str) -> None:
    """Revoke a token of a guest, by the id under which it is listed."""
    await _find_guest(repository, guest)
    await Guests(repository).drop_token(guest, token)


async def _find_guest(repository: Repository, guest: str) -> None:
    if not await repository.has_guest(guest):
        raise NotFound("no_guest")


FOR_EVER = 2**62
"""A time that never comes."""
_MOST_TRIES = 20
_ID = re.compile("[A-Za-z0-9_-]{1,24}")


class Tables(Protocol):
    """Something that changes tables."""

    async def change(self, table: str, how: Change) -> object:
        """Change the row of a table."""


class GuestModeration:
    """What the owner of a house does about its guests."""

    def __init__(self, repository: Repository, tables: Tables) -> None:
        self._repository = repository
        self._tables = tables
        self._moderation = ModerationRepository(repository.database)

    async def mute(self, guest: str, muted: bool = True) -> None:
        """Forbid a guest to talk at any table, or allow it again."""
        await self._find(guest)
        await self._moderation.set_muted(guest, muted)

    async def ban(self, guest: str, days: int | None = None, network_days: int = 0) -> None:
        """Ban a guest, for some days or for ever; their network may be banned for some days.

        Their seats at open tables are free again, bots play for them at running ones, and open
        tables that they set are closed.
        """
        await self._find(guest)
        now = self._repository.wall()
        until = FOR_EVER if days is None else now + days * DAY
        await self._moderation.set_banned(guest, until)
        await self._moderation.drop_old_bans(now)
        network = await self._moderation.network_of(guest)
        if network and network_days:
            await self._moderation.set_network_ban(network, now + network_days * DAY)
        await self._change_tables(guest, lambda row: _without_banned(row, guest))

    async def lift_ban(self, guest: str) -> None:
        """Let a guest play again, and people of their network."""
        await self._find(guest)
        await self._moderation.set_banned(guest, None)
        network = await self._moderation.network_of(guest)
        if network:
            await self._moderation.set_network_ban(network, None)

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name in all their seats, and above all that they said."""
        check_name(name)
        await self._find(guest)
        await self._change_tables(guest, lambda row: _renamed(row, guest, name))
        await self._moderation.rename_talk(guest, name)

    async def delete(self, guest: str) -> None:
        """Forget a guest: name, talk, tokens, links, mutes.

        Bots go on in their seats of running matches; finished matches keep the seats, under neutral
        names.
        """
        await self._find(guest)
        anonymous = await self._anonymous()
        for _ in range(_MOST_TRIES):
            await self._change_tables(guest, lambda row: _forgetting(row, guest, anonymous))
            if await self._moderation.forget(guest):
                await self._moderation.forget(anonymous)  # who stays only as the host of a table
                return
        raise Conflict("busy")

    async def _find(self, guest: str) -> None:
        # A text that cannot be an id is not looked up: not every database accepts it in a query.
        if not _ID.fullmatch(guest) or not await self._repository.has_guest(guest):
            raise NotFound("no_guest")

    async def _anonymous(self) -> str:
        """Make a guest whose secret is not known to anybody, as the host of tables without one."""
        guest = secrets.token_urlsafe(16)
        await self._repository.add_guest(guest, digest(secrets.token_urlsafe(32)))
        return guest

    async def _change_tables(self, guest: str, how: Change) -> None:
        for table in await self._moderation.tables_of(guest):
            await self._tables.change(table, how)


def _without_banned(row: TableRow, guest: str) -> TableRow:
    for seat in row.seats_of(guest):
        is_starting = row.status == STARTING
        if row.status == OPEN or (is_starting and row.seats[seat].is_awaited):
            row = vacate(row, seat)
        elif is_starting or row.status == RUNNING:
            row = row.with_seat(replace(row.seats[seat], away=True))
    return replace(row, status=CLOSED) if row.status == OPEN and row.host == guest else row


def _renamed(row: TableRow, guest: str, name: str) -> TableRow:
    """Rename the seats of a guest; a name that looks like another one gets the seat's letter."""
    others = [seat.name for seat in row.seats if seat.guest != guest and seat.name]
    for seat in row.seats_of(guest):
        free = f"{name[:22]} {seat_letter(seat)}" if is_like_any(name, others) else name
        row = row.with_seat(replace(row.seats[seat], name=free))
    return row


def _forgetting(row: TableRow, guest: str, anonymous: str) -> TableRow:
    held = row.seats_of(guest)
    for number in held:
        seat = row.seats[number]
        if row.status in IN_USE:
            row = vacate(row, number)
        else:
            row = row.with_seat(replace(seat, guest=None, name=f"Anon {seat_letter(number)}"))
    if row.host != guest:
        return row
    people = [seat.guest for seat in row.seats if seat.kind == PERSON and seat.guest is not None]
    heir = people[0] if people else anonymous
    is_left = row.status == OPEN and not people
    return replace(row, host=heir, status=CLOSED if is_left else row.status)


Change = Callable[[TableRow], TableRow]


async def find_table(repository: Repository, table: str) -> TableRow:
    """Return a table; refuse an unknown one."""
    row = await repository.table(table)
    if row is None:
        raise NotFound("no_table")
    return row


async def close_table(repository: Repository, table: str) -> None:
    """Close a table of any host; a running house notices within a second."""

    def close(row: TableRow) -> TableRow:
        if row.status in (OVER, CLOSED):
            raise Conflict("over")
        return replace(row, status=CLOSED, reveal_by=None)

    await StoredTables(repository).change(table, close)


class StoredTables:
    """Tables as they are stored, beside a house that is open or not."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def change(self, table: str, how: Change, due: int | None = CALLED) -> None:
        """Change a table; the due time calls for an open house to read it anew."""
        for _ in range(_MOST_TRIES):
            row = await find_table(self._repository, table)
            changed = how(row)
            if changed == row:
                return
            number = (await self._repository.versions([table]))[table].event
            if await self._repository.change_table(replace(changed, due=due), number):
                return
        raise Conflict("busy")


class OpenTables:
    """Changes tables so that readers hear of it at once."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._stored = StoredTables(sessions.repository)

    async def change(self, table: str, how: Change) -> None:
        """Change a table; a finished one is not replayed for that, and neither is a broken one."""
        if table not in self._sessions.by_id:
            row = await find_table(self._sessions.repository, table)
            if row.status not in IN_USE:
                await self._stored.change(table, how, due=None)
                await self._sessions.bus.publish(table)
                return
        try:
            await self._sessions.change(table, how)
        except Quarantined:
            await self._stored.change(table, how)
