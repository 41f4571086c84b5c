"""Traits: the personality of a player, as a rule of thumb reads it.

Traits are whole numbers that a policy reads (see `contract.policy`), so that the same code plays
a beginner and a master, a careful player and a greedy one. Every policy reads all of them, in its
own way.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Traits:
    """The personality of a player."""

    care: int = 80
    """How often, in percent, it thinks before it moves; otherwise it does anything sane."""
    memory: int = 50
    """How much, in percent, it reckons with cards that it has seen going into other hands."""
    nerve: int = 0
    """From -100, cautious, to 100: high stakes frighten or tempt it."""
    bluff: int = 20
    """How often, in percent, it does something only to mislead."""


TRAITS = len(astuple(Traits()))
CARE, MEMORY, NERVE, BLUFF = range(TRAITS)

REGULAR = Traits()
"""Knows the rule of thumb, and thinks about four moves of five: like people at a table."""
NOVICE = Traits(care=45, memory=0, nerve=0, bluff=0)
ATTENTIVE = Traits(care=100, memory=100, bluff=0)
"""Never moves without thinking, forgets nothing, and does not mislead."""
PERSONALITIES = {
    "cautious": replace(REGULAR, nerve=-80, bluff=5),
    "greedy": replace(REGULAR, nerve=80, bluff=10),
    "bluffer": replace(REGULAR, nerve=20, bluff=80),
    "counter": replace(REGULAR, memory=100, bluff=10),
}


def table_of(seats: list[Traits]) -> NDArray[np.int64]:
    """Return the traits of all seats as a policy reads them: one after the other."""
    return np.array([astuple(traits) for traits in seats], np.int64).reshape(-1)
