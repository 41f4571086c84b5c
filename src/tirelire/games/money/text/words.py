"""Names of the cards of Money."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tirelire.core.words import Cards, Word, cards_of
from tirelire.games.money.rules import material as c

_KINDS = dict(zip(c.CODES, zip(c.KINDS, c.VALUES, strict=True), strict=True))


@cache
def card(code: str, part: str = "card") -> Word:
    """Name a card, from one part of the catalogue: `card` alone, `some` in a sentence."""
    if code == c.BLUFF_CODE:
        return Word(f"{part}.money.BLUFF")
    kind, value = _KINDS[code]
    return Word(f"{part}.money.{_currency(kind)}", (("value", value),))


def _currency(kind: str) -> str:
    return "coin" if kind.startswith("COIN") else kind[:3]


def some(codes: Iterable[str]) -> Cards:
    """Name cards in a sentence."""
    codes = tuple(codes)
    return cards_of((card(code, "some") for code in codes), codes)
