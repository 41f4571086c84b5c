"""The games of the house."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.game import Game
from tirelire.core.refusals import Refusal

GAMES = ("money", "cash_oder_crash", "monopoly", "cache_ton_cash")
"""Names of all games, in the order in which the house shows them."""


@lru_cache(100)
def game(name: str) -> Game:
    """Return a game by its name; `-` and `_` are alike.

    >>> game("cash-oder-crash").id
    'cash_oder_crash'
    """
    wanted = name.lower().replace("-", "_")
    if wanted not in GAMES:
        raise OptionError(Refusal("unknown_game", game=quote(name), allowed=", ".join(GAMES)))
    found = import_module(f"tirelire.games.{wanted}").GAME
    assert isinstance(found, Game)
    return found
