"""Authentication: guests with a cookie, programs with a bearer token; and access control.

A browser says where a request comes from (`Sec-Fetch-Site`, or `Origin`); a request that changes
something is refused when it comes from another site. Requests with a token carry no cookie and need
no such check.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Row
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from tirelire.core.errors import TirelireError
from tirelire.server.errors import Forbidden, NotFound, Unauthenticated
from tirelire.server.http.addresses import Networks
from tirelire.server.limiters import Quotas, RateLimiter, refusing
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import DAY

if TYPE_CHECKING:
    from tirelire.server.http.request import Request

COOKIE = "tirelire"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The name of the cookie with TLS: browsers take it from this host alone, by HTTPS."""
YEAR = 365 * 24 * 3600
TOKEN, MOVING = "token", "move"
SCOPES = ("play", "read")
"""Scopes of a token: `play` allows everything at tables, which includes reading; `read` only
reading. No token may manage the guest itself: see `Caller.in_person`."""
ADMIN = "admin"
"""Scope of a token for the owner of the house; only a command can make one."""
MOVING_TIME = 15 * 60 * 1000
"""Milliseconds after which a link to another device expires."""
CACHED = 5.0
"""Seconds for which a caller is cached, where no other process can change their credentials."""
CACHED_SHARED = 2.0
_MOST_CACHED = 20_000
_MOST_RENEWED = 1000
"""Guests that are read again in one query."""
_HASH = re.compile("[0-9a-f]{64}")
_TOKEN_KEY, _COOKIE_KEY = "token:", "guest:"
"""Prefixes of cache keys."""


