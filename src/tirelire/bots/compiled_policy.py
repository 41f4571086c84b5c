"""The compiled entry points to the policy of one game."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.bots import policy_kernels
from tirelire.bots.policy_kernels import LOOK
from tirelire.contract.game import Game
from tirelire.core.chance import STREAM
from tirelire.core.compiling import array_type, entry_point, is_cached
from tirelire.core.engine import Announce, run_types

_SPARE = 4
"""Lists of decisions may be written this far past their end."""


def _moving_types() -> tuple[Any, ...]:
    return tuple(map(array_type, (np.uint8, np.uint8, STREAM, STREAM, np.int64, np.int16)))


class CompiledPolicy:
    """The compiled policy of one game. Entry points are compiled at their first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.policy = game.policy
        self.parts = (*game.engine.parts, Path(str(self.policy.__file__)))

    def is_cached(self, name: str) -> bool:
        """Tell whether the cache holds an entry point, so that it needs no compiling."""
        function = getattr(policy_kernels, name)(self.game.engine.kernel, self.policy)
        return is_cached(function, f"{name}_by_policy", self.game.id, self.parts)

    def _compile(self, name: str, *arguments: Any, threads: bool = False) -> Any:
        function = getattr(policy_kernels, name)(self.game.engine.kernel, self.policy)
        return entry_point(
            function,
            f"{name}_by_policy",
            self.game.id,
            arguments,
            threads=threads,
            parts=self.parts,
        )

    @cached_property
    def choose(self) -> Any:
        """`(view, state, unseen, stream, traits, out) -> length`."""
        return self._compile("choose", *_moving_types())

    @cached_property
    def propose(self) -> Any:
        """`(view, state, unseen, stream, traits, out) -> count | secret << 16`."""
        return self._compile("propose", *_moving_types())

    @cached_property
    def evaluate(self) -> Any:
        """`(view, world, state, stream, setting, traits, moves, results)`."""
        types = (np.uint8, np.uint8, np.uint8, STREAM, LOOK, np.int64, np.int16, np.float64)
        return self._compile("evaluate", *map(array_type, types), threads=True)

    @cached_property
    def matches(self) -> Any:
        """`(state, stream, opt, run, traits, results)`."""
        return self._compile("matches", *run_types(), threads=True)

    SEARCHING = ("evaluate", "propose")
    """Names of the entry points that only a search needs."""
    ENTRY_POINTS = (*SEARCHING, "choose")
    """Names of the entry points that bots need, in the order in which they are warmed up."""

    def warm_up(self, announce: Announce | None = None) -> None:
        """Compile or load all entry points now; `announce` gets each name beforehand."""
        for name in self.ENTRY_POINTS:
            if announce:
                announce(name)
            getattr(self, name)

    def room_for_move(self) -> NDArray[np.int16]:
        """Make room for one move."""
        return np.zeros(self.policy.LONGEST + _SPARE, np.int16)

    def room_for_moves(self) -> NDArray[np.int16]:
        """Make room for all moves that can be proposed."""
        return np.zeros(self.policy.MOST * (self.policy.LONGEST + 1) + _SPARE, np.int16)


@cache
def compiled_policy(game: Game) -> CompiledPolicy:
    """Return the compiled policy of a game; there is one for each."""
    return CompiledPolicy(game)
