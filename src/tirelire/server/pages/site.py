"""Pages for people, and the texts and pictures that their scripts need."""

from __future__ import annotations

from functools import cache

from msgspec import json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tirelire.core.texts import LANGUAGES, catalogue, say
from tirelire.games import names as game_names
from tirelire.page.decks import describe, kinds_of
from tirelire.page.pictures import draw
from tirelire.page.rules import options_of, rules_of
from tirelire.server.errors import NotFound
from tirelire.server.http.request import Request
from tirelire.server.http.routing import ANYBODY, Routes
from tirelire.server.pages.templates import REVALIDATED, render
from tirelire.server.storage.rows import OVER
from tirelire.server.tables.replay import replay_text

_CACHED = {"cache-control": "public, max-age=86400"}
_TEXTS_OF_SCRIPTS = (
    *("page.", "card.", "colour.", "currency.", "group.", "kinds.", "place.", "some.", "symbol."),
    *("bot.", "word.", "table.", "refusal.", "sheet.", "zone."),
)
"""Prefixes of the texts that scripts get."""

PAGES = Routes()
ASSETS = Routes(access=ANYBODY)
"""Files that browsers cache, the same for everybody."""


@PAGES.get("/")
async def entrance(request: Request) -> Response:
    """Show the games, and the caller's tables."""
    games = [describe(name, request.lang) for name in game_names()]
    return render(request, "entrance.html", all=games, preparing=request.house.sessions.preparing)


@PAGES.get("/new/{game}")
async def new_table(request: Request, game: str) -> Response:
    """Show the form with which a table is set."""
    name, lang = known_game(game), request.lang
    return render(request, "new.html", game=describe(name, lang), kinds=kinds_of(name, lang))


@PAGES.get("/t/{table}")
async def table(request: Request, table: str) -> Response:
    """Show a table: before, during and after a match."""
    session = await request.table_session(table)
    game = describe(session.row.game, request.lang)
    return render(request, "table.html", game=game, table=table)


@PAGES.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """Show the rules of a game."""
    name, lang = known_game(game), request.lang
    found = {"rules": rules_of(name, lang), "options": options_of(name, lang)}
    return render(request, "rules.html", game=describe(name, lang), **found)


@PAGES.get("/me/{code}")
async def move_here(request: Request, code: str) -> Response:
    """Ask whether this device is to become that of a guest; the code is not used yet."""
    return render(request, "move.html", code=code)


@PAGES.get("/replay/{table}")
async def replay(request: Request, table: str) -> Response:
    """Show a match that is over, step by step."""
    session = await request.table_session(table)
    if session.snapshot is None or session.status != OVER:
        raise NotFound("no_table")
    record, lang = session.snapshot.record(session.row), request.lang
    told = await request.house.replays.get(
        ("text", table, lang), request.address, lambda: replay_text(record, lang)
    )
    game = describe(session.row.game, lang)
    return render(request, "replay.html", game=game, table=table, told=json.decode(told))


def known_game(game: str) -> str:
    """Return the name of a game; refuse an unknown one."""
    if game not in game_names():
        raise NotFound("no_game")
    return game


@PAGES.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Tell a browser how to install the house."""
    icon = {"src": "/art/house/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    content = {
        "name": "Tirelire",
        "short_name": "Tirelire",
        "lang": request.lang,
        "description": say(request.lang, "page.about"),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#10382b",
        "theme_color": "#10382b",
        "icons": [icon, {**icon, "purpose": "maskable"}],
    }
    return Response(json.encode(content), media_type="application/manifest+json")


@ASSETS.get("/texts/{file}")
async def texts(_request: Request, file: str) -> Response:
    """Return the texts that scripts need, in a language."""
    lang = file.removesuffix(".json")
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return Response(_texts(lang), headers=REVALIDATED, media_type="application/json")


@cache
def _texts(lang: str) -> bytes:
    found = catalogue(lang).items()
    return json.encode({key: text for key, text in found if key.startswith(_TEXTS_OF_SCRIPTS)})


@ASSETS.get("/art/{game}/{file}")
async def picture(_request: Request, game: str, file: str) -> Response:
    """Return a picture, drawn by our own code."""
    try:
        drawn = draw(game, file.removesuffix(".svg"))
    except KeyError:
        raise HTTPException(404) from None
    return Response(drawn, headers=_CACHED, media_type="image/svg+xml")
