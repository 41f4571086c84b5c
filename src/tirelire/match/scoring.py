"""What cards are worth, for anyone who asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tirelire.core.game import Game
from tirelire.core.options import Value
from tirelire.games import game as find_game


def score(game: str | Game, text: str, *, options: Mapping[str, Value] | None = None) -> Any:
    """Count cards written as text: a sheet, or the settlement of a table.

    >>> score("money", "EUR20x3 EUR60 EUR50 EUR40").total
    310
    """
    found = game if isinstance(game, Game) else find_game(game)
    return found.sheet.score(text, options or {})
