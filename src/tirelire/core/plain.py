"""A record as plain numbers.

Reading one number of a NumPy record from Python takes as long as a dozen steps of Python itself. So
code that writes a whole view reads it from here: the short fields are converted at once, and those
with a number for each card at their first use.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import Any, ClassVar

import numpy as np

from tirelire.core.lazy import lazy

_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
"""The format of `struct` for a whole number, by its bytes: all in a record are signed."""
_SHORT = 10
"""Fields of at most this many numbers are converted at once."""


class Plain(tuple[Any, ...]):
    """The fields of a record as attributes: whole numbers, and rows of them.

    Each type of record has a class of its own: a tuple of the short fields.
    """

    _cards: ClassVar[tuple[int, int]]
    """Where the zones of the cards begin and end."""
    _raw: bytes
    deals: int
    reason: int
    total: tuple[int, ...]

    def cards_in(self, zone: int) -> list[int]:
        """List the cards of a zone, ascending."""
        find, (first, end) = self._raw.find, self._cards
        found = []
        at = find(zone, first, end)
        while at >= 0:
            found.append(at - first)
            at = find(zone, at + 1, end)
        return found


def plain(record_type: np.dtype[Any], raw: bytes) -> Plain:
    """Convert a record."""
    form, cut, unpack = _form(record_type)
    made: Plain = tuple.__new__(form, cut(unpack(raw)))
    made._raw = raw
    return made


@cache
def _form(record_type: np.dtype[Any]) -> tuple[type[Plain], Any, Any]:
    """Return the class for a type of record, and how its short fields are unpacked and cut."""
    assert record_type.fields is not None
    fields = sorted(record_type.fields.items(), key=lambda item: item[1][1])
    zone, at = record_type.fields["zone"][:2]
    own: dict[str, Any] = {"_cards": (at, at + zone.itemsize)}
    parts, names, cuts = ["="], list[str](), list[int | slice]()
    end, first = 0, 0
    for name, (field, offset, *_) in fields:
        count = int(np.prod(field.shape))
        kind = f"{count}{_SIGNED[field.base.itemsize]}"
        if count > _SHORT:
            own[name] = _long(slice(offset, offset + field.itemsize), kind[-1])
            continue
        parts.append(f"{offset - end}x{kind}")
        names.append(name)
        cuts.append(slice(first, first + count) if field.shape else first)
        first += count
        end = offset + field.itemsize
    form = type("PlainRecord", (namedtuple("Fields", names), Plain), own)
    return form, itemgetter(*cuts), Struct("".join(parts)).unpack_from


def _long(place: slice, kind: Any) -> Any:
    """Make the attribute for a long field: its numbers are converted at their first use."""
    return lazy(lambda record: memoryview(record._raw)[place].cast(kind))


def in_zone(r: Any, zone: int) -> list[int]:
    """List the cards of a zone, ascending, in a record or its plain form."""
    if isinstance(r, Plain):
        return r.cards_in(zone)
    cards: list[int] = np.flatnonzero(r.zone == zone).tolist()
    return cards
