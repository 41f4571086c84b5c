"""The words that the defaults need of a small game: codes of cards, places and moves.

>>> bids = Vocabulary(
...     codes=Codes(["S1", "S2"], ["S1", "S2"]),
...     values=[1, 2],
...     zones=[Zone("hand", 0, by_seat=True), Zone("played", 2)],
...     moves=["bid 1", "bid 2"],
...     rules=["X1"],
... )
>>> bids.decision("bid 2")
1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tirelire.core.codes import Codes

OPEN, OWNER, HIDDEN = "open", "owner", "hidden"
"""Who knows the cards of a place: all, the seat that owns it, none."""


@dataclass(frozen=True)
class Zone:
    """A place for cards: one for the table, or one for each seat."""

    name: str
    """Its item in a position; its name in words is the text `zone.GAME.NAME`."""
    number: int
    """The zone of the rules; that of seat 0 where each seat has one."""
    by_seat: bool = False
    known: str = OPEN
    ordered: bool = False
    """Whether `place` says in which order the cards lie, the lowest first."""


@dataclass(frozen=True)
class Vocabulary:
    """Codes, names and moves, from which the defaults of text, art and table are made."""

    codes: Codes
    values: Sequence[int]
    """The value of each card."""
    zones: Sequence[Zone]
    """Every place in which a card can be, but the box."""
    moves: Sequence[str]
    """The move of each decision; every decision is a whole move."""
    rules: Sequence[str]
    """The rules that say what may be done: the first is cited where a move is refused."""
    box: int = -1
    """The zone of cards that are not in play; -1: there is none."""

    def decision(self, move: str) -> int | None:
        """Return the decision of a move, None where there is no such move."""
        return self._decisions.get(move)

    @cached_property
    def _decisions(self) -> dict[str, int]:
        return {move: number for number, move in enumerate(self.moves)}

    @cached_property
    def verbs(self) -> list[str]:
        """The verbs of all moves, each once."""
        return list(dict.fromkeys(move.split()[0] for move in self.moves))
