"""Bots with one fixed habit, which a good player must notice and use."""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.match.view import View
from tirelire.policy.traits import REGULAR


class Habitual(RuleOfThumb):
    """Insists on a habit of its game; otherwise, and in other games, plays as regular does."""

    def __init__(self, name: str) -> None:
        super().__init__(name, REGULAR)

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        """Do what the habit demands, if it demands anything here."""
        habit = view.game.habits.get(self.name)
        return (habit and habit(view.record)) or super().choose(view, rng, time)
