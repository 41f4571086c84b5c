"""A bot that does anything legal."""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import taking_back
from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.match.random_player import random_move
from tirelire.match.view import View


class AnyMove:
    """Plays at random: every decision is equally likely."""

    name = "random"
    thinking = 0.0

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        """Choose a whole move at random."""
        return taking_back(view) or random_move(view, rng)
