"""One match, driven from Python, with what any seat may know and decide at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.contract.game import Game
from tirelire.core.engine import Bytes
from tirelire.core.errors import OptionError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.observation.layout import OBSERVATION
from tirelire.sim.row_kernels import GAIN, SHARE, SLICE
from tirelire.sim.stepper import MASK, stepper_of

REWARDS = {"gain": GAIN, "share": SHARE}


def find_reward(name: str) -> int:
    """Return the number of a kind of reward."""
    if name not in REWARDS:
        raise OptionError(Refusal("range", name="reward", allowed=" | ".join(REWARDS)))
    return REWARDS[name]


class Single:
    """One match that is dealt and told like a row of a `Batch`, but does not begin anew."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        reward: str = "share",
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.most if players is None else players
        codes = self.game.encode(self.players, options or {})
        self.options = self.game.decode(codes)
        stepper = stepper_of(self.game)
        self.layout, self.decisions = stepper.layout, stepper.decisions
        self._begin, self._step, self._observe = (stepper.begin, stepper.step, stepper.observe)
        self._rows = stepper.new_rows(1, self.players)
        self._opt = np.array(codes, np.int32)
        self._slice = np.array([(0, 1, 0, self.players, 0, find_reward(reward))], SLICE)
        self._listed = np.zeros(self.decisions, np.int16)

    def begin(self, seed: int) -> None:
        """Begin the first match of a seed."""
        self._slice["seed"] = seed
        self._rows.done[0] = 0
        self._begin(self._rows, self._opt, self._slice)

    @property
    def seat(self) -> int:
        """The seat that is asked, or -1 when the match is over."""
        return int(self._rows.seats[0])

    @property
    def done(self) -> bool:
        """Whether the match is over."""
        return bool(self._rows.done[0])

    @property
    def deals(self) -> int:
        """How many deals have begun."""
        return int(self._rows.states["deals"][0])

    @property
    def rewards(self) -> list[float]:
        """The reward of each seat in the last step."""
        gained: list[float] = self._rows.rewards[0].tolist()
        return gained

    def is_legal(self, decision: int) -> bool:
        """Tell whether the seat that is asked may decide so."""
        return 0 <= decision < self.decisions and bool(self._rows.masks[0, decision])

    def play(self, seat: int, decision: int) -> None:
        """Play a decision that is legal for the seat."""
        self._rows.seats[0] = seat
        self._rows.actions[0] = decision
        self._step(self._rows, self._opt, self._slice)

    def told(self) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """Return the observation and the mask of the seat that is asked."""
        return self._rows.observations[0].copy(), self._rows.masks[0].copy()

    def look(self, seat: int) -> tuple[NDArray[np.int16], NDArray[np.int8], int]:
        """Return the observation and the mask of any seat, and who may decide as bits."""
        out, mask = np.empty(self.layout.size, OBSERVATION), np.empty(self.decisions, MASK)
        actors = self._observe(
            self._rows.states, self._rows.memories, 0, seat, self._listed, mask, out
        )
        return out, mask, int(actors)

    def veil(self, seat: int) -> Bytes:
        """Return what a seat (or a spectator) may know, as the bytes of a view."""
        engine: Any = self.game.engine
        raw: Bytes = engine.new()
        size = engine.state_type.itemsize
        raw[:size] = self._rows.states.view(np.uint8)
        view: Bytes = engine.new_view()
        engine.veil(raw, seat, view)
        return view
