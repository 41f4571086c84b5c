"""The outermost layer: limits on slow and greedy clients, security headers, errors as responses."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tirelire.server.errors import RequestTimeout
from tirelire.server.http.addresses import address_of, is_for, is_in, read_hosts, read_networks
from tirelire.server.http.authentication import SAFE_METHODS
from tirelire.server.http.request import Services
from tirelire.server.http.responses import error_response
from tirelire.server.limiters import STREAM, ConcurrencyLimiter

LOG = logging.getLogger("tirelire.server")
Lifespan = Callable[[], AbstractAsyncContextManager[None]]
_HOST = re.compile(rb"(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::(?P<port>\d{1,5}))?")
_HIGHEST_PORT = 65535
_MISDIRECTED = 421
_CACHE_CONTROL = b"cache-control"
SECURITY_HEADERS = {
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
REQUESTS_SHARE = 4
"""One connection in this many may wait for a response; the others are streams, or idle."""
PART = 64 * 1024
"""Bytes of a body that are handed to the server at once; it takes the next when it has room."""


class Application:
    """The whole application: the router behind limits, headers and error handling."""

    def __init__(
        self,
        router: ASGIApp,
        lifespan: Lifespan,
        services: Services,
        count: Callable[[int], None],
    ) -> None:
        settings = services.settings
        self._router = router
        self.services = services
        self.lifespan = lifespan
        self._count = count
        self._tls = settings.tls
        self._proxies = read_networks(settings.proxies) if settings.tls else ()
        self._has_warned = False
        self._hosts = read_hosts(settings.hosts)
        self._body_timeout = settings.body_timeout
        self.requests = ConcurrencyLimiter(
            "requests",
            settings.address_requests,
            settings.connections // REQUESTS_SHARE,
            "address_requests",
        )
        more = {"strict-transport-security": "max-age=31536000"} if settings.tls else {}
        self._headers = [(k.encode(), v.encode()) for k, v in {**SECURITY_HEADERS, **more}.items()]
        self._uncached = [*self._headers, (_CACHE_CONTROL, b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the server."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        """Follow the lifespan protocol of ASGI."""
        await receive()
        is_open = False
        try:
            async with self.lifespan():
                await send({"type": "lifespan.startup.complete"})
                is_open = True
                await receive()
        except BaseException as error:
            phase = "shutdown" if is_open else "startup"
            await send({"type": f"lifespan.{phase}.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless its address waits for too many responses already.

        It waits until the response is sent: a client that does not read goes on being counted.
        """
        given = [pair for pair in scope["headers"] if pair[0] != b"host" or _is_host(pair[1])]
        scope["headers"] = _with_one_cookie_header(given)
        scope["path"] = scope["path"].rstrip("/") or "/"
        scope["app"] = self  # so that the router raises what it cannot find
        if self._proxies and not self._has_warned:
            self._warn_of_proxy(scope)
        address = address_of(scope, self._proxies)
        state = scope.setdefault("state", {})
        state["address"] = address
        scope["extensions"] = {}  # a file that the server sends by itself would count for no one
        is_waiting = has_begun = False

        def sending(message: Message) -> Awaitable[None]:
            nonlocal is_waiting, has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                if is_waiting and state.get(STREAM):  # it has a place of its own
                    is_waiting = False
                    self.requests.release(address)
                self._add_headers(message)
            elif is_waiting and len(message.get("body", b"")) > PART:
                return _send_in_parts(send, message)
            return send(message)

        try:
            self.requests.acquire(address)
            is_waiting = True
            if self._hosts and not is_for(Headers(scope=scope), self._hosts):
                raise HTTPException(_MISDIRECTED)
            if scope["method"] not in SAFE_METHODS:
                receive = BodyTimeout(receive, self._body_timeout)
            await self._router(scope, receive, sending)
        except Exception as error:
            if has_begun:
                raise
            await error_response(Request(scope), error)(scope, receive, sending)
        finally:
            if is_waiting:
                self.requests.release(address)

    def _warn_of_proxy(self, scope: Scope) -> None:
        """Tell once of a proxy that is not listed: all its clients count as one address."""
        client = scope.get("client")
        is_listed = client is not None and is_in(client[0], self._proxies)
        if not is_listed and "x-forwarded-for" in Headers(scope=scope):
            self._has_warned = True
            LOG.warning("X-Forwarded-For of an address that is not in --proxies is not believed")

    def _add_headers(self, message: Message) -> None:
        """Add the headers; a response that does not say how long to cache it is not cached."""
        self._count(message["status"])
        given = list(message["headers"])
        if self._tls:
            given = [_secured(*pair) for pair in given]
        is_cached = any(name.lower() == _CACHE_CONTROL for name, _ in given)
        message["headers"] = [*given, *(self._headers if is_cached else self._uncached)]


async def _send_in_parts(send: Send, message: Message) -> None:
    """Send a long body; a server takes a whole one at once, whether its client reads or not."""
    body, more = message["body"], message.get("more_body", False)
    for first in range(0, len(body), PART):
        part, is_last = body[first : first + PART], first + PART >= len(body)
        await send({**message, "body": part, "more_body": more or not is_last})


class BodyTimeout:
    """Receives the body of a request, which must be complete in time."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive = receive
        self._seconds = seconds
        self._until = 0.0
        self._is_complete = False

    async def __call__(self) -> Any:
        """Receive the next message; refuse when the time is over, and at every later call."""
        if self._is_complete:
            return await self._receive()
        self._until = self._until or asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise RequestTimeout("slow", setting="body_timeout") from None
        self._is_complete = not message.get("more_body")
        return message


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Restrict a cookie to TLS."""
    is_open = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_open else value


def _with_one_cookie_header(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Join cookies that came in several headers."""
    cookies = [value for name, value in headers if name == b"cookie"]
    if len(cookies) < 2:
        return headers
    others = [pair for pair in headers if pair[0] != b"cookie"]
    return [*others, (b"cookie", b"; ".join(cookies))]


@lru_cache(1000)
def _is_host(value: bytes) -> bool:
    """Tell whether a URL can be made from a Host header."""
    found = _HOST.fullmatch(value)
    return found is not None and int(found["port"] or 0) <= _HIGHEST_PORT
