"""Score sheets: what cards are worth, line by line, each line with its rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tirelire.core.texts import say


@dataclass(frozen=True)
class Line:
    """One line of a score sheet."""

    rule: str
    """The rule that gives the points."""
    points: int
    key: str
    """The text that says what the points are for."""
    values: dict[str, Any] = field(default_factory=dict)

    def say(self, lang: str) -> str:
        """Say what the points are for."""
        return say(lang, f"sheet.{self.key}", **self.values)


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
