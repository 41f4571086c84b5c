"""What happened, in sentences, for one reader: told from what they saw before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tirelire.core.texts import catalogue, say
from tirelire.core.words import Audience, Cards, Seat, seat, tell_values


class Sentence(NamedTuple):
    """Something that happened, before it is put into words."""

    key: str
    seat: int | None = None
    """Who did it; a reader who did it is addressed."""
    values: Mapping[str, Any] = MappingProxyType({})
    part: str = "story"
    """The part of the catalogue that has the text."""
    routine: bool = False
    """Whether it happens in every turn alike: a log may fold it away."""

    @property
    def cards(self) -> dict[str, list[str]]:
        """The codes of the cards that the sentence names, by the name of their value in it."""
        named = self.values.items()
        return {name: list(value.codes) for name, value in named if isinstance(value, Cards)}

    @property
    def whom(self) -> int | None:
        """The seat that it was done to."""
        found = (value.number for value in self.values.values() if isinstance(value, Seat))
        return next(found, None)

    def is_about(self, reader: int) -> bool:
        """Tell whether the reader is addressed: all others are told it in the same words."""
        return self.seat == reader or seat(reader) in self.values.values()

    def say(self, lang: str, names: Sequence[str], reader: int) -> str:
        """Put the sentence into words."""
        key = f"{self.part}.{self.key}"
        values = tell_values(self.values, Audience(lang, names, reader))
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
        elif self.seat is not None and seat(self.seat) in self.values.values():
            form = "theirs" if f"{key}.theirs" in catalogue(lang) else form
        return form
