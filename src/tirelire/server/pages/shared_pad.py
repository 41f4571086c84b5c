"""Shared score pads: friends send the hands that they hold, the owner of the pad collects them.

Sharing makes an id and a key. The id is in the link that friends scan: it shows what they are to
enter, and lets them send a hand. Only the key, which stays in the owner's browser, gets hands out.
A hand is stored before it is acknowledged. It is not counted here: the pad counts.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Any

from msgspec import convert, to_builtins

from tirelire.core.codes import seat_letter, seat_number
from tirelire.games import game as find_game
from tirelire.pad.counting import pad_of
from tirelire.server.errors import CapacityExceeded, Conflict, Forbidden, NotFound, TooManyRequests
from tirelire.server.http.authentication import digest
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.schemas.pad import (
    Collected,
    CollectedHand,
    Collecting,
    Hand,
    HandToSend,
    PadToShare,
    Shared,
    SharedPad,
)
from tirelire.server.storage.repository import QuotaExceeded
from tirelire.server.storage.shared_pads import Limits, SharedPadRow

SHARED_PAD = Routes("/api", documented=True)
LIFETIME = 12 * 3_600_000
"""Milliseconds of house time after the owner last looked."""
RENEWED = 600_000
"""A pad that is looked at is renewed once in so many milliseconds, not each time."""
LIMITS = Limits(per_origin=20, in_all=10_000)
"""Of pads that have not expired."""
_LONGEST_ID = 24


@SHARED_PAD.post("/pad/shares", summary="Share a score pad", status=201)
async def share(request: Request, body: PadToShare) -> Shared:
    """Let friends send hands to a pad, until 12 hours after the owner last collected them."""
    game, players = find_game(body.game), len(body.names)
    pad_of(game)
    game.encode(players, body.options)
    made, key = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
    now = request.house.clock.now()
    values = {
        "key": digest(key),
        "origin": await request.services.networks.hashed(request.address),
        "about": {**to_builtins(body), "out": body.out},
        "expires": now + LIFETIME,
    }
    try:
        if not await request.services.shared_pads.add(made, values, now, LIMITS):
            raise CapacityExceeded("no_room")
    except QuotaExceeded:
        raise TooManyRequests("shared_pads", most=LIMITS.per_origin) from None
    return Shared(made, key)


@SHARED_PAD.get("/pad/shares/{share}", summary="Look at a shared score pad")
async def look(request: Request, share: str) -> SharedPad:
    """Tell who plays what, and which hands are there; never what is in them."""
    return _shown(await _find(request, share))


@SHARED_PAD.post("/pad/shares/{share}/hands", summary="Send a hand to a shared score pad")
async def send(request: Request, share: str, body: HandToSend) -> SharedPad:
    """Store the hand of a seat for the deal that is being entered; a second one replaces it."""
    found = await _find(request, share)
    seat = seat_number(body.seat, len(found.about["names"]))
    if body.deal != found.about["deal"]:
        raise Conflict("other_deal", n=found.about["deal"])
    hand = to_builtins(body.hand)
    if not await request.services.shared_pads.send(share, seat, body.deal, hand):
        raise NotFound("no_shared_pad")
    return _shown(await _find(request, share))


@SHARED_PAD.post("/pad/shares/{share}/collect", summary="Collect the hands of a shared score pad")
async def collect(request: Request, share: str, body: Collecting) -> Collected:
    """Say which deal is being entered, and return the hands that were sent for it."""
    found = await _find(request, share)
    if not compare_digest(found.key, digest(body.key)):
        raise Forbidden("not_your_pad")
    if body.out is not None:
        seat_number(body.out, len(found.about["names"]))
    about = {**found.about, "deal": body.deal, "out": body.out}
    expires = request.house.clock.now() + LIFETIME
    if about != found.about or expires > found.expires + RENEWED:
        await request.services.shared_pads.change(share, about, expires)
    return Collected(
        [
            CollectedHand(_letter(one.seat), one.version, convert(one.hand, Hand))
            for one in found.hands
            if one.deal == body.deal
        ]
    )


async def _find(request: Request, share: str) -> SharedPadRow:
    # Not every database accepts any text in a query.
    is_id = len(share) <= _LONGEST_ID and share.isascii() and share.isprintable()
    now = request.house.clock.now()
    found = await request.services.shared_pads.find(share, now) if is_id else None
    if found is None:
        raise NotFound("no_shared_pad")
    return found


def _shown(found: SharedPadRow) -> SharedPad:
    about = found.about
    sent = [_letter(one.seat) for one in found.hands if one.deal == about["deal"]]
    options = about.get("options", {})
    return SharedPad(about["game"], about["names"], options, about["deal"], about["out"], sent)


def _letter(seat: int) -> Any:
    """Return the letter of a seat; its type is that of the schema."""
    return seat_letter(seat)
