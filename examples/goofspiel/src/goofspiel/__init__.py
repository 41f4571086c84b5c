"""Goofspiel, for 2 to 5 players: bid one card of your suit for each prize (rules G1–G6)."""

from __future__ import annotations

from goofspiel import material
from tirelire.contract.game import Game


def _check(_players: int, _opt: list[int]) -> None:
    """Every option goes with every number of players."""


GAME = Game(
    id="goofspiel",
    package="goofspiel",
    prefix="G",
    fewest=material.FEWEST,
    most=material.SEATS,
    options=material.OPTIONS,
    reasons=material.REASONS,
    capital=0,
    check=_check,
    contract=2,
)
