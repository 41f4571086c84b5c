"""Measurements of our bots."""

from __future__ import annotations

import time

import numpy as np

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.bots.registry import find_bot
from tirelire.bots.search import Search
from tirelire.contract.game import Game
from tirelire.core.chance import new_stream, seeded
from tirelire.core.match_loop import DEALS, RUN
from tirelire.match.match import Match
from tirelire.policy.traits import REGULAR, table_of

TRIES = 5
FEWEST_MOVES = 60
"""Moves of the strong bot that are timed at least."""


def deals_by_policy(game: Game, players: int, seconds: float) -> float:
    """Whole deals per second, all seats by the regular policy, in the best of some tries."""
    engine, compiled = game.engine, compiled_policy(game)
    opt = np.array(game.encode(players, {}), np.int32)
    state, stream = engine.new(), new_stream(0)
    traits = table_of([REGULAR] * engine.seats)
    results = engine.new_results(100)
    best = 0.0
    first = 0
    for _ in range(TRIES):
        deals, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds / TRIES:
            setting = np.array([(first, 1, players, 0)], RUN)
            compiled.matches(state, stream, opt, setting, traits, results)
            first += len(results)
            deals += int(results[:, DEALS].sum())
        best = max(best, deals / spent)
    return best


def thinking(game: Game, seconds: float) -> tuple[float, float]:
    """Seconds that the strong bot takes for a move among regulars: 95th percentile and longest.

    Moves without a choice do not count.
    """
    strong, regular = Search("strong"), find_bot("regular")
    compiled_policy(game).warm_up()
    taken: list[float] = []
    seed = 0
    while len(taken) < FEWEST_MOVES or sum(taken) < 10 * seconds:
        match = Match.begin(game, game.most, seed=seed)
        rng = seeded(seed, 1)
        seed += 1
        while match.ended == "running":
            seat = match.asked
            view = match.view(seat)
            if seat == "A" and len(match.decisions(seat)) > 1:
                began = time.perf_counter()
                strong.choose(view, rng, None)
                taken.append(time.perf_counter() - began)
            match.play(regular.choose(view, rng, None), seat)
    return float(np.percentile(taken, 95)), max(taken)
