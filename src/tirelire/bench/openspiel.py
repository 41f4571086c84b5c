"""Our games as OpenSpiel plays them, beside its own games that are written in Python."""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

from tirelire.bench.ours import usual_players
from tirelire.bench.peers import pyspiel
from tirelire.core.game import Game

PEER = "python_kuhn_poker"
"""The fastest of those games of OpenSpiel in Python that have chance and hidden cards."""


def ours(game: Game, seconds: float) -> float:
    """Decisions and draws per second of one of our games."""
    spiel = pyspiel()
    import_module("tirelire.adapters.openspiel")
    return _actions(spiel.load_game(f"python_{game.id}(players={usual_players(game)})"), seconds)


def theirs(seconds: float) -> float:
    """Decisions and draws per second of the peer, in the same loop."""
    spiel = pyspiel()
    import_module("open_spiel.python.games.kuhn_poker")
    return _actions(spiel.load_game(PEER), seconds)


def _actions(game: Any, seconds: float) -> float:
    """Draw and play at random, ask what is legal each time; whole matches only."""
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
