"""What a seat may know, as an object."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.engine import Bytes
from tirelire.core.errors import NotationError
from tirelire.core.game import Game
from tirelire.core.plain import Plain


class View:
    """A veiled record with its text. Pages, bots and errors see nothing else of a match."""

    def __init__(self, game: Game, raw: Bytes) -> None:
        self.game = game
        self.raw = raw
        """The bytes of the veiled record."""
        self.bytes = raw.tobytes()
        """The same, to be compared: equal if and only if the seat may know the same."""

    @cached_property
    def record(self) -> Any:
        """The veiled record itself."""
        return self.raw.view(self.game.engine.view_type)[0]

    @cached_property
    def plain(self) -> Plain:
        """The veiled record as plain numbers and lists, for whoever reads much of it."""
        return Plain(self.game.engine.view_type, self.bytes)

    @cached_property
    def items(self) -> dict[str, str]:
        """All items of the view, as text."""
        written: dict[str, str] = self.game.notation.write_view(self.plain)
        return written

    def item(self, name: str) -> str:
        """Return one item of the view as text."""
        return find_item(self.items, name)

    @property
    def text(self) -> str:
        """The whole view as text."""
        head = f"{self.game.id} {self.record.players}"
        return "\n".join([head, *(f"{name} {value}" for name, value in self.items.items())]) + "\n"

    def remembered(self, seat: str) -> list[str]:
        """Return what the table shows of the cards that a seat must still hold.

        Nothing in games that have no such option.
        """
        number = seat_number(seat, int(self.record.players))
        remembered = getattr(self.game.notation, "remembered", None)
        return remembered(self.record, number) if remembered else []


def find_item(items: dict[str, str], name: str) -> str:
    """Return an item by its name; an unknown name lists the known ones."""
    if name not in items:
        raise NotationError(f"unknown item {name[:40]}: known are {', '.join(items)}")
    return items[name]


def by_letter(values: Any, players: int) -> dict[str, int]:
    """Return a number for each seat, by its letter."""
    return {seat_letter(seat): int(values[seat]) for seat in range(players)}
