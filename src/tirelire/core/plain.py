"""A record as plain numbers and lists.

To read one number of a NumPy record from Python takes as long as a dozen steps of Python itself. So
whatever writes a whole view reads it from here, where each field was turned over in one go.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np


class Plain:
    """The fields of a record as attributes, to be read."""

    def __init__(self, record: Any) -> None:
        for name in record.dtype.names:
            self.__dict__[name] = record[name].tolist()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    @cached_property
    def cards_by_zone(self) -> dict[int, list[int]]:
        """The cards that lie in each zone, ascending."""
        zones: dict[int, list[int]] = {}
        for card, zone in enumerate(self.zone):
            zones.setdefault(zone, []).append(card)
        return zones


def in_zone(r: Any, zone: int) -> list[int]:
    """List the cards of a zone, ascending, in a record or its plain form."""
    if isinstance(r, Plain):
        return r.cards_by_zone.get(zone, [])
    found: list[int] = np.flatnonzero(r.zone == zone).tolist()
    return found
