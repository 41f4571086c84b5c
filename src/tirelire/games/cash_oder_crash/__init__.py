"""Cash oder Crash, for 3 or 4 players (rules C1–C16)."""

from __future__ import annotations

from tirelire.contract.game import Bars, Game
from tirelire.contract.lengths import Duration, Length
from tirelire.games.cash_oder_crash.rules import material

__all__ = ["GAME"]


def _check(_players: int, _opt: list[int]) -> None:
    """Every option goes with every number of players."""


GAME = Game(
    id="cash_oder_crash",
    package=__name__,
    prefix="C",
    fewest=material.FEWEST,
    most=material.SEATS,
    options=material.OPTIONS,
    reasons=material.REASONS,
    capital=material.CAPITAL,
    chosen=("laid",),
    final=("pass",),  # C8
    check=_check,
    pawns=material.COLOURS,
    lengths=(
        Length(
            {"rounds": 1},
            {3: Duration(15.8, 1.0), 4: Duration(15.9, 1.0)},
        ),
        Length(
            {"rounds": 3},
            {3: Duration(47.0, 3.0), 4: Duration(48.0, 3.0)},
        ),
        Length(
            {"rounds": 5},
            {3: Duration(78.3, 5.0), 4: Duration(80.3, 5.0)},
        ),
    ),
    bars=Bars(kernel=8.0, cold=20.0, size=512, is_guessing=True),
    compile_seconds=6,
)
