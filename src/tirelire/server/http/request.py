"""A request as handlers see it: caller, address, language, and the services of the house."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.requests import Request as HTTPRequest
from starlette.responses import Response
from starlette.types import Receive, Scope

from tirelire.core.languages import LANGUAGES
from tirelire.server.http.addresses import Networks, invitation_origin
from tirelire.server.http.authentication import COOKIE, YEAR, Caller, Guests
from tirelire.server.limiters import StreamLimiter
from tirelire.server.notices.service import NoticeService
from tirelire.server.settings import Settings
from tirelire.server.storage.moderation import ModerationRepository
from tirelire.server.storage.shared_pads import SharedPads
from tirelire.server.tables.house import House
from tirelire.server.tables.session import TableSession

LARGEST_BODY = 64 * 1024
"""Bytes that a request may send."""


@dataclass(frozen=True)
class Services:
    """The collaborators of all handlers."""

    house: House
    guests: Guests
    settings: Settings
    streams: StreamLimiter
    networks: Networks
    moderation: ModerationRepository
    shared_pads: SharedPads
    notices: NoticeService


class BodyTooLarge(Exception):  # noqa: N818
    """The body has more than `LARGEST_BODY` bytes."""


class MalformedRequest(Exception):  # noqa: N818
    """The headers or the body break off, or contradict each other."""


class IndexedHeaders(Headers):
    """Headers that are found by their name at once: a request is asked for many that it lacks."""

    def __init__(self, raw: list[tuple[bytes, bytes]]) -> None:
        super().__init__(raw=raw)
        self._first = dict(reversed(raw))

    def __getitem__(self, key: str) -> str:
        """Return the first header of a name."""
        return self._first[key.lower().encode("latin-1")].decode("latin-1")

    def get(self, key: str, default: Any = None) -> Any:
        """Return the first header of a name, or something else if there is none."""
        found = self._first.get(key.lower().encode("latin-1"))
        return default if found is None else found.decode("latin-1")


class Request(HTTPRequest):
    """A request to the house."""

    def __init__(self, scope: Scope, receive: Receive, services: Services) -> None:
        super().__init__(scope, receive)
        self._indexed = IndexedHeaders(scope["headers"])
        self.services = services
        self.caller = Caller(None)
        self._new_secret: str | None = None
        self._is_forgotten = False

    @property
    def headers(self) -> Headers:
        """The headers of the request."""
        return self._indexed

    @property
    def house(self) -> House:
        """The house that is asked."""
        return self.services.house

    async def table_session(self, table: str) -> TableSession:
        """Return the session of a table."""
        return await self.house.sessions.open(table)

    @property
    def guests(self) -> Guests:
        """The guests of the house."""
        return self.services.guests

    @property
    def address(self) -> str:
        """The address of the caller, as limiters count it."""
        address: str = self.scope["state"]["address"]
        return address

    @property
    def lang(self) -> str:
        """The language of the caller."""
        return language_of(self)

    @property
    def invitation(self) -> str | None:
        """The origin for links to others; see `invitation_origin`."""
        return invitation_origin(self.services.settings, self.url.hostname or "")

    def remember(self, secret: str | None) -> None:
        """Send the secret of a new guest as a cookie with the response; None: there is none."""
        self._new_secret = secret

    def forget(self) -> None:
        """Delete the cookie of the caller with the response."""
        self._is_forgotten = True

    def add_cookie(self, response: Response) -> None:
        """Add the cookie of a new guest to the response, or delete that of a former one."""
        if self._new_secret is None and not self._is_forgotten:
            return
        name, is_secure = self.guests.cookie, self.services.settings.tls
        stale = [COOKIE] if name != COOKIE and COOKIE in self.cookies else []
        if self._is_forgotten:
            stale.append(name)
        elif self._new_secret is not None:
            response.set_cookie(
                name,
                self._new_secret,
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=is_secure,
            )
        for former in stale:
            response.delete_cookie(former, httponly=True, samesite="lax", secure=is_secure)

    async def body(self) -> bytes:
        """Read the body.

        Where its length is known, it is complete with the last byte: a server may announce the end
        only later.
        """
        length = self._content_length()
        if length is not None and length > LARGEST_BODY:
            raise BodyTooLarge
        body = b""
        more = length != 0
        while more:
            message: Any = await self.receive()
            if message["type"] == "http.disconnect":
                raise MalformedRequest
            body += message.get("body", b"")
            if len(body) > LARGEST_BODY:
                raise BodyTooLarge
            more = message.get("more_body", False) and len(body) != length
        return body

    def _content_length(self) -> int | None:
        given = self.headers.get("content-length")
        if given is None:
            return None
        if not given.isdecimal():
            raise MalformedRequest
        return int(given)


_RANGE = re.compile(
    r"(?P<tag>\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*"
    r"(?:\s*;\s*q\s*=\s*(?P<weight>0(?:\.[0-9]*)?|1(?:\.0*)?))?",
    re.IGNORECASE,
)
"""A language that a browser accepts, of whatever country, and how much it likes it."""
_REFUSED = -1.0


def language_of(connection: HTTPConnection) -> str:
    """Choose the language: asked for, chosen before, or the first of the browser's we speak."""
    for asked in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if asked in LANGUAGES:
            return str(asked)
    return preferred(connection.headers.get("accept-language", "")[:200])


def preferred(accepted: str) -> str:
    """Choose the language of ours that a browser likes best; of equals, the one it says first.

    >>> preferred("tlh, fr-CA; q=0.1, EN; q=0.9")
    'en'
    """
    likes: dict[str, float] = {}
    for part in accepted.split(","):
        if found := _RANGE.fullmatch(part.strip()):
            tag = found["tag"].lower()
            weight = float(found["weight"] or 1) or _REFUSED
            likes[tag] = max(weight, likes.get(tag, _REFUSED))
    ours = [tag for tag in dict.fromkeys([*likes, *LANGUAGES]) if tag in LANGUAGES]
    return max(ours, key=lambda tag: likes.get(tag, likes.get("*", 0.0)))
