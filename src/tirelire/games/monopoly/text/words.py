"""What the cards, groups and roles of Monopoly are called."""

from __future__ import annotations

from collections.abc import Iterable

from tirelire.core.words import Cards, Word, cards_of


def card(code: str) -> Word:
    """Name a card."""
    return Word(f"card.monopoly.{code}")


def group(code: str) -> Word:
    """Name a group of deeds."""
    return Word(f"group.monopoly.{code}")


def place(code: str) -> Word:
    """Name a group of deeds as something that cards stand on."""
    return Word(f"place.monopoly.{code}")


def some(codes: Iterable[str]) -> Cards:
    """Name cards in a sentence."""
    return cards_of(Word(f"some.monopoly.{code}") for code in codes)


def role(name: str) -> Word:
    """P18: say what a Chance card stands for, from how it is written: `YEL3`, `H2@YEL`, `TOKEN`."""
    code, _, where = name.partition("@")
    if not where:
        return card(code)
    return Word("sheet.monopoly.on", (("card", card(code)), ("group", place(where))))
