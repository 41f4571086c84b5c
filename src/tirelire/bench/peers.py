"""Peers that we measure against. They are needed for nothing else."""

from __future__ import annotations

import random
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

NAME = "OpenSpiel hearts"


def peer(module: str) -> Any:
    """Import a module of a peer, or say how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise OptionError(Refusal("bench")) from None


def pyspiel() -> Any:
    """Import OpenSpiel."""
    return peer("pyspiel")


def versions() -> dict[str, str]:
    """Return the versions of everything that was measured."""
    return {name: version(name) for name in ("tirelire", "numba", "numpy", "open_spiel")}


def hearts_compiled(seconds: float) -> float:
    """Decisions per second of OpenSpiel's compiled hearts with its own random bots."""
    spiel = pyspiel()
    game = spiel.load_game("hearts")
    bots = [spiel.make_uniform_random_bot(player, player + 1) for player in range(4)]
    decisions = played = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        spiel.evaluate_bots(state, bots, played)
        decisions += state.move_number()
        played += 1
    return decisions / (time.perf_counter() - began)


def hearts_from_python(seconds: float) -> float:
    """Decisions per second of the same game driven from Python: list the legal decisions, play."""
    return driven(pyspiel().load_game("hearts"), seconds)


def driven(game: Any, seconds: float) -> float:
    """Decisions and draws per second of a game of OpenSpiel: random play, whole matches only."""
    uniform = random.Random(1).random
    actions = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(uniform() * len(legal))])
            actions += 1
    return actions / (time.perf_counter() - began)
