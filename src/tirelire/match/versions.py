"""Records of older versions of the rules: what changed, and whether a match would differ today.

Version 2:

- P18: a Chance laid as a token stays on its monopoly.
- P31: with `empty_pile=void` a deal that the limit ends is void too.
- K27: an action card goes back inside its pile, never to the bottom.

In Monopoly each of these can only make a gain smaller, so that the totals at the end of a record
show it. In Cache ton Cash a card lies elsewhere, face down: the game itself tells (`departs`).
"""

from __future__ import annotations

from typing import Any

from tirelire.contract.game import RULES_VERSION, Game
from tirelire.core.errors import RecordError
from tirelire.core.refusals import Refusal
from tirelire.match.events import Deal, Event

OLDEST = 1
"""The oldest version whose records are read."""


def is_older(game: Game, version: int) -> bool:
    """Tell whether a rule of the game has changed since a version."""
    return version < game.changed_in


def changed(game: str, version: int) -> RecordError:
    """Return the refusal of a record that would come out differently today."""
    return RecordError(
        Refusal(f"record.changed.{game}", version=version, now=RULES_VERSION),
    )


def check_step(game: Game, version: int, before: Any, event: Event, after: Any) -> None:
    """Refuse a match that an older version would have continued differently from here."""
    draws = event.draws if isinstance(event, Deal) else None
    if game.departs(version, before, after, draws):
        raise changed(game.id, version)
