"""Every refusal as one shape of JSON, in the reader's language."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import ClientException, HTTPException, ValidationException
from sqlalchemy.exc import SQLAlchemyError

from tirelire.core.errors import IllegalMove, StaleMove, TirelireError
from tirelire.core.texts import catalogue, say
from tirelire.server.errors import Away, HouseError
from tirelire.server.lang import language_of
from tirelire.server.pages import page

LOG = logging.getLogger("tirelire.server")
_BROKEN_OFF = "client disconnected prematurely"
"""How the framework says that a body breaks off or is garbled; it takes it for a fault of ours."""


def refusal(code: str, message: str, **more: Any) -> dict[str, Any]:
    """Say a refusal."""
    return {"error": {"code": code, "message": message, **more}}


def refused(status: int, code: str, message: str, **more: Any) -> Response[Any]:
    """Make the answer of a refusal."""
    content = refusal(code, message, **more)
    return Response(content, status_code=status, media_type="application/json")


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Tell whether somebody looks at a page with a browser, rather than a program at the API."""
    asked_for = request.headers.get("accept", "")
    return "text/html" in asked_for and not request.scope["path"].startswith("/api")


def on_refusal(request: Request[Any, Any, Any], error: TirelireError) -> Response[Any]:
    """Answer a refusal of the house or of the rules."""
    lang = language_of(request)
    text = error.say(lang)
    if isinstance(error, HouseError):
        if wants_page(request):
            return page("gone.html", lang, error.status, message=text, switch="/")
        headers = {"retry-after": "1"} if error.status in (429, 503) else {}
        answer = refused(error.status, error.code, text)
        answer.headers.update(headers)
        return answer
    if isinstance(error, StaleMove):
        return refused(409, "stale", text, number=error.current)
    if isinstance(error, IllegalMove):
        return refused(422, "illegal", text, rule=error.rule)
    return refused(422, "invalid", text)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refused: a path, a method, a body that does not fit."""
    if error.detail == _BROKEN_OFF:
        error = ClientException()
    lang = language_of(request)
    key = f"refusal.http.{error.status_code}"
    known = key in catalogue(lang)
    message = say(lang, key if known else "refusal.http.400")
    if wants_page(request):
        return page("gone.html", lang, error.status_code, message=message, switch="/")
    more: dict[str, Any] = {}
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        more["fields"] = [
            {"field": str(item.get("key", "")), "problem": str(item.get("message", ""))[:200]}
            for item in error.extra
            if isinstance(item, dict)
        ]
    answer = refused(error.status_code, "invalid" if more else "refused", message, **more)
    answer.headers.update(error.headers or {})
    return answer


def on_deep_body(request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    """Answer a body that is nested too deeply to be read."""
    return on_http(request, ClientException())


def on_lost_database(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer that nothing can be stored or read now."""
    LOG.warning("the database is away: %s", type(error).__name__)
    return on_refusal(request, Away("away"))


def on_surprise(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer what should not happen, and keep it out of the answer."""
    route = request.scope.get("path_template", "")  # the path itself may have the link of a table
    LOG.error("unexpected %s at %s", type(error).__name__, route, exc_info=True)
    return refused(500, "internal", say(language_of(request), "refusal.http.500"))


HANDLERS: Any = {
    TirelireError: on_refusal,
    HTTPException: on_http,
    RecursionError: on_deep_body,
    SQLAlchemyError: on_lost_database,
    OSError: on_lost_database,
    TimeoutError: on_lost_database,
    Exception: on_surprise,
}
