"""A request, as the routes see it."""

from __future__ import annotations

from typing import Any, ClassVar

from litestar import Request
from litestar.exceptions import ClientException

from tirelire.server.http.authentication import Caller, Guests
from tirelire.server.http.headers import Headers
from tirelire.server.http.invitations import invitation_origin
from tirelire.server.http.language import language_of
from tirelire.server.settings import Settings
from tirelire.server.streaming.subscriptions import StreamLimiter
from tirelire.server.tables.house import House


class Visit(Request[Any, Any, Any]):
    """Somebody asks the house for something.

    The request itself, since what a route depends on takes the framework a while to collect.
    """

    __slots__ = ()
    house: ClassVar[House]
    guests: ClassVar[Guests]
    settings: ClassVar[Settings]
    streams: ClassVar[StreamLimiter]

    @property
    def caller(self) -> Caller:
        """Who asks."""
        met: Caller = self.scope["state"]["caller"]
        return met

    @property
    def address(self) -> str:
        """Where the request comes from, as limiters count it."""
        place: str = self.scope["state"]["address"]
        return place

    def raise_refusal(self) -> None:
        """Raise why what is asked for cannot be done, if that was tried already: see `moving`.

        Nobody keeps it: it knows where it was raised, and so the request, which would know it.
        """
        error: Exception | None = self.scope["state"].pop("refused", None)
        try:
            if error is not None:
                raise error
        finally:
            del error

    @property
    def lang(self) -> str:
        """The language of whoever asks."""
        return language_of(self)

    @property
    def invitation(self) -> str | None:
        """The origin for links to others; see `invitation_origin`."""
        return invitation_origin(self.settings, self.url.hostname or "")

    @property
    def content_length(self) -> int | None:
        """How long the body is said to be."""
        said = Headers(self.scope["headers"]).get(b"content-length")
        if said is None:
            return None
        if not said.isdecimal():
            raise ClientException
        return int(said)


def visits_to(there: House, who: Guests, how: Settings) -> type[Visit]:
    """Return the class of requests to a house."""

    class Here(Visit):
        """A request to that house."""

        __slots__ = ()
        house = there
        guests = who
        streams = StreamLimiter(how)
        settings = how

    return Here
