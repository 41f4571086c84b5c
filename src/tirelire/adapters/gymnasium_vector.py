"""One seat of many matches at once against bots: Gymnasium's vector interface on the batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tirelire.adapters.gymnasium import ILLEGAL_REWARD, check_seat
from tirelire.adapters.opponents import (
    GIVE_UP,
    NO_ACTION,
    Others,
    compiled_contend,
    names_of,
    table_for,
)
from tirelire.adapters.spaces import ObservationDict, spaces_of
from tirelire.core.options import Value
from tirelire.sim.batch import Batch
from tirelire.sim.single import Single
from tirelire.sim.stepper import ACTION


class VectorSeatEnv(VectorEnv[ObservationDict, NDArray[np.int64], NDArray[Any]]):
    """One seat of many matches; bots by rule of thumb, or at random, play the others.

    A match that is over makes place for the next one in the same step. Observations, masks and
    rewards are the batch's own memory, written anew by every step: copy what you keep. An illegal
    action ends its match with ILLEGAL_REWARD, and `infos["illegal_action"]` says so.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "regular",
        reward: str = "share",
        workers: int | None = None,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode: many matches are not drawn")
        self.render_mode = render_mode
        self.batch = Batch(
            game, num_envs, players=players, options=options, reward=reward, workers=workers
        )
        self.num_envs = num_envs
        self.seat = check_seat(seat, self.batch.players)
        names = names_of(opponents, self.batch.players)
        bots = table_for(names, seat, self.batch.game.engine.seats)
        self._others = Others(np.zeros_like(self.batch._rows.rewards), *bots)
        self._entry_point = compiled_contend(self.batch.game)
        single = Single(self.batch.game, self.batch.players)
        self.single_observation_space, self.single_action_space = spaces_of(single, 0)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationDict, dict[str, Any]]:
        """Begin all matches anew; row i plays the matches i, i + n and so on of one seed."""
        if isinstance(seed, list):
            seed = seed[0]
        super().reset(seed=seed, options=options)
        self.batch.reset(int(self.np_random.integers(2**62)))
        self._others.carried[:] = 0
        self._begun = True
        self._contend(np.full(self.num_envs, NO_ACTION, ACTION))
        return self._told(), {"action_mask": self.batch.masks}

    def _contend(self, actions: NDArray[np.int64]) -> None:
        rows = self.batch._rows._replace(actions=actions)
        self.batch._share(self._entry_point, rows, self._others, self.seat, ILLEGAL_REWARD)

    def _told(self) -> ObservationDict:
        return {"observation": self.batch.observations, "action_mask": self.batch.masks}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[ObservationDict, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a decision in every match, and let the bots play until the seat is asked again."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset() first")
        batch = self.batch
        taken = batch.as_actions(actions)
        if ((taken < 0) | (taken >= batch.decisions)).any():
            raise ValueError(f"actions: whole numbers below {batch.decisions}")
        infos: dict[str, Any] = {"action_mask": batch.masks}
        wrong = batch.masks[self._rows, taken] == 0
        if wrong.any():
            infos["illegal_action"] = np.where(wrong, taken, -1)
            taken = np.where(wrong, GIVE_UP, taken)
        self._contend(taken)
        gained = batch.rewards[:, self.seat]
        return self._told(), gained, batch.done == 1, np.zeros(self.num_envs, bool), infos
