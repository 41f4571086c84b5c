"""Routes of matches that are over: record, replay, and what was shuffled."""

from __future__ import annotations

from typing import Annotated

from starlette.responses import PlainTextResponse

from tirelire.core.codes import SEAT_LETTERS, seat_number
from tirelire.match.record import Record
from tirelire.server.errors import Conflict
from tirelire.server.http.request import Request
from tirelire.server.http.routing import JSONResponse, Routes
from tirelire.server.schemas.requests import ReplayQuery
from tirelire.server.schemas.responses import Packs, Replay
from tirelire.server.storage.rows import OVER
from tirelire.server.tables.replay import frames, packs

REPLAYS = Routes("/api", documented=True)


@REPLAYS.get("/tables/{table}/record", summary="Get the record", media_type="text/plain")
async def record(request: Request, table: str) -> PlainTextResponse:
    """Return the record of a finished match, with what its deals were made from."""
    return PlainTextResponse(str(await _finished(request, table)))


@REPLAYS.get("/tables/{table}/replay", summary="Get every moment of a finished match")
async def replay(
    request: Request, table: str, query: ReplayQuery
) -> Annotated[JSONResponse, Replay]:
    """Return a finished match moment by moment, as a seat saw it or with all cards open."""
    found, lang = await _finished(request, table), request.lang
    if query.seat in SEAT_LETTERS:
        seat_number(query.seat, found.players)
    reader = None if query.seat == "-" else query.seat
    return JSONResponse(
        await request.house.replays.get(
            ("frames", table, reader, lang),
            request.address,
            lambda: Replay(frames(found, reader, lang)),
        )
    )


@REPLAYS.get("/tables/{table}/packs", summary="Get what was shuffled")
async def shuffled(request: Request, table: str) -> Annotated[JSONResponse, Packs]:
    """Return what was shuffled and drawn in a finished match, to check its deals."""
    found = await _finished(request, table)
    return JSONResponse(
        await request.house.replays.get(("packs", table), request.address, lambda: packs(found))
    )


async def _finished(request: Request, table: str) -> Record:
    session = await request.table_session(table)
    if session.snapshot is None or session.status != OVER:
        raise Conflict("not_over")
    return session.snapshot.record(session.row)
