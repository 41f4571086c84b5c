"""The API of the house: thin routes that parse, call the house, and write."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AbstractContextManager
from typing import Annotated, Any, Literal

from litestar import Response, Router, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import ASGIApp
from msgspec import Raw, json

from tirelire.core.codes import SEAT_LETTERS, seat_letter, seat_number
from tirelire.core.errors import IllegalMove, NotationError, StaleMove
from tirelire.games import names as game_names
from tirelire.match.record import Record
from tirelire.page.decks import describe as describe_game
from tirelire.server.errors import Broken, Conflict, NotThere
from tirelire.server.http.authentication import TOKEN
from tirelire.server.http.exception_handlers import refusal
from tirelire.server.http.json_response import Written
from tirelire.server.http.moving import make_move, own_seat, seat_of
from tirelire.server.http.request import Visit
from tirelire.server.http.schemas import requests as say
from tirelire.server.http.schemas import responses as give
from tirelire.server.storage.rows import OVER, RUNNING, Pace
from tirelire.server.streaming.subscriptions import (
    Listener,
    follow_by_events,
    follow_by_lines,
    written_view,
)
from tirelire.server.tables.payload import Reader, score_payload, table_payload, tell_past
from tirelire.server.tables.replay import frames, packs
from tirelire.server.tables.session import Live

_REFUSALS = {
    status: ResponseSpec(give.Refused, generate_examples=False, description=meaning)
    for status, meaning in give.REFUSALS.items()
}


def _gives(answer: Any, meaning: str, status: int = 200) -> dict[int, ResponseSpec]:
    """Describe what a route answers."""
    spec = ResponseSpec(answer, generate_examples=False, description=meaning)
    return {status: spec, **_REFUSALS}


_TABLE = _gives(give.Table, "The table.")

MOST_LISTED = 100
TableId = Annotated[str, PathParameter(max_length=24, description="The id of a table.")]
AsSeat = Annotated[
    Literal["A", "B", "C", "D", "E", "F", "-"] | None,
    QueryParameter(description="Which seat looks; - for none."),
]
WithHelp = Annotated[
    bool, QueryParameter(name="help", description="Whether to say what moves mean, in words.")
]
LastId = Annotated[int | None, QueryParameter(ge=0, description="The last id.")]


def _described(live: Live, guest: str | None) -> dict[str, Any]:
    return table_payload(live.row, live.status, guest)


# --- tables -------------------------------------------------------------------------------------


@post(
    "/tables",
    status_code=201,
    summary="Set a table",
    responses=_gives(give.Table, "The table.", 201),
)
async def create(data: JSONBody[say.NewTable], request: Visit) -> Response[dict[str, Any]]:
    """Set a table; a stranger becomes a guest by it."""
    pace = Pace(data.pace.decision, data.pace.window, data.pace.bots, data.pace.pause)
    async with request.guests.player(request.caller) as (guest, cookies):
        live = await request.house.seating.create(
            guest,
            data.game,
            data.options,
            data.seats,
            pace=pace,
            listed=data.listed,
            talk=data.talk,
            level=data.level,
        )
    return Response(_described(live, guest), status_code=201, cookies=cookies)


@get(
    "/tables",
    summary="List tables that everybody may see",
    responses=_gives(list[give.Table], "The tables."),
)
async def listed(request: Visit) -> list[dict[str, Any]]:
    """List the newest tables that are open or running and not private."""
    house = request.house
    rows = await house.store.listed(MOST_LISTED)
    return [table_payload(row, house.status_of(row), request.caller.guest) for row in rows]


@get(
    "/me/tables",
    summary="List the caller's tables",
    responses=_gives(list[give.Table], "The tables."),
)
async def mine(request: Visit) -> list[dict[str, Any]]:
    """List the tables at which the caller sits or that he set."""
    house, guest = request.house, request.caller.known()
    found = []
    for row in await house.store.tables_of(guest, MOST_LISTED):
        more = {}
        if row.status == RUNNING:
            with contextlib.suppress(Broken):  # its status tells
                live = await house.live(row.id)
                course = live.course
                asked = [*course.questions, *course.not_ready(live.row)] if course else []
                more["asked"] = any(seat in asked for seat in live.letters_of(guest))
        found.append({**table_payload(row, house.status_of(row), guest), **more})
    return found


@get("/tables/{table:str}", summary="Describe a table", responses=_TABLE)
async def describe(table: TableId, request: Visit) -> dict[str, Any]:
    """Describe a table: who sits where, what was agreed, what the deals are made from."""
    return _described(await request.house.live(table), request.caller.guest)


@post(
    "/tables/{table:str}/join",
    status_code=200,
    summary="Sit down",
    responses=_gives(give.Joined, "The seat, and the table."),
)
async def join(
    table: TableId, data: JSONBody[say.Join], request: Visit
) -> Response[dict[str, Any]]:
    """Sit down at a table that has not begun; a stranger becomes a guest by it."""
    live = await request.house.live(table)
    wanted = None if data.seat is None else seat_number(data.seat, live.row.players)
    async with request.guests.player(request.caller) as (guest, cookies):
        seat = await request.house.seating.join(table, guest, data.name, data.words, wanted)
    content = {
        "seat": seat_letter(seat),
        "table": _described(await request.house.live(table), guest),
    }
    return Response(content, cookies=cookies)


@post(
    "/tables/{table:str}/pawn",
    status_code=200,
    summary="Choose the colour of a pawn",
    responses=_TABLE,
)
async def choose_pawn(
    table: TableId, data: JSONBody[say.ChoosePawn], request: Visit
) -> dict[str, Any]:
    """Choose the colour of the own pawn, before the match: the first to ask gets it.

    It is a name only: moves and positions call the pawns as always. 409 if another has chosen it.
    """
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = seat_number(own_seat(live, guest, data.seat), live.row.players)
    await request.house.seating.choose_pawn(table, guest, seat, data.pawn)
    return _described(await request.house.live(table), guest)


@post("/tables/{table:str}/leave", status_code=200, summary="Get up", responses=_TABLE)
async def leave(table: TableId, data: JSONBody[say.AtSeat], request: Visit) -> dict[str, Any]:
    """Get up from a seat; during a match a bot plays on, and one may come back at any time."""
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = own_seat(live, guest, data.seat)
    await request.house.seating.leave(table, guest, seat_number(seat, live.row.players))
    return _described(await request.house.live(table), guest)


@post("/tables/{table:str}/return", status_code=200, summary="Come back", responses=_TABLE)
async def come_back(table: TableId, data: JSONBody[say.AtSeat], request: Visit) -> dict[str, Any]:
    """Take the own seat again."""
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = own_seat(live, guest, data.seat)
    await request.house.seating.come_back(table, guest, seat_number(seat, live.row.players))
    return _described(await request.house.live(table), guest)


@post(
    "/tables/{table:str}/stand-in",
    status_code=200,
    summary="Let a bot play for somebody who does not answer",
    responses=_TABLE,
)
async def stand_in(table: TableId, data: JSONBody[say.Absent], request: Visit) -> dict[str, Any]:
    """Let a bot play for somebody who has not answered for a minute, where no clock runs.

    He may come back at any time.
    """
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = own_seat(live, guest, next(iter(live.letters_of(guest)), None))
    await request.house.seating.stand_in(table, seat, seat_number(data.seat, live.row.players))
    return _described(await request.house.live(table), guest)


@post(
    "/tables/{table:str}/ready",
    status_code=200,
    summary="Be ready for the next deal",
    responses=_TABLE,
)
async def ready(table: TableId, data: JSONBody[say.Ready], request: Visit) -> dict[str, Any]:
    """Say that the caller has seen the score of a deal, and is ready for the next one.

    The next deal waits for everybody, or until their time is over: see `pause` of the pace. Each
    seat shows whether it is ready. What is said twice, or after the next deal has begun, changes
    nothing. 409 while the deal is being played.
    """
    guest = request.caller.may_play()
    await request.house.seating.set_ready(table, guest, data.deal, data.seat)
    return _described(await request.house.live(table), guest)


@post("/tables/{table:str}/start", status_code=200, summary="Begin the match", responses=_TABLE)
async def start(table: TableId, request: Visit) -> dict[str, Any]:
    """Begin the match: host only; bots take the seats that are free."""
    guest = request.caller.may_play()
    await request.house.seating.start_match(table, guest)
    return _described(await request.house.live(table), guest)


@post(
    "/tables/{table:str}/rematch",
    status_code=200,
    summary="Play again",
    responses=_gives(give.Table, "The new table."),
)
async def rematch(table: TableId, request: Visit) -> dict[str, Any]:
    """Set a new table with the same company, or find the one that was set already."""
    guest = request.caller.may_play()
    return _described(await request.house.seating.rematch(table, guest), guest)


@post("/tables/{table:str}/close", status_code=200, summary="Close the table", responses=_TABLE)
async def close(table: TableId, request: Visit) -> dict[str, Any]:
    """Close a table: host only."""
    guest = request.caller.may_play()
    await request.house.seating.close(table, guest)
    return _described(await request.house.live(table), guest)


# --- playing ------------------------------------------------------------------------------------


@get(
    "/tables/{table:str}/view",
    summary="Look at the position",
    responses=_gives(give.View, "The position."),
)
async def view(
    table: TableId, request: Visit, seat: AsSeat = None, help_: WithHelp = False
) -> ASGIApp:
    """Return the position as the caller's seat may see it, or as a spectator may."""
    live = await request.house.live(table)
    if live.course is None:
        raise Conflict("not_begun")
    looking = seat_of(live, request.caller.guest, seat)
    reader = Reader(looking, request.lang, help_)
    return Written(written_view(live, request.house, reader, live.number_for(looking)))


