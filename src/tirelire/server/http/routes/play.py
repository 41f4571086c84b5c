"""Routes of a match: look, move, talk, follow."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from typing import Annotated, Any

from msgspec import Raw, json
from starlette.responses import Response

from tirelire.core.errors import IllegalMove, NotationError, StaleMove
from tirelire.server.errors import Conflict
from tirelire.server.http.exception_handlers import refusal
from tirelire.server.http.request import Request
from tirelire.server.http.routes.seats import own_seat, seat_of
from tirelire.server.http.routing import JSONResponse, Routes
from tirelire.server.schemas import requests
from tirelire.server.schemas.responses import Checked, Made, Past, Said, Score, View
from tirelire.server.streaming.subscriptions import (
    Subscription,
    encoded_view,
    follow_by_events,
    follow_by_lines,
)
from tirelire.server.tables.payload import Reader, score_payload, tell_past

PLAY = Routes("/api", documented=True)


@PLAY.post("/tables/{table}/moves", summary="Make a move")
async def make_move(
    request: Request, table: str, body: requests.MoveMessage
) -> Annotated[Any, Made]:
    """Make a move: exactly once, however often it is sent.

    409 with the current view if it was made for another question; 422 with the rule if it is not
    allowed.
    """
    house, guest = request.house, request.caller.may_play()
    seat = own_seat(await request.table_session(table), guest, body.seat)
    try:
        number, again = await house.play.move(table, guest, seat, body.number, body.id, body.move)
    except StaleMove as error:
        return await _stale(request, table, seat, error)
    return Made(number, again)


async def _stale(request: Request, table: str, seat: str, error: StaleMove) -> JSONResponse:
    """Refuse a move that was made for an earlier position, with the current one."""
    session, lang = await request.table_session(table), request.lang
    view = encoded_view(session, request.house, Reader(seat, lang), error.number)
    content = refusal("stale", error.say(lang), number=error.current)
    return JSONResponse(json.encode({**content, "view": Raw(view)}), 409)


@PLAY.post("/tables/{table}/check", summary="Ask whether a move could be made")
async def check_move(request: Request, table: str, body: requests.MoveTried) -> Checked:
    """Say whether a move could be made now, and why not; nothing is changed."""
    guest = request.caller.may_play()
    session = await request.table_session(table)
    seat = own_seat(session, guest, body.seat)
    if session.snapshot is None:
        raise Conflict("not_begun")
    try:
        session.snapshot.match.prepare(body.move, seat)
    except (IllegalMove, NotationError) as error:
        rule = getattr(error, "rule", None) or ""
        return Checked(legal=False, message=error.say(request.lang), rule=rule)
    return Checked(legal=True, message="", rule="")


@PLAY.get("/tables/{table}/view", summary="Look at the position")
async def view(
    request: Request, table: str, query: requests.LookQuery
) -> Annotated[JSONResponse, View]:
    """Return the position as the caller's seat may see it, or as a spectator may."""
    session = await request.table_session(table)
    if session.snapshot is None:
        raise Conflict("not_begun")
    seat = seat_of(session, request.caller.guest, query.seat)
    reader = Reader(seat, request.lang, query.help)
    return JSONResponse(encoded_view(session, request.house, reader, session.number_for(seat)))


@PLAY.get("/tables/{table}/log", summary="Read what happened")
async def log(request: Request, table: str, query: requests.SeatQuery) -> Past:
    """Tell the deal from its beginning, as the caller's seat saw it, and the score before it."""
    session = await request.table_session(table)
    if session.snapshot is None:
        raise Conflict("not_begun")
    seat = seat_of(session, request.caller.guest, query.seat)
    return await asyncio.to_thread(tell_past, session.row, session.snapshot, seat, request.lang)


@PLAY.get("/tables/{table}/sheets", summary="Look at the last score again")
async def sheets(request: Request, table: str, query: requests.SeatQuery) -> Score:
    """Return the score sheets of the last deal that is over, as everybody saw them at its end.

    All get the same figures; the caller's seat is addressed in the words.
    """
    session = await request.table_session(table)
    seat = seat_of(session, request.caller.guest, query.seat)
    if session.snapshot is None or session.snapshot.score is None:
        raise Conflict("no_score")
    return score_payload(session.snapshot.score, session.row, seat, request.lang)


@PLAY.post("/tables/{table}/talk", summary="Say something")
async def talk(request: Request, table: str, body: requests.TalkMessage) -> Said:
    """Say something at the table, if the host allows it."""
    guest = request.caller.may_play()
    session = await request.table_session(table)
    seat = own_seat(session, guest, body.seat)
    return Said(await request.house.play.say(table, guest, seat, body.text))


@PLAY.get(
    "/tables/{table}/events", summary="Follow a table, for pages", media_type="text/event-stream"
)
async def events(request: Request, table: str, query: requests.FollowQuery) -> Response:
    """Follow a table by server-sent events; their ids are the numbers of the positions."""
    return follow_by_events(await _subscribe(table, request, query), _place(request))


@PLAY.get(
    "/tables/{table}/stream",
    summary="Follow a table, for programs",
    media_type="application/x-ndjson",
)
async def stream(request: Request, table: str, query: requests.FollowQuery) -> Response:
    """Follow a table by lines of JSON: `gameFull` first, then what is new; empty lines between."""
    return follow_by_lines(await _subscribe(table, request, query), _place(request))


async def _subscribe(table: str, request: Request, query: requests.FollowQuery) -> Subscription:
    session = await request.table_session(table)
    seat = seat_of(session, request.caller.guest, query.seat)
    given = request.headers.get("last-event-id", "")
    known = int(given) if given.isdecimal() and len(given) < 9 else query.last
    number = -1 if known is None or known > session.number_for(seat) else known
    reader = Reader(seat, request.lang, query.help)
    return Subscription(request.house, request.guests, session, request.caller, reader, number)


def _place(request: Request) -> AbstractContextManager[None]:
    """Return the place that a stream takes, among those of its address and its guest."""
    return request.services.streams.hold(request.address, request.caller.guest)
