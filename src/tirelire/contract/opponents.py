"""Opponents of a game for the arena: simple heuristics that no bot of the house models.

The search believes that all others play by the policy of the game. So a bot that is measured only
against bots with that policy is measured against its own belief. Opponents share no code with the
policy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tirelire.core.chance import Source


class Opponent(Protocol):
    """A heuristic: it chooses from the view of a seat.

    Law: the decisions that it returns are legal, one after the other; there is at least one. They
    depend on nothing but the arguments.
    """

    def __call__(self, r: Any, legal: Sequence[int], rng: Source, /) -> Sequence[int]:
        """Return decisions that begin or complete a move of the viewing seat.

        `r` is the view as plain numbers (`core.plain`), `legal` the legal decisions without taking
        back. Where the move is not complete afterwards, it is asked again with the new view.
        """


Opponents = Mapping[str, Opponent]
"""The opponents of a game by name: `opponents.py` holds them as OPPONENTS."""
