"""The games as Gymnasium environments: one seat plays against bots.

Importing this module registers the ids `tirelire/GAME-v0`, each also as a vector environment on
the native batch (`gymnasium.make_vec(…, vectorization_mode="vector_entry_point")`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from tirelire.adapters import rendering
from tirelire.adapters.opponents import names_of
from tirelire.adapters.spaces import ObservationDict, checked, spaces_of
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded
from tirelire.core.errors import OptionError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal
from tirelire.games import names as game_names
from tirelire.match.view import View
from tirelire.sim.single import Single

ILLEGAL_REWARD = -1
"""The reward for an illegal action, which also ends the match."""


def check_seat(seat: int, players: int) -> int:
    """Refuse a seat that there is not."""
    if not 0 <= seat < players:
        raise OptionError(Refusal("range", name="seat", allowed=f"0–{players - 1}"))
    return seat


class SeatEnv(gymnasium.Env[ObservationDict, Any]):
    """One seat of a match; bots play the others.

    An illegal action ends the match with ILLEGAL_REWARD, and `info["illegal_action"]` says so.
    """

    metadata = {"render_modes": list(rendering.MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "regular",
        reward: str = "share",
        render_mode: str | None = None,
    ) -> None:
        self.single = Single(game, players, options, reward)
        self.seat = check_seat(seat, self.single.players)
        bots = [find_bot(name) for name in names_of(opponents, self.single.players)]
        self._bots = {
            other: bots[other - (other > seat)]
            for other in range(self.single.players)
            if other != seat
        }
        self.render_mode = rendering.check_mode(render_mode)
        self.observation_space, self.action_space = spaces_of(self.single, 0)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationDict, dict[str, Any]]:
        """Begin a match, and let the bots play until the seat is asked."""
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(2**62))
        self.single.begin(number)
        self._chance = seeded(number, 1)
        self._over = False
        self._let_bots_play()
        return self._told({})

    def step(self, action: Any) -> tuple[ObservationDict, float, bool, bool, dict[str, Any]]:
        """Play a decision of the seat, and let the bots play until it is asked again."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the match is over, or has not begun: call reset()")
        decision = checked(action, self.single.decisions)
        if not self.single.is_legal(decision):
            self._over = True
            told, info = self._told({"illegal_action": decision})
            return told, float(ILLEGAL_REWARD), True, False, info
        gained = self._play(self.seat, decision) + self._let_bots_play()
        self._over = self.single.done
        told, info = self._told({})
        return told, gained, self._over, False, info

    def _play(self, seat: int, decision: int) -> float:
        self.single.play(seat, decision)
        return float(self.single.rewards[self.seat])

    def _let_bots_play(self) -> float:
        single, gained = self.single, 0.0
        while not single.done and (asked := single.seat) != self.seat:
            view = View(single.game, single.veil(asked))
            move = self._bots[asked].choose(view, self._chance, None)
            for decision in single.game.moves.decisions(view.plain, move):
                if not single.look(asked)[1][decision]:
                    raise RuntimeError(f"{self._bots[asked].name}: an illegal move, {move}")
                gained += self._play(asked, decision)
        return gained

    def _told(self, info: dict[str, Any]) -> tuple[ObservationDict, dict[str, Any]]:
        observation, mask, _ = self.single.look(self.seat)
        if self._over:
            mask[:] = 0
        return {"observation": observation, "action_mask": mask}, {**info, "action_mask": mask}

    def render(self) -> Any:
        """Draw the table as the seat sees it."""
        return rendering.render(self.single, self.render_mode)


def _register() -> None:
    home = "tirelire.adapters"
    for name in game_names():
        gymnasium.register(
            f"tirelire/{name}-v0",
            entry_point=f"{home}.gymnasium:SeatEnv",
            vector_entry_point=f"{home}.gymnasium_vector:VectorSeatEnv",
            kwargs={"game": name},
        )


_register()
