"""Names of the cards and sets of Cache ton Cash."""

from __future__ import annotations

from tirelire.core.words import Amount, GameWords, Word

_WORDS = GameWords("cache_ton_cash")
card = _WORDS.card
some = _WORDS.some


def kinds(code: str) -> Word:
    """Name the possessions of a set."""
    return _WORDS.name("kinds", code)


def worth(thousands: int) -> Amount:
    """Write a value, which is in thousands."""
    return Amount(thousands, _WORDS.game)