@get(
    "/tables/{table:str}/log",
    summary="Read what happened",
    responses=_gives(give.Past, "The deal so far, and the deals before it."),
)
async def log(table: TableId, request: Visit, seat: AsSeat = None) -> dict[str, Any]:
    """Tell the deal from its beginning, as the caller's seat saw it, and the score before it."""
    live = await request.house.live(table)
    if live.course is None:
        raise Conflict("not_begun")
    looking = seat_of(live, request.caller.guest, seat)
    return await asyncio.to_thread(tell_past, live.row, live.course, looking, request.lang)


@get(
    "/tables/{table:str}/sheets",
    summary="Look at the last score again",
    responses=_gives(give.Score, "The last deal that is over."),
)
async def sheets(table: TableId, request: Visit, seat: AsSeat = None) -> dict[str, Any]:
    """Return the score sheets of the last deal that is over, as everybody saw them at its end.

    All get the same figures; the caller's seat is addressed in the words.
    """
    live = await request.house.live(table)
    looking = seat_of(live, request.caller.guest, seat)
    if live.course is None or live.course.score is None:
        raise Conflict("no_score")
    return score_payload(live.course.score, live.row, looking, request.lang)


@post(
    "/tables/{table:str}/moves",
    status_code=200,
    summary="Make a move",
    responses=_gives(give.Made, "The move was made."),
)
async def move(table: TableId, data: JSONBody[say.MoveMessage], request: Visit) -> ASGIApp:
    """Make a move: exactly once, however often it is sent.

    409 with the current view if it was made for another question; 422 with the rule if it is not
    allowed.
    """
    house, caller = request.house, request.caller
    try:
        request.raise_refusal()
        return await make_move(house, caller, table, data)
    except StaleMove as error:
        lang = request.lang
        live = await house.live(table)
        reader = Reader(own_seat(live, caller.known(), data.seat), lang)
        now = written_view(live, house, reader, error.number)
        answer = refusal("stale", error.say(lang), number=error.current)
        return Written(json.encode({**answer, "view": Raw(now)}), 409)


