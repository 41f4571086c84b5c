"""The entry points to a game's rules, the same for every game.

Each function here takes the rules of a game and returns a closure that is compiled as an entry
point (see `compiling`). A state or a view is passed as its bytes (see `raw`).
"""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import EntryPoint, inlined
from tirelire.core.match_loop import make_random_choice, make_run
from tirelire.core.raw import decisions_at, decisions_behind, record_at, record_in


def match_draws(kernel: Any) -> EntryPoint:
    """Bounds of the draws of a match."""
    inner = kernel.match_draws

    def run(players: int, opt: Any, bounds: Any) -> int:
        return int(inner(players, opt, bounds))

    return run


def setup(kernel: Any) -> EntryPoint:
    """Make a match."""
    inner = kernel.setup
    record = record_in(kernel.STATE)

    def run(states: Any, players: int, opt: Any, draws: Any) -> None:
        inner(record(states), players, opt, draws)

    return run


def pack(kernel: Any) -> EntryPoint:
    """Cards of the next deal."""
    inner = kernel.pack
    record = record_in(kernel.STATE)

    def run(states: Any, cards: Any) -> int:
        return int(inner(record(states), cards))

    return run


def deal_draws(kernel: Any) -> EntryPoint:
    """Bounds of the draws of the next deal."""
    inner = kernel.deal_draws
    record = record_in(kernel.STATE)

    def run(states: Any, bounds: Any) -> int:
        return int(inner(record(states), bounds))

    return run


def deal(kernel: Any) -> EntryPoint:
    """Begin a deal."""
    inner = kernel.deal
    record = record_in(kernel.STATE)

    def run(states: Any, deck: Any, draws: Any) -> None:
        inner(record(states), deck, draws)

    return run


def turn(kernel: Any) -> EntryPoint:
    """Who may decide, and who is asked first, in one number."""
    actors, asked = kernel.actors, kernel.asked
    record = record_in(kernel.STATE)

    def run(states: Any) -> int:
        s = record(states)
        return int(actors(s)) | (int(asked(s)) & 0xFF) << 8

    return run


def legal(kernel: Any) -> EntryPoint:
    """Write the legal decisions of a seat behind the state, none if it may not decide."""
    actors, inner = kernel.actors, kernel.legal
    record = record_in(kernel.STATE)
    decisions = decisions_behind(kernel.STATE, kernel.DECISIONS)

    def run(states: Any, seat: int) -> int:
        s = record(states)
        if (int(actors(s)) >> seat) & 1 == 0:
            return 0
        return int(inner(s, seat, decisions(states)))

    return run


def play(kernel: Any) -> EntryPoint:
    """Play a decision if it is legal; say who is asked next, and what that seat can choose from.

    `count` is how many legal decisions of the seat are listed behind the state, 0 if that is not
    known; a decision that is not among them is looked for in a new list.

    The legal decisions are written behind the state. The answer is their number without TAKE_BACK,
    and the seat in the bits from 16 on; -1 if the decision was not legal, 0 if the deal is over.
    """
    actors, asked = kernel.actors, kernel.asked
    inner_legal, inner_play, take_back = kernel.legal, kernel.play, kernel.TAKE_BACK
    record = record_at(kernel.STATE)
    decisions = decisions_at(kernel.STATE, kernel.DECISIONS)

    def run(handle: Any, seat: int, decision: int, count: int) -> int:
        s = record(handle)
        out = decisions(handle)
        i = 0
        while i < count and out[i] != decision:
            i += 1
        if i == count:
            if (int(actors(s)) >> seat) & 1 == 0:
                return -1
            count = int(inner_legal(s, seat, out))
            i = 0
            while i < count and out[i] != decision:
                i += 1
            if i == count:
                return -1
        inner_play(s, seat, decision)
        following = int(asked(s))
        if following < 0:
            return 0
        count = int(inner_legal(s, following, out))
        count -= 1 if out[count - 1] == take_back else 0
        return count | following << 16

    return run


def winners(kernel: Any) -> EntryPoint:
    """Who has won."""
    inner = kernel.winners
    record = record_in(kernel.STATE)

    def run(states: Any) -> int:
        return int(inner(record(states)))

    return run


def derive(kernel: Any) -> EntryPoint:
    """Fields of a written position that follow from others."""
    inner = kernel.derive
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        inner(record(states))

    return run


def veil(kernel: Any) -> EntryPoint:
    """What a seat may know."""
    inner = kernel.veil
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(states: Any, seat: int, views: Any) -> None:
        inner(record(states), seat, view(views))

    return run


def sample(kernel: Any) -> EntryPoint:
    """A world that fits a view."""
    inner = kernel.sample
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(views: Any, stream: Any, states: Any) -> None:
        inner(view(views), stream, record(states))

    return run


def playouts(kernel: Any) -> EntryPoint:
    """Play whole matches, every decision random among the legal ones: see `match_loop.make_run`."""
    decide_at_random = make_random_choice(kernel)

    @inlined
    def decide(s: Any, seat: int, stream: Any, _traits: Any, out: Any) -> int:
        return int(decide_at_random(s, seat, stream, out))

    return make_run(kernel, decide, kernel.DECISIONS)
