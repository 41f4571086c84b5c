"""A record as plain numbers.

To read one number of a NumPy record from Python takes as long as a dozen steps of Python itself. So
whatever writes a whole view reads it from here, where the short fields are turned over in one go,
and those with a number for each card when somebody asks for them.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How `struct` calls a whole number of so many bytes: all in a record are signed."""
_SHORT = 10
"""Fields of so many numbers at most are turned over at once."""
_MOST_SORTED = 5_000
"""So many tables are remembered as sorted by zones: most moves leave all cards where they lie."""


class Plain:
    """The fields of a record as attributes: whole numbers, and tuples of them."""

    cards_by_zone: dict[int, tuple[int, ...]]
    """The cards that lie in each zone, ascending."""

    def __init__(self, record_type: np.dtype[Any], raw: bytes) -> None:
        layout = _layout(record_type)
        self._raw = raw
        self._long = layout.long
        self._places = layout.places
        self.__dict__.update(zip(layout.names, layout.cut(layout.unpack(raw)), strict=True))

    def bytes_of(self, first: str, last: str | None = None) -> bytes:
        """Return the bytes of a field, or of all from one to another: to tell if they changed."""
        where = self._places
        return self._raw[where[first].start : where[last or first].stop]

    def __getattr__(self, name: str) -> Any:
        """Turn over a long field."""
        if name == "cards_by_zone":
            found: Any = _sorted_by_zone(self.bytes_of("zone"))
        elif name in self._long:
            unpack, offset = self._long[name]
            found = unpack.unpack_from(self._raw, offset)
        else:
            raise AttributeError(name)
        self.__dict__[name] = found
        return found


class _Layout(NamedTuple):
    """How the bytes of a record are read."""

    unpack: Any
    """Unpacks all short fields."""
    names: tuple[str, ...]
    """The short fields."""
    cut: Any
    """Cuts them out of what was unpacked."""
    long: dict[str, tuple[Struct, int]]
    """How to unpack each long field, and where it begins."""
    places: dict[str, slice]
    """Where each field lies."""


@cache
def _layout(record_type: np.dtype[Any]) -> _Layout:
    assert record_type.fields is not None
    fields = sorted(record_type.fields.items(), key=lambda item: item[1][1])
    parts, names, cuts, long = ["="], list[str](), list[int | slice](), {}
    end, first = 0, 0
    for name, (field, offset, *_) in fields:
        count = int(np.prod(field.shape))
        kind = f"{count}{_SIGNED[field.base.itemsize]}"
        if count > _SHORT:
            long[name] = Struct("=" + kind), offset
            continue
        parts.append(f"{offset - end}x{kind}")
        names.append(name)
        cuts.append(slice(first, first + count) if field.shape else first)
        first += count
        end = offset + field.itemsize
    places = {name: slice(at, at + kind.itemsize) for name, (kind, at, *_) in fields}
    unpack = Struct("".join(parts)).unpack_from
    return _Layout(unpack, tuple(names), itemgetter(*cuts), long, places)


@lru_cache(_MOST_SORTED)
def _sorted_by_zone(zones: bytes) -> dict[int, tuple[int, ...]]:
    """Sort the cards by the zones in which they lie, a byte for each card."""
    found: dict[int, list[int]] = defaultdict(list)
    for card, zone in enumerate(memoryview(zones).cast("b")):
        found[zone].append(card)
    return {zone: tuple(cards) for zone, cards in found.items()}


def in_zone(r: Any, zone: int) -> tuple[int, ...]:
    """List the cards of a zone, ascending, in a record or its plain form."""
    if isinstance(r, Plain):
        return r.cards_by_zone.get(zone, ())
    return tuple(np.flatnonzero(r.zone == zone).tolist())
