"""Cash oder Crash, for 3 or 4 players (rules C1–C16)."""

from __future__ import annotations

from tirelire.core.game import Game
from tirelire.games.cash_oder_crash import cards

__all__ = ["GAME"]


def _check(_players: int, _opt: list[int]) -> None:
    """Every option goes with every number of players."""


GAME = Game(
    id="cash_oder_crash",
    prefix="C",
    fewest=cards.FEWEST,
    most=cards.SEATS,
    options=cards.OPTIONS,
    reasons=cards.REASONS,
    capital=cards.CAPITAL,
    check=_check,
    pawns=cards.COLOURS,
)
