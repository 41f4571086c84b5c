"""Loops over a game's rules and its policy, the same for every game; see `core.drivers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.raw import record_in

Door = Callable[..., Any]


def choose(kernel: Any, policy: Any) -> Door:
    """Write the move that the policy makes for the viewing seat; return its length.

    The world that it is made in is drawn from a stream of its own, and of no account.
    """
    sample, inner = kernel.sample, policy.choose
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(views: Any, states: Any, unseen: Any, stream: Any, traits: Any, out: Any) -> int:
        v = view(views)
        s = record(states)
        sample(v, unseen, s)
        return int(inner(s, int(v.seat), traits, stream, out))

    return run


def propose(kernel: Any, policy: Any) -> Door:
    """Write the moves that the viewing seat should search.

    Returns how many, and in the bits from 16 on whether the choice is secret.
    """
    sample, inner, is_secret = kernel.sample, policy.propose, policy.is_secret
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)

    def run(views: Any, states: Any, unseen: Any, stream: Any, traits: Any, out: Any) -> int:
        v = view(views)
        s = record(states)
        sample(v, unseen, s)
        seat = int(v.seat)
        secret = 1 if is_secret(s, seat) else 0
        return int(inner(s, seat, traits, stream, out)) | secret << 16

    return run


def evaluate(kernel: Any, policy: Any) -> Door:
    """Play the deal to its end, by the policy, after each of some moves, in each of some worlds.

    World i of a search draws from branch i of its seed, and after every move the rest of the world
    is drawn from the same numbers. `setting` has the seed, the first world, how many worlds, how
    many moves; `results` gets for each move the sum of the viewing seat's shares of the win, the
    sum of their differences to the share after the first move, and that of their squares.
    """
    sample, asked, play = kernel.sample, kernel.asked, kernel.play
    policy_choose, reconsider, share = policy.choose, policy.reconsider, policy.share
    record, view = record_in(kernel.STATE), record_in(kernel.VIEW)
    start = chance.start
    size = kernel.STATE.itemsize
    width = policy.LONGEST + 1

    def run(
        views: Any,
        world: Any,
        states: Any,
        stream: Any,
        setting: Any,
        traits: Any,
        moves: Any,
        results: Any,
    ) -> None:
        v = view(views)
        base = record(world)
        s = record(states)
        seat = int(v.seat)
        seed, first, worlds, count = setting[0], setting[1], setting[2], setting[3]
        out = np.empty(width, np.int16)
        for i in range(worlds):
            start(stream, seed, first + i)
            sample(v, stream, base)
            reconsider(base, seat, traits, stream, out)
            fork = stream[0]
            first_value = 0.0
            for c in range(count):
                for j in range(size):
                    states[j] = world[j]
                stream[0] = fork
                row = c * width
                for j in range(moves[row]):
                    play(s, seat, int(moves[row + 1 + j]))
                while s.ended == RUNNING:
                    player = asked(s)
                    n = policy_choose(s, player, traits, stream, out)
                    for j in range(n):
                        play(s, player, int(out[j]))
                value = share(s, seat)
                if c == 0:
                    first_value = value
                results[3 * c] += value
                results[3 * c + 1] += value - first_value
                results[3 * c + 2] += (value - first_value) ** 2

    return run


def matches(kernel: Any, policy: Any) -> Door:
    """Play whole matches by the policy, each seat with its traits.

    Everything is as in `core.drivers.playouts`, but that decisions are the policy's.
    """
    k_match_draws, k_setup, k_pack = kernel.match_draws, kernel.setup, kernel.pack
    k_deal_draws, k_deal, k_asked = kernel.deal_draws, kernel.deal, kernel.asked
    k_play, k_winners, k_choose = kernel.play, kernel.winners, policy.choose
    record = record_in(kernel.STATE)
    start, below, shuffle = chance.start, chance.below, chance.shuffle
    longest = policy.LONGEST

    def run(states: Any, stream: Any, opt: Any, setting: Any, traits: Any, results: Any) -> None:
        s = record(states)
        first, seed, players, most = setting[0], setting[1], setting[2], setting[3]
        seats = len(s.total)
        width = 4 + 2 * seats
        cards = np.zeros(len(s.zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        out = np.zeros(longest + 1, np.int16)
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
                    n = k_choose(s, seat, traits, stream, out)
                    for j in range(n):
                        k_play(s, seat, int(out[j]))
                    count += n
            row = i * width
            results[row] = count
            results[row + 1] = s.deals
            results[row + 2] = k_winners(s)
            results[row + 3] = s.reason
            for j in range(seats):
                results[row + 4 + j] = s.total[j]
                results[row + 4 + seats + j] = s.gained[j]

    return run
