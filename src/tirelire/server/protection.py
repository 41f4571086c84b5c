"""What stands between the world and the routes: foreign pages, floods, and headers that protect.

A browser says where a request comes from (`Sec-Fetch-Site`, or `Origin`); a request that changes
something is refused when it comes from another site. Requests with a token carry no cookie and need
no such check.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from time import monotonic

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tirelire.server.errors import NotAllowed, TooMany
from tirelire.server.headers import Headers

_HOST = re.compile(rb"(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::(?P<port>\d{1,5}))?")
_HIGHEST_PORT = 65535
_KEPT = b"cache-control"
SAFE = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY = 64 * 1024
"""Bytes that a request may send."""
BURST = 8
"""Seconds' worth of requests that may come at once."""
COMPANY = 20
"""So many times what one guest may ask, all guests of one address may ask together: a club behind
one door can play, and nobody gets far by becoming many guests."""
_MOST_WATCHED = 50_000


class Protected:
    """An application whose every answer has the protecting headers."""

    def __init__(
        self, app: Litestar, answers: ASGIApp, tls: bool, count: Callable[[int], None]
    ) -> None:
        self.litestar = app
        self._answers = answers
        self._count = count
        self._tls = tls
        headers = {**HEADERS, **({"strict-transport-security": "max-age=31536000"} if tls else {})}
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._not_kept = [*self._headers, (_KEPT, b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers; what nobody said how long to keep is not kept."""

        def sending(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                self._count(message["status"])
                said = message["headers"]
                if self._tls:
                    said = [_secured(*pair) for pair in said]
                is_kept = any(name.lower() == _KEPT for name, _ in said)
                message["headers"] = [*said, *(self._headers if is_kept else self._not_kept)]
            return send(message)

        if scope["type"] == ScopeType.HTTP:
            said = [pair for pair in scope["headers"] if not _is_strange_host(*pair)]
            scope["headers"] = _with_one_cookie_header(said)
        await self._answers(scope, receive, sending)


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Let a browser keep a cookie for TLS alone."""
    is_open = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_open else value


def _with_one_cookie_header(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Put cookies together, which a browser may send one by one over HTTP/2."""
    cookies = [value for name, value in headers if name == b"cookie"]
    if len(cookies) < 2:
        return headers
    others = [pair for pair in headers if pair[0] != b"cookie"]
    return [*others, (b"cookie", b"; ".join(cookies))]


def _is_strange_host(name: bytes, value: bytes) -> bool:
    """Tell whether a header says a host that is none.

    The framework would stumble over it just when it says what else is wrong.
    """
    return name == b"host" and not _is_host(value)


@lru_cache(1000)
def _is_host(said: bytes) -> bool:
    found = _HOST.fullmatch(said)
    return found is not None and int(found["port"] or 0) <= _HIGHEST_PORT


def check_origin(method: str, headers: Headers) -> None:
    """Refuse a change that a page of another site asks for."""
    if method in SAFE or headers.bearer_token:
        return
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise NotAllowed("foreign")
        return
    origin = headers.get(b"origin")
    if origin is not None and origin.partition("://")[2] != headers.get(b"host"):
        raise NotAllowed("foreign")


def address(client: tuple[str, int] | None, headers: Headers, behind_proxy: bool) -> str:
    """Return where a request comes from."""
    said = headers.forwarded_for if behind_proxy else None
    return said or (client[0] if client else "")


class Limits:
    """A bucket for everybody who asks: it fills slowly, and every request takes from it."""

    def __init__(self, rate: int) -> None:
        self._rate = float(rate)
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> None:
        """Take from the bucket of a caller; refuse if it is empty."""
        now = monotonic()
        full = self._rate * BURST
        left, since = self._buckets.get(key, (full, now))
        left = min(full, left + (now - since) * self._rate)
        if left < 1:
            raise TooMany("too_many")
        if len(self._buckets) >= _MOST_WATCHED:
            self._buckets.clear()
        self._buckets[key] = (left - 1, now)
