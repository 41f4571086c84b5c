"""The goal of a match: what ends it."""

from __future__ import annotations

from typing import NamedTuple


class Goal(NamedTuple):
    """What ends a match; a tie may prolong it."""

    deals: int | None = None
    """So many deals are played."""
    points: int | None = None
    """A player has so many points."""
    wins: int | None = None
    """A player has won so many deals."""
