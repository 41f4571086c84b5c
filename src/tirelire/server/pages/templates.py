"""HTML pages from templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.responses import HTMLResponse

from tirelire.core.texts import say
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
_OTHER = {"fr": "en", "en": "fr"}


def table_file(game: Mapping[str, Any], kind: str) -> str:
    """Return the URL of the script (`js`) or the style (`css`) that draws a game's table."""
    own = f"/static/games/{game['id']}/table.{kind}"
    return own if game["page"] else _DEFAULT_TABLE[kind]


_TEMPLATES.globals["table_file"] = table_file


def page(template: str, lang: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a page."""

    def text(key: str, **more: Any) -> str:
        return say(lang, key, **more)

    html = _TEMPLATES.get_template(template).render(
        t=text, lang=lang, other=_OTHER[lang], games=game_names(), **values
    )
    return HTMLResponse(html, status, REVALIDATED)


def render(request: Request, template: str, **values: Any) -> HTMLResponse:
    """Render a page in the reader's language, with a link to it in the other language.

    A language that the URL asks for is kept in a cookie.
    """
    lang = request.lang
    query = urlencode({**request.query_params, "lang": _OTHER[lang]})
    switch = f"{request.url.path}?{query}"
    response = page(template, lang, switch=switch, invitation=request.invitation, **values)
    if request.query_params.get("lang") == lang:
        response.set_cookie("lang", lang, max_age=YEAR, samesite="lax")
    return response
