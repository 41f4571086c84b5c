"""Authentication: guests with a cookie, programs with a bearer token."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from tirelire.core.errors import TirelireError
from tirelire.server.errors import Forbidden, NotFound, Unauthenticated
from tirelire.server.storage.repository import Repository

COOKIE = "tirelire"
YEAR = 365 * 24 * 3600
TOKEN, MOVING = "token", "move"
SCOPES = ("play", "read")
"""Scopes of a token: `play` allows everything at tables, which includes reading; `read` only
reading. No token may manage the guest itself: see `Caller.in_person`."""
MOVING_TIME = 15 * 60 * 1000
"""Milliseconds after which a link to another device expires."""
CACHED = 60.0
"""Seconds for which a caller is cached, where no other process can change their credentials."""
CACHED_SHARED = 2.0
_MOST_CACHED = 20_000
_HASH = re.compile("[0-9a-f]{64}")
_TOKEN_KEY, _COOKIE_KEY = "token:", "guest:"
"""Prefixes of cache keys."""


def digest(secret: str) -> str:
    """Hash a secret for storage."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_token(headers: Headers) -> str:
    """Return the bearer token of a request; empty if there is none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


@dataclass(frozen=True)
class Caller:
    """The authenticated sender of a request."""

    guest: str | None
    """The guest; None for a stranger."""
    scopes: tuple[str, ...] = SCOPES
    key: str = ""
    """Cache key for the caller's credentials."""

    def known(self) -> str:
        """Return the guest; refuse a stranger."""
        if self.guest is None:
            raise Unauthenticated("who")
        return self.guest

    def may_play(self) -> str:
        """Return the guest; refuse a token that may only read."""
        guest = self.known()
        if "play" not in self.scopes:
            raise Forbidden("scope")
        return guest

    def in_person(self) -> str:
        """Return the guest with a cookie; refuse a token, which must not widen its own rights."""
        guest = self.known()
        if self.key.startswith(_TOKEN_KEY):
            raise Forbidden("in_person")
        return guest


class Guests:
    """Finds and makes guests; caches those seen recently."""

    def __init__(
        self,
        repository: Repository,
        house_time: Callable[[], int] | None = None,
        cached: float = CACHED,
    ) -> None:
        self._repository = repository
        self._house_time = house_time or repository.wall
        """The clock by which links expire; commands that make no links have no house clock."""
        self._cached = cached
        self._cache: dict[str, tuple[float, Caller]] = {}

    async def caller(self, request: HTTPConnection) -> Caller:
        """Find the caller of a request; an unknown or wrong secret is a stranger's."""
        token = bearer_token(request.headers)
        if token:
            return await self._find(_TOKEN_KEY + digest(token))
        cookie = request.cookies.get(COOKIE)
        return await self._find(_COOKIE_KEY + digest(cookie)) if cookie else Caller(None)

    async def _find(self, key: str) -> Caller:
        cached = self._cache.get(key)
        if cached and cached[0] > monotonic():
            return cached[1]
        cache = self._cache  # replaced if a guest is forgotten while we read
        kind, _, hashed = key.partition(":")
        if kind == "guest":
            caller = Caller(await self._repository.guest_of(hashed), key=key)
        else:
            row = await self._repository.key(hashed, self._house_time())
            if row is None or row.kind != TOKEN:
                raise Unauthenticated("token")
            caller = Caller(row.guest, tuple(row.scopes.split()), key)
        if len(cache) >= _MOST_CACHED:
            cache.clear()
        if caller.guest is not None:
            cache[key] = (monotonic() + self._cached, caller)
        return caller

    async def reauthenticate(self, caller: Caller) -> None:
        """Refuse credentials that are no longer valid, without asking the cache."""
        self._cache.pop(caller.key, None)
        if (await self._find(caller.key)).guest != caller.guest:
            raise Unauthenticated("who")

    @asynccontextmanager
    async def player(self, caller: Caller) -> AsyncIterator[tuple[str, str | None]]:
        """Return the guest who wants to play; a stranger becomes one, with a new secret.

        If what they want is refused, the new guest is removed again.
        """
        if caller.guest is not None:
            yield caller.may_play(), None
            return
        guest, secret = await self.welcome()
        try:
            yield guest, secret
        except TirelireError:
            await self._repository.drop_guest(guest)
            raise

    async def welcome(self) -> tuple[str, str]:
        """Make a new guest; return it with its secret."""
        guest, secret = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        await self._repository.add_guest(guest, digest(secret))
        return guest, secret

    async def new_token(self, guest: str, scopes: list[str], label: str) -> str:
        """Make a token for programs; only its hash is stored."""
        token = "tirelire_" + secrets.token_urlsafe(32)
        await self._repository.add_key(digest(token), guest, TOKEN, " ".join(scopes), label, None)
        return token

    async def drop_token(self, guest: str, hashed: str) -> None:
        """Revoke a token."""
        # A text that cannot be a hash is not looked up: not every database accepts it in a query.
        if not _HASH.fullmatch(hashed) or not await self._repository.drop_key(hashed, guest):
            raise NotFound("no_token")
        self._forget(guest)

    async def new_link(self, guest: str) -> str:
        """Make a one-time code that moves the guest to another device."""
        code = secrets.token_urlsafe(24)
        expires = self._house_time() + MOVING_TIME
        await self._repository.add_key(digest(code), guest, MOVING, "", "", expires)
        return code

    async def move_here(self, code: str) -> tuple[str, str]:
        """Use such a code: return the guest and their new secret; the old secret is void."""
        secret = secrets.token_urlsafe(32)
        now = self._house_time()
        guest = await self._repository.use_link(digest(code), MOVING, digest(secret), now)
        if guest is None:
            raise NotFound("no_link")
        self._forget(guest)
        return guest, secret

    def _forget(self, guest: str) -> None:
        """Drop a guest from the cache."""
        self._cache = {key: seen for key, seen in self._cache.items() if seen[1].guest != guest}
