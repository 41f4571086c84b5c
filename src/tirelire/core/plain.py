"""A record as plain numbers and lists.

To read one number of a NumPy record from Python takes as long as a dozen steps of Python itself. So
whatever writes a whole view reads it from here, where each field is turned over in one go when it
is needed first.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

import numpy as np


class Plain:
    """The fields of a record as attributes, to be read."""

    def __init__(self, record: Any) -> None:
        self._fields = dict(zip(record.dtype.names, record.item(), strict=True))

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._fields[name]
        except KeyError:
            raise AttributeError(name) from None
        plain = value.tolist() if isinstance(value, np.ndarray) else value
        self.__dict__[name] = plain
        return plain

    @cached_property
    def cards_by_zone(self) -> dict[int, list[int]]:
        """The cards that lie in each zone, ascending."""
        zones: dict[int, list[int]] = defaultdict(list)
        for card, zone in enumerate(self.zone):
            zones[zone].append(card)
        return dict(zones)


def in_zone(r: Any, zone: int) -> list[int]:
    """List the cards of a zone, ascending, in a record or its plain form."""
    if isinstance(r, Plain):
        return list(r.cards_by_zone.get(zone, ()))
    found: list[int] = np.flatnonzero(r.zone == zone).tolist()
    return found
