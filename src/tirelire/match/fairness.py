"""Verifiable deals: chance from a secret and from words, all of them fixed before any is shown.

1. The house makes a secret of 256 bits and shows its SHA-256, the *promise*.
2. Every player makes random words and sends their hash, the *commitment*; it is bound to the
   promise.
3. The start of the match fixes all commitments. Then the players *reveal* their words, and the
   house shows them when all are there.
4. All deals are drawn from the secret and the words, by HMAC-SHA-256 in counter mode with rejection
   (`core.chance.Keyed`). After the match the secret is shown.

What that proves to a player whose own words are in the record, under the fingerprint that their
client saw before it revealed them: the deck depends on words that the others could not know when
theirs were fixed. So neither another player nor the owner of the house, who knows the secret, nor
both together could choose the deck. A player may refuse to reveal: then no match is played from
that draw. It is a *void draw* and stays in the record.

What it does not prove: that no card was shown to a player. Without words of the players, the house
may have chosen the secret. Records of older houses have words without commitments: there the owner
can have tried many words until the deck suited them; a test does so.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tirelire.core.chance import Keyed

SECRET_BYTES = 32
WORDS_BYTES = 16
"""Words that are committed to are hexadecimal, of so many random bytes: their hash hides them."""
LONGEST_WORDS = 100
_PURPOSE = b"tirelire deals 1"
_RANDOM_WORDS = re.compile(f"[0-9a-f]{{{2 * WORDS_BYTES},{LONGEST_WORDS}}}")


def new_secret() -> str:
    """Make a secret, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def new_words() -> str:
    """Make the words of a player."""
    return secrets.token_hex(WORDS_BYTES)


def promise(secret: str) -> str:
    """Return the hash of a secret, which is shown beforehand.

    >>> promise("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def commitment(promised: str, words: str) -> str:
    """Return the hash by which a player commits to words, for the draw with this promise.

    >>> commitment(promise("00" * 32), "ab" * 16)[:16]
    '3eabd3636010eee1'
    """
    return hashlib.sha256(f"tirelire words 1\n{promised}\n{words}".encode()).hexdigest()


def fingerprint(promised: str, commitments: Sequence[str]) -> str:
    """Return the hash of all that is fixed before any words are revealed.

    The commitments are in the order of the seats, nothing for a seat that made none.
    """
    fixed = "\n".join(("tirelire draw 1", promised, *commitments))
    return hashlib.sha256(fixed.encode()).hexdigest()


def are_words(text: str) -> bool:
    """Tell whether a record may have this text as words: one printable line in normal form.

    >>> are_words("piggy bank"), are_words(" two  spaces"), are_words("x" * 200)
    (True, False, False)
    """
    return text.isprintable() and text == " ".join(text.split()) and len(text) <= LONGEST_WORDS


def are_random_words(text: str) -> bool:
    """Tell whether words have the form of those that a commitment hides.

    >>> are_random_words("ab" * 16), are_random_words("piggy bank")
    (True, False)
    """
    return _RANDOM_WORDS.fullmatch(text) is not None


@dataclass(frozen=True)
class VoidDraw:
    """A draw that was given up because players did not reveal their words."""

    promised: str
    secret: str
    commitments: tuple[str, ...]
    """Of each seat; empty for seats that made none."""
    words: tuple[str, ...]
    """Of each seat; empty for seats that revealed none."""
    missing: tuple[str, ...]
    """The names of those who did not reveal, in their seats; empty for the others."""

    @property
    def names(self) -> list[str]:
        """The names of those who did not reveal."""
        return [name for name in self.missing if name]

    def holds(self) -> bool:
        """Tell whether secret and words fit what was fixed, and the missing did not reveal."""
        if not hmac.compare_digest(promise(self.secret), self.promised) or not self.names:
            return False
        seats = zip(self.commitments, self.words, self.missing, strict=True)
        return all(
            _fits(self.promised, committed, words) and (not name or bool(committed and not words))
            for committed, words, name in seats
        )


@dataclass(frozen=True)
class Fairness:
    """What the deals of a match were made from."""

    promised: str
    """SHA-256 of the secret, shown before the players committed to words."""
    words: tuple[str, ...] = ()
    """The words of each seat; empty for seats that added none."""
    secret: str = ""
    """The secret, once it is shown."""
    commitments: tuple[str, ...] = ()
    """The commitment of each seat, or nothing; none at all in records of older houses."""
    void_draws: tuple[VoidDraw, ...] = ()
    """The draws that were given up before this one."""

    def holds(self) -> bool:
        """Tell whether the secret that was shown is the one that was promised."""
        return bool(self.secret) and hmac.compare_digest(promise(self.secret), self.promised)

    @property
    def are_words_committed(self) -> bool:
        """Whether players added words, and each of them by a commitment."""
        seats = zip_longest(self.words, self.commitments, fillvalue="")
        return any(self.words) and all(committed for words, committed in seats if words)

    def fits_commitments(self) -> bool:
        """Tell whether all words that were committed to are there, and no others in their place."""
        seats = zip_longest(self.words, self.commitments, fillvalue="")
        return all(
            words and _fits(self.promised, committed, words)
            for words, committed in seats
            if committed
        )

    @property
    def fingerprint(self) -> str:
        """Hash of what was fixed before any words were revealed."""
        return fingerprint(self.promised, self.commitments or ("",) * len(self.words))


def _fits(promised: str, committed: str, words: str) -> bool:
    """Tell whether words are those of a commitment, where there are both."""
    if not committed or not words:
        return True
    return are_random_words(words) and hmac.compare_digest(commitment(promised, words), committed)


def deal_chance(secret: str, words: Sequence[str]) -> Keyed:
    """Return the chance that all deals of a match are drawn from."""
    added = "\n".join(words).encode()
    return Keyed(hmac.digest(bytes.fromhex(secret), _PURPOSE + b"\n" + added, "sha256"))
