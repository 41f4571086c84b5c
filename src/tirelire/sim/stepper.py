"""The compiled entry points to the rules and the observation of one game."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tirelire.contract.game import Game
from tirelire.core.chance import STREAM
from tirelire.core.compiling import array_type, entry_point, scalar_type, tuple_type
from tirelire.core.engine import Announce
from tirelire.observation.layout import OBSERVATION, Layout
from tirelire.sim import row_kernels
from tirelire.sim.row_kernels import SLICE, Rows

ACTION = np.dtype(np.int64)
MASK = np.dtype(np.int8)
REWARD = np.dtype(np.float32)


class Stepper:
    """The compiled rules and observation of one game. Entry points are compiled at first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = game.engine.kernel
        self.observation = game.observation
        self.layout: Layout = self.observation.LAYOUT
        self.parts = (*game.engine.parts, Path(str(self.observation.__file__)))
        self.decisions: int = game.engine.decisions

    def _compile(self, name: str, *arguments: Any, threads: bool = False) -> Any:
        function = getattr(row_kernels, name)(self.kernel, self.observation)
        return entry_point(
            function, name, self.game.id, arguments, threads=threads, parts=self.parts
        )

    @property
    def row_types(self) -> tuple[Any, ...]:
        """The types of what `begin` and `step` take: rows, options, slices."""
        numbers, streams = array_type(np.int64), array_type(STREAM)
        rows = Rows(
            states=array_type(self.kernel.STATE),
            memories=array_type(OBSERVATION, 2),
            streams=streams,
            numbers=numbers,
            masks=array_type(MASK, 2),
            observations=array_type(OBSERVATION, 2),
            seats=numbers,
            choices=streams,
            drawn=array_type(ACTION),
            actions=array_type(ACTION),
            rewards=array_type(REWARD, 2),
            done=array_type(MASK),
        )
        return (tuple_type(rows), array_type(np.int32), array_type(SLICE))

    def new_rows(self, matches: int, players: int) -> Rows:
        """Make the arrays of a number of matches."""
        remembered = self.observation.MEMORY + self.observation.KEPT
        return Rows(
            states=np.zeros(matches, self.kernel.STATE),
            memories=np.zeros((matches, remembered), OBSERVATION),
            streams=np.zeros(matches, STREAM),
            numbers=np.zeros(matches, np.int64),
            masks=np.zeros((matches, self.decisions), MASK),
            observations=np.zeros((matches, self.layout.size), OBSERVATION),
            seats=np.full(matches, -1, np.int64),
            choices=np.zeros(matches, STREAM),
            drawn=np.zeros(matches, ACTION),
            actions=np.zeros(matches, ACTION),
            rewards=np.zeros((matches, players), REWARD),
            done=np.zeros(matches, MASK),
        )

    @cached_property
    def begin(self) -> Any:
        """See `row_kernels.begin`."""
        return self._compile("begin", *self.row_types, threads=True)

    @cached_property
    def step(self) -> Any:
        """See `row_kernels.step`."""
        return self._compile("step", *self.row_types, threads=True)

    @cached_property
    def observe(self) -> Any:
        """`(states, memories, row, seat, listed, mask, out) -> actors`."""
        number = scalar_type()
        rows = (array_type(self.kernel.STATE), array_type(OBSERVATION, 2), number, number)
        lists = (array_type(np.int16), array_type(MASK), array_type(OBSERVATION))
        return self._compile("observe", *rows, *lists)

    @cached_property
    def observe_view(self) -> Any:
        """`(view, memory, out)`."""
        numbers = array_type(OBSERVATION)
        return self._compile("observe_view", array_type(self.kernel.VIEW), numbers, numbers)

    @cached_property
    def illegal(self) -> Any:
        """`(masks, actions) -> row or -1`."""
        return self._compile("illegal", array_type(MASK, 2), array_type(ACTION))

    ENTRY_POINTS = ("begin", "step", "observe", "illegal")
    """Names of the entry points that environments need, in the order of warming up."""

    def warm_up(self, announce: Announce | None = None) -> None:
        """Compile or load all entry points now; `announce` gets each name beforehand."""
        for name in self.ENTRY_POINTS:
            if announce:
                announce(name)
            getattr(self, name)


@cache
def stepper_of(game: Game) -> Stepper:
    """Return the stepper of a game; there is one for each."""
    return Stepper(game)
