"""What the cards and sets of Cache ton Cash are called."""

from __future__ import annotations

from collections.abc import Iterable

from tirelire.core.words import Amount, Cards, Word, cards_of


def card(code: str) -> Word:
    """Name a card."""
    return Word(f"card.cache_ton_cash.{code}")


def kinds(code: str) -> Word:
    """Name the possessions of a set."""
    return Word(f"kinds.cache_ton_cash.{code}")


def some(codes: Iterable[str]) -> Cards:
    """Name cards in a sentence."""
    return cards_of(Word(f"some.cache_ton_cash.{code}") for code in codes)


def worth(thousands: int) -> Word:
    """Write a value, which is in thousands."""
    return Word("page.cache_ton_cash.k", (("n", Amount(thousands)),))
