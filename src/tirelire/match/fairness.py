"""Verifiable deals: chance from a secret that is promised before players add to it.

Before the seats are final the house shows the SHA-256 of a secret of 256 bits. Every player may
add words of their own. All deals of the match are drawn from both, by HMAC-SHA-256 in counter mode
with rejection (`core.chance.Keyed`), and after the match the secret is shown.

What that proves to players who saw the promise and find their own words in the record: the deck was
not changed afterwards, the house could not fit its secret to the words, and only a person who knew
the secret could choose the deck.

What it does not prove: the owner of the house knows the secret. If they play too, or are the last
to add words, they can try many words until the deck suits them; a test does so. Nor does it prove
that no card was shown to a player. Without words of the players, the house may have chosen the
secret.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tirelire.core.chance import Keyed

SECRET_BYTES = 32
LONGEST_WORDS = 100
_PURPOSE = b"tirelire deals 1"


def new_secret() -> str:
    """Make a secret, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def promise(secret: str) -> str:
    """Return the hash of a secret, which is shown beforehand.

    >>> promise("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def are_words(text: str) -> bool:
    """Tell whether a player may add this text: one printable line in normal form.

    >>> are_words("piggy bank"), are_words(" two  spaces"), are_words("x" * 200)
    (True, False, False)
    """
    return text.isprintable() and text == " ".join(text.split()) and len(text) <= LONGEST_WORDS


@dataclass(frozen=True)
class Fairness:
    """The secret and the words from which the deals of a match were made."""

    promised: str
    """SHA-256 of the secret, shown before the seats were final."""
    words: tuple[str, ...] = ()
    """The words of each seat; empty for seats that added none."""
    secret: str = ""
    """The secret, once it is shown."""

    def holds(self) -> bool:
        """Tell whether the secret that was shown is the one that was promised."""
        return bool(self.secret) and hmac.compare_digest(promise(self.secret), self.promised)


def deal_chance(secret: str, words: Sequence[str]) -> Keyed:
    """Return the chance that all deals of a match are drawn from."""
    added = "\n".join(words).encode()
    return Keyed(hmac.digest(bytes.fromhex(secret), _PURPOSE + b"\n" + added, "sha256"))
