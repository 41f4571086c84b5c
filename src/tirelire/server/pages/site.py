"""The pages of the house: HTML for people, and what their scripts need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, select_autoescape
from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.file_system import BaseLocalFileSystem
from litestar.params import PathParameter
from litestar.static_files import create_static_files_router
from litestar.types import PathType
from litestar.types.file_types import FileInfo
from msgspec import json

import tirelire.page
from tirelire.core.texts import LANGUAGES, catalogue, say
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.page.decks import describe, kinds_of
from tirelire.page.pictures import draw
from tirelire.page.rules import options_of, rules_of
from tirelire.server.errors import NotThere
from tirelire.server.http.authentication import YEAR
from tirelire.server.http.request import Visit
from tirelire.server.storage.rows import OVER
from tirelire.server.tables.replay import replay_text

_FOLDER = Path(tirelire.page.__file__).parent
_TEMPLATES = Environment(
    loader=PackageLoader("tirelire.page", "templates"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)
_SCRIPTS = (
    "page.",
    "card.",
    "colour.",
    "currency.",
    "group.",
    "kinds.",
    "place.",
    "some.",
    "symbol.",
    "bot.",
    "word.",
    "table.",
    "refusal.",
    "sheet.",
    "zone.",
)
"""Which texts the scripts get."""
_KEPT = {"cache-control": "public, max-age=86400"}
_ASKED_AGAIN = {"cache-control": "no-cache"}
_PLAIN_TABLE = {"js": "/static/js/plain_table.js", "css": "/static/plain_table.css"}
"""The script and the style of a table for games that have none of their own."""
_OF_GAMES = (".js", ".css")
"""How the names of files end that a game's folder `page` may serve."""
Name = Annotated[str, PathParameter(max_length=40)]


def table_file(game: Mapping[str, Any], kind: str) -> str:
    """Return the address of the script (`js`) or the style (`css`) that draws a game's table."""
    own = f"/static/games/{game['id']}/table.{kind}"
    return own if game["page"] else _PLAIN_TABLE[kind]


_TEMPLATES.globals["table_file"] = table_file


def page(template: str, lang: str, status: int = 200, **values: Any) -> Response[bytes]:
    """Write a page."""

    def text(key: str, **more: Any) -> str:
        return say(lang, key, **more)

    html = _TEMPLATES.get_template(template).render(
        t=text, lang=lang, other={"fr": "en", "en": "fr"}[lang], games=game_names(), **values
    )
    return Response(
        html.encode(),
        status_code=status,
        media_type=MediaType.HTML,
        headers=_ASKED_AGAIN,
    )


def _switch(request: Request[Any, Any, Any], lang: str) -> str:
    """Return the address of this page in another language."""
    query = {**dict(request.query_params.items()), "lang": lang}
    return f"{request.url.path}?{urlencode(query)}"


def shown(request: Visit, template: str, **values: Any) -> Response[bytes]:
    """Write a page in the language of whoever asks, with the way to the other."""
    lang = request.lang
    switch = _switch(request, "en" if lang == "fr" else "fr")
    answer = page(template, lang, switch=switch, invitation=request.invitation, **values)
    if request.query_params.get("lang") == lang:
        answer.set_cookie("lang", lang, max_age=YEAR, samesite="lax")
    return answer


@get("/")
async def entrance(request: Visit) -> Response[bytes]:
    """Show the games, and the caller's tables."""
    games = [describe(name, request.lang) for name in game_names()]
    return shown(request, "entrance.html", all=games, preparing=request.house.preparing)


@get("/new/{game:str}")
async def new_table(game: Name, request: Visit) -> Response[bytes]:
    """Show the form with which a table is set."""
    name = known_game(game)
    return shown(
        request, "new.html", game=describe(name, request.lang), kinds=kinds_of(name, request.lang)
    )


@get("/t/{table:str}")
async def table(table: Name, request: Visit) -> Response[bytes]:
    """Show a table: before, during and after a match."""
    live = await request.house.live(table)
    return shown(request, "table.html", game=describe(live.row.game, request.lang), table=table)


@get("/rules/{game:str}")
async def rules(game: Name, request: Visit) -> Response[bytes]:
    """Show the rules of a game."""
    name = known_game(game)
    lang = request.lang
    told = {"rules": rules_of(name, lang), "options": options_of(name, lang)}
    return shown(request, "rules.html", game=describe(name, lang), **told)


