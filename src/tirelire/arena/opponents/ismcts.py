"""IS-MCTS of OpenSpiel as a player: `ismcts@500` runs 500 simulations for each decision.

The algorithm is OpenSpiel's own (`open_spiel.python.algorithms.ismcts`), with the settings of its
examples. It reaches a game through our adapter, and knows nothing but the rules. A simulation ends
in one match played at random, as in OpenSpiel's `RandomRolloutEvaluator`; the random match is
played by the compiled rules.

P. I. Cowling, E. J. Powley, D. Whitehouse: Information Set Monte Carlo Tree Search (2012).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tirelire.bots.step_by_step import StepByStep
from tirelire.core.chance import Source
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.match.view import View

if TYPE_CHECKING:
    from tirelire.adapters.openspiel import SpielState

NAME = "ismcts"
EXPLORATION = 2 * math.sqrt(2)
"""The constant of UCT: that of OpenSpiel's examples for gains between -1 and 1."""
MOST_SIMULATIONS = 1_000_000


class ISMCTS(StepByStep):
    """Searches every decision anew, and keeps no tree between two of them."""

    def __init__(self, simulations: int) -> None:
        super().__init__(f"{NAME}@{simulations}")
        self.simulations = simulations
        try:
            import pyspiel  # noqa: F401
        except ImportError:
            raise OptionError(Refusal("arena.no_openspiel", bot=self.name)) from None

    def decide(self, view: View, legal: Sequence[int], rng: Source) -> Sequence[int]:
        """Search one decision; chance draws the worlds, the tree's ties and the random matches."""
        if len(legal) == 1:
            return legal
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        from tirelire.adapters.openspiel import state_of

        numbers = np.random.RandomState(rng.below(2**31))
        state = state_of(view, numbers.uniform)
        bot = ISMCTSBot(
            state.get_game(), _RandomMatch(numbers), EXPLORATION, self.simulations,
            random_state=numbers,
        )  # fmt: skip
        bot.set_resampler(lambda here, seat: here.resample_from_infostate(seat, numbers.uniform))
        return [int(bot.step(state))]


class _RandomMatch:
    """What OpenSpiel asks at a new leaf: the gains of a random match, and no preference."""

    def __init__(self, numbers: Any) -> None:
        self._numbers = numbers

    def evaluate(self, state: SpielState) -> list[float]:
        """Play the match to its end at random; return the gain of each seat."""
        return state.random_returns(int(self._numbers.randint(2**31)))

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return all decisions as equally likely."""
        legal = state.legal_actions()
        return [(decision, 1 / len(legal)) for decision in legal]
