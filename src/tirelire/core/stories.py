"""What happened, in sentences, for one reader: told from what he saw before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tirelire.core.texts import say


@dataclass(frozen=True)
class Sentence:
    """Something that happened, before it is put into words."""

    key: str
    seat: int | None = None
    """Who did it; the reader is addressed where it was himself."""
    values: dict[str, Any] = field(default_factory=dict)

    def say(self, lang: str, names: Sequence[str], reader: int) -> str:
        """Put the sentence into words."""
        key = f"story.{self.key}"
        values = {name: _tell(value, lang, names) for name, value in self.values.items()}
        if self.seat is None:
            return say(lang, key, **values)
        form = "you" if self.seat == reader else "other"
        return say(lang, f"{key}.{form}", who=names[self.seat], **values)


def _tell(value: Any, lang: str, names: Sequence[str]) -> Any:
    if isinstance(value, Seat):
        return names[value.number]
    return say(lang, value.key) if isinstance(value, Word) else value


@dataclass(frozen=True)
class Word:
    """A text of the catalogue among the values of a sentence."""

    key: str


@dataclass(frozen=True)
class Seat:
    """A seat among the values of a sentence, to be told by the name of its player."""

    number: int
