"""Monopoly: the card game, for 2 to 6 players (rules P1–P31)."""

from __future__ import annotations

from tirelire.contract.game import Bars, Game
from tirelire.contract.lengths import Duration, Length
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
    chosen=("ready",),
    check=_check,
    changed_in=2,
    lengths=(
        Length(
            {"target": 3000},
            {
                2: Duration(16.6, 1.3),
                3: Duration(11.5, 1.3),
                4: Duration(11.8, 1.4),
                5: Duration(14.1, 1.3),
                6: Duration(22.0, 1.8),
            },
        ),
        Length(
            {"target": "usual"},
            {
                2: Duration(46.2, 3.4),
                3: Duration(35.0, 3.7),
                4: Duration(34.0, 4.1),
                5: Duration(33.5, 3.0),
                6: Duration(49.5, 4.2),
            },
        ),
        Length(
            {"target": 20000},
            {
                2: Duration(85.5, 6.4),
                3: Duration(71.6, 7.7),
                4: Duration(74.0, 8.8),
                5: Duration(103.3, 9.3),
                6: Duration(159.7, 13.7),
            },
        ),
    ),
    bars=Bars(kernel=3.0, cold=30.0, size=512, playouts=3),
    compile_seconds=20,
)
