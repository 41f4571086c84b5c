"""Routes of tables: set, list, sit down, get up, start, close."""

from __future__ import annotations

import contextlib

from msgspec import UNSET, UnsetType, convert, structs

from tirelire.core.codes import seat_letter, seat_number
from tirelire.games import names as game_names
from tirelire.page.decks import describe
from tirelire.server.errors import Forbidden, Quarantined, Unprocessable
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.pages.site import known_game
from tirelire.server.schemas import requests
from tirelire.server.schemas.responses import Game, Joined, Table
from tirelire.server.storage.rows import RUNNING, Pace
from tirelire.server.tables.payload import table_payload
from tirelire.server.tables.session import TableSession


def seat_of(session: TableSession, guest: str | None, wanted: str | None) -> str | None:
    """Return the seat that a caller looks from: the wanted one, their first, or None."""
    held = session.letters_of(guest)
    if wanted == "-":
        return None
    if wanted is not None:
        if wanted not in held:
            raise Forbidden("not_your_seat")
        return wanted
    return held[0] if held else None


def own_seat(session: TableSession, guest: str, wanted: str | None) -> str:
    """Return the seat that a caller acts from; a caller with several seats must name one."""
    seat = seat_of(session, guest, wanted)
    if seat is None:
        raise Forbidden("not_seated")
    held = session.row.seats_of(guest)
    if wanted is None and len(held) > 1:
        raise Unprocessable("which_seat", allowed=" ".join(map(seat_letter, held)))
    return seat


GAMES = Routes("/api", documented=True)


@GAMES.get("/games", summary="List the games")
async def list_games(request: Request) -> list[Game]:
    """Describe all games: whom they seat, their options, their cards."""
    return [convert(describe(name, request.lang), Game) for name in game_names()]


@GAMES.get("/games/{game}", summary="Describe a game")
async def describe_game(request: Request, game: str) -> Game:
    """Describe a game: whom it seats, its options, its cards."""
    return convert(describe(known_game(game), request.lang), Game)


MOST_LISTED = 100
TABLES = Routes("/api", documented=True)


def _described(session: TableSession, guest: str | None) -> Table:
    return table_payload(session.row, session.status, guest)


@TABLES.post("/tables", summary="Set a table", status=201)
async def create_table(request: Request, body: requests.NewTable) -> Table:
    """Set a table; a stranger becomes a guest by it."""
    given = body.pace
    async with request.guests.player(request.caller, request.address) as (guest, secret):
        session = await request.house.seats.create(
            guest,
            body.game,
            body.options,
            body.seats,
            pace=Pace(given.decision, given.window, given.bots, given.pause),
            listed=body.listed,
            talk=body.talk,
            level=body.level,
            address=request.address,
        )
    request.remember(secret)
    await request.services.networks.note(guest, request.address)
    return _described(session, guest)


@TABLES.get("/tables", summary="List public tables")
async def list_tables(request: Request) -> list[Table]:
    """List the newest tables that are open or running and not private."""
    house = request.house
    rows = await house.repository.listed(MOST_LISTED)
    return [table_payload(row, house.sessions.status_of(row), request.caller.guest) for row in rows]


@TABLES.get("/me/tables", summary="List the caller's tables")
async def list_own_tables(request: Request) -> list[Table]:
    """List the tables at which the caller sits or that they set."""
    house, guest = request.house, request.caller.known()
    found = []
    for row in await house.repository.tables_of(guest, MOST_LISTED):
        waits: bool | UnsetType = UNSET
        if row.status == RUNNING:
            with contextlib.suppress(Quarantined):  # its status says so
                waits = (await house.sessions.open(row.id)).waits_for(guest)
        described = table_payload(row, house.sessions.status_of(row), guest)
        found.append(structs.replace(described, asked=waits))
    return found


@TABLES.get("/tables/{table}", summary="Describe a table")
async def describe_table(request: Request, table: str) -> Table:
    """Describe a table: who sits where, what was agreed, what the deals are made from."""
    return _described(await request.table_session(table), request.caller.guest)


@TABLES.post("/tables/{table}/join", summary="Sit down")
async def join(request: Request, table: str, body: requests.Join) -> Joined:
    """Sit down at a table that has not begun; a stranger becomes a guest by it."""
    session = await request.table_session(table)
    wanted = None if body.seat is None else seat_number(body.seat, session.row.players)
    async with request.guests.player(request.caller, request.address) as (guest, secret):
        seat = await request.house.seats.join(table, guest, body, wanted)
    request.remember(secret)
    await request.services.networks.note(guest, request.address)
    described = _described(await request.table_session(table), guest)
    return Joined(seat_letter(seat), described)


