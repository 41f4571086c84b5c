"""Names of cards in a game that has only a vocabulary."""

from __future__ import annotations

from tirelire.core.texts import catalogue
from tirelire.core.words import Word


def card_name(game: str, code: str, value: int) -> Word:
    """Name a card: the text `card.GAME.CODE`, or `card.GAME.any` with its value, or its code.

    >>> card_name("goofspiel", "A5", 5).key
    'game.card'
    """
    texts = catalogue("en")
    for name, values in ((code, ()), ("any", (("value", value),))):
        key = f"card.{game}.{name}"
        if key in texts or f"{key}.one" in texts:
            return Word(key, values)
    return Word("game.card", (("card", code),))
