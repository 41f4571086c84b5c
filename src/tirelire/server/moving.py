"""Making a move: nearly every request is one, and somebody waits for it.

A move that is as it should be is answered here at once: to find its route, its caller and its types
takes the framework longer than the rules take. Whatever is unusual is handed on to the framework
with all that was read, and is refused there; a move sent twice is made once.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import json

from tirelire.core.codes import seat_letter
from tirelire.server.errors import NotAllowed, Unreadable
from tirelire.server.guests import Caller
from tirelire.server.headers import Headers
from tirelire.server.house import House
from tirelire.server.live import Live
from tirelire.server.messages import MoveMessage
from tirelire.server.protection import LARGEST_BODY
from tirelire.server.written import Written

Meet = Callable[[Scope, Headers], Awaitable[Caller]]
"""Finds out who asks, and refuses whoever may not."""
_PATH = re.compile("/api/tables/([A-Za-z0-9_-]{1,24})/moves")
_decode = json.Decoder(MoveMessage).decode


def seat_of(live: Live, guest: str | None, wanted: str | None) -> str | None:
    """Return the seat that a caller looks from: his own, the only one, or none."""
    mine = live.letters_of(guest)
    if wanted == "-":
        return None
    if wanted is not None:
        if wanted not in mine:
            raise NotAllowed("not_your_seat")
        return wanted
    return mine[0] if mine else None


def own_seat(live: Live, guest: str, wanted: str | None) -> str:
    """Return one of the caller's seats, to act from; whoever holds several says which."""
    seat = seat_of(live, guest, wanted)
    if seat is None:
        raise NotAllowed("not_seated")
    if wanted is None and len(live.row.seats_of(guest)) > 1:
        held = " ".join(map(seat_letter, live.row.seats_of(guest)))
        raise Unreadable("which_seat", allowed=held)
    return seat


async def make_move(house: House, caller: Caller, table: str, data: MoveMessage) -> Written:
    """Make a move, and say which number it got."""
    guest = caller.may_play()
    seat = own_seat(await house.live(table), guest, data.seat)
    number, again = await house.move(table, guest, seat, data.number, data.id, data.move)
    return Written(json.encode({"number": number, "again": again}))


class Moves:
    """Answers moves, and hands on everything else."""

    def __init__(self, house: House, meet: Meet, others: ASGIApp) -> None:
        self._house = house
        self._meet = meet
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a move, or let the framework answer."""
        found = _PATH.fullmatch(scope["path"]) if scope.get("method") == "POST" else None
        if found is None:
            await self._others(scope, receive, send)
            return
        message = await receive()
        answer = await self._made(scope, found[1], message)
        if answer is None:
            await self._others(scope, _beginning_with(message, receive), send)
        else:
            await answer(scope, receive, send)

    async def _made(self, scope: Scope, table: str, message: Any) -> Written | None:
        """Make a move; None if anything about it is unusual."""
        if message["type"] != "http.request" or message.get("more_body"):
            return None
        headers = Headers(scope["headers"])
        if headers.get(b"content-type") != "application/json":
            return None
        if len(message["body"]) > LARGEST_BODY:
            return None
        try:
            data = _decode(message["body"])
            caller = await self._meet(scope, headers)
            return await make_move(self._house, caller, table, data)
        except Exception:  # it comes again where it is refused, in the reader's language
            return None


def _beginning_with(first: Any, receive: Receive) -> Receive:
    """Receive a message again that was received already, and then what follows."""
    waiting = [first]

    async def again() -> Any:
        return waiting.pop() if waiting else await receive()

    return again
