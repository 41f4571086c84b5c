"""A request, as the routes see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request

from tirelire.server.guests import Caller, Guests
from tirelire.server.house import House
from tirelire.server.lang import language_of


@dataclass(slots=True)
class Visit:
    """Who asks the house for something.

    One object, since the framework starts tasks to collect several.
    """

    house: House
    guests: Guests
    request: Request[Any, Any, Any]

    @property
    def caller(self) -> Caller:
        """Who asks."""
        met: Caller = self.request.scope["state"]["caller"]
        return met

    @property
    def lang(self) -> str:
        """The language of whoever asks."""
        return language_of(self.request)
