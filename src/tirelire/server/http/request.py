"""A request as handlers see it: caller, address, language, and the services of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request as HTTPRequest
from starlette.responses import Response
from starlette.types import Receive, Scope

from tirelire.server.http.authentication import COOKIE, YEAR, Caller, Guests
from tirelire.server.http.invitations import invitation_origin
from tirelire.server.http.language import language_of
from tirelire.server.settings import Settings
from tirelire.server.streaming.subscriptions import StreamLimiter
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


class BodyTooLarge(Exception):  # noqa: N818
    """The body has more than `LARGEST_BODY` bytes."""


class MalformedRequest(Exception):  # noqa: N818
    """The headers or the body break off, or contradict each other."""


class Request(HTTPRequest):
    """A request to the house."""

    def __init__(self, scope: Scope, receive: Receive, services: Services) -> None:
        super().__init__(scope, receive)
        self.services = services
        self.caller = Caller(None)
        self._new_secret: str | None = None

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

    def add_cookie(self, response: Response) -> None:
        """Add the cookie of a new guest to the response."""
        if self._new_secret is not None:
            response.set_cookie(
                COOKIE, self._new_secret, max_age=YEAR, httponly=True, samesite="lax"
            )

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
