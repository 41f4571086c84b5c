"""A player that makes its moves decision by decision, from what its seat may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tirelire.bots.rule_of_thumb import taking_back
from tirelire.core.chance import Source, new_stream
from tirelire.core.moves import Move
from tirelire.core.state import State
from tirelire.match.view import View


class StepByStep(ABC):
    """Chooses decisions until they are a whole move.

    The decisions are tried in a world that fits the view. What is legal does not depend on what the
    seat cannot know, so any world will do. It thinks as long as it was made to, whatever the time.
    """

    thinking = 0.0

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def decide(self, view: View, legal: Sequence[int], rng: Source) -> Sequence[int]:
        """Return at least one decision; `legal` are the legal ones without taking back."""

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        """Choose a whole move."""
        if (back := taking_back(view)) is not None:
            return back
        game, seat = view.game, int(view.record.seat)
        engine = game.engine
        world = engine.new()
        engine.sample(view.raw, new_stream(rng.below(2**31)), world)
        state = State(engine, world)
        take_back = engine.kernel.TAKE_BACK
        chosen: list[int] = []
        now = view
        is_whole = False
        while not is_whole:
            legal = [x for x in state.legal(seat) if x != take_back]
            for decision in self.decide(now, legal, rng):
                if not state.play(seat, decision):
                    raise ValueError(f"{self.name}: decision {decision} is not legal")
                chosen.append(decision)
            is_whole = take_back not in state.legal(seat)
            now = View(game, state.veil(seat))
        move: Move = game.moves.combine(view.record, chosen)
        return move
