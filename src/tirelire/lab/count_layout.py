"""The counts of played boards, as parts of one array of whole numbers.

Points are those of a deal, times the number of players, less what all gained together: so they are
whole, and their sum is 0. A deal that is won alone counts WHOLE_WIN, so that its shares are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from tirelire.contract.game import Game

WHOLE_WIN = 60
"""A multiple of every number of seats that can share a win."""
MOST_COUNTED = 6
"""Cards of one set in one hand are counted up to here; those with more are counted here too."""
NAMES = ("places", "cross", "points", "wins", "cards", "dealt", "kept", "holding", "reasons")
PART = {name: i for i, name in enumerate(NAMES)}
"""The number of each part."""


@dataclass(frozen=True)
class CountLayout:
    """The offsets of the parts for a game and a number of players.

    A triple is how often something was so, with its points and its wins.
    """

    game: Game
    players: int

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each part."""
        sorts = self.game.sorts
        kinds, sets = len(sorts.kinds), len(sorts.sets)
        return {
            "places": (self.players, 3),  # triples of seats by their place after the dealer
            "cross": (kinds, kinds),  # cards dealt of one kind times those of another
            "points": (kinds,),  # cards dealt of a kind times points
            "wins": (kinds,),  # and times wins
            "cards": (kinds,),  # cards dealt of a kind
            "dealt": (sets, MOST_COUNTED + 1, 3),  # triples by how many of a set were dealt
            "kept": (sets, MOST_COUNTED + 1, 3),  # and by how many were kept to the end
            "holding": (kinds, 3),  # triples of those who kept one of a kind at least
            "reasons": (len(self.game.reasons),),  # why deals were over
        }

    @cached_property
    def at(self) -> list[int]:
        """Where each part begins, and last where all end."""
        ends = [0]
        for name in NAMES:
            ends.append(ends[-1] + prod(self.shapes[name]))
        return ends

    def part(self, name: str, sums: Any) -> Any:
        """Cut a part out of the last dimension of sums."""
        i = PART[name]
        shape = (*sums.shape[:-1], *self.shapes[name])
        return sums[..., self.at[i] : self.at[i + 1]].reshape(shape)