def digest(secret: str) -> str:
    """Hash a secret for storage."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_token(headers: Headers) -> str:
    """Return the bearer token of a request; empty if there is none."""
    given = headers.get("authorization")
    if given is None:
        return ""
    kind, _, token = given.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


@dataclass(frozen=True)
class Caller:
    """The authenticated sender of a request."""

    guest: str | None
    """The guest; None for a stranger."""
    scopes: tuple[str, ...] = SCOPES
    key: str = ""
    """Cache key for the caller's credentials."""
    muted: bool = False
    """Whether the owner of the house forbids them to talk."""
    banned: bool = False
    """Whether the owner of the house has banned them, or the network that they come from."""

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
        self.check_not_banned()
        return guest

    def check_not_banned(self) -> None:
        """Refuse a caller whom the owner of the house has banned."""
        if self.banned:
            raise Forbidden("banned")

    def may_talk(self) -> str:
        """Return the guest; refuse one whom the owner of the house has muted."""
        guest = self.may_play()
        if self.muted:
            raise Forbidden("muted")
        return guest

    def may_administer(self) -> None:
        """Refuse all but a token for the owner of the house: a browser sends none by itself."""
        if not self.key.startswith(_TOKEN_KEY) or ADMIN not in self.scopes:
            raise Forbidden("admin_only")

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
        quotas: Quotas | None = None,
        cached: float = CACHED,
        *,
        tls: bool = False,
    ) -> None:
        self._repository = repository
        self._quotas = quotas
        """How many guests an address may make; the owner's commands have no limit."""
        self.cookie = SECURE_COOKIE if tls else COOKIE
        self._house_time = house_time or repository.wall
        """The clock by which links expire; commands that make no links have no house clock."""
        self._cached = cached
        self._cache: dict[str, tuple[float, Caller]] = {}
        self._recent: set[str] = set()
        """Cache keys of the guests who asked again while they were cached."""
        self._renewed: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None
        """Reads the guests of `_renewed` again."""

    async def caller(self, request: HTTPConnection) -> Caller:
        """Find the caller of a request; an unknown or wrong secret is a stranger's."""
        token = bearer_token(request.headers)
        if token:
            return await self._find(_TOKEN_KEY + digest(token))
        cookie = request.cookies.get(self.cookie) or self.former_cookie(request)
        return await self._find(_COOKIE_KEY + digest(cookie)) if cookie else Caller(None)

    def former_cookie(self, request: HTTPConnection) -> str | None:
        """Return a cookie of the time before TLS, where it is the only one: it is replaced."""
        if self.cookie == COOKIE or self.cookie in request.cookies:
            return None
        return request.cookies.get(COOKIE)

    async def _find(self, key: str) -> Caller:
        cached = self._cache.get(key)
        if cached and cached[0] <= monotonic() and key.startswith(_COOKIE_KEY):
            await self._renew(key)
            cached = self._cache.get(key)
        if cached and cached[0] > monotonic():
            self._recent.add(key)
            return cached[1]
        cache = self._cache  # replaced if a guest is forgotten while we read
        kind, _, hashed = key.partition(":")
        if kind == "guest":
            row = await self._repository.guest_of(hashed)
            caller = Caller(None, key=key) if row is None else self._caller(row.id, row, key=key)
        else:
            row = await self._repository.key(hashed, self._house_time())
            if row is None or row.kind != TOKEN:
                raise Unauthenticated("token")
            caller = self._caller(row.guest, row, tuple(row.scopes.split()), key)
        if row is not None and caller.guest is not None:
            await self._see(caller.guest, row.last_seen)
        if len(cache) >= _MOST_CACHED:
            cache.clear()
        if caller.guest is not None:
            cache[key] = (monotonic() + self._cached, caller)
        return caller

    async def _renew(self, key: str) -> None:
        """Read a guest who asks often again, and all others who do, in one query."""
        if self._renewing is None and key in self._recent:
            recent = self._recent - {key}
            self._renewed = {key, *islice(recent, _MOST_RENEWED - 1)}
            self._recent = set()
            self._renewing = asyncio.create_task(self._read_again())
        if self._renewing is not None and key in self._renewed:
            await asyncio.shield(self._renewing)

    async def _read_again(self) -> None:
        try:
            cache = self._cache  # replaced if a guest is forgotten while we read
            known = {
                key: cache[key]
                for key in self._renewed
                if key in cache and key.startswith(_COOKIE_KEY)
            }
            rows = await self._repository.guests_of([key.partition(":")[2] for key in known])
            until = monotonic() + self._cached
            for key, cached in known.items():
                if cache.get(key) is not cached:  # authenticated anew meanwhile
                    continue
                row = rows.get(key.partition(":")[2])
                if row is None:
                    del cache[key]
                else:
                    cache[key] = (until, self._caller(row.id, row, key=key))
                    await self._see(row.id, row.last_seen)
        finally:
            self._renewing = None

    async def _see(self, guest: str, last_seen: int) -> None:
        """Note once a day that a guest came; if that cannot be stored, the next request does."""
        now = self._house_time()
        if last_seen < now - DAY:
            with suppress(SQLAlchemyError, OSError):
                await self._repository.note_visit(guest, now)

    def _caller(
        self, guest: str, row: Row[Any], scopes: tuple[str, ...] = SCOPES, key: str = ""
    ) -> Caller:
        is_banned = row.banned is not None and row.banned > self._repository.wall()
        return Caller(guest, scopes, key, row.muted, is_banned)

    async def reauthenticate(self, caller: Caller) -> None:
        """Refuse credentials that are no longer valid, without asking the cache."""
        self._cache.pop(caller.key, None)
        if (await self._find(caller.key)).guest != caller.guest:
            raise Unauthenticated("who")

    @asynccontextmanager
    async def player(self, caller: Caller, address: str) -> AsyncIterator[tuple[str, str | None]]:
        """Return the guest who wants to play; a stranger becomes one, with a new secret.

        If what they want is refused, the new guest is removed again.
        """
        if caller.guest is not None:
            yield caller.may_play(), None
            return
        caller.check_not_banned()
        guest, secret = await self.welcome(address)
        try:
            yield guest, secret
        except TirelireError:
            await self._repository.drop_guest(guest)
            raise

    async def welcome(self, address: str | None = None) -> tuple[str, str]:
        """Make a new guest; return it with its secret. Those of one address are limited."""
        guest, secret = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        if address is None or self._quotas is None:
            await self._repository.add_guest(guest, digest(secret))
        else:
            most, origin = self._quotas.guests, await self._quotas.origin(address)
            with refusing("address_guests", most):
                await self._repository.add_guest(guest, digest(secret), origin, most)
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
        self.forget(guest)

    async def new_link(self, guest: str) -> str:
        """Make a one-time code that moves the guest to another device."""
        code = secrets.token_urlsafe(24)
        expires = self._house_time() + MOVING_TIME
        await self._repository.add_key(digest(code), guest, MOVING, "", "", expires)
        return code

    async def move_here(self, code: str) -> tuple[str, str]:
        """Use such a code: return the guest and their new secret; they are signed out elsewhere."""
        secret = secrets.token_urlsafe(32)
        now = self._house_time()
        guest = await self._repository.use_link(digest(code), MOVING, digest(secret), now)
        if guest is None:
            raise NotFound("no_link")
        self.forget(guest)
        return guest, secret

    async def sign_out(self, guest: str) -> str:
        """Return a new secret of a guest; the old one, all tokens and all links are void."""
        secret = secrets.token_urlsafe(32)
        await self._repository.sign_out(guest, digest(secret))
        self.forget(guest)
        return secret

    def forget(self, guest: str) -> None:
        """Drop a guest from the cache."""
        self._cache = {key: seen for key, seen in self._cache.items() if seen[1].guest != guest}


SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
GUESTS_PER_ADDRESS = 20
"""The guests of one address may ask this many times as often as one guest: a club behind one
address can play, and an attacker gains little by becoming many guests."""


class Access:
    """Decides who may ask at all, and how often."""

    def __init__(self, guests: Guests, networks: Networks, rate: int) -> None:
        self._guests = guests
        self._networks = networks
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
        if guest is not None and not bearer_token(request.headers):
            request.remember(self._guests.former_cookie(request))
        if request.method in SAFE_METHODS or not await self._networks.is_banned(request.address):
            return caller
        return replace(caller, banned=True)


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
