"""What stands between the world and the routes: foreign pages, floods, and headers that protect.

A browser says where a request comes from (`Sec-Fetch-Site`, or `Origin`); a request that changes
something is refused when it comes from another site. Requests with a token carry no cookie and need
no such check.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from tirelire.server.errors import HouseError, NotAllowed, TooSlow
from tirelire.server.http.exception_handlers import refuse
from tirelire.server.http.headers import Headers
from tirelire.server.http.limiters import ConcurrencyLimiter, network_of
from tirelire.server.settings import Settings

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
REQUESTS_SHARE = 4
"""One connection in so many may wait for an answer; the others are streams, or idle."""
COMPANY = 20
"""So many times what one guest may ask, all guests of one address may ask together: a club behind
one door can play, and nobody gets far by becoming many guests."""


class Protected:
    """An application that limits what an address asks at once, and adds the protecting headers."""

    def __init__(
        self, app: Litestar, answers: ASGIApp, settings: Settings, count: Callable[[int], None]
    ) -> None:
        self.litestar = app
        self._answers = answers
        self._count = count
        self._tls = settings.tls
        self._body_timeout = settings.body_timeout
        self.requests = ConcurrencyLimiter(
            "requests",
            settings.address_requests,
            settings.connections // REQUESTS_SHARE,
            "address_requests",
        )
        more = {"strict-transport-security": "max-age=31536000"} if settings.tls else {}
        self._headers = [(k.encode(), v.encode()) for k, v in {**HEADERS, **more}.items()]
        self._not_kept = [*self._headers, (_KEPT, b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless its address waits for too many answers already."""
        if scope["type"] != ScopeType.HTTP:
            await self._answers(scope, receive, send)
            return
        said = [pair for pair in scope["headers"] if not _is_strange_host(*pair)]
        scope["headers"] = _with_one_cookie_header(said)
        place = address(scope["client"], scope["headers"], self._tls)
        scope.setdefault("state", {})["address"] = place
        is_waiting = False

        def sending(message: Message) -> Awaitable[None]:
            nonlocal is_waiting
            if message["type"] == "http.response.start":
                if is_waiting:
                    is_waiting = False
                    self.requests.release(place)
                self._add_headers(message)
            return send(message)

        try:
            self.requests.acquire(place)
        except HouseError as error:
            await refuse(error, scope, receive, sending)
            return
        is_waiting = True
        try:
            if scope["method"] not in SAFE:
                receive = BodyTimeout(receive, self._body_timeout)
            await self._answers(scope, receive, sending)
        finally:
            if is_waiting:
                self.requests.release(place)

    def _add_headers(self, message: HTTPResponseStartEvent) -> None:
        """Add the headers; an answer that does not say how long to keep it is not kept."""
        self._count(message["status"])
        said = list(message["headers"])
        if self._tls:
            said = [_secured(*pair) for pair in said]
        is_kept = any(name.lower() == _KEPT for name, _ in said)
        message["headers"] = [*said, *(self._headers if is_kept else self._not_kept)]


class BodyTimeout:
    """Receives the body of a request, which must arrive whole in time."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive = receive
        self._seconds = seconds
        self._until = 0.0
        self._is_whole = False

    async def __call__(self) -> Any:
        """Receive the next message; refuse when the time is over, and whenever asked again."""
        if self._is_whole:
            return await self._receive()
        self._until = self._until or asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow("slow", setting="body_timeout") from None
        self._is_whole = not message.get("more_body")
        return message


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


def address(
    client: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]], behind_proxy: bool
) -> str:
    """Return where a request comes from, as it is counted."""
    said = Headers(headers).forwarded_for if behind_proxy else None
    return network_of(said or (client[0] if client else ""))
