"""The compiled entry points to the rules of one game.

Callers pass arrays of exactly the types declared here: calls are fast, since nothing checks them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.core import entry_points
from tirelire.core.chance import MOST_DRAWS, STREAM, Source, shuffled
from tirelire.core.compiling import array_type, entry_point, has_cache, is_cached, scalar_type
from tirelire.core.match_loop import RUN, result_width

Announce = Callable[[str], None]
Bytes = NDArray[np.uint8]
"""A state or a view as its bytes: so it is passed to an entry point (see `entry_points`)."""


def run_types() -> tuple[Any, ...]:
    """Return the argument types of an entry point that plays whole matches."""
    flat = (np.uint8, STREAM, np.int32, RUN, np.int64)
    return (*map(array_type, flat), array_type(np.int64, 2))


class Engine:
    """The compiled rules of one game. Entry points are compiled at their first use."""

    def __init__(self, game: str, kernel: Any) -> None:
        self.game = game
        self.kernel = kernel
        self.parts = (Path(str(kernel.__file__)),)
        """The files that compiled code of this game is made from, with all that they import."""
        self.state_type: np.dtype[Any] = kernel.STATE
        self.view_type: np.dtype[Any] = kernel.VIEW
        self.decisions: int = kernel.DECISIONS

    @cached_property
    def unpack(self) -> list[Callable[[memoryview[int]], tuple[int, ...]]]:
        """For each count, the function that reads that many decisions from behind a state.

        This is the fastest way to a few numbers of an array in Python, twice as fast as `tolist`.
        """
        return [Struct(f"{count}h").unpack_from for count in range(self.decisions + 1)]

    @cached_property
    def ended_at(self) -> int:
        """Offset of the field `ended` in the bytes of a state."""
        assert self.state_type.fields is not None
        return self.state_type.fields["ended"][1]

    def _compile(self, name: str, *arguments: Any, threads: bool = False) -> Any:
        function = getattr(entry_points, name)(self.kernel)
        return entry_point(function, name, self.game, arguments, threads=threads, parts=self.parts)

    @cached_property
    def match_draws(self) -> Any:
        """`(players, opt, bounds) -> count`."""
        return self._compile(
            "match_draws", scalar_type(), array_type(np.int32), array_type(np.int32)
        )

    @cached_property
    def setup(self) -> Any:
        """`(state, players, opt, draws)`: make it a match before its first deal."""
        numbers = array_type(np.int32)
        return self._compile("setup", array_type(np.uint8), scalar_type(), numbers, numbers)

    @cached_property
    def pack(self) -> Any:
        """`(state, cards) -> count`."""
        return self._compile("pack", array_type(np.uint8), array_type(np.int16))

    @cached_property
    def deal_draws(self) -> Any:
        """`(state, bounds) -> count`."""
        return self._compile("deal_draws", array_type(np.uint8), array_type(np.int32))

    @cached_property
    def deal(self) -> Any:
        """`(state, deck, draws)`."""
        return self._compile(
            "deal", array_type(np.uint8), array_type(np.int16), array_type(np.int32)
        )

    @cached_property
    def turn(self) -> Any:
        """`(state) -> actors | asked << 8`, asked being 255 when no seat is."""
        return self._compile("turn", array_type(np.uint8))

    @cached_property
    def legal(self) -> Any:
        """`(state, seat) -> count`, 0 for a seat that may not decide."""
        return self._compile("legal", array_type(np.uint8), scalar_type())

    @cached_property
    def play(self) -> Any:
        """`(handle of a state, seat, decision, count) -> answer`: see `entry_points.play`."""
        return self._compile("play", *(scalar_type(),) * 4)

    @cached_property
    def winners(self) -> Any:
        """`(state) -> bitmask`."""
        return self._compile("winners", array_type(np.uint8))

    @cached_property
    def derive(self) -> Any:
        """`(state)`."""
        return self._compile("derive", array_type(np.uint8))

    @cached_property
    def veil(self) -> Any:
        """`(state, seat, view)`."""
        return self._compile("veil", array_type(np.uint8), scalar_type(), array_type(np.uint8))

    @cached_property
    def sample(self) -> Any:
        """`(view, stream, state)`."""
        return self._compile(
            "sample", array_type(np.uint8), array_type(STREAM), array_type(np.uint8)
        )

    @cached_property
    def playouts(self) -> Any:
        """`(state, stream, opt, run, traits, results)`: see `match_loop.make_run`."""
        return self._compile("playouts", *run_types(), threads=True)

    PLAYING = ("turn", "legal", "play", "playouts")
    DEALING = (
        *("match_draws", "setup", "pack", "deal_draws", "deal"),
        *("winners", "derive", "veil", "sample"),
    )
    AT_TABLES = (
        *("legal", "turn", "play", "match_draws", "setup", "pack", "deal_draws", "deal"),
        *("winners", "derive", "veil", "sample"),
    )
    """Names of the entry points that matches need: all but those of the lab."""
    ENTRY_POINTS = (*PLAYING, *DEALING)
    """Names of all entry points, in the order in which they are warmed up."""

    SIMULATING = ("playouts",)
    """Names of the entry points that simulations need."""

    def warm_up(
        self, announce: Announce | None = None, names: Sequence[str] = ENTRY_POINTS
    ) -> None:
        """Compile or load some entry points now; `announce` gets each name beforehand."""
        elsewhere = tuple(name for name in names if name in self.DEALING)
        other = self._compile_elsewhere(elsewhere)
        for name in names:
            if announce:
                announce(name)
            if other and name in elsewhere:
                other.wait()  # if it failed, this process compiles
            getattr(self, name)

    def is_cached(self, name: str) -> bool:
        """Tell whether the cache holds an entry point, so that it needs no compiling."""
        return is_cached(getattr(entry_points, name)(self.kernel), name, self.game, self.parts)

    def _compile_elsewhere(self, names: tuple[str, ...]) -> subprocess.Popen[bytes] | None:
        """Let a second process fill the cache, if something is missing and there is a second core.

        Numba compiles on one core only. The entry points that play a deal and those that set one up
        have few functions in common, so that little is compiled twice.
        """
        if not has_cache() or all(map(self.is_cached, names)):
            return None
        if (os.cpu_count() or 1) < 2:
            return None
        code = f"from tirelire import game; e = game({self.game!r}).engine; "
        code += "; ".join(f"e.{name}" for name in names)
        command = [sys.executable, "-c", code]
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def new(self) -> Bytes:
        """Make an empty state, with space for decisions behind it."""
        return np.zeros(self.state_type.itemsize + 2 * self.decisions, np.uint8)

    def new_view(self) -> Bytes:
        """Make an empty view."""
        return np.zeros(self.view_type.itemsize, np.uint8)

    def record(self, state: Bytes) -> Any:
        """Return the record in the bytes of a state: changing it changes them."""
        return np.frombuffer(state, self.state_type, 1)[0]

    @cached_property
    def seats(self) -> int:
        """How many seats a state has."""
        return len(self.record(self.new()).total)

    def new_results(self, matches: int) -> NDArray[np.int64]:
        """Make the array of results for this many matches; `match_loop` names its columns."""
        return np.zeros((matches, result_width(self.seats)), np.int64)

    def match_bounds(self, players: int, opt: list[int]) -> list[int]:
        """Return the bounds of the numbers that a match is set up from."""
        bounds = np.zeros(MOST_DRAWS, np.int32)
        count = self.match_draws(players, np.array(opt, np.int32), bounds)
        return [int(bound) for bound in bounds[:count]]

    def draw_match(self, players: int, opt: list[int], source: Source) -> list[int]:
        """Draw the numbers that a match is set up from."""
        return [source.below(bound) for bound in self.match_bounds(players, opt)]

    def begin_from(self, players: int, opt: list[int], draws: list[int]) -> Bytes:
        """Set up a match from given draws."""
        state = self.new()
        self.setup(state, players, np.array(opt, np.int32), np.array(draws, np.int32))
        return state

    def draw_deal(self, state: Bytes, source: Source) -> tuple[list[int], list[int]]:
        """Draw an order of the pack and the numbers for the next deal."""
        deck = shuffled(source, self.pack_of(state))
        return deck, [source.below(bound) for bound in self.deal_bounds(state)]

    def pack_of(self, state: Bytes) -> list[int]:
        """Return the cards that are shuffled for the next deal, ascending."""
        cards = np.zeros(len(self.record(state).zone), np.int16)
        count = self.pack(state, cards)
        return [int(card) for card in cards[:count]]

    def deal_bounds(self, state: Bytes) -> list[int]:
        """Return the bounds of the numbers that the next deal needs."""
        bounds = np.zeros(MOST_DRAWS, np.int32)
        count = self.deal_draws(state, bounds)
        return [int(bound) for bound in bounds[:count]]

    def deal_from(self, state: Bytes, deck: list[int], draws: list[int]) -> None:
        """Begin the next deal from a given order and given draws."""
        self.deal(state, np.array(deck, np.int16), np.array(draws, np.int32))
