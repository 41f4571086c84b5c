"""The layout of an observation: data from which code, bounds and documents are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

OBSERVATION = np.dtype(np.int16)
"""The type of all numbers in an observation."""


@dataclass(frozen=True)
class Field:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    """Empty for a single number."""
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout:
    """The fields of an observation, one after the other.

    >>> layout = Layout(Field("phase", (), 0, 1, "…"), Field("hand", (5,), 0, 4, "…"))
    >>> layout.at("hand"), layout.size
    (1, 6)
    >>> layout.read(np.arange(6), "hand").tolist()
    [1, 2, 3, 4, 5]
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self._at: dict[str, int] = {}
        end = 0
        for field in fields:
            self._at[field.name] = end
            end += field.size
        self.size = end

    def at(self, name: str) -> int:
        """Return where a field begins."""
        return self._at[name]

    def field(self, name: str) -> Field:
        """Return a field by its name."""
        return next(field for field in self.fields if field.name == name)

    def read(self, observations: NDArray[Any], name: str) -> NDArray[Any]:
        """Return one field of an observation, or of many, in its own shape and without a copy."""
        field, begin = self.field(name), self._at[name]
        part = observations[..., begin : begin + field.size]
        return part.reshape(*observations.shape[:-1], *field.shape)

    def _bounds(self, name: str) -> NDArray[np.int16]:
        bounds = [np.full(field.size, getattr(field, name)) for field in self.fields]
        return np.concatenate(bounds).astype(OBSERVATION)

    @cached_property
    def low(self) -> NDArray[np.int16]:
        """The lowest value of each number."""
        return self._bounds("low")

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """The highest value of each number."""
        return self._bounds("high")


def plane_table(seats: int, zones: int, place: Callable[[int, int, int], int]) -> NDArray[np.int64]:
    """Tabulate where the cards of a zone are counted, for each number of players and each seat.

    `place` is called with the number of players, the observing seat and a zone; -1 stands for cards
    that the seat does not know. The entry of a zone is at `table_row` of the two others plus 1 plus
    the zone.
    """
    rows = [
        [place(players, seat, zone) if seat < players else 0 for zone in range(-1, zones)]
        for players in range(seats + 1)
        for seat in range(seats)
    ]
    return np.array(rows, np.int64).reshape(-1)


def from_seat(seat: int, other: int, players: int) -> int:
    """Count from one seat to another, clockwise."""
    return (other - seat) % players


def header_fields(
    seats: int, options: Sequence[tuple[str, int]], total: tuple[int, int], unit: str
) -> tuple[Field, ...]:
    """Describe what begins the observation of every game; options come with their highest codes."""
    low, high = total
    rest = f"by seat, {unit}"
    return (
        Field("players", (), 0, seats, "how many play"),
        Field("deals", (), 0, 127, "deals begun"),
        Field("extra", (), 0, 127, "of those, extra deals to break a tie"),
        Field("dealer", (), 0, seats - 1, "the seat that dealt"),
        Field("ended", (), 0, 2, "0: the deal runs; 1: it is over; 2: the match is over"),
        Field("reason", (), 0, 7, "why the deal is over"),
        Field("total", (seats,), low, high, f"what each seat has, {rest}"),
        Field("gained", (seats,), low, high, f"what it gained in this deal, once over, {rest}"),
        Field("won", (seats,), 0, 127, "deals won, by seat"),
        *(
            Field(f"option {name}", (), 0, most, "the option, as the number of its value")
            for name, most in options
        ),
    )
