"""Measurements of our own rules and states."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time

from tirelire.contract.game import Game
from tirelire.core.chance import seeded
from tirelire.core.state import State
from tirelire.sim.simulate import simulate

FEW_MATCHES = 250
"""Matches of the first portion of a simulation that is timed."""
PORTION = 0.2
"""Seconds that a portion takes at least."""


def usual_players(game: Game) -> int:
    """Return the number of players that figures are given for."""
    return min(4, game.most)


def in_kernel(game: Game, seconds: float, workers: int = 1) -> float:
    """Decisions per second of random play in the kernel.

    It is played in portions that grow until they are long beside the work of starting one.
    """
    players = usual_players(game)
    matches, number = FEW_MATCHES, 0
    decisions, spent = 0, 0.0
    while spent < seconds:
        began = time.perf_counter()
        run = simulate(game, players, games=matches * workers, seed=number, workers=workers)
        took = time.perf_counter() - began
        number += 1
        if took < PORTION:
            matches *= 2
        else:
            decisions += int(run.decisions.sum())
            spent += took
    return decisions / spent


def from_python(game: Game, seconds: float) -> float:
    """Decisions per second of one state driven from Python: list the legal decisions, play."""
    uniform = random.Random(1).random
    decisions = deals = 0
    players = usual_players(game)
    opt = game.encode(players, {})
    spent = 0.0
    while spent < seconds:
        deals += 1
        state = State.begin(game.engine, players, opt, seeded(deals))
        began = time.perf_counter()
        while (seat := state.asked) >= 0:
            choices = state.choices()
            state.play(seat, choices[int(uniform() * len(choices))])
            decisions += 1
        spent += time.perf_counter() - began
    return decisions / spent


def copying(game: Game) -> float:
    """Microseconds to copy a state from Python, in the best of many tries."""
    players = usual_players(game)
    state = State.begin(game.engine, players, game.encode(players, {}), seeded(1))
    times, best = 5_000, float("inf")
    for _ in range(40):
        began = time.perf_counter()
        for _ in range(times):
            state.copy()
        best = min(best, time.perf_counter() - began)
    return best / times * 1e6


def _seconds_of(code: str, cache: str | None = None) -> float:
    """Seconds that some code reports in a process of its own, perhaps with a cache of its own.

    Modules are cached as bytecode, as is usual, even if the environment of a developer says not to.
    """
    usual = {"PYTHONDONTWRITEBYTECODE": "", **({"NUMBA_CACHE_DIR": cache} if cache else {})}
    environment = {**os.environ, **usual}
    command = [
        sys.executable,
        "-c",
        f"import time; began = time.perf_counter(); {code}; print(time.perf_counter() - began)",
    ]
    output = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout
    return float(output.split()[-1])


def importing() -> float:
    """Seconds to import the package."""
    return min(_seconds_of("import tirelire") for _ in range(3))


def first_use(game: Game) -> tuple[float, float]:
    """Seconds to make a game ready: compiled for the first time, and from a warm cache."""
    code = f"from tirelire import game; game('{game.id}').engine.warm_up()"
    with tempfile.TemporaryDirectory() as cache:
        cold = _seconds_of(code, cache)
        warm = min(_seconds_of(code, cache) for _ in range(5))
    return cold, warm
