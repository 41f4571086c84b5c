"""Responses: JSON that is padded, and errors of any kind."""

from __future__ import annotations

import logging
from typing import Any

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tirelire.core.errors import IllegalMove, StaleMove, TirelireError
from tirelire.core.texts import catalogue, say
from tirelire.server.errors import DatabaseUnavailable, HouseError, Quarantined
from tirelire.server.http.request import BodyTooLarge, MalformedRequest, language_of
from tirelire.server.http.validation import InvalidMessage
from tirelire.server.pages.templates import page
from tirelire.server.schemas.responses import ErrorDetail, ErrorResponse, FieldProblem
from tirelire.server.storage.failures import reason_of

STEP = 512
"""Bytes between two lengths."""


def padded(body: bytes, after: int = 0) -> bytes:
    """Add spaces up to the next step; `after` bytes will follow.

    >>> len(padded(b"{}")), len(padded(b" " * 513, after=2)) + 2
    (512, 1024)
    """
    return body.ljust(-(-(len(body) + after) // STEP) * STEP - after)


class JSONResponse(Response):
    """A response whose body is JSON already; it is padded."""

    media_type = "application/json"

    def render(self, content: bytes) -> bytes:
        """Pad the body."""
        return padded(content)


LOG = logging.getLogger("tirelire.server")
_RETRY = {429: "1", 503: "1"}
"""Seconds after which to try again, by status."""


def refusal(code: str, message: str, **more: Any) -> ErrorResponse:
    """Make the content of a refusal; `more` are other fields of `ErrorDetail`."""
    return ErrorResponse(ErrorDetail(code, message, **more))


def error_response(request: Request, error: Exception) -> Response:
    """Make the response to an error of any kind."""
    if isinstance(error, HouseError):
        if isinstance(error, DatabaseUnavailable) and error.__cause__ is not None:
            _log_unavailable(error.__cause__)
        return _on_house_error(request, error)
    if isinstance(error, TirelireError):
        return _on_rules_error(request, error)
    if isinstance(error, InvalidMessage):
        return _on_invalid_message(request, error)
    if isinstance(error, HTTPException):
        return _on_status(request, error.status_code, error.headers)
    if isinstance(error, MalformedRequest):
        return _on_status(request, 400)
    if isinstance(error, BodyTooLarge):
        return _on_status(request, 413)
    if isinstance(error, SQLAlchemyError | OSError | TimeoutError):
        _log_unavailable(error)
        return _on_house_error(request, DatabaseUnavailable("away"))
    route = request.scope["state"].get("route", "")  # the path itself may hold a secret
    LOG.error("unexpected %s at %s", type(error).__name__, route, exc_info=error)
    message = say(language_of(request), "refusal.http.500")
    return _json(500, refusal("internal", message))


def _log_unavailable(error: BaseException) -> None:
    """Log why the database failed: names of errors, never values."""
    found = getattr(error, "orig", None) or error
    code = getattr(found, "sqlite_errorname", None) or getattr(found, "sqlstate", None) or "no code"
    LOG.warning("the database is away: %s (%s, %s)", reason_of(error), type(error).__name__, code)


def _json(status: int, content: ErrorResponse) -> Response:
    headers = {"retry-after": _RETRY[status]} if status in _RETRY else None
    return JSONResponse(json.encode(content), status, headers)


def _wants_page(request: Request) -> bool:
    """Tell whether a browser asks for a page, rather than a program for the API."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.scope["path"].startswith("/api")


def _on_house_error(request: Request, error: HouseError) -> Response:
    lang = language_of(request)
    text = error.say(lang)
    if _wants_page(request):
        what = "broken" if isinstance(error, Quarantined) else "gone"
        response = page("gone.html", lang, error.status, what=what, message=text, switch="/")
        if error.status in _RETRY:
            response.headers["retry-after"] = _RETRY[error.status]
        return response
    details = {"setting": error.setting, "reason": error.why}
    more = {name: value for name, value in details.items() if value}
    return _json(error.status, refusal(error.code, text, **more))


def _on_rules_error(request: Request, error: TirelireError) -> Response:
    text = error.say(language_of(request))
    if isinstance(error, StaleMove):
        return _json(409, refusal("stale", text, number=error.current))
    if isinstance(error, IllegalMove):
        return _json(422, refusal("illegal", text, rule=error.rule))
    return _json(422, refusal("invalid", text))


def _on_invalid_message(request: Request, error: InvalidMessage) -> Response:
    lang = language_of(request)
    fields = [FieldProblem(fault.field, fault.say(lang)) for fault in error.faults]
    return _json(400, refusal("invalid", say(lang, "refusal.http.400"), fields=fields))


def _on_status(request: Request, status: int, headers: Any = None) -> Response:
    """Answer what no handler has seen: a path, a method or a body that does not fit."""
    lang = language_of(request)
    key = f"refusal.http.{status}"
    message = say(lang, key if key in catalogue(lang) else "refusal.http.400")
    if _wants_page(request):
        return page("gone.html", lang, status, what="gone", message=message, switch="/")
    response = _json(status, refusal("refused", message))
    response.headers.update(headers or {})
    return response
