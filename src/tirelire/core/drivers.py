"""Drivers: loops over a game's functions, the same for every game.

Each function here takes a game's kernel and returns a closure that is compiled as a door (see
`compiling`). A state is handed over as an array of one record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.contract import DEAL_OVER, RUNNING

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

    def run(states: Any, players: int, opt: Any, draws: Any) -> None:
        inner(states[0], players, opt, draws)

    return run


def pack(kernel: Any) -> Door:
    """Cards of the next deal."""
    inner = kernel.pack

    def run(states: Any, cards: Any) -> int:
        return int(inner(states[0], cards))

    return run


def deal_draws(kernel: Any) -> Door:
    """Bounds of the draws of the next deal."""
    inner = kernel.deal_draws

    def run(states: Any, bounds: Any) -> int:
        return int(inner(states[0], bounds))

    return run


def deal(kernel: Any) -> Door:
    """Begin a deal."""
    inner = kernel.deal

    def run(states: Any, deck: Any, draws: Any) -> None:
        inner(states[0], deck, draws)

    return run


def turn(kernel: Any) -> Door:
    """Who may decide, and who is asked first, in one number."""
    actors, asked = kernel.actors, kernel.asked

    def run(states: Any) -> int:
        return int(actors(states[0])) | (int(asked(states[0])) & 0xFF) << 8

    return run


def legal(kernel: Any) -> Door:
    """Legal decisions of a seat, none if it may not decide."""
    actors, inner = kernel.actors, kernel.legal

    def run(states: Any, seat: int, out: Any) -> int:
        s = states[0]
        if (int(actors(s)) >> seat) & 1 == 0:
            return 0
        return int(inner(s, seat, out))

    return run


def play(kernel: Any) -> Door:
    """Play a decision if it is legal."""
    actors, inner_legal, inner_play = kernel.actors, kernel.legal, kernel.play

    def run(states: Any, seat: int, decision: int, out: Any) -> bool:
        s = states[0]
        if (int(actors(s)) >> seat) & 1 == 0:
            return False
        for i in range(inner_legal(s, seat, out)):
            if out[i] == decision:
                inner_play(s, seat, decision)
                return True
        return False

    return run


def winners(kernel: Any) -> Door:
    """Who has won."""
    inner = kernel.winners

    def run(states: Any) -> int:
        return int(inner(states[0]))

    return run


def derive(kernel: Any) -> Door:
    """Fields of a written position that follow from others."""
    inner = kernel.derive

    def run(states: Any) -> None:
        inner(states[0])

    return run


def veil(kernel: Any) -> Door:
    """What a seat may know."""
    inner = kernel.veil

    def run(states: Any, seat: int, views: Any) -> None:
        inner(states[0], seat, views[0])

    return run


def sample(kernel: Any) -> Door:
    """A world that fits a view."""
    inner = kernel.sample

    def run(views: Any, stream: Any, states: Any) -> None:
        inner(views[0], stream, states[0])

    return run


def playouts(kernel: Any) -> Door:
    """Play whole matches, every decision random among the legal ones.

    Match i of a run draws from branch i of the seed, so that results do not depend on how a run is
    cut into pieces. `setting` is the first match, the seed and the most deals of a match (0: no
    bound); `results` has a row of width 4 + 2 * seats per match: decisions, deals, winners,
    reason of the last deal, then totals and what was gained in the last deal.
    """
    k_match_draws, k_setup, k_pack = kernel.match_draws, kernel.setup, kernel.pack
    k_deal_draws, k_deal, k_asked = kernel.deal_draws, kernel.deal, kernel.asked
    k_legal, k_play, k_winners = kernel.legal, kernel.play, kernel.winners
    decisions, take_back = kernel.DECISIONS, kernel.TAKE_BACK
    start, below, shuffle = chance.start, chance.below, chance.shuffle

    def run(states: Any, stream: Any, opt: Any, setting: Any, results: Any) -> None:
        s = states[0]
        first, seed, players, most = setting[0], setting[1], setting[2], setting[3]
        seats = len(s.total)
        width = 4 + 2 * seats
        cards = np.zeros(len(s.zone), np.int16)
        bounds = np.zeros(128, np.int32)
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
                    if out[n - 1] == take_back:
                        n -= 1
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
