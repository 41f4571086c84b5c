"""Compile all entry points of all games before the tests, one process for each game.

A process compiles a kernel once for all entry points that call it; and two workers of the test
runner that need the same entry point would both compile it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tirelire.adapters.opponents import compiled_contend
from tirelire.bots.compiled_policy import compiled_policy
from tirelire.contract.inspector import compiled_inspector
from tirelire.core.compiling import COMPILED
from tirelire.games import game as find_game
from tirelire.lab.blocks import compiled_boards
from tirelire.pad import preparing as pad
from tirelire.sim.stepper import stepper_of

LONGEST_FIRST = ("monopoly", "cache_ton_cash", "money", "cash_oder_crash")


def prepare(name: str) -> None:
    """Compile everything of one game, or find it compiled."""
    game = find_game(name)
    for entry_point in game.engine.ENTRY_POINTS:
        getattr(game.engine, entry_point)
    game.sheet.warm_up()
    pad.warm_up(name)
    compiled = compiled_policy(game)
    compiled.warm_up()
    _ = compiled.matches
    stepper_of(game).warm_up()
    compiled_contend(game)
    compiled_boards(game)
    compiled_inspector(game)


def main() -> None:
    """Prepare all games, as many at a time as there are cores."""

    def apart(name: str) -> None:
        subprocess.run([sys.executable, "-m", "tests.preparing", name], check=True)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(apart, LONGEST_FIRST if COMPILED else ()))


if __name__ == "__main__":
    if sys.argv[1:]:
        prepare(sys.argv[1])
    else:
        main()