@get(
    "/tables/{table:str}/events",
    summary="Follow a table, for pages",
    media_type="text/event-stream",
    responses=_REFUSALS,
)
async def events(
    table: TableId,
    request: Visit,
    seat: AsSeat = None,
    last: LastId = None,
    help_: WithHelp = False,
) -> ASGIApp:
    """Follow a table by server-sent events; their ids are the numbers of the positions."""
    listener = await _listener(table, request, seat, last, help_)
    return follow_by_events(listener, _place(request))


@get(
    "/tables/{table:str}/stream",
    summary="Follow a table, for programs",
    media_type="application/x-ndjson",
    responses=_REFUSALS,
)
async def stream(
    table: TableId,
    request: Visit,
    seat: AsSeat = None,
    last: LastId = None,
    help_: WithHelp = False,
) -> ASGIApp:
    """Follow a table by lines of JSON: `gameFull` first, then what is new; empty lines between."""
    listener = await _listener(table, request, seat, last, help_)
    return follow_by_lines(listener, _place(request))


async def _listener(
    table: str, request: Visit, seat: str | None, last: int | None, helped: bool
) -> Listener:
    live = await request.house.live(table)
    looking = seat_of(live, request.caller.guest, seat)
    given = request.headers.get("last-event-id", "")
    known = int(given) if given.isdecimal() and len(given) < 9 else last
    number = -1 if known is None or known > live.number_for(looking) else known
    reader = Reader(looking, request.lang, helped)
    return Listener(request.house, request.guests, live, request.caller, reader, number)


