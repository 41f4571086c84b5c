"""Drivers: loops over a game's functions, the same for every game.

Each function here takes a game's kernel and returns a closure that is compiled as a door (see
`compiling`). A state or a view is handed over as its bytes (see `raw`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.raw import decisions_at, decisions_behind, record_at, record_in

Door = Callable[..., Any]


def match_draws(kernel: Any) -> Door:
    """Bounds of the draws of a match."""
    inner = kernel.match_draws

    def run(players: int, opt: Any, bounds: Any) -> int:
        return int(inner(players, opt, bounds))

    return run


def setup(kernel: Any) -> Door:
    """Make a match."""
    inner = kernel.setup
    record = record_in(kernel.STATE)

    def run(states: Any, players: int, opt: Any, draws: Any) -> None:
        inner(record(states), players, opt, draws)

    return run


def pack(kernel: Any) -> Door:
    """Cards of the next deal."""
    inner = kernel.pack
    record = record_in(kernel.STATE)

    def run(states: Any, cards: Any) -> int:
        return int(inner(record(states), cards))

    return run


def deal_draws(kernel: Any) -> Door:
    """Bounds of the draws of the next deal."""
    inner = kernel.deal_draws
    record = record_in(kernel.STATE)

    def run(states: Any, bounds: Any) -> int:
        return int(inner(record(states), bounds))

    return run


def deal(kernel: Any) -> Door:
    """Begin a deal."""
    inner = kernel.deal
    record = record_in(kernel.STATE)

    def run(states: Any, deck: Any, draws: Any) -> None:
        inner(record(states), deck, draws)

    return run


def turn(kernel: Any) -> Door:
    """Who may decide, and who is asked first, in one number."""
    actors, asked = kernel.actors, kernel.asked
    record = record_in(kernel.STATE)

    def run(states: Any) -> int:
        s = record(states)
        return int(actors(s)) | (int(asked(s)) & 0xFF) << 8

    return run


def legal(kernel: Any) -> Door:
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


def play(kernel: Any) -> Door:
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


def winners(kernel: Any) -> Door:
    """Who has won."""
    inner = kernel.winners
    record = record_in(kernel.STATE)

    def run(states: Any) -> int:
        return int(inner(record(states)))

    return run


def derive(kernel: Any) -> Door:
    """Fields of a written position that follow from others."""
    inner = kernel.derive
    record = record_in(kernel.STATE)

    def run(states: Any) -> None:
        inner(record(states))

    return run


def veil(kernel: Any) -> Door:
    """What a seat may know."""
    inner = kernel.veil
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(states: Any, seat: int, views: Any) -> None:
        inner(record(states), seat, view(views))

    return run


def sample(kernel: Any) -> Door:
    """A world that fits a view."""
    inner = kernel.sample
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(views: Any, stream: Any, states: Any) -> None:
        inner(view(views), stream, record(states))

    return run


def playouts(kernel: Any) -> Door:
    """Play whole matches, every decision random among the legal ones.

    Match i of a run draws from branch i of the seed, so that results do not depend on how a run is
    cut into pieces. `setting` is the first match, the seed, the number of players and the most
    deals of a match (0: no bound); `results` has a row of width 4 + 2 * seats per match: decisions,
    deals, winners, reason of the last deal, then totals and what was gained in the last deal.
    """
    k_match_draws, k_setup, k_pack = kernel.match_draws, kernel.setup, kernel.pack
    record = record_in(kernel.STATE)
    k_deal_draws, k_deal, k_asked = kernel.deal_draws, kernel.deal, kernel.asked
    k_legal, k_play, k_winners = kernel.legal, kernel.play, kernel.winners
    decisions, take_back = kernel.DECISIONS, kernel.TAKE_BACK
    start, below, shuffle = chance.start, chance.below, chance.shuffle

    def run(states: Any, stream: Any, opt: Any, setting: Any, results: Any) -> None:
        s = record(states)
        first, seed, players, most = setting[0], setting[1], setting[2], setting[3]
        seats = len(s.total)
        width = 4 + 2 * seats
        cards = np.zeros(len(s.zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        out = np.zeros(decisions, np.int16)
        for i in range(len(results) // width):
            start(stream, seed, first + i)
            drawn = k_match_draws(players, opt, bounds)
            for j in range(drawn):
                bounds[j] = below(stream, bounds[j])
            k_setup(s, players, opt, bounds)
            count = 0
            while s.ended == DEAL_OVER and (most == 0 or s.deals < most):
                n = k_pack(s, cards)
                shuffle(stream, cards, n)
                drawn = k_deal_draws(s, bounds)
                for j in range(drawn):
                    bounds[j] = below(stream, bounds[j])
                k_deal(s, cards, bounds)
                while s.ended == RUNNING:
                    seat = k_asked(s)
                    n = k_legal(s, seat, out)
                    n -= 1 if out[n - 1] == take_back else 0
                    k_play(s, seat, int(out[below(stream, n)]))
                    count += 1
            row = i * width
            results[row] = count
            results[row + 1] = s.deals
            results[row + 2] = k_winners(s)
            results[row + 3] = s.reason
            for j in range(seats):
                results[row + 4 + j] = s.total[j]
                results[row + 4 + seats + j] = s.gained[j]

    return run
