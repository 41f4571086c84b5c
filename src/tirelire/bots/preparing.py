"""Preparing games: what is compiled once on a machine, several games at a time.

A house needs the rules of all games and the rule of thumb of their bots before it opens. What only
the search needs takes as long again and can follow while people play.

    python -m tirelire.bots.preparing PART GAME …    prepares a part of some games in this process
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tirelire.bots.mind import mind_of
from tirelire.core.compiling import COMPILED
from tirelire.core.game import Game
from tirelire.games import game as find_game

TABLES, SEARCH = "tables", "search"
"""What tables need, and what only bots that search need besides."""
_LONGEST_FIRST = ("monopoly", "cache_ton_cash", "money", "cash_oder_crash")
_COURTESY = 10
"""How far a process that prepares the search steps back behind people who play."""


def steps(game: Game, part: str) -> list[Callable[[], object]]:
    """Return what is to be done to prepare a part of a game, one step for each door."""
    engine, mind = game.engine, mind_of(game)
    if part == SEARCH:
        return [partial(getattr, mind, name) for name in mind.SEARCHING]
    doors = [partial(getattr, engine, name) for name in engine.AT_TABLES]
    return [*doors, partial(getattr, mind, "choose"), game.sheet.warm_up]


def is_ready(game: Game, part: str) -> bool:
    """Tell whether a part of a game was prepared before, so that it is only to be loaded."""
    mind = mind_of(game)
    if part == SEARCH:
        return all(mind.is_cached(name) for name in mind.SEARCHING)
    return mind.is_cached("choose") and all(map(game.engine.is_cached, game.engine.AT_TABLES))


def load(game: Game, part: str) -> None:
    """Make a part of a game ready in this process."""
    for step in steps(game, part):
        step()


def missing(part: str) -> list[Game]:
    """Return the games of which a part was never prepared on this machine."""
    if not COMPILED:
        return []
    return [game for game in map(find_game, _LONGEST_FIRST) if not is_ready(game, part)]


def prepare(part: str, told: Callable[[int, int], None]) -> None:
    """Prepare a part of all games, on all cores; `told` hears how many steps are done, of all."""
    games = missing(part)
    total = sum(len(steps(game, part)) for game in games)
    done = 0

    def prepare_one(game: Game) -> None:
        nonlocal done
        command = _command(game, part)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _line in process.stdout:  # what fails there is compiled, or fails, where needed
                done += 1
                told(done, total)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(prepare_one, games))


def prepare_later(part: str) -> subprocess.Popen[bytes] | None:
    """Let another process prepare a part of all games, one after the other, out of the way."""
    games = missing(part)
    if not games:
        return None
    command = _command(games[0], part) + [game.id for game in games[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _command(game: Game, part: str) -> list[str]:
    return [sys.executable, "-m", "tirelire.bots.preparing", part, game.id]


def main(part: str, *names: str) -> None:
    """Prepare a part of some games here; a line for each step."""
    if part == SEARCH:
        os.nice(_COURTESY)
    for name in names:
        for number, step in enumerate(steps(find_game(name), part), 1):
            step()
            print(name, number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
