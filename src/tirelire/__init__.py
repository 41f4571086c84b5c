"""Tirelire: a house of card games about money.

>>> from tirelire import Match
>>> match = Match.begin("money", players=3, seed=7)
>>> match.actors
'ABC'

Everything is loaded when it is first used: importing the package needs no compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

_HOMES = {
    "Batch": "tirelire.sim.batch",
    "Game": "tirelire.contract.game",
    "IllegalMove": "tirelire.core.errors",
    "Match": "tirelire.match.match",
    "Move": "tirelire.core.moves",
    "NotationError": "tirelire.core.errors",
    "OptionError": "tirelire.core.errors",
    "Record": "tirelire.match.record",
    "RecordError": "tirelire.core.errors",
    "StaleMove": "tirelire.core.errors",
    "TirelireError": "tirelire.core.errors",
    "View": "tirelire.match.view",
    "game": "tirelire.games",
    "score": "tirelire.match.scoring",
}

__all__ = [*sorted(_HOMES), "__version__"]

if TYPE_CHECKING:
    from tirelire.contract.game import Game as Game
    from tirelire.core.errors import IllegalMove as IllegalMove
    from tirelire.core.errors import NotationError as NotationError
    from tirelire.core.errors import OptionError as OptionError
    from tirelire.core.errors import RecordError as RecordError
    from tirelire.core.errors import StaleMove as StaleMove
    from tirelire.core.errors import TirelireError as TirelireError
    from tirelire.core.moves import Move as Move
    from tirelire.games import game as game
    from tirelire.match.match import Match as Match
    from tirelire.match.record import Record as Record
    from tirelire.match.scoring import score as score
    from tirelire.match.view import View as View
    from tirelire.sim.batch import Batch as Batch


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tirelire' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
