"""Routes of a match: look, move, talk, follow."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple

from msgspec import Raw, json, structs
from starlette.responses import PlainTextResponse, Response

from tirelire.core.codes import SEAT_LETTERS, seat_letter, seat_number
from tirelire.core.errors import IllegalMove, NotationError, StaleMove
from tirelire.match.events import Played
from tirelire.match.record import Record
from tirelire.page.copies import count_copies
from tirelire.page.decks import describe
from tirelire.server.errors import Conflict, NotFound
from tirelire.server.http.request import Request
from tirelire.server.http.responses import JSONResponse, refusal
from tirelire.server.http.routes.tables import own_seat, seat_of
from tirelire.server.http.routing import Routes
from tirelire.server.limiters import StreamPlace
from tirelire.server.schemas import requests
from tirelire.server.schemas.events import StreamLine, TableEvents
from tirelire.server.schemas.requests import ReplayQuery
from tirelire.server.schemas.responses import (
    CardCount,
    Moments,
    MoveCheck,
    MoveMade,
    Packs,
    Past,
    Replay,
    Score,
    TalkSaid,
    View,
)
from tirelire.server.storage.rows import TableRow
from tirelire.server.streaming.subscriptions import (
    Subscription,
    encoded_view,
    follow_by_events,
    follow_by_lines,
)
from tirelire.server.tables.moments import moments
from tirelire.server.tables.payload import Reader, checked_payload, score_payload, tell_past
from tirelire.server.tables.replay import ReplayResponse, encoded_frames, frames, is_shown, packs
from tirelire.server.tables.snapshot import MatchSnapshot

PLAY = Routes("/api", documented=True)


@PLAY.post("/tables/{table}/moves", summary="Make a move")
async def make_move(
    request: Request, table: str, body: requests.MoveMessage
) -> Annotated[Any, MoveMade]:
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
    return MoveMade(number, again)


@PLAY.post("/tables/{table}/retract", summary="Take back a secret choice")
async def retract(
    request: Request, table: str, body: requests.Retraction
) -> Annotated[Any, MoveMade]:
    """Take back the last move of a seat while it is still secret: exactly once.

    A view says by `retractable` whether that is possible. 409 with the current view if the choice
    is not secret any more, since all have chosen, or was made after the number that is given.
    """
    house, guest = request.house, request.caller.may_play()
    seat = own_seat(await request.table_session(table), guest, body.seat)
    try:
        number, again = await house.play.retract(table, guest, seat, body.number, body.id)
    except StaleMove as error:
        return await _stale(request, table, seat, error)
    return MoveMade(number, again)


async def _stale(request: Request, table: str, seat: str, error: StaleMove) -> JSONResponse:
    """Refuse what was meant for an earlier position, with the current one."""
    session, lang = await request.table_session(table), request.lang
    view = encoded_view(session, request.house, Reader(seat, lang), error.number)
    content = refusal("stale", error.say(lang), number=error.current)
    encoded: Any = Raw(view)  # a `View`, from the cache
    return JSONResponse(json.encode(structs.replace(content, view=encoded)), 409)


@PLAY.post("/tables/{table}/check", summary="Ask whether a move could be made")
async def check_move(request: Request, table: str, body: requests.MoveTried) -> MoveCheck:
    """Say whether a move could be made now, and why not; nothing is changed."""
    guest = request.caller.may_play()
    session = await request.table_session(table)
    seat = own_seat(session, guest, body.seat)
    if session.snapshot is None:
        raise Conflict("not_begun")
    try:
        prepared = session.snapshot.match.prepare(body.move, seat)
    except (IllegalMove, NotationError) as error:
        rule = getattr(error, "rule", None) or ""
        return MoveCheck(legal=False, message=error.say(request.lang), rule=rule)
    assert isinstance(prepared.event, Played)
    return checked_payload(session, seat, request.lang, prepared.event.move)


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


@PLAY.get("/tables/{table}/cards/{card}", summary="Count the copies of a card")
async def card(request: Request, table: str, card: str, query: requests.SeatQuery) -> CardCount:
    """Say how many cards of its kind the match has, and how many the caller's seat does not see."""
    session = await request.table_session(table)
    if session.snapshot is None:
        raise Conflict("not_begun")
    if card not in describe(session.row.game, request.lang)["cards"]:
        raise NotFound("no_card")
    seat = seat_of(session, request.caller.guest, query.seat)
    return CardCount(*count_copies(session.snapshot.match, seat, card))


@PLAY.get("/tables/{table}/log", summary="Read what happened")
async def log(request: Request, table: str, query: requests.SeatQuery) -> Past:
    """Tell the deal from its beginning, as the caller's seat saw it, and the score before it."""
    session = await request.table_session(table)
    if session.snapshot is None:
        raise Conflict("not_begun")
    seat = seat_of(session, request.caller.guest, query.seat)
    about = (session.row, session.snapshot, seat, request.lang, frozenset(session.by_order))
    work = partial(tell_past, *about)
    return await request.house.pools.logs.run(request.address, work)


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
async def talk(request: Request, table: str, body: requests.TalkMessage) -> TalkSaid:
    """Say something at the table, if the host allows it.

    403 for a guest whom the owner of the house has muted or banned.
    """
    guest = request.caller.may_talk()
    session = await request.table_session(table)
    seat = own_seat(session, guest, body.seat)
    return TalkSaid(await request.house.play.say(table, guest, seat, body.text))