@TABLES.post("/tables/{table}/pawn", summary="Choose the colour of a pawn")
async def choose_pawn(request: Request, table: str, body: requests.ChoosePawn) -> Table:
    """Choose the colour of the own pawn, before the match: the first to ask gets it.

    It is a name only: moves and positions call the pawns as always. 409 if another has chosen it.
    """
    guest, seat = await _own_seat(request, table, body.seat)
    await request.house.seats.choose_pawn(table, guest, seat, body.pawn)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/leave", summary="Get up")
async def leave(request: Request, table: str, body: requests.AtSeat) -> Table:
    """Get up from a seat; during a match a bot plays on, and one may come back at any time."""
    guest, seat = await _own_seat(request, table, body.seat)
    await request.house.seats.leave(table, guest, seat)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/return", summary="Come back")
async def come_back(request: Request, table: str, body: requests.AtSeat) -> Table:
    """Take the own seat again."""
    guest, seat = await _own_seat(request, table, body.seat)
    await request.house.seats.come_back(table, guest, seat)
    return _described(await request.table_session(table), guest)


async def _own_seat(request: Request, table: str, wanted: str | None) -> tuple[str, int]:
    """Return the guest who asks, and the seat that they act from."""
    guest = request.caller.may_play()
    session = await request.table_session(table)
    return guest, seat_number(own_seat(session, guest, wanted), session.row.players)


@TABLES.post("/tables/{table}/stand-in", summary="Let a bot play for a player who does not answer")
async def stand_in(request: Request, table: str, body: requests.Absent) -> Table:
    """Let a bot play for a player who has not answered for a minute, where no clock runs.

    They may come back at any time.
    """
    guest = request.caller.may_play()
    session = await request.table_session(table)
    seat = own_seat(session, guest, next(iter(session.letters_of(guest)), None))
    absent = seat_number(body.seat, session.row.players)
    await request.house.seats.stand_in(table, seat, absent)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/ready", summary="Be ready for the next deal")
async def ready(request: Request, table: str, body: requests.Ready) -> Table:
    """Say that the caller has seen the score of a deal, and is ready for the next one.

    The next deal waits for everybody, or until their time is over: see `pause` of the pace. Each
    seat shows whether it is ready. Repeating it, or sending it after the next deal has begun,
    changes nothing. 409 while the deal is being played.
    """
    guest = request.caller.may_play()
    await request.house.seats.set_ready(table, guest, body.deal, body.seat)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/start", summary="Begin the match")
async def start(request: Request, table: str) -> Table:
    """Begin the match: host only; bots take the seats that are free.

    Where people committed to words, the status is `starting` until all of them have revealed them.
    """
    guest = request.caller.may_play()
    await request.house.seats.start_match(table, guest)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/reveal", summary="Reveal the words of a seat")
async def reveal(request: Request, table: str, body: requests.Reveal) -> Table:
    """Reveal the words that a seat committed to, while the status is `starting`.

    The house shows them when the words of all seats are there; then the match begins. Repeating it
    changes nothing. 422 if they are not the words of the commitment.
    """
    guest, seat = await _own_seat(request, table, body.seat)
    await request.house.draws.reveal(table, guest, seat, body.words)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/rematch", summary="Play again")
async def rematch(request: Request, table: str) -> Table:
    """Set a new table with the same company, or find the one that was set already."""
    guest = request.caller.may_play()
    return _described(await request.house.seats.rematch(table, guest, request.address), guest)


@TABLES.post("/tables/{table}/close", summary="Close the table")
async def close(request: Request, table: str) -> Table:
    """Close a table: host only."""
    guest = request.caller.may_play()
    await request.house.seats.close(table, guest)
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/remove", summary="Remove a person from a seat")
async def remove(request: Request, table: str, body: requests.OfSeat) -> Table:
    """Remove the person in a seat: host only.

    Before the match the seat is free again, during it a bot plays on. The person may watch, but not
    sit down at this table again.
    """
    guest = request.caller.may_play()
    session = await request.table_session(table)
    await request.house.seats.remove(table, guest, seat_number(body.seat, session.row.players))
    return _described(await request.table_session(table), guest)


@TABLES.post("/tables/{table}/talk/switch", summary="Allow or forbid talk")
async def switch_talk(request: Request, table: str, body: requests.TalkSwitch) -> Table:
    """Allow or forbid talk: host only."""
    guest = request.caller.may_play()
    await request.house.seats.set_talk(table, guest, body.allowed)
    return _described(await request.table_session(table), guest)
