"""The view of a seat, as an object."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.contract.game import Game
from tirelire.core.chance import new_stream
from tirelire.core.codes import quote, seat_letter, seat_number, seats_of
from tirelire.core.engine import Bytes
from tirelire.core.errors import NotationError
from tirelire.core.lazy import lazy
from tirelire.core.plain import Plain, plain
from tirelire.core.refusals import Refusal

_ANY = new_stream(0)
"""Draws the worlds in which any will do."""


class View:
    """A veiled record with its text. Pages, bots and errors see nothing else of a match."""

    def __init__(self, game: Game, raw: Bytes) -> None:
        self.game = game
        self.bytes = raw.tobytes()
        """The bytes of the veiled record: equal if and only if the seat may know the same."""

    @lazy
    def raw(self) -> Bytes:
        """The same bytes for compiled code, to be read."""
        return np.frombuffer(self.bytes, np.uint8)

    @lazy
    def record(self) -> Any:
        """The veiled record itself."""
        return np.frombuffer(self.bytes, self.game.engine.view_type)[0]

    @lazy
    def plain(self) -> Plain:
        """The veiled record as plain numbers and lists, which are fast to read."""
        return plain(self.game.engine.view_type, self.bytes)

    @lazy
    def items(self) -> dict[str, str]:
        """All items of the view, as text."""
        written: dict[str, str] = self.game.positions.write_view(self.plain)
        return written

    @lazy
    def awaited(self) -> str:
        """The seats that decide now, as far as the reader can know.

        They are those of any world that fits this view: there, secret choices of others are still
        open.
        """
        engine = self.game.engine
        world = engine.new()
        engine.sample(self.raw, _ANY.copy(), world)
        return seats_of(int(engine.turn(world) & 0xFF))

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
        return self.game.positions.remembered(self.record, number)


def find_item(items: dict[str, str], name: str) -> str:
    """Return an item by its name; an unknown name lists the known ones."""
    if name not in items:
        raise NotationError(Refusal("position.unknown", item=quote(name), known=", ".join(items)))
    return items[name]


def by_letter(values: Any, players: int) -> dict[str, int]:
    """Return a number for each seat, by its letter."""
    return {seat_letter(seat): int(values[seat]) for seat in range(players)}