@get("/me/{code:str}")
async def move_here(code: Annotated[str, PathParameter(max_length=100)], request: Visit) -> Any:
    """Ask whether this device is to become that of a guest; asking alone uses nothing up."""
    return shown(request, "move.html", code=code)


@get("/replay/{table:str}")
async def replay(table: Name, request: Visit) -> Response[bytes]:
    """Show a match that is over, step by step."""
    live = await request.house.live(table)
    if live.course is None or live.status != OVER:
        raise NotThere("no_table")
    course, lang = live.course, request.lang
    told = await request.house.replays.get(
        ("text", table, lang), request.address, lambda: replay_text(course.record(live.row), lang)
    )
    return shown(
        request,
        "replay.html",
        game=describe(live.row.game, lang),
        table=table,
        told=json.decode(told),
    )


def known_game(game: str) -> str:
    """Return the name of a game, or refuse it."""
    if game not in game_names():
        raise NotThere("no_game")
    return game


@get("/texts/{file:str}")
async def texts(file: Name) -> Response[bytes]:
    """Return the texts that the scripts need, in a language."""
    lang = file.removesuffix(".json")
    if lang not in LANGUAGES:
        raise NotFoundException
    return Response(_texts(lang), media_type="application/json", headers=_ASKED_AGAIN)


@cache
def _texts(lang: str) -> bytes:
    return json.encode({k: v for k, v in catalogue(lang).items() if k.startswith(_SCRIPTS)})


@get("/art/{game:str}/{file:str}")
async def picture(game: Name, file: Name) -> Response[str]:
    """Return a picture, drawn by our own code."""
    try:
        drawn = draw(game, file.removesuffix(".svg"))
    except KeyError:
        raise NotFoundException from None
    return Response(drawn, media_type="image/svg+xml", headers=_KEPT)


@get("/manifest.webmanifest")
async def manifest(request: Visit) -> Response[bytes]:
    """Tell a browser how to install the house."""
    content = {
        "name": "Tirelire",
        "short_name": "Tirelire",
        "lang": request.lang,
        "description": say(request.lang, "page.about"),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#10382b",
        "theme_color": "#10382b",
        "icons": [
            {"src": "/art/house/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {
                "src": "/art/house/icon.svg",
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "maskable",
            },
        ],
    }
    return Response(json.encode(content), media_type="application/manifest+json")


def _checked_for(response: Response[Any]) -> Response[Any]:
    """Let browsers ask whether a file is still the same."""
    response.headers.update(_ASKED_AGAIN)
    return response


class _Folder(BaseLocalFileSystem):
    """Files on a disk."""

    async def info(self, path: PathType, **more: Any) -> FileInfo:
        """Describe a file; whatever name no file can have is that of none."""
        try:
            return await super().info(path, **more)
        except (OSError, ValueError):
            raise FileNotFoundError(path) from None


class _GameFolder(_Folder):
    """The scripts and styles of a game; no other file is there."""

    async def info(self, path: PathType, **more: Any) -> FileInfo:
        """Describe a script or a style."""
        if Path(path).suffix not in _OF_GAMES:
            raise FileNotFoundError(path)
        return await super().info(path, **more)


def _files_at(path: str, folder: Path, system: BaseLocalFileSystem) -> Router:
    return create_static_files_router(
        path,
        directories=[folder],
        file_system=system,
        include_in_schema=False,
        cache_control=None,
        after_request=_checked_for,
    )


def file_routers() -> list[Router]:
    """Serve the scripts and styles of the house, and those in the folder `page` of each game."""
    folders = {name: find_game(name).folder / "page" for name in game_names()}
    return [
        _files_at("/static", _FOLDER / "static", _Folder()),
        *(
            _files_at(f"/static/games/{name}", folder, _GameFolder())
            for name, folder in folders.items()
            if folder.is_dir()
        ),
    ]


PAGES = Router(
    "/",
    route_handlers=[
        *(entrance, new_table, table, rules, replay, move_here),
        manifest,
    ],
    include_in_schema=False,
)
PICTURES = Router("/", route_handlers=[texts, picture], include_in_schema=False)
"""What a page needs many of, and a browser keeps: nobody is asked who he is for it."""
