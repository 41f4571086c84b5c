"""How long a match takes one person against bots, by its options and the number of players.

The counts are means of simulated matches; `tests/contract/test_lengths.py` compares them. The pace
is an assumption: seconds that a person needs for a move, until a bot's move is seen, and to look at
the score of a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tirelire.core.options import Value

OWN_MOVE = 9.0
OTHER_MOVE = 1.6
SCORE = 30.0
_ROUND_FROM = 10
_STEP = 5
"""Minutes from `_ROUND_FROM` on are told in steps: they are not more exact."""


class Duration(NamedTuple):
    """How much is played in a match, on average."""

    moves: float
    """Moves of one seat."""
    deals: float


class Length(NamedTuple):
    """Options that decide how long a match is, and what is played then."""

    options: Mapping[str, Value]
    played: Mapping[int, Duration]
    """By number of players."""

    def minutes(self, players: int) -> int:
        """Estimate how long a match takes one person against bots.

        >>> Length({}, {3: Duration(moves=20, deals=1), 4: Duration(moves=60, deals=3)}).minutes(3)
        5
        >>> Length({}, {3: Duration(moves=20, deals=1), 4: Duration(moves=60, deals=3)}).minutes(4)
        15
        """
        moves, deals = self.played[players]
        seconds = moves * (OWN_MOVE + (players - 1) * OTHER_MOVE) + deals * SCORE
        minutes = max(1, round(seconds / 60))
        return minutes if minutes < _ROUND_FROM else _STEP * round(minutes / _STEP)
