"""Preparing games for a pad: compile the entry points that it calls, or load them.

python -m tirelire.pad.preparing GAME …    compiles them for some games in this process
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np

from tirelire.contract.game import Game
from tirelire.core.compiling import array_type, entry_point, has_cache, is_cached
from tirelire.games import game as find_game
from tirelire.pad import entry_points

_RULES = (
    *("match_draws", "setup", "pack", "deal_draws", "deal"),
    *("turn", "legal", "winners", "derive"),
)
"""Names of the entry points to the rules that a pad calls beside its own."""
_LAST = "book"
"""The entry point that is compiled last: if the cache holds it, it holds all."""


@cache
def _compiled(game: Game, name: str) -> Any:
    function = getattr(entry_points, name)(game.engine.kernel)
    arguments = (array_type(np.uint8),)
    return entry_point(function, f"pad_{name}", game.id, arguments, parts=game.engine.parts)


def compiled_finish(game: Game) -> Any:
    """Return the compiled `entry_points.finish` of a game."""
    return _compiled(game, "finish")


def compiled_book(game: Game) -> Any:
    """Return the compiled `entry_points.book` of a game."""
    return _compiled(game, "book")


def _is_cached(game: Game) -> bool:
    function = getattr(entry_points, _LAST)(game.engine.kernel)
    return is_cached(function, f"pad_{_LAST}", game.id, game.engine.parts)


def warm_up(name: str) -> None:
    """Compile or load all that a pad calls; a game without a pad only counts hands."""
    game = find_game(name)
    game.sheet.warm_up()
    if game.pad is None:
        return
    for needed in _RULES:
        getattr(game.engine, needed)
    game.pad.warm_up()
    compiled_finish(game)
    compiled_book(game)  # last: see _LAST


def prepare(name: str) -> None:
    """Make a game ready for a pad; if the cache lacks it, another process compiles first.

    Compiling takes long and blocks all other threads of its process.
    """
    game = find_game(name)
    if game.pad is not None and has_cache() and not _is_cached(game):
        subprocess.run([sys.executable, "-m", "tirelire.pad.preparing", game.id], check=False)
    warm_up(game.id)


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        warm_up(wanted)
