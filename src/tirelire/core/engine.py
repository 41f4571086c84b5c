"""The doors to a game's compiled rules, and a state that Python drives through them.

All arrays handed to a door have the types declared here; that is what makes calls fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.core import drivers
from tirelire.core.chance import STREAM, Source, shuffled
from tirelire.core.compiling import array_type, door, scalar_type

MOST_DRAWS = 128
"""No game draws more numbers than this for one deal."""

Announce = Callable[[str], None]


class Engine:
    """The compiled rules of one game. Doors are made when first used."""

    def __init__(self, game: str, kernel: ModuleType) -> None:
        self.game = game
        self.kernel: Any = kernel
        self.state_type: np.dtype[Any] = kernel.STATE
        self.view_type: np.dtype[Any] = kernel.VIEW
        self.decisions: int = kernel.DECISIONS

    def _door(self, name: str, *arguments: Any) -> Any:
        return door(getattr(drivers, name)(self.kernel), name, self.game, arguments)

    @cached_property
    def _states(self) -> Any:
        return array_type(self.state_type)

    @cached_property
    def _views(self) -> Any:
        return array_type(self.view_type)

    @cached_property
    def match_draws(self) -> Any:
        """`(players, opt, bounds) -> count`."""
        return self._door("match_draws", scalar_type(), array_type(np.int32), array_type(np.int32))

    @cached_property
    def setup(self) -> Any:
        """`(states, players, opt, draws)`: make states[0] a match before its first deal."""
        numbers = array_type(np.int32)
        return self._door("setup", self._states, scalar_type(), numbers, numbers)

    @cached_property
    def pack(self) -> Any:
        """`(states, cards) -> count`."""
        return self._door("pack", self._states, array_type(np.int16))

    @cached_property
    def deal_draws(self) -> Any:
        """`(states, bounds) -> count`."""
        return self._door("deal_draws", self._states, array_type(np.int32))

    @cached_property
    def deal(self) -> Any:
        """`(states, deck, draws)`."""
        return self._door("deal", self._states, array_type(np.int16), array_type(np.int32))

    @cached_property
    def turn(self) -> Any:
        """`(states) -> actors | asked << 8`, asked being 255 when nobody is."""
        return self._door("turn", self._states)

    @cached_property
    def legal(self) -> Any:
        """`(states, seat, out) -> count`, nought for a seat that may not decide."""
        return self._door("legal", self._states, scalar_type(), array_type(np.int16))

    @cached_property
    def play(self) -> Any:
        """`(states, seat, decision, out) -> bool`: play if legal, tell whether it was."""
        out = array_type(np.int16)
        return self._door("play", self._states, scalar_type(), scalar_type(), out)

    @cached_property
    def winners(self) -> Any:
        """`(states) -> bitmask`."""
        return self._door("winners", self._states)

    @cached_property
    def derive(self) -> Any:
        """`(states)`."""
        return self._door("derive", self._states)

    @cached_property
    def veil(self) -> Any:
        """`(states, seat, views)`."""
        return self._door("veil", self._states, scalar_type(), self._views)

    @cached_property
    def sample(self) -> Any:
        """`(views, stream, states)`."""
        return self._door("sample", self._views, array_type(STREAM), self._states)

    @cached_property
    def playouts(self) -> Any:
        """`(states, stream, setting, results)`: see `drivers.playouts`."""
        numbers = array_type(np.int64)
        return self._door(
            "playouts", self._states, array_type(STREAM), array_type(np.int32), numbers, numbers
        )

    DOORS = (
        *("match_draws", "setup", "pack", "deal_draws", "deal", "turn", "legal", "play"),
        *("winners", "derive", "veil", "sample", "playouts"),
    )
    """Names of all doors, in the order in which they are warmed up."""

    def warm_up(self, announce: Announce | None = None) -> None:
        """Make every door now, telling the name of each before it is made."""
        for name in self.DOORS:
            if announce:
                announce(name)
            getattr(self, name)

    def new(self) -> NDArray[Any]:
        """Make an empty state: an array of one record."""
        return np.zeros(1, self.state_type)

    def match_bounds(self, players: int, opt: list[int]) -> list[int]:
        """Return the bounds of the numbers that a match is set up from."""
        bounds = np.zeros(MOST_DRAWS, np.int32)
        count = self.match_draws(players, np.array(opt, np.int32), bounds)
        return [int(bound) for bound in bounds[:count]]

    def draw_match(self, players: int, opt: list[int], source: Source) -> list[int]:
        """Draw the numbers that a match is set up from."""
        return [source.below(bound) for bound in self.match_bounds(players, opt)]

    def begin_from(self, players: int, opt: list[int], draws: list[int]) -> NDArray[Any]:
        """Set up a match from given draws."""
        states = self.new()
        self.setup(states, players, np.array(opt, np.int32), np.array(draws, np.int32))
        return states

    def draw_deal(self, states: NDArray[Any], source: Source) -> tuple[list[int], list[int]]:
        """Draw an order of the pack and the numbers for the next deal."""
        deck = shuffled(source, self.pack_of(states))
        return deck, [source.below(bound) for bound in self.deal_bounds(states)]

    def pack_of(self, states: NDArray[Any]) -> list[int]:
        """Return the cards that are shuffled for the next deal, ascending."""
        cards = np.zeros(len(states["zone"][0]), np.int16)
        count = self.pack(states, cards)
        return [int(card) for card in cards[:count]]

    def deal_bounds(self, states: NDArray[Any]) -> list[int]:
        """Return the bounds of the numbers that the next deal needs."""
        bounds = np.zeros(MOST_DRAWS, np.int32)
        count = self.deal_draws(states, bounds)
        return [int(bound) for bound in bounds[:count]]

    def deal_from(self, states: NDArray[Any], deck: list[int], draws: list[int]) -> None:
        """Begin the next deal from a given order and given draws."""
        self.deal(states, np.array(deck, np.int16), np.array(draws, np.int32))
