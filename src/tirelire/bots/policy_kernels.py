"""Loops over a game's rules and its policy, the same for every game; see `core.entry_points`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.compiling import EntryPoint
from tirelire.core.compiling import kernel as compiled_kernel
from tirelire.core.header import record_type
from tirelire.core.match_loop import make_run
from tirelire.core.phase import RUNNING
from tirelire.core.raw import record_in

LOOK = record_type(
    [("seed", np.int64), ("first", np.int64), ("worlds", np.int64), ("moves", np.int64)]
)
"""One look of a search: the seed, the first world, the numbers of worlds and of moves."""


def choose(kernel: Any, policy: Any) -> EntryPoint:
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


def propose(kernel: Any, policy: Any) -> EntryPoint:
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


def evaluate(kernel: Any, policy: Any) -> EntryPoint:
    """Play the deal to its end, by the policy, after each of some moves, in each of some worlds.

    World i of a search draws from branch i of its seed, and after every move the rest of the world
    is drawn from the same numbers. `setting` is a `LOOK`. `results` gets for each move the sum of
    the viewing seat's shares of the win, the sum of their differences to the share after the first
    move, and that of their squares.
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
        seed, first = setting[0].seed, setting[0].first
        worlds, count = setting[0].worlds, setting[0].moves
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


def matches(kernel: Any, policy: Any) -> EntryPoint:
    """Play whole matches by the policy, each seat with its traits: see `match_loop.make_run`."""
    play, choose_move = kernel.play, policy.choose

    @compiled_kernel
    def decide(s: Any, seat: int, stream: Any, traits: Any, out: Any) -> int:
        count = choose_move(s, seat, traits, stream, out)
        for i in range(count):
            play(s, seat, int(out[i]))
        return int(count)

    return make_run(kernel, decide, policy.LONGEST + 1)
