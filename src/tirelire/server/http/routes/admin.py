"""Routes for the owner of the house, with a token of the scope `admin`."""

from __future__ import annotations

from tirelire.core.codes import seat_letter
from tirelire.server.admin.moderation import GuestModeration, OpenTables
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.schemas.requests import AdminQuery, Ban, Mute, Rename
from tirelire.server.schemas.responses import AdminGuest, AdminSeat, AdminTable

ADMIN = Routes("/api/admin", documented=True)


def _moderation(request: Request) -> GuestModeration:
    """Return what the owner can do; refuse anybody else."""
    request.caller.may_administer()
    house = request.house
    return GuestModeration(house.repository, OpenTables(house.sessions))


def _refresh(request: Request, guest: str) -> None:
    """Read a guest and all bans anew at the next request."""
    request.guests.forget(guest)
    request.services.networks.refresh()


@ADMIN.get("/tables", summary="List all tables")
async def list_tables(request: Request, query: AdminQuery) -> list[AdminTable]:
    """List tables of any kind, the newest first: who sits there, never a card or a secret."""
    request.caller.may_administer()
    sessions = request.house.sessions
    rows = await request.house.repository.all_tables(None, query.limit)
    return [
        AdminTable(
            id=row.id,
            game=row.game,
            status=sessions.status_of(row),
            listed=row.listed,
            created=row.created,
            host=row.host,
            seats=[
                AdminSeat(seat_letter(seat.seat), seat.kind, seat.name, seat.guest, seat.away)
                for seat in row.seats
            ],
        )
        for row in rows
    ]


@ADMIN.post("/tables/{table}/close", summary="Close any table", status=204)
async def close_table(request: Request, table: str) -> None:
    """Close a table of any host."""
    request.caller.may_administer()
    await request.house.seats.close(table, None)


@ADMIN.get("/guests", summary="List guests")
async def list_guests(request: Request, query: AdminQuery) -> list[AdminGuest]:
    """List guests, the newest first: what they are called, whether they are muted or banned."""
    request.caller.may_administer()
    found = await request.services.moderation.guests(query.limit)
    return [
        AdminGuest(one.id, one.created, one.muted, one.banned, list(one.names), one.seats)
        for one in found
    ]


@ADMIN.post("/guests/{guest}/mute", summary="Mute a guest", status=204)
async def mute_guest(request: Request, guest: str, body: Mute) -> None:
    """Forbid a guest to talk at any table, or allow it again."""
    await _moderation(request).mute(guest, body.muted)
    _refresh(request, guest)


@ADMIN.post("/guests/{guest}/ban", summary="Ban a guest", status=204)
async def ban_guest(request: Request, guest: str, body: Ban) -> None:
    """Ban a guest, or lift the ban: they can watch, but neither play nor set tables nor talk.

    Bots play for them at running tables.
    """
    moderation = _moderation(request)
    if body.banned:
        await moderation.ban(guest, body.days, body.network_days)
    else:
        await moderation.lift_ban(guest)
    _refresh(request, guest)


@ADMIN.post("/guests/{guest}/rename", summary="Rename a guest", status=204)
async def rename_guest(request: Request, guest: str, body: Rename) -> None:
    """Give a guest another name in all their seats, and above all that they said."""
    await _moderation(request).rename(guest, body.name)


@ADMIN.delete("/guests/{guest}", summary="Delete a guest", status=204)
async def delete_guest(request: Request, guest: str) -> None:
    """Delete a guest, as if they had asked to be forgotten."""
    await _moderation(request).delete(guest)
    _refresh(request, guest)
