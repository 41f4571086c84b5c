"""The events of a match: deals, moves and retractions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from tirelire.core.moves import Move


class Deal(NamedTuple):
    """Cards are dealt."""

    deck: tuple[int, ...]
    """The order of the pack, first card dealt first."""
    draws: tuple[int, ...]
    """The numbers drawn for this deal."""


class Played(NamedTuple):
    """A seat has made a move."""

    seat: str
    move: Move
    time: int | None = None
    """Milliseconds since the match began, if they were recorded."""


class Retracted(NamedTuple):
    """A seat has taken back its last move, of which nobody had learnt anything."""

    seat: str
    time: int | None = None


Event = Deal | Played | Retracted


class Past(Sequence[Event]):
    """The events of a match, immutable: a longer history shares the list of a shorter one.

    A house makes a new match of each move, and a long list is slow to copy.
    """

    __slots__ = ("_count", "_shared")

    def __init__(self) -> None:
        self._shared: list[Event] = []
        """Begins with these events; those of another history may follow."""
        self._count = 0

    def followed_by(self, event: Event) -> Past:
        """Return these events and one more."""
        longer = object.__new__(Past)
        longer._shared = self._shared
        if len(self._shared) != self._count:  # something else has followed already
            longer._shared = self._shared[: self._count]
        longer._shared.append(event)
        longer._count = self._count + 1
        return longer

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...

    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        if isinstance(place, slice):
            return self._shared[: self._count][place]
        return self._shared[range(self._count)[place]]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._shared[: self._count])
