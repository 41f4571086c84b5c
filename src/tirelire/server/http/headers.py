"""The headers of a request, read as they come: the framework's own are slow to make."""

from __future__ import annotations

from collections.abc import Iterable


class Headers:
    """What a request says about itself, by the names of headers in small letters."""

    def __init__(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        self._values = dict(pairs)

    def get(self, name: bytes) -> str | None:
        """Return a header; None where there is none."""
        value = self._values.get(name)
        return None if value is None else value.decode("latin-1")

    def cookie(self, name: str) -> str:
        """Return a cookie; empty where there is none."""
        for part in (self.get(b"cookie") or "").split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value
        return ""

    @property
    def forwarded_for(self) -> str | None:
        """For whom a proxy sends a request; None without a proxy.

        It says so at the end: what stands before that, anybody could have written.
        """
        said = self.get(b"x-forwarded-for")
        return None if said is None else said.rpartition(",")[2].strip()

    @property
    def bearer_token(self) -> str:
        """The token that a program sent; empty where there is none."""
        kind, _, token = (self.get(b"authorization") or "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else ""
