"""Names of the cards, groups and roles of Monopoly."""

from __future__ import annotations

from tirelire.core.words import GameWords, Word

_WORDS = GameWords("monopoly")
card = _WORDS.card
some = _WORDS.some


def group(code: str) -> Word:
    """Name a group of deeds."""
    return _WORDS.name("group", code)


def place(code: str) -> Word:
    """Name a group of deeds as something that cards stand on."""
    return _WORDS.name("place", code)


def role(name: str) -> Word:
    """P18: say what a Chance card stands for, from how it is written: `YEL3`, `H2@YEL`, `TOKEN`."""
    code, _, where = name.partition("@")
    if not where:
        return card(code)
    return Word("sheet.monopoly.on", (("card", card(code)), ("group", place(where))))
