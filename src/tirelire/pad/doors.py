"""Doors to the end of a deal: what the rules do when the last card is played.

python -m tirelire.pad.doors GAME …    compiles what a pad needs of some games in this process
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, door, has_cache, is_cached
from tirelire.core.raw import record_in
from tirelire.core.standing import leaders
from tirelire.games import game as find_game

_NEEDED = (
    "match_draws",
    "setup",
    "pack",
    "deal_draws",
    "deal",
    "turn",
    "legal",
    "winners",
    "derive",
)
"""Doors of the rules that a pad goes through beside its own."""


def _finish(name: str) -> Any:
    """Count a deal from what lies there, and end it."""
    kernel = find_game(name).engine.kernel
    finish = kernel.finish
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        finish(record(states))

    return run


def _bring(name: str) -> Any:
    """End a deal in which nothing lies there but gains are known.

    The rules find that such a deal brings nobody anything and was won by everybody. So what was
    gained is booked before they do, less the deal that they will count as won.
    """
    kernel = find_game(name).engine.kernel
    finish = kernel.finish
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        s = record(states)
        best = leaders(s.gained, s.players)
        for seat in range(s.players):
            s.total[seat] += s.gained[seat]
            s.won[seat] += ((best >> seat) & 1) - 1
        finish(s)

    return run


@cache
def finishing(name: str) -> Any:
    """Make the door `(state)` that counts a deal from what lies there, and ends it."""
    return door(_finish(name), "finishing", name, (array_type(np.uint8),))


@cache
def bringing(name: str) -> Any:
    """Make the door `(state)` that ends a deal on an empty table from what everybody gained."""
    return door(_bring(name), "bringing", name, (array_type(np.uint8),))


def warm_up(name: str) -> None:
    """Compile what a pad counts with, or load it; a game without a pad only counts hands."""
    game = find_game(name)
    game.sheet.warm_up()
    if game.pad is None:
        return
    for needed in _NEEDED:
        getattr(game.engine, needed)
    game.pad.warm_up()
    finishing(game.id)
    bringing(game.id)  # the last one: what tells that all are there


def prepare(name: str) -> None:
    """Make a game ready for a pad; what was never compiled here is, by another process.

    Compiling takes long and lets no other thread run.
    """
    game = find_game(name)
    offered = game.pad is not None
    if offered and has_cache() and not is_cached(_bring(game.id), "bringing", game.id):
        subprocess.run([sys.executable, "-m", "tirelire.pad.doors", game.id], check=False)
    warm_up(game.id)


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        warm_up(wanted)
