"""Access control before a handler runs: cross-site requests, rate limits, authentication.

A browser says where a request comes from (`Sec-Fetch-Site`, or `Origin`); a request that changes
something is refused when it comes from another site. Requests with a token carry no cookie and need
no such check.
"""

from __future__ import annotations

from starlette.datastructures import Headers

from tirelire.server.errors import Forbidden
from tirelire.server.http.authentication import Caller, Guests, bearer_token
from tirelire.server.http.limiters import RateLimiter
from tirelire.server.http.request import Request

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
GUESTS_PER_ADDRESS = 20
"""The guests of one address may ask this many times as often as one guest: a club behind one
address can play, and an attacker gains little by becoming many guests."""


class Access:
    """Decides who may ask at all, and how often."""

    def __init__(self, guests: Guests, rate: int) -> None:
        self._guests = guests
        self._by_guest = RateLimiter(rate)
        self._by_address = RateLimiter(rate * GUESTS_PER_ADDRESS)

    def limit_by_address(self, request: Request) -> None:
        """Refuse a request if too many come from its address."""
        self._by_address.take(request.address)

    async def authenticate(self, request: Request) -> Caller:
        """Return the caller; refuse a cross-site change, and a caller who asks too often.

        This happens before the body is read.
        """
        check_origin(request.method, request.headers)
        self.limit_by_address(request)
        guest = None
        try:
            caller = await self._guests.caller(request)
            guest = caller.guest
        finally:
            self._by_guest.take(guest or request.address)
        return caller


def check_origin(method: str, headers: Headers) -> None:
    """Refuse a change that a page of another site asks for."""
    if method in SAFE_METHODS or bearer_token(headers):
        return
    site = headers.get("sec-fetch-site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise Forbidden("foreign")
        return
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        raise Forbidden("foreign")
