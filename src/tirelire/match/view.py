"""The view of a seat, as an object."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.contract.game import Game
from tirelire.core.cards import SPECTATOR
from tirelire.core.chance import new_stream
from tirelire.core.codes import quote, seat_letter, seat_number, seats_of
from tirelire.core.engine import Bytes
from tirelire.core.errors import NotationError
from tirelire.core.lazy import lazy
from tirelire.core.plain import Plain, plain
from tirelire.core.refusals import Refusal
from tirelire.core.state import State

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


class Views:
    """The views of one state, each made at its first use: most are asked for several times."""

    def __init__(self, game: Game, players: int, state: State) -> None:
        self._game = game
        self._players = players
        self.state = state
        self._made: dict[str | None, View] = {}

    def of(self, seat: str | None) -> View:
        """Return what a seat may know, or a spectator for None."""
        found = self._made.get(seat)
        if found is None:
            found = self._made[seat] = View(self._game, self._veil(seat))
        return found

    def is_like(self, earlier: Views, seat: str | None) -> bool:
        """Tell whether a seat sees what it saw earlier; then the view is the same, ready made."""
        was, now = earlier.of(seat), self._made.get(seat)
        if now is None:
            raw = self._veil(seat)
            now = was if raw.tobytes() == was.bytes else View(self._game, raw)
            self._made[seat] = now
        return now.bytes == was.bytes

    def forget(self) -> None:
        """Make room: a view that is asked for again is made again."""
        self._made.clear()

    def _veil(self, seat: str | None) -> Bytes:
        return self.state.veil(SPECTATOR if seat is None else seat_number(seat, self._players))


def find_item(items: dict[str, str], name: str) -> str:
    """Return an item by its name; an unknown name lists the known ones."""
    if name not in items:
        raise NotationError(Refusal("position.unknown", item=quote(name), known=", ".join(items)))
    return items[name]


def by_letter(values: Any, players: int) -> dict[str, int]:
    """Return a number for each seat, by its letter."""
    return {seat_letter(seat): int(values[seat]) for seat in range(players)}
