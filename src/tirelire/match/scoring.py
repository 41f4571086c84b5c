"""The value of cards by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tirelire.contract.game import Game
from tirelire.core.errors import OptionError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game


def score(
    game: str | Game, text: str, *, options: Mapping[str, Value] | None = None, out: bool = False
) -> Any:
    """Count cards written as text: a sheet, or the settlement of a table.

    `out` counts the hand of a player who went out, in the games that know this.

    >>> score("money", "EUR20x3 EUR60 EUR50 EUR40").total
    310
    """
    found = game if isinstance(game, Game) else find_game(game)
    if out and not found.sheet.GOES_OUT:
        raise OptionError(Refusal("nobody_goes_out", game=found.id))
    return found.sheet.score(text, options or {}, out=out)
