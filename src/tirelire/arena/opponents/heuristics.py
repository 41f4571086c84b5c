"""The heuristics of the games as players: `money:miser` is the miser of Money."""

from __future__ import annotations

from collections.abc import Sequence

from tirelire.bots.step_by_step import StepByStep
from tirelire.contract.game import Game
from tirelire.core.chance import Source
from tirelire.match.view import View

OF = ":"
"""Between a game and the name of one of its opponents."""


def names_of(game: Game) -> list[str]:
    """Return the names of the opponents of a game."""
    return [f"{game.id}{OF}{name}" for name in game.opponents]


class Heuristic(StepByStep):
    """Plays one game by one of its opponents; a contest refuses it in any other game."""

    def __init__(self, game: Game, opponent: str) -> None:
        super().__init__(f"{game.id}{OF}{opponent}")
        self.game = game
        self._decide = game.opponents[opponent]

    def decide(self, view: View, legal: Sequence[int], rng: Source) -> Sequence[int]:
        """Ask the opponent."""
        return self._decide(view.plain, legal, rng)
