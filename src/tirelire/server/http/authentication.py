"""Who asks: guests with a cookie, programs with a token."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic

from litestar.datastructures import Cookie

from tirelire.core.errors import TirelireError
from tirelire.server.errors import NotAllowed, NotKnown, NotThere
from tirelire.server.http.headers import Headers
from tirelire.server.storage.repository import Store

COOKIE = "tirelire"
YEAR = 365 * 24 * 3600
TOKEN, MOVING = "token", "move"
SCOPES = ("play", "read")
"""What a token may be good for: to do everything at tables, which includes looking, or only to
look. No token stands for the guest himself: see `Caller.in_person`."""
MOVING_TIME = 15 * 60 * 1000
"""Milliseconds for which a link to another device is good."""
REMEMBERED = 60.0
"""Seconds for which a guest is known without looking, where no other process can change him."""
REMEMBERED_SHARED = 2.0
_MOST_REMEMBERED = 20_000
_HASH = re.compile("[0-9a-f]{64}")
_OF_TOKEN = "token:"
"""How the key of a caller begins who showed a token."""


def digest(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Caller:
    """Whoever makes a request."""

    guest: str | None
    """The guest, or None for a stranger."""
    scopes: tuple[str, ...] = SCOPES
    key: str = ""
    """What stands for what he showed."""

    def known(self) -> str:
        """Return the guest; refuse a stranger."""
        if self.guest is None:
            raise NotKnown("who")
        return self.guest

    def may_play(self) -> str:
        """Return the guest; refuse whoever may only look."""
        guest = self.known()
        if "play" not in self.scopes:
            raise NotAllowed("scope")
        return guest

    def in_person(self) -> str:
        """Return the guest who shows his cookie; refuse a token, which must not outgrow itself."""
        guest = self.known()
        if self.key.startswith(_OF_TOKEN):
            raise NotAllowed("in_person")
        return guest


class Guests:
    """Finds and makes guests; remembers those seen a short while ago."""

    def __init__(
        self,
        store: Store,
        house_time: Callable[[], int] | None = None,
        remembered: float = REMEMBERED,
    ) -> None:
        self._store = store
        self._house_time = house_time or store.wall
        """By which links expire; commands that never make one have no house clock."""
        self._remembered = remembered
        self._seen: dict[str, tuple[float, Caller]] = {}

    async def caller(self, headers: Headers) -> Caller:
        """Find out who makes a request; an unknown or wrong secret is a stranger's."""
        token = headers.bearer_token
        if token:
            return await self._found(_OF_TOKEN + digest(token))
        cookie = headers.cookie(COOKIE)
        return await self._found("guest:" + digest(cookie)) if cookie else Caller(None)

    async def _found(self, key: str) -> Caller:
        remembered = self._seen.get(key)
        if remembered and remembered[0] > monotonic():
            return remembered[1]
        seen = self._seen  # another one by the time that somebody is forgotten
        kind, _, hashed = key.partition(":")
        if kind == "guest":
            caller = Caller(await self._store.guest_of(hashed), key=key)
        else:
            row = await self._store.key(hashed, self._house_time())
            if row is None or row.kind != TOKEN:
                raise NotKnown("token")
            caller = Caller(row.guest, tuple(row.scopes.split()), key)
        if len(seen) >= _MOST_REMEMBERED:
            seen.clear()
        if caller.guest is not None:
            seen[key] = (monotonic() + self._remembered, caller)
        return caller

    async def vouch_for(self, caller: Caller) -> None:
        """Refuse whoever showed something that does not stand for him any more, memory or not."""
        self._seen.pop(caller.key, None)
        if (await self._found(caller.key)).guest != caller.guest:
            raise NotKnown("who")

    @asynccontextmanager
    async def player(self, caller: Caller) -> AsyncIterator[tuple[str, list[Cookie]]]:
        """Return who wants to play, and the cookies to send; a stranger becomes a guest.

        But not if what he wants is refused.
        """
        if caller.guest is not None:
            yield caller.may_play(), []
            return
        guest, cookie = await self.welcome()
        try:
            yield guest, [cookie]
        except TirelireError:
            await self._store.drop_guest(guest)
            raise

    async def welcome(self) -> tuple[str, Cookie]:
        """Make a new guest; return it with the cookie that stands for it."""
        guest, secret = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        await self._store.add_guest(guest, digest(secret))
        return guest, self.cookie(secret)

    def cookie(self, secret: str) -> Cookie:
        """Return the cookie of a secret."""
        return Cookie(COOKIE, value=secret, httponly=True, samesite="lax", max_age=YEAR)

    async def new_token(self, guest: str, scopes: list[str], label: str) -> str:
        """Make a token for programs; it is shown once."""
        token = "tirelire_" + secrets.token_urlsafe(32)
        await self._store.add_key(digest(token), guest, TOKEN, " ".join(scopes), label, None)
        return token

    async def drop_token(self, guest: str, hashed: str) -> None:
        """Make a token worthless."""
        # What cannot be a hash is not looked for: not every database can even be asked for it.
        if not _HASH.fullmatch(hashed) or not await self._store.drop_key(hashed, guest):
            raise NotThere("no_token")
        self._forget(guest)

    async def new_link(self, guest: str) -> str:
        """Make a code that moves the guest to another device, once and soon."""
        code = secrets.token_urlsafe(24)
        expires = self._house_time() + MOVING_TIME
        await self._store.add_key(digest(code), guest, MOVING, "", "", expires)
        return code

    async def move_here(self, code: str) -> tuple[str, Cookie]:
        """Use such a code: the guest has a new secret, and the old device is a stranger's."""
        secret = secrets.token_urlsafe(32)
        now = self._house_time()
        guest = await self._store.use_link(digest(code), MOVING, digest(secret), now)
        if guest is None:
            raise NotThere("no_link")
        self._forget(guest)
        return guest, self.cookie(secret)

    def _forget(self, guest: str) -> None:
        """Look again when a guest asks next."""
        self._seen = {key: seen for key, seen in self._seen.items() if seen[1].guest != guest}
