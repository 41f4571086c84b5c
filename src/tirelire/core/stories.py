"""What happened, in sentences, for one reader: told from what he saw before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from tirelire.core.texts import catalogue, say


class Sentence(NamedTuple):
    """Something that happened, before it is put into words."""

    key: str
    seat: int | None = None
    """Who did it; the reader is addressed where it was himself."""
    values: Mapping[str, Any] = MappingProxyType({})

    def is_about(self, reader: int) -> bool:
        """Tell whether the reader is addressed: all others are told it in the same words."""
        return self.seat == reader or seat(reader) in self.values.values()

    def say(self, lang: str, names: Sequence[str], reader: int) -> str:
        """Put the sentence into words."""
        key = f"story.{self.key}"
        values = {
            name: _tell(x, lang, names, reader) if isinstance(x, (Seat, Word)) else x
            for name, x in self.values.items()
        }
        if self.seat is not None:
            key = f"{key}.{self._form(lang, key, reader)}"
            values["who"] = names[self.seat]
        return say(lang, key, **values)

    def _form(self, lang: str, key: str, reader: int) -> str:
        """Choose the words: who did it, and to whom, where that makes a difference."""
        form = "you" if self.seat == reader else "other"
        if seat(reader) in self.values.values():
            special = "own" if self.seat == reader else "to_you"
            form = special if f"{key}.{special}" in catalogue(lang) else form
        return form


def _tell(value: Seat | Word, lang: str, names: Sequence[str], reader: int) -> str:
    if isinstance(value, Word):
        return say(lang, value.key)
    return say(lang, "word.you") if value.number == reader else names[value.number]


class Word(NamedTuple):
    """A text of the catalogue among the values of a sentence."""

    key: str


class Seat(NamedTuple):
    """A seat among the values of a sentence, to be told by the name of its player."""

    number: int


seat = cache(Seat)
"""A seat, made once."""
