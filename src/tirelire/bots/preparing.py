"""Preparing games: compile their entry points once on a machine, several games at a time.

A house needs the rules of all games and the policies of their bots before it opens. The entry
points of the search take as long again and can follow while people play.

    python -m tirelire.bots.preparing PART GAME …    prepares a part of some games in this process
    python -m tirelire.bots.preparing complete       exits with 0 if nothing is missing
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.bots.completeness import COMPLETE
from tirelire.contract.game import Game
from tirelire.core.compiling import COMPILED, has_cache
from tirelire.games import game as find_game
from tirelire.games import names as game_names

TABLES, SEARCH = "tables", "search"
"""The entry points that tables need, and those that only a search needs."""
_FEW = 2
"""Number of games that are enough to open the house."""
_COURTESY = 10
"""Niceness of a process that prepares the search: people who play come first."""


def steps(game: Game, part: str) -> list[Callable[[], object]]:
    """Return the steps that prepare a part of a game, one for each entry point."""
    engine, compiled = game.engine, compiled_policy(game)
    if part == SEARCH:
        return [partial(getattr, compiled, name) for name in compiled.SEARCHING]
    rules = [partial(getattr, engine, name) for name in engine.AT_TABLES]
    return [*rules, partial(getattr, compiled, "choose"), game.sheet.warm_up]


def is_ready(game: Game, part: str) -> bool:
    """Tell whether this process can load a part of a game without waiting for another process.

    It can if the cache holds the part, and if there is no cache.
    """
    if not has_cache():
        return True
    compiled = compiled_policy(game)
    if part == SEARCH:
        return all(compiled.is_cached(name) for name in compiled.SEARCHING)
    return compiled.is_cached("choose") and all(map(game.engine.is_cached, game.engine.AT_TABLES))


def load(game: Game, part: str) -> None:
    """Make a part of a game ready in this process."""
    for step in steps(game, part):
        step()


def soon() -> list[str]:
    """Return the games that compile fastest: a waiting player gets these first."""
    return _longest_first()[-_FEW:]


def _longest_first() -> list[str]:
    games = sorted(map(find_game, game_names()), key=lambda game: -game.compile_seconds)
    return [game.id for game in games]


def missing(part: str, names: Sequence[str] | None = None) -> list[Game]:
    """Return the games of which the cache lacks a part, the slowest to compile first."""
    if not COMPILED:
        return []
    wanted = _longest_first() if names is None else names
    return [game for game in map(find_game, wanted) if not is_ready(game, part)]


def prepare(part: str, games: Sequence[Game], told: Callable[[int, int], None]) -> None:
    """Prepare a part of some games on all cores; `told` gets the steps done, and all of them."""
    total = sum(len(steps(game, part)) for game in games)
    done = 0

    def prepare_one(game: Game) -> None:
        nonlocal done
        command = _command(part, game)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _line in process.stdout:  # on failure, the process that needs it compiles
                done += 1
                told(done, total)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(prepare_one, games))


def commands_for_later() -> list[list[str]]:
    """Return commands that prepare everything that is missing, the part for tables first."""
    commands = [_command(TABLES, game) for game in missing(TABLES)]
    searches = missing(SEARCH)
    if searches:
        commands.append(_command(SEARCH, *searches))
    return commands


def _command(part: str, *games: Game) -> list[str]:
    return [sys.executable, "-m", "tirelire.bots.preparing", part, *(game.id for game in games)]


def main(part: str, *names: str) -> None:
    """Prepare a part of some games here; a line for each step."""
    if part == COMPLETE:
        sys.exit(not (COMPILED and has_cache()) or bool(missing(TABLES) or missing(SEARCH)))
    if part == SEARCH and sys.platform != "win32":
        os.nice(_COURTESY)
    for name in names:
        for number, step in enumerate(steps(find_game(name), part), 1):
            step()
            print(name, number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
