"""Every refusal as one shape of JSON, in the reader's language."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    ValidationException,
)
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from tirelire.core.codes import quote
from tirelire.core.errors import IllegalMove, StaleMove, TirelireError
from tirelire.core.texts import catalogue, say
from tirelire.server.errors import Away, Broken, HouseError
from tirelire.server.http.language import language_of
from tirelire.server.pages.site import page

LOG = logging.getLogger("tirelire.server")
_BROKEN_OFF = "client disconnected prematurely"
"""How the framework says that a body breaks off or is garbled; it takes it for a fault of ours."""
_KIND = "(?:str|int|float|bool|array|object|null)"
_KINDS = rf"{_KIND}(?: \| {_KIND})*"
_PROBLEMS = {
    f"refusal.field.{key}": re.compile(form, re.DOTALL)
    for key, form in {
        "type": rf"Expected `(?P<wanted>{_KINDS})`, got `(?P<got>{_KINDS})`",
        "least": r"Expected `int` >= (?P<n>-?\d+)",
        "most": r"Expected `int` <= (?P<n>-?\d+)",
        "short": r"Expected `str` of length >= (?P<n>\d+)",
        "long": r"Expected `str` of length <= (?P<n>\d+)",
        "few": r"Expected `array` of length >= (?P<n>\d+)",
        "many": r"Expected `array` of length <= (?P<n>\d+)",
        "characters": "Expected `str` matching regex .*",
        "missing": "Object missing required field `(?P<name>.*?)`?",
        "unknown": "Object contains unknown field `(?P<name>.*?)`?",
        "choice": "Invalid enum value ['\"]?(?P<name>.*?)['\"]?",
    }.items()
}
"""How the library that reads messages says what is wrong, by what the house says instead.

Of what somebody sent, the framework cuts off all behind a dash, and so perhaps the closing mark."""


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
        more = {"setting": error.setting} if error.setting else {}
        what = "broken" if isinstance(error, Broken) else "gone"
        answer = (
            page("gone.html", lang, error.status, what=what, message=text, switch="/")
            if wants_page(request)
            else refused(error.status, error.code, text, **more)
        )
        answer.headers.update({"retry-after": "1"} if error.status in (429, 503) else {})
        return answer
    if isinstance(error, StaleMove):
        return refused(409, "stale", text, number=error.current)
    if isinstance(error, IllegalMove):
        return refused(422, "illegal", text, rule=error.rule)
    return refused(422, "invalid", text)


async def refuse(error: TirelireError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a refusal before the framework has seen the request."""
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    await on_refusal(request, error).to_asgi_response(None, request)(scope, receive, send)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refused: a path, a method, a body that does not fit."""
    if error.detail == _BROKEN_OFF:
        error = ClientException()
    problems = _problems(error)
    if any(_is_of_path(item, request) for item in problems):  # there can be no such thing
        error, problems = NotFoundException(), []
    lang = language_of(request)
    key = f"refusal.http.{error.status_code}"
    known = key in catalogue(lang)
    message = say(lang, key if known else "refusal.http.400")
    if wants_page(request):
        status = error.status_code
        return page("gone.html", lang, status, what="gone", message=message, switch="/")
    more: dict[str, Any] = {}
    if problems:
        more["fields"] = [
            {
                # An argument that must not hide a word of Python's ends with a line.
                "field": str(item.get("key", "")).rstrip("_"),
                "problem": say_problem(str(item.get("message", "")), lang),
            }
            for item in problems
        ]
    answer = refused(error.status_code, "invalid" if more else "refused", message, **more)
    answer.headers.update(error.headers or {})
    return answer


def _problems(error: HTTPException) -> list[dict[str, Any]]:
    """Return what is wrong with the fields of a request, as the framework says it."""
    if not isinstance(error, ValidationException) or not isinstance(error.extra, list):
        return []
    return [item for item in error.extra if isinstance(item, dict)]


def _is_of_path(problem: dict[str, Any], request: Request[Any, Any, Any]) -> bool:
    return problem.get("source") != "body" and problem.get("key") in request.path_params


def say_problem(message: str, lang: str) -> str:
    """Say what is wrong with a field in the reader's language.

    >>> say_problem("Expected `int | null`, got `str`", "en")
    'Expected: a whole number or nothing; got: a text.'
    """
    for key, form in _PROBLEMS.items():
        if found := form.fullmatch(message):
            values = {name: _worded(name, text, lang) for name, text in found.groupdict().items()}
            return say(lang, key, **values)
    return say(lang, "refusal.field.other")


def _worded(name: str, text: str, lang: str) -> Any:
    """Return a value of a problem as the texts of the house need it."""
    if name == "n":
        return int(text)
    if name == "name":
        return quote(text).say(lang)
    kinds = [say(lang, f"refusal.field.kind.{kind}") for kind in text.split(" | ")]
    return f" {say(lang, 'refusal.field.or')} ".join(kinds)


def on_unreadable_body(
    request: Request[Any, Any, Any], _error: RecursionError | UnicodeDecodeError
) -> Response[Any]:
    """Answer a body that is nested too deeply to be read, or whose text is none."""
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
    RecursionError: on_unreadable_body,
    UnicodeDecodeError: on_unreadable_body,
    SQLAlchemyError: on_lost_database,
    OSError: on_lost_database,
    TimeoutError: on_lost_database,
    Exception: on_surprise,
}
