"""Routes of guests: who asks, tokens, moving to another device, and whom they mute."""

from __future__ import annotations

import secrets

from tirelire.core.codes import seat_letter, seat_number
from tirelire.server.admin.moderation import GuestModeration, OpenTables
from tirelire.server.errors import Conflict, NotFound
from tirelire.server.http.authentication import TOKEN
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.schemas.requests import Code, NewToken, OfSeat
from tirelire.server.schemas.responses import (
    CreatedToken,
    Guest,
    Link,
    MutedGuest,
    MutedSeats,
    Token,
)
from tirelire.server.storage.rows import PERSON, TableRow

GUESTS = Routes("/api", documented=True)


@GUESTS.post("/me", summary="Become a guest")
async def become_guest(request: Request) -> Guest:
    """Return the caller's id; a stranger becomes a guest and gets a cookie."""
    if request.caller.guest is not None:
        return Guest(request.caller.guest)
    request.caller.check_not_banned()
    guest, secret = await request.guests.welcome(request.address)
    request.remember(secret)
    return Guest(guest)


@GUESTS.post("/me/link", summary="Make a link to another device", status=201)
async def make_link(request: Request) -> Link:
    """Make a code that moves the caller to another device, once and within a quarter of an hour.

    Only the guest's own cookie may: 403 for a token.
    """
    return Link(await request.guests.new_link(request.caller.in_person()))


@GUESTS.post("/me/move", summary="Move to this device")
async def move_here(request: Request, body: Code) -> Guest:
    """Use such a code: this device is the guest now.

    The guest is signed out everywhere else: other devices, tokens, links. The guest that this
    device was before is lost with their cookie: `/api/me/tables` lists the tables.
    """
    guest, secret = await request.guests.move_here(body.code)
    request.remember(secret)
    await request.house.sessions.reauthenticate_streams(guest)
    return Guest(guest)


@GUESTS.post("/me/sign-out", summary="Sign out everywhere else")
async def sign_out(request: Request) -> Guest:
    """End all other cookies, tokens, links and streams of the caller; this device gets a new one.

    Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    request.remember(await request.guests.sign_out(guest))
    await request.house.sessions.reauthenticate_streams(guest)
    return Guest(guest)


@GUESTS.delete("/me", summary="Be forgotten", status=204)
async def be_forgotten(request: Request) -> None:
    """Delete the caller: name, talk, tokens, links, mutes.

    Bots go on in their seats of running matches; finished matches keep the seats under neutral
    names. It cannot be undone. Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    house = request.house
    await GuestModeration(house.repository, OpenTables(house.sessions)).delete(guest)
    request.guests.forget(guest)
    request.forget()


@GUESTS.get("/me/tokens", summary="List tokens")
async def list_tokens(request: Request) -> list[Token]:
    """List the caller's tokens for programs; the tokens themselves are not kept."""
    rows = await request.house.repository.keys_of(request.caller.known(), TOKEN)
    return [Token(row.hash, row.label, row.scopes.split(), row.created) for row in rows]


@GUESTS.post("/me/tokens", summary="Make a token", status=201)
async def make_token(request: Request, body: NewToken) -> CreatedToken:
    """Make a token for programs; it is shown this once.

    Its scope `play` includes `read`. Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    return CreatedToken(await request.guests.new_token(guest, sorted(set(body.scopes)), body.label))


@GUESTS.delete("/me/tokens/{token}", summary="Drop a token", status=204)
async def drop_token(request: Request, token: str) -> None:
    """Revoke a token, by the id under which it is listed.

    Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    await request.guests.drop_token(guest, token)
    await request.house.sessions.reauthenticate_streams(guest)


MUTES = Routes("/api", documented=True)
MOST_MUTES = 1000
"""People whom one guest may mute."""


@MUTES.get("/tables/{table}/mutes", summary="List the seats that the caller has muted")
async def muted_seats(request: Request, table: str) -> MutedSeats:
    """List the seats whose talk the caller does not get."""
    session = await request.table_session(table)
    return await _muted_seats(request, session.row)


@MUTES.post("/tables/{table}/mutes", summary="Mute a person")
async def mute(request: Request, table: str, body: OfSeat) -> MutedSeats:
    """Send the caller nothing more of what the person in a seat says, here and at other tables.

    It counts for the guest, so on whichever device they are. The other person is not told.
    """
    guest = request.caller.known()
    row, muted = await _person(request, table, body.seat)
    if muted == guest:
        raise Conflict("own_seat")
    moderation = request.services.moderation
    if len(await moderation.mutes_of(guest)) >= MOST_MUTES:
        raise Conflict("most_mutes", most=MOST_MUTES)
    name = row.seats[seat_number(body.seat, row.players)].name
    await moderation.add_mute(secrets.token_urlsafe(12), guest, muted, name)
    return await _muted_seats(request, row)


@MUTES.delete("/tables/{table}/mutes/{seat}", summary="Hear a person again")
async def unmute(request: Request, table: str, seat: str) -> MutedSeats:
    """Send the caller again what the person in a seat says."""
    guest = request.caller.known()
    row, muted = await _person(request, table, seat)
    await request.services.moderation.drop_mute_of(guest, muted)
    return await _muted_seats(request, row)


@MUTES.get("/me/mutes", summary="List the people whom the caller has muted")
async def list_mutes(request: Request) -> list[MutedGuest]:
    """List the people whose talk the caller does not get."""
    rows = await request.services.moderation.mutes_of(request.caller.known())
    return [MutedGuest(row.id, row.name) for row in rows]


@MUTES.delete("/me/mutes/{mute}", summary="End a mute", status=204)
async def drop_mute(request: Request, mute: str) -> None:
    """End a mute, by the id under which it is listed."""
    guest = request.caller.known()
    is_id = mute.isascii() and mute.isprintable()  # not every database accepts any text in a query
    if not is_id or not await request.services.moderation.drop_mute(guest, mute):
        raise NotFound("no_mute")


async def _person(request: Request, table: str, seat: str) -> tuple[TableRow, str]:
    """Return the table, and the person in a seat."""
    row = (await request.table_session(table)).row
    place = row.seats[seat_number(seat, row.players)]
    if place.kind != PERSON or place.guest is None:
        raise Conflict("nobody_there")
    return row, place.guest


async def _muted_seats(request: Request, row: TableRow) -> MutedSeats:
    rows = await request.services.moderation.mutes_of(request.caller.known())
    muted = {found.muted for found in rows}
    return MutedSeats([seat_letter(seat.seat) for seat in row.seats if seat.guest in muted])
