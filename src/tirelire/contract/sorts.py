"""The cards of a game sorted for the lab: kinds, sets, and zones of kept cards (`sorts.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

NOWHERE = -1
"""For games in which no card is kept to the end of a deal."""


@dataclass(frozen=True)
class Sorts:
    """The kinds and the sets of a game, by their codes."""

    cards: tuple[str, ...]
    """The kind of each card."""
    groups: tuple[str, ...]
    """The set that each card belongs to."""
    kept: int
    """The first of the zones, one for each seat, that hold what counts when a deal is over."""

    @cached_property
    def kinds(self) -> list[str]:
        """All kinds, in the order of the cards."""
        return list(dict.fromkeys(self.cards))

    @cached_property
    def sets(self) -> list[str]:
        """All sets, in the order of the cards."""
        return list(dict.fromkeys(self.groups))

    @property
    def kind_numbers(self) -> list[int]:
        """The number of each card's kind."""
        return [self.kinds.index(code) for code in self.cards]

    @property
    def set_numbers(self) -> list[int]:
        """The number of each card's set."""
        return [self.sets.index(code) for code in self.groups]
