"""The games as PettingZoo environments: AEC for all of them, and parallel ones.

Importing this module registers the ids `tirelire/GAME-v0` where PettingZoo has a registry (1.27).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from tirelire.adapters import rendering
from tirelire.adapters.spaces import ObservationDict, checked, spaces_of
from tirelire.core.options import Value
from tirelire.games import names as game_names
from tirelire.sim.single import Single

ILLEGAL_REWARD = -1.0
"""The reward for an illegal action, as in PettingZoo's own card games."""


class Seeds:
    """The seeds of matches for `reset`: from a given seed, or random."""

    def __init__(self) -> None:
        self._numbers = np.random.default_rng()

    def next(self, seed: int | None) -> int:
        """Return the seed of the next match; a given one begins a new series."""
        if seed is not None:
            self._numbers = np.random.default_rng(seed)
        return int(self._numbers.integers(2**62))


class TableEnv(AECEnv[str, ObservationDict, Any]):  # type: ignore[misc]
    """One match, whose seats are asked one after the other.

    An illegal action ends the match with ILLEGAL_REWARD for its agent, and a warning of
    PettingZoo's own logger; a value outside the action space is an error.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        reward: str = "share",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.single = Single(game, players, options, reward)
        self.render_mode = rendering.check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"{self.single.game.id}_v0",
            "render_modes": list(rendering.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.single.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        made = {agent: spaces_of(self.single, 0) for agent in self.possible_agents}
        self.observation_spaces = {agent: made[agent][0] for agent in made}
        self.action_spaces = {agent: made[agent][1] for agent in made}
        self._seeds = Seeds()
        self._begun = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent decides."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match; without a seed, the next one of the series."""
        self.single.begin(self._seeds.next(seed))
        self._begun = True
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._rewarded = False
        self._ask()

    def _ask(self) -> None:
        """Turn to the seat that is asked, with what it may choose."""
        observation, mask = self.single.told()
        agent = self.possible_agents[self.single.seat]
        self._told = {"observation": observation, "action_mask": mask}
        self.infos[agent] = {"action_mask": mask}
        self.agent_selection = self._asked = agent

    def observe(self, agent: str) -> ObservationDict:
        """Return what an agent may know now, and decide."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        if agent == self._asked:
            return self._told
        observation, mask, _ = self.single.look(self._seat_of[agent])
        mask[:] = 0  # where several choose at once, they are asked one after the other
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play a decision of the agent that is asked."""
        if not self._begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._cumulative_rewards[agent] = 0.0
        self._decide(agent, checked(action, self.single.decisions))

    def _decide(self, agent: str, decision: int) -> None:
        single = self.single
        if not single.is_legal(decision):
            EnvLogger.warn_on_illegal_move()
            self._reward({agent: ILLEGAL_REWARD})
            self._finish(self.terminations)
            return
        deals = single.deals
        single.play(single.seat, decision)
        self._steps += 1
        if single.deals != deals or single.done:
            self._reward(dict(zip(self.agents, single.rewards, strict=True)))
        if single.done:
            self._finish(self.terminations)
            return
        self._ask()
        if self.max_cycles and self._steps >= self.max_cycles * single.players:
            self._finish(self.truncations)

    def _reward(self, rewards: dict[str, float]) -> None:
        self._rewarded = True
        self.rewards.update(rewards)
        self._accumulate_rewards()

    def _finish(self, over: dict[str, bool]) -> None:
        """End the match for all agents; each acts once more with None, the first seat first."""
        for agent in self.agents:
            over[agent] = True
            self.infos[agent] = {"action_mask": np.zeros(self.single.decisions, np.int8)}
        self.agent_selection = self.agents[0]
        self._asked = ""

    def render(self) -> Any:
        """Draw the table as the agent that is asked sees it."""
        if not self._begun:
            EnvLogger.error_render_before_reset()
        return rendering.render(self.single, self.render_mode)

    def close(self) -> None:
        """Nothing has to be given back."""


def env(game: str, **given: Any) -> TableEnv:
    """Make the AEC environment of a game."""
    return TableEnv(game, **given)


def _register() -> None:
    """Register all games, where this PettingZoo has a registry."""
    register = getattr(pettingzoo, "register", None)
    if register is None:
        return
    for name in game_names():
        home = "tirelire.adapters"
        register("aec", f"tirelire/{name}-v0", f"{home}.pettingzoo:env", kwargs={"game": name})
        entry = f"{home}.pettingzoo_parallel:parallel_env"
        register("parallel", f"tirelire/{name}-v0", entry, kwargs={"game": name})


_register()
