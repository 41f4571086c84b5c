"""Routes of the caller: becoming a guest, moving to another device, tokens."""

from __future__ import annotations

from tirelire.server.http.authentication import TOKEN
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.schemas.requests import Code, NewToken
from tirelire.server.schemas.responses import Guest, Link, NewlyMade, Token

GUESTS = Routes("/api", documented=True)


@GUESTS.post("/me", summary="Become a guest")
async def become_guest(request: Request) -> Guest:
    """Return the caller's id; a stranger becomes a guest and gets a cookie."""
    if request.caller.guest is not None:
        return Guest(request.caller.guest)
    guest, secret = await request.guests.welcome()
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
    """Use such a code: this device is the guest now, the other one is not any more."""
    guest, secret = await request.guests.move_here(body.code)
    request.remember(secret)
    await request.house.sessions.reauthenticate_streams(guest)
    return Guest(guest)


@GUESTS.get("/me/tokens", summary="List tokens")
async def list_tokens(request: Request) -> list[Token]:
    """List the caller's tokens for programs; the tokens themselves are not kept."""
    rows = await request.house.repository.keys_of(request.caller.known(), TOKEN)
    return [Token(row.hash, row.label, row.scopes.split(), row.created) for row in rows]


@GUESTS.post("/me/tokens", summary="Make a token", status=201)
async def make_token(request: Request, body: NewToken) -> NewlyMade:
    """Make a token for programs; it is shown this once.

    Its scope `play` includes `read`. Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    return NewlyMade(await request.guests.new_token(guest, sorted(set(body.scopes)), body.label))


@GUESTS.delete("/me/tokens/{token}", summary="Drop a token", status=204)
async def drop_token(request: Request, token: str) -> None:
    """Revoke a token, by the id under which it is listed.

    Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    await request.guests.drop_token(guest, token)
    await request.house.sessions.reauthenticate_streams(guest)
