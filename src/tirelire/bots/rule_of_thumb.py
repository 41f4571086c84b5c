"""A bot that plays by the rule of thumb of its game."""

from __future__ import annotations

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.core.chance import Source, new_stream
from tirelire.core.moves import Move
from tirelire.match.view import View
from tirelire.policy.traits import Traits, table_of


class RuleOfThumb:
    """Plays every game by its policy, with given traits; it needs no time to speak of."""

    thinking = 0.0

    def __init__(self, name: str, traits: Traits) -> None:
        self.name = name
        self.traits = traits

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        """Choose as the policy does, from any world that fits the view."""
        if (back := taking_back(view)) is not None:
            return back
        compiled = compiled_policy(view.game)
        out = compiled.room_for_move()
        traits = table_of([self.traits] * len(view.record.total))
        state = view.game.engine.new()
        stream = new_stream(rng.below(2**31))
        count = compiled.choose(view.raw, state, new_stream(0), stream, traits, out)
        move: Move = view.game.moves.combine(view.record, out[:count].tolist())
        return move


def taking_back(view: View) -> Move | None:
    """Return the move that takes back an unfinished move of the seat, if there is one.

    Bots make whole moves, so this happens only where a bot takes over a seat.
    """
    engine = view.game.engine
    take_back = engine.kernel.TAKE_BACK
    if take_back < 0:
        return None
    world = engine.new()
    engine.sample(view.raw, new_stream(0), world)
    seat = int(view.record.seat)
    count = engine.legal(world, seat)
    listed = engine.unpack[count](world.data[engine.state_type.itemsize :])
    if not listed or listed[-1] != take_back:
        return None
    move: Move = view.game.moves.move_of(view.record, seat, take_back)
    return move
