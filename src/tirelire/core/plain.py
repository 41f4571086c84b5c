"""A record as plain numbers.

To read one number of a NumPy record from Python takes as long as a dozen steps of Python itself. So
whatever writes a whole view reads it from here, where all fields are turned over in one go.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np

_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How `struct` calls a whole number of so many bytes: all in a record are signed."""


class Plain:
    """The fields of a record as attributes: whole numbers, and tuples of them."""

    cards_by_zone: dict[int, list[int]]
    """The cards that lie in each zone, ascending."""

    def __init__(self, record_type: np.dtype[Any], raw: Any) -> None:
        unpack, names, cut = _layout(record_type)
        self.__dict__.update(zip(names, cut(unpack(raw)), strict=True))

    def __getattr__(self, name: str) -> Any:
        if name != "cards_by_zone":
            raise AttributeError(name)
        zones: dict[int, list[int]] = defaultdict(list)
        for card, zone in enumerate(self.zone):
            zones[zone].append(card)
        self.cards_by_zone = dict(zones)
        return self.cards_by_zone


@cache
def _layout(record_type: np.dtype[Any]) -> tuple[Any, tuple[str, ...], Any]:
    """Return how to unpack the bytes of a record, its fields, and how to cut them out then."""
    assert record_type.fields is not None
    fields = sorted(record_type.fields.items(), key=lambda item: item[1][1])
    parts, cuts = ["="], list[int | slice]()
    end, first = 0, 0
    for _, (field, offset, *_) in fields:
        count = int(np.prod(field.shape))
        parts.append(f"{offset - end}x{count}{_SIGNED[field.base.itemsize]}")
        cuts.append(slice(first, first + count) if field.shape else first)
        first += count
        end = offset + field.itemsize
    parts.append(f"{record_type.itemsize - end}x")
    return Struct("".join(parts)).unpack_from, tuple(name for name, _ in fields), itemgetter(*cuts)


def in_zone(r: Any, zone: int) -> list[int]:
    """List the cards of a zone, ascending, in a record or its plain form."""
    if isinstance(r, Plain):
        return list(r.cards_by_zone.get(zone, ()))
    found: list[int] = np.flatnonzero(r.zone == zone).tolist()
    return found
