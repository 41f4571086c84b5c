"""Many matches of one game, stepped together: arrays in, arrays out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.contract.game import Game
from tirelire.core.codes import seat_letter
from tirelire.core.errors import IllegalMove, OptionError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.sim.row_kernels import SLICE, Rows
from tirelire.sim.single import find_reward
from tirelire.sim.stepper import ACTION, stepper_of

MOST_MATCHES = 1_000_000
FEWEST_EACH = 256
"""Matches that a worker must have, or handing them over takes longer than playing them."""


class Batch:
    """A number of matches of one game, each waiting for a decision at any time.

    The arrays below are the batch's own memory, one row for each match. They are written in place
    by `reset` and `step` and are read-only for the caller; copy an array to keep it.

    A match that is over makes place for the next one in the same step: `done` and `rewards` then
    tell of the old match, everything else of the new one. Row i plays the matches i, i + n, i + 2 n
    and so on of the seed, so that the number of workers changes nothing.

    >>> batch = Batch("money", 64, seed=1, players=3)
    >>> batch.observations.shape, batch.masks.shape
    ((64, 1247), (64, 80))
    >>> batch.step(batch.sample())
    >>> batch.rewards.shape, int(batch.done.sum())
    ((64, 3), 0)
    """

    observations: NDArray[np.int16]
    """The observation of the deciding seat; `layout` describes its fields."""
    masks: NDArray[np.int8]
    """1 for every decision that is legal, but for taking back: see `docs/research.md`."""
    seats: NDArray[np.int64]
    """Which seat decides."""
    rewards: NDArray[np.float32]
    """The reward of each seat in the last step."""
    done: NDArray[np.int8]
    """1 where a match was over in the last step."""

    def __init__(
        self,
        game: str | Game,
        n: int,
        seed: int = 0,
        *,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        reward: str = "share",
        workers: int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.n = _within("n", n, 1, MOST_MATCHES)
        self.players = self.game.most if players is None else players
        codes = self.game.encode(self.players, options or {})
        self.options = self.game.decode(codes)
        self._reward = find_reward(reward)
        if workers is not None:
            _within("workers", workers, 1, MOST_MATCHES)
        threads = workers or min(os.cpu_count() or 1, max(1, n // FEWEST_EACH))
        cuts = [n * i // threads for i in range(threads + 1)]
        self._slices = list(pairwise(cuts))
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._stepper = stepper_of(self.game)
        self.layout = self._stepper.layout
        """The fields of an observation."""
        self.decisions = self._stepper.decisions
        """Decisions are the whole numbers below this."""
        self._opt = np.array(codes, np.int32)
        self._make_arrays()
        self.reset(seed)

    def _make_arrays(self) -> None:
        self._rows = self._stepper.new_rows(self.n, self.players)
        for name in ("observations", "masks", "seats", "rewards", "done"):
            shown = getattr(self._rows, name).view()
            shown.flags.writeable = False
            setattr(self, name, shown)

    def _share(self, entry_point: Any, rows: Rows, *more: Any) -> None:
        """Call an entry point for all rows, in slices of the workers."""
        others = [partial(entry_point, rows, self._opt, part, *more) for part in self._parts[1:]]
        waiting = [self._pool.submit(other) for other in others] if self._pool else []
        entry_point(rows, self._opt, self._parts[0], *more)
        for done in waiting:
            done.result()

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew, from the first match of a seed, or of the one given before."""
        if seed is not None:
            self.seed = _within("seed", seed, 0, 2**63 - 1)
        self._parts = [
            np.array([(first, end, self.seed, self.players, self.n, self._reward)], SLICE)
            for first, end in self._slices
        ]
        self._rows.numbers[:] = np.arange(self.n)
        self._rows.rewards[:] = 0
        self._rows.done[:] = 0
        self._share(self._stepper.begin, self._rows)

    def step(self, actions: NDArray[Any]) -> None:
        """Play one decision in every match.

        An action that is not legal is refused, as is an array of another shape or kind; nothing has
        changed then in any match.
        """
        self._share(self._stepper.step, self._rows._replace(actions=self._checked(actions)))

    def as_actions(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Return actions as the entry points take them; refuse another shape or type."""
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise ValueError(f"actions: the shape must be ({self.n},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: whole numbers are needed, not {given.dtype}")
        return np.ascontiguousarray(given, ACTION)

    def _checked(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        taken = self.as_actions(actions)
        row = self._stepper.illegal(self._rows.masks, taken)
        if row >= 0:
            seat = seat_letter(int(self._rows.seats[row]))
            raise IllegalMove(Refusal("batch_action", row=row, seat=seat, action=int(taken[row])))
        return taken

    def sample(self) -> NDArray[np.int64]:
        """Choose a legal decision for every match, all equally likely.

        It is the same until the next step: it is drawn where the decisions are listed.
        """
        drawn: NDArray[np.int64] = self._rows.drawn.copy()
        return drawn


def _within(name: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise OptionError(Refusal("range", name=name, allowed=f"{low}–{high}"))
    if not low <= value <= high:
        raise OptionError(Refusal("range", name=name, allowed=f"{low}–{high}"))
    return int(value)
