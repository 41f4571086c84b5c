"""Values in a text that are put into words for one reader: players, cards, numbers, other texts.

A sentence, a refusal and a line of a sheet hold such values instead of codes and letters, so that
each reader gets the names of players and cards in their own language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tirelire.core.codes import seat_letter
from tirelire.core.texts import amount, enumerate_words, say, say_count


class Audience(NamedTuple):
    """Who reads a text: their language, what the players are called, and their own seat."""

    lang: str
    names: Sequence[str] = ()
    """Without names players are called by the letters of their seats."""
    seat: int = -1


class Word(NamedTuple):
    """A text of the catalogue."""

    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def tell(self, audience: Audience) -> str:
        """Say the text."""
        return say(audience.lang, self.key, **tell_values(dict(self.values), audience))


class Seat(NamedTuple):
    """A player, told by name; the reader is addressed."""

    number: int

    def tell(self, audience: Audience) -> str:
        """Name the player."""
        if self.number == audience.seat:
            return say(audience.lang, "word.you")
        return audience.names[self.number] if audience.names else seat_letter(self.number)


seat = cache(Seat)
"""A seat, made once."""


class Amount(NamedTuple):
    """A number, written as the language does, in the unit of a game."""

    number: int
    game: str = ""

    def tell(self, audience: Audience) -> str:
        """Write the number."""
        return amount(self.game, self.number, audience.lang)


class Cards(NamedTuple):
    """Cards by their names, each with an article or a count: “l’Or et 2 Scooters”."""

    words: tuple[Word, ...]
    """Texts with a form for one card and one for several."""
    codes: tuple[str, ...] = ()
    """The codes of the cards, for readers who are shown pictures."""

    def tell(self, audience: Audience) -> str:
        """Name the cards; equal ones are counted."""
        told = [
            say_count(audience.lang, word.key, count, word.values)
            for word, count in Counter(self.words).items()
        ]
        return enumerate_words(told, audience.lang) or say(audience.lang, "word.no_card")


def cards_of(words: Iterable[Word], codes: Iterable[str] = ()) -> Cards:
    """Put the words for several cards together, with the codes of the cards."""
    return Cards(tuple(words), tuple(codes))


class GameWords(NamedTuple):
    """Names of the cards and other things of one game, by their codes: `card.monopoly.YEL1`."""

    game: str

    def name(self, part: str, code: str) -> Word:
        """Name something by its text in one part of the catalogue."""
        return Word(f"{part}.{self.game}.{code}")

    def card(self, code: str) -> Word:
        """Name a card."""
        return self.name("card", code)

    def some(self, codes: Iterable[str]) -> Cards:
        """Name cards in a sentence."""
        codes = tuple(codes)
        return cards_of((self.name("some", code) for code in codes), codes)


def tell_values(values: Mapping[str, Any], audience: Audience) -> dict[str, Any]:
    """Put the values of a text into words."""
    return {
        name: value.tell(audience) if isinstance(value, (Word, Seat, Amount, Cards)) else value
        for name, value in values.items()
    }
