"""HTML pages from templates."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import tirelire.page
from tirelire.core.languages import LANGUAGES, conventions
from tirelire.core.texts import say
from tirelire.games import game as find_game
from tirelire.games import names as game_names

if TYPE_CHECKING:
    from tirelire.server.http.request import Request

YEAR = 365 * 24 * 3600
REVALIDATED = {"cache-control": "no-cache"}
"""Browsers ask each time whether it has changed."""
_TEMPLATES = Environment(
    loader=PackageLoader("tirelire.page", "templates"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)
_DEFAULT_TABLE = {"js": "/static/js/plain_table.js", "css": "/static/plain_table.css"}
"""The script and the style of a table for games that have none of their own."""


def table_file(game: Mapping[str, Any], kind: str) -> str:
    """Return the URL of the script (`js`) or the style (`css`) that draws a game's table."""
    own = f"/static/games/{game['id']}/table.{kind}"
    return own if game["page"] else _DEFAULT_TABLE[kind]


_TEMPLATES.globals["table_file"] = table_file


def load_templates() -> None:
    """Compile all templates, so that no request has to."""
    for name in _TEMPLATES.list_templates():
        _TEMPLATES.get_template(name)


def page(template: str, lang: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a page."""

    def text(key: str, **more: Any) -> str:
        return say(lang, key, **more)

    html = _TEMPLATES.get_template(template).render(t=text, lang=lang, games=game_names(), **values)
    return HTMLResponse(html, status, REVALIDATED)


def render(request: Request, template: str, **values: Any) -> HTMLResponse:
    """Render a page in the reader's language, with links to it in the other languages.

    A language that the URL asks for is kept in a cookie.
    """
    lang = request.lang
    others = [
        (other, conventions(other).name, urlencode({**request.query_params, "lang": other}))
        for other in LANGUAGES
        if other != lang
    ]
    switches = [(other, name, f"{request.url.path}?{query}") for other, name, query in others]
    values["notices"] = bool(request.services.notices.channels)
    response = page(template, lang, switches=switches, invitation=request.invitation, **values)
    if request.query_params.get("lang") == lang:
        response.set_cookie("lang", lang, max_age=YEAR, samesite="lax")
    return response


STATIC = Path(tirelire.page.__file__).parent / "static"
_KINDS_OF_GAMES = (".js", ".css")
"""Kinds of files that a game's folder may serve."""


class RevalidatedFiles(StaticFiles):
    """Files of a folder; browsers ask each time whether they have changed."""

    def __init__(self, folder: Path, kinds: tuple[str, ...] | None = None) -> None:
        super().__init__(directory=folder)
        self._kinds = kinds

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; any name that no file can have is that of none."""
        if self._kinds is not None and PurePosixPath(path).suffix not in self._kinds:
            raise HTTPException(404)
        try:
            return await super().get_response(path, scope)
        except (OSError, ValueError):
            raise HTTPException(404) from None

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Let browsers ask whether a file is still the same; scripts come without comments."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if response.status_code == 200 and PurePosixPath(full_path).suffix == ".js":
            content = served_script(Path(full_path), stat_result.st_mtime_ns)
            kept = {name: response.headers[name] for name in ("etag", "last-modified")}
            response = Response(content, headers=kept, media_type="text/javascript")
        response.headers.update(REVALIDATED)
        return response


_LEFT_OUT = re.compile(
    r"^[ \t]*/\*(?:(?!\*/)(?:.|\n))*\*/[ \t]*\n|^[ \t]*//.*\n|^[ \t]+", re.MULTILINE
)
"""Comments that fill whole lines, and indentation."""


@lru_cache(maxsize=512)
def served_script(path: Path, _changed: int) -> bytes:
    """Return a script without comments and indentation: a quarter less to load on a phone.

    Spaces count in a text of several lines; a script that may have one is served as it is.
    """
    script = path.read_text("utf-8")
    if all(line.count("`") % 2 == 0 for line in script.split("\n")):
        script = _LEFT_OUT.sub("", script)
    return script.encode()


def file_mounts(site: Path | None) -> list[Mount]:
    """Mount the folders of the games and of the house, and the documentation if it is built."""
    folders = {name: find_game(name).folder / "page" for name in game_names()}
    mounts = [
        Mount(f"/static/games/{name}", RevalidatedFiles(folder, _KINDS_OF_GAMES))
        for name, folder in folders.items()
        if folder.is_dir()
    ]
    if site is not None:
        mounts.append(Mount("/docs", RevalidatedFiles(site)))
    return [*mounts, Mount("/static", RevalidatedFiles(STATIC))]
