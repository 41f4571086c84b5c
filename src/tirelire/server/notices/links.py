"""Signed links in messages: they work without a cookie, and only for what they were made for."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from typing import Final, Literal

Purpose = Literal["stop", "confirm"]
STOP: Final = "stop"
CONFIRM: Final = "confirm"
_TOKEN = re.compile(r"([A-Za-z0-9_-]{1,24})\.([A-Za-z0-9_-]{43})")


class LinkSigner:
    """Makes and reads the links of one house."""

    def __init__(self, key: bytes, public_url: str) -> None:
        self._key = key
        self._public_url = public_url

    def table(self, table: str) -> str:
        """Return the URL of a table."""
        return f"{self._public_url}/t/{table}"

    def link(self, purpose: Purpose, address: str) -> str:
        """Return the URL that does something about an address."""
        token = f"{address}.{self._signature(purpose, address)}"
        return f"{self._public_url}/notices/{purpose}/{token}"

    def read(self, purpose: Purpose, token: str) -> str | None:
        """Return the address of a token; None if the house did not sign it for this."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            return None
        address, signature = found.groups()
        is_ours = hmac.compare_digest(signature, self._signature(purpose, address))
        return address if is_ours else None

    def _signature(self, purpose: Purpose, address: str) -> str:
        made = hmac.digest(self._key, f"notice {purpose} {address}".encode(), "sha256")
        return urlsafe_b64encode(made).decode().rstrip("=")
