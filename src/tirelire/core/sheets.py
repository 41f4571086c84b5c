"""Score sheets: the value of cards, line by line, each line with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tirelire.core.texts import say
from tirelire.core.words import Audience, tell_values


@dataclass(frozen=True)
class Line:
    """One line of a score sheet."""

    rule: str
    """The rule that gives the points."""
    points: int
    key: str
    """The text that says what the points are for."""
    values: dict[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    """The codes of the cards that the line counts, one by one."""

    def say(self, lang: str, names: Sequence[str] = (), reader: int = -1) -> str:
        """Say what the points are for, with players and cards by their names."""
        audience = Audience(lang, names, reader)
        return say(lang, f"sheet.{self.key}", **tell_values(self.in_words(), audience))

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told; a game has words for its codes."""
        return self.values


@dataclass(frozen=True)
class Sheet:
    """The points of one seat."""

    lines: list[Line]

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class Settlement:
    """The sheets of a whole table, where seats pay each other."""

    sheets: dict[str, Sheet]

    @property
    def gained(self) -> dict[str, int]:
        """What each seat gains or pays, by its letter."""
        return {seat: sheet.total for seat, sheet in self.sheets.items()}
