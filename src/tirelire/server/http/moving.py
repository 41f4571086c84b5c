"""Making a move: nearly every request is one, and somebody waits for it.

A move that is as it should be is answered here at once: to find its route, its caller and its types
takes the framework longer than the rules take. Whatever is unusual is handed on to the framework
with all that was read, and is refused there.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import json

from tirelire.core.codes import seat_letter
from tirelire.server.errors import NotAllowed, Unreadable
from tirelire.server.http.authentication import Caller
from tirelire.server.http.headers import Headers
from tirelire.server.http.json_response import Written
from tirelire.server.http.middleware import LARGEST_BODY
from tirelire.server.http.schemas.requests import MoveMessage
from tirelire.server.tables.house import House
from tirelire.server.tables.session import Live

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
        request = _Request(receive)
        answer = await self._made(scope, found[1], request)
        if answer is None:
            await self._others(scope, request.receive_again, send)
        else:
            await answer(scope, receive, send)

    async def _made(self, scope: Scope, table: str, request: _Request) -> Written | None:
        """Make a move; None if anything about it is unusual."""
        headers = Headers(scope["headers"])
        if headers.get(b"content-type") != "application/json":
            return None
        try:
            caller = await self._meet(scope, headers)
        except Exception:  # it comes again where it is refused, in the reader's language
            return None
        scope["state"]["caller"] = caller
        try:
            data = _decode(await request.body(int(headers.get(b"content-length") or "")))
        except Exception:  # the framework says what is wrong with the body
            return None
        try:
            return await make_move(self._house, caller, table, data)
        except Exception as error:  # it is said there too, but not tried again
            scope["state"]["refused"] = error
            return None


class _Request:
    """A request that is being read, by one and perhaps by another after him."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read: list[Any] = []

    async def body(self, length: int) -> bytes:
        """Return the body, of a length that is known: servers tell late that nothing follows."""
        if not 0 < length <= LARGEST_BODY:
            raise ValueError(length)
        body = b""
        while len(body) < length:
            message: Any = await self._receive()
            self._read.append(message)
            body += message["body"]  # there is none where somebody went away
        return body

    async def receive_again(self) -> Any:
        """Receive what was received already, and then what follows."""
        return self._read.pop(0) if self._read else await self._receive()