@PLAY.get(
    "/tables/{table}/events", summary="Follow a table, for pages", media_type="text/event-stream"
)
async def events(
    request: Request, table: str, query: requests.FollowQuery
) -> Annotated[Response, TableEvents]:
    """Follow a table by server-sent events; their ids are the numbers of the positions."""
    return follow_by_events(await _subscribe(table, request, query), _place(request))


@PLAY.get(
    "/tables/{table}/stream",
    summary="Follow a table, for programs",
    media_type="application/x-ndjson",
)
async def stream(
    request: Request, table: str, query: requests.FollowQuery
) -> Annotated[Response, StreamLine]:
    """Follow a table by lines of JSON: `gameFull` first, then what is new; empty lines between."""
    return follow_by_lines(await _subscribe(table, request, query), _place(request))


async def _subscribe(table: str, request: Request, query: requests.FollowQuery) -> Subscription:
    session = await request.table_session(table)
    seat = seat_of(session, request.caller.guest, query.seat)
    given = request.headers.get("last-event-id", "")
    known = int(given) if given.isdecimal() and len(given) < 9 else query.last
    number = -1 if known is None or known > session.number_for(seat) else known
    reader = Reader(seat, request.lang, query.help)
    return Subscription(
        *(request.house, request.guests, session, request.caller, reader, number),
        tells_presence=query.presence,
    )


def _place(request: Request) -> StreamPlace:
    """Return the place that a stream takes, among those of its address and its guest."""
    return request.services.streams.place(request.address, request.caller.guest)


REPLAYS = Routes("/api", documented=True)


@REPLAYS.get("/tables/{table}/record", summary="Get the record", media_type="text/plain")
async def record(request: Request, table: str) -> PlainTextResponse:
    """Return the record of a match that is over or closed, with what its deals were made from."""
    finished = await _finished(request, table)
    made = request.house.replays.get(
        ("record", table, *finished.names),
        request.address,
        lambda: iter([str(finished.record()).encode()]),
    )
    return PlainTextResponse(await made)


@REPLAYS.get("/tables/{table}/replay", summary="Get every moment of a match")
async def replay(
    request: Request, table: str, query: ReplayQuery
) -> Annotated[ReplayResponse, Replay]:
    """Return a match moment by moment, as a seat saw it or with all cards open.

    The match is over, or its table is closed.
    """
    finished, lang = await _finished(request, table), request.lang
    if query.seat in SEAT_LETTERS:
        seat_number(query.seat, finished.row.players)
    reader = None if query.seat == "-" else query.seat
    own = finished.row.seats_of(request.caller.guest) if request.caller.guest else []
    addressed = query.seat in [seat_letter(one) for one in own]
    return await ReplayResponse.begin(
        request.house.replays.read(
            ("frames", table, reader, lang, f"{addressed}", *finished.names),
            request.address,
            lambda: encoded_frames(frames(finished.record(), reader, lang, addressed)),
        )
    )


@REPLAYS.get("/tables/{table}/packs", summary="Get what was shuffled")
async def shuffled(request: Request, table: str) -> Annotated[JSONResponse, Packs]:
    """Return what was shuffled and drawn in a match that is over or closed, to check its deals."""
    finished = await _finished(request, table)
    made = request.house.replays.get(
        ("packs", table), request.address, lambda: iter([json.encode(packs(finished.record()))])
    )
    return JSONResponse(await made)


@REPLAYS.get("/tables/{table}/moments", summary="Get the decisive moments")
async def decisive_moments(request: Request, table: str) -> Annotated[JSONResponse, Moments]:
    """Return where the lead changed and what brought the most; the match is over or closed."""
    finished = await _finished(request, table)
    made = request.house.replays.get(
        ("moments", table), request.address, lambda: iter([json.encode(moments(finished.record()))])
    )
    return JSONResponse(await made)


class _Finished(NamedTuple):
    """A match that may be shown whole, at its table."""

    row: TableRow
    snapshot: MatchSnapshot

    @property
    def names(self) -> list[str]:
        """The names of the players, which a guest may change: part of each cache key."""
        return [seat.name for seat in self.row.seats]

    def record(self) -> Record:
        """Write the record; this takes long for a long match."""
        return self.snapshot.record(self.row)


async def _finished(request: Request, table: str) -> _Finished:
    """Return a match that is over, or whose table was closed after the first deal."""
    session = await request.table_session(table)
    if session.snapshot is None or not is_shown(session):
        raise Conflict("not_over")
    return _Finished(session.row, session.snapshot)
