"""A player who does anything legal, from what its seat may know."""

from __future__ import annotations

from tirelire.core.chance import Source, new_stream
from tirelire.core.moves import Move
from tirelire.core.state import State
from tirelire.match.view import View


def random_move(view: View, source: Source) -> Move:
    """Choose a whole move at random: decisions, each among the legal ones, until it is complete."""
    game, seat = view.game, int(view.record.seat)
    engine = game.engine
    world = engine.new()
    engine.sample(view.raw, new_stream(source.below(2**31)), world)
    state = State(engine, world)
    take_back = engine.kernel.TAKE_BACK
    chosen: list[int] = []
    while True:
        decisions = [d for d in state.legal(seat) if d != take_back]
        chosen.append(decisions[source.below(len(decisions))])
        state.play(seat, chosen[-1])
        if take_back not in state.legal(seat):
            move: Move = game.moves.combine(view.record, chosen)
            return move
