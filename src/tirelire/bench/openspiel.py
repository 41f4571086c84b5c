"""Our games as OpenSpiel plays them, beside its own games that are written in Python."""

from __future__ import annotations

from importlib import import_module

from tirelire.bench.ours import usual_players
from tirelire.bench.peers import driven, pyspiel
from tirelire.contract.game import Game

PEER = "python_kuhn_poker"
"""The fastest of those games of OpenSpiel in Python that have chance and hidden cards."""


def ours(game: Game, seconds: float) -> float:
    """Decisions and draws per second of one of our games."""
    spiel = pyspiel()
    import_module("tirelire.adapters.openspiel")
    return driven(spiel.load_game(f"python_{game.id}(players={usual_players(game)})"), seconds)


def theirs(seconds: float) -> float:
    """Decisions and draws per second of the peer, in the same loop."""
    spiel = pyspiel()
    import_module("open_spiel.python.games.kuhn_poker")
    return driven(spiel.load_game(PEER), seconds)
