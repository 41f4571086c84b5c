"""Tokens for programs, made and revoked by the owner of a house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.engine import Row

from tirelire.server.errors import NotFound
from tirelire.server.http.authentication import TOKEN, Guests
from tirelire.server.storage.repository import Repository


async def make_token(
    repository: Repository, guest: str | None, scopes: list[str], label: str
) -> tuple[str, str]:
    """Make a token for a guest, or for a new one; return the guest and the token."""
    guests = Guests(repository)
    if guest is None:
        guest, _ = await guests.welcome()
    else:
        await _find_guest(repository, guest)
    return guest, await guests.new_token(guest, scopes, label)


async def tokens_of(repository: Repository, guest: str) -> Sequence[Row[Any]]:
    """List the tokens of a guest; the tokens themselves are not kept."""
    await _find_guest(repository, guest)
    return await repository.keys_of(guest, TOKEN)


async def drop_token(repository: Repository, guest: str, token: str) -> None:
    """Revoke a token of a guest, by the id under which it is listed."""
    await _find_guest(repository, guest)
    await Guests(repository).drop_token(guest, token)


async def _find_guest(repository: Repository, guest: str) -> None:
    if not await repository.has_guest(guest):
        raise NotFound("no_guest")