def _place(request: Visit) -> AbstractContextManager[None]:
    """Return the place that a stream takes, among those of its address and its guest."""
    return request.streams.hold(request.address, request.caller.guest)


@get(
    "/tables/{table:str}/record",
    summary="Get the record",
    media_type="text/plain",
    responses=_REFUSALS,
)
async def record(table: TableId, request: Visit) -> str:
    """Return the record of a finished match, with what its deals were made from."""
    return str(_record(await _finished(table, request)))


@get(
    "/tables/{table:str}/replay",
    summary="Get every moment of a finished match",
    responses=_gives(give.Replay, "The moments."),
)
async def replay(
    table: TableId,
    request: Visit,
    seat: Annotated[
        Literal["A", "B", "C", "D", "E", "F", "-", "*"],
        QueryParameter(description="Which seat looks; - for a spectator, * for all cards open."),
    ] = "-",
) -> ASGIApp:
    """Return a finished match moment by moment, as a seat saw it or with all cards open."""
    live = await _finished(table, request)
    if seat in SEAT_LETTERS:
        seat_number(seat, live.row.players)
    lang, reader = request.lang, None if seat == "-" else seat
    return Written(
        await request.house.replays.get(
            ("frames", table, reader, lang),
            request.address,
            lambda: {"frames": frames(_record(live), reader, lang)},
        )
    )


@get(
    "/tables/{table:str}/packs",
    summary="Get what was shuffled",
    responses=_gives(give.Packs, "The packs."),
)
async def shuffled(table: TableId, request: Visit) -> ASGIApp:
    """Return what was shuffled and drawn in a finished match, to check its deals."""
    live = await _finished(table, request)
    return Written(
        await request.house.replays.get(
            ("packs", table), request.address, lambda: packs(_record(live))
        )
    )


async def _finished(table: str, request: Visit) -> Live:
    live = await request.house.live(table)
    if live.course is None or live.status != OVER:
        raise Conflict("not_over")
    return live


def _record(live: Live) -> Record:
    assert live.course is not None
    return live.course.record(live.row)


@post(
    "/tables/{table:str}/check",
    status_code=200,
    summary="Ask whether a move could be made",
    responses=_gives(give.Checked, "Whether, and why not."),
)
async def check(table: TableId, data: JSONBody[say.MoveTried], request: Visit) -> dict[str, Any]:
    """Say whether a move could be made now, and why not; nothing is changed."""
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = own_seat(live, guest, data.seat)
    if live.course is None:
        raise Conflict("not_begun")
    try:
        live.course.match.prepare(data.move, seat)
    except (IllegalMove, NotationError) as error:
        rule = getattr(error, "rule", None) or ""
        return {"legal": False, "message": error.say(request.lang), "rule": rule}
    return {"legal": True, "message": "", "rule": ""}


# --- talk ---------------------------------------------------------------------------------------


@post(
    "/tables/{table:str}/talk",
    status_code=200,
    summary="Say something",
    responses=_gives(give.Said, "It was said."),
)
async def talk(table: TableId, data: JSONBody[say.TalkMessage], request: Visit) -> dict[str, int]:
    """Say something at the table, if the host allows it."""
    guest = request.caller.may_play()
    live = await request.house.live(table)
    seat = own_seat(live, guest, data.seat)
    return {"seq": await request.house.say(table, guest, seat, data.text)}


@post(
    "/tables/{table:str}/talk/switch",
    status_code=200,
    summary="Allow or forbid talk",
    responses=_TABLE,
)
async def switch_talk(
    table: TableId, data: JSONBody[say.TalkSwitch], request: Visit
) -> dict[str, Any]:
    """Allow or forbid talk: host only."""
    guest = request.caller.may_play()
    await request.house.seating.set_talk(table, guest, data.allowed)
    return _described(await request.house.live(table), guest)


