"""Monopoly: the card game, for 2 to 6 players (rules P1–P31)."""

from __future__ import annotations

from tirelire.contract.game import Bars, Game
from tirelire.games.monopoly.rules import material

__all__ = ["GAME"]


def _check(_players: int, _opt: list[int]) -> None:
    """Every option goes with every number of players; some make no difference."""


GAME = Game(
    id="monopoly",
    package=__name__,
    prefix="P",
    fewest=material.FEWEST,
    most=material.SEATS,
    options=material.OPTIONS,
    reasons=material.REASONS,
    capital=0,
    check=_check,
    changed_in=2,
    bars=Bars(kernel=3.0, cold=30.0, size=512, playouts=3),
    compile_seconds=20,
)
