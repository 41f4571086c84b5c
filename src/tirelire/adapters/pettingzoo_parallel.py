"""The games as parallel PettingZoo environments: seats choose at the same time where they may.

All agents act in every step; an agent without a choice waits, which is the last action. Of choices
that exclude each other, as the calls of a window, the one that the rules ask for first counts, and
the others come too late.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from tirelire.adapters import rendering
from tirelire.adapters.pettingzoo import Seeds
from tirelire.adapters.spaces import ObservationDict, checked, spaces_of
from tirelire.core.options import Value
from tirelire.sim.single import Single

Told = dict[str, ObservationDict]


class ParallelTableEnv(ParallelEnv[str, ObservationDict, Any]):  # type: ignore[misc]
    """One match, in which all who may choose do so at once.

    An illegal action counts as the first legal one; the agent's info says so (`illegal_action`),
    and PettingZoo's own logger warns. An action that came too late is told as well (`late`).
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
        self.single = Single(game, players, options, reward)
        self.render_mode = rendering.check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"{self.single.game.id}_parallel_v0",
            "render_modes": list(rendering.MODES),
            "render_fps": 2,
        }
        self.wait = self.single.decisions
        """The action of an agent without a choice."""
        self.possible_agents = [f"player_{seat}" for seat in range(self.single.players)]
        self.agents: list[str] = []
        made = {agent: spaces_of(self.single, 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: made[agent][0] for agent in made}
        self.action_spaces = {agent: made[agent][1] for agent in made}
        self._seeds = Seeds()
        self._masks: list[NDArray[np.int8]] = []
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent decides."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Told, dict[str, dict[str, Any]]]:
        """Begin a match; without a seed, the next one of the series."""
        self.single.begin(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self._steps = 0
        return self._look({agent: {} for agent in self.agents})

    def _look(self, infos: dict[str, dict[str, Any]]) -> tuple[Told, dict[str, dict[str, Any]]]:
        """Tell all seats what they may know and choose; a mask stands in the info as well."""
        told: Told = {}
        self._masks = []
        for seat, agent in enumerate(self.possible_agents):
            observation, mask, actors = self.single.look(seat)
            waits = np.int8(actors >> seat & 1 == 0)
            self._masks.append(np.append(mask, waits))
            told[agent] = {"observation": observation, "action_mask": self._masks[seat]}
            infos[agent]["action_mask"] = self._masks[seat]
        return told, infos

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play what all agents chose, in the order in which the rules ask them."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        agents = self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        chosen = self._chosen(actions, infos)
        rewards = np.zeros(self.single.players)
        self._play(chosen, rewards, infos)
        self._steps += 1
        over = self.single.done
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        told, infos = self._look(infos)
        if over or cut:
            self.agents = []
        return (
            told,
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _chosen(self, actions: dict[str, Any], infos: dict[str, dict[str, Any]]) -> dict[int, int]:
        """Return the decisions of all seats that have one to make."""
        numbers = {agent: checked(actions[agent], self.wait + 1) for agent in self.agents}
        chosen: dict[int, int] = {}
        for seat, agent in enumerate(self.agents):
            mask, decision = self._masks[seat], numbers[agent]
            if not mask[decision]:
                EnvLogger.warn_action_out_of_bound(
                    decision, self.action_spaces[agent], "playing the first legal action"
                )
                infos[agent]["illegal_action"] = decision
                decision = int(np.argmax(mask))
            if decision != self.wait:
                chosen[seat] = decision
        return chosen

    def _play(
        self, chosen: dict[int, int], rewards: NDArray[Any], infos: dict[str, dict[str, Any]]
    ) -> None:
        single, deals = self.single, self.single.deals
        while chosen and not single.done and single.deals == deals:
            seat = single.seat if single.seat in chosen else min(chosen)
            decision = chosen.pop(seat)
            # A question that looks otherwise than it did is another question.
            if (single.look(seat)[1] != self._masks[seat][:-1]).any():
                infos[self.agents[seat]]["late"] = True
                continue
            single.play(seat, decision)
            rewards += single.rewards
        for seat in chosen:
            infos[self.agents[seat]]["late"] = True

    def render(self) -> Any:
        """Draw the table as the seat that is asked first sees it."""
        if self.single.seat < 0 and not self.single.done:
            EnvLogger.error_render_before_reset()
        return rendering.render(self.single, self.render_mode)

    def close(self) -> None:
        """Nothing has to be given back."""


def parallel_env(game: str, **given: Any) -> ParallelTableEnv:
    """Make the parallel environment of a game."""
    return ParallelTableEnv(game, **given)