# --- the games ----------------------------------------------------------------------------------


@get(
    "/games",
    summary="List the games",
    responses=_gives(list[give.GameOf], "The games."),
)
async def games(request: Visit) -> list[dict[str, Any]]:
    """Describe all games: whom they seat, their options, their cards."""
    return [describe_game(name, request.lang) for name in game_names()]


@get(
    "/games/{game:str}",
    summary="Describe a game",
    responses=_gives(give.GameOf, "The game."),
)
async def one_game(
    game: Annotated[str, PathParameter(max_length=40)], request: Visit
) -> dict[str, Any]:
    """Describe a game: whom it seats, its options, its cards."""
    if game not in game_names():
        raise NotThere("no_game")
    return describe_game(game, request.lang)


# --- the caller ---------------------------------------------------------------------------------


@post(
    "/me",
    status_code=200,
    summary="Become a guest",
    responses=_gives(give.Guest, "Who the caller is."),
)
async def become_guest(request: Visit) -> Response[dict[str, str]]:
    """Return the caller's id; a stranger becomes a guest and gets a cookie."""
    if request.caller.guest is not None:
        return Response({"guest": request.caller.guest})
    guest, cookie = await request.guests.welcome()
    return Response({"guest": guest}, cookies=[cookie])


@post(
    "/me/link",
    status_code=201,
    summary="Make a link to another device",
    responses=_gives(give.Link, "The code.", 201),
)
async def make_link(request: Visit) -> dict[str, str]:
    """Make a code that moves the caller to another device, once and within a quarter of an hour.

    Only whoever holds the cookie of the guest may: 403 for a token.
    """
    return {"code": await request.guests.new_link(request.caller.in_person())}


@post(
    "/me/move",
    status_code=200,
    summary="Move to this device",
    responses=_gives(give.Guest, "Who the caller is."),
)
async def move_here(data: JSONBody[say.Code], request: Visit) -> Response[dict[str, str]]:
    """Use such a code: this device is the guest now, the other one is not any more."""
    guest, cookie = await request.guests.move_here(data.code)
    await request.house.look_again(guest)
    return Response({"guest": guest}, cookies=[cookie])


@get("/me/tokens", summary="List tokens", responses=_gives(list[give.Token], "The tokens."))
async def tokens(request: Visit) -> list[dict[str, Any]]:
    """List the caller's tokens for programs; the tokens themselves are not kept."""
    rows = await request.house.store.keys_of(request.caller.known(), TOKEN)
    return [
        {"id": row.hash, "label": row.label, "scopes": row.scopes.split(), "created": row.created}
        for row in rows
    ]


@post(
    "/me/tokens",
    status_code=201,
    summary="Make a token",
    responses=_gives(give.NewlyMade, "The token.", 201),
)
async def make_token(data: JSONBody[say.NewToken], request: Visit) -> dict[str, str]:
    """Make a token for programs; it is shown this once.

    Its scope `play` includes `read`. Only whoever holds the cookie of the guest may: 403 for a
    token.
    """
    guest = request.caller.in_person()
    return {"token": await request.guests.new_token(guest, sorted(set(data.scopes)), data.label)}


@delete("/me/tokens/{token:str}", status_code=204, summary="Drop a token", responses=_REFUSALS)
async def drop_token(token: Annotated[str, PathParameter(max_length=64)], request: Visit) -> None:
    """Make a token worthless, by the id under which it is listed.

    Only whoever holds the cookie of the guest may: 403 for a token.
    """
    guest = request.caller.in_person()
    await request.guests.drop_token(guest, token)
    await request.house.look_again(guest)


API = Router(
    "/api",
    route_handlers=[
        *(
            create,
            listed,
            mine,
            describe,
            join,
            choose_pawn,
            leave,
            come_back,
            stand_in,
            ready,
            start,
        ),
        *(rematch, close),
        *(games, one_game, view, log, sheets, check, move, events, stream, talk, switch_talk),
        *(record, replay, shuffled),
        *(become_guest, make_link, move_here, tokens, make_token, drop_token),
    ],
)
