"""The loop of every match, written once: set up, deal, decide until the deal is over.

Playouts, policies, the lab, batches and the inspector are made from these functions. Each factory
takes the rules of a game and returns a kernel.

Match `i` of a run draws from branch `i` of the seed, so that results do not depend on how a run is
cut into portions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.compiling import inlined, kernel
from tirelire.core.header import record_type
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.raw import record_in

RUN = record_type(
    [("first", np.int64), ("seed", np.int64), ("players", np.int64), ("most_deals", np.int64)]
)
"""A run of matches: the first one, the seed, how many play, the most deals (0: no bound)."""
DECISIONS, DEALS, WINNERS, REASON, TOTALS = range(5)
"""Columns of the results of a match; the totals are followed by the gains of the last deal."""


def result_width(seats: int) -> int:
    """Return how many columns the result of a match has."""
    return TOTALS + 2 * seats


def make_begin(rules: Any) -> Callable[..., None]:
    """Make the kernel that sets up a match of a seed, from a branch of its own."""
    match_draws, setup = rules.match_draws, rules.setup
    start, below = chance.start, chance.below

    @kernel
    def begin(
        s: Any, players: int, opt: Any, seed: int, branch: int, stream: Any, bounds: Any
    ) -> None:
        start(stream, seed, branch)
        drawn = match_draws(players, opt, bounds)
        for i in range(drawn):
            bounds[i] = below(stream, bounds[i])
        setup(s, players, opt, bounds)

    return begin


def make_shuffle(rules: Any) -> Callable[..., int]:
    """Make the kernel that draws the next deal: it fills `cards` and `bounds`."""
    pack, deal_draws = rules.pack, rules.deal_draws
    below, shuffle = chance.below, chance.shuffle

    @kernel
    def draw(s: Any, stream: Any, cards: Any, bounds: Any) -> int:
        count = int(pack(s, cards))
        shuffle(stream, cards, count)
        drawn = deal_draws(s, bounds)
        for i in range(drawn):
            bounds[i] = below(stream, bounds[i])
        return count

    return draw


def make_deal(rules: Any) -> Callable[..., None]:
    """Make the kernel that deals the next cards from a stream."""
    draw, deal = make_shuffle(rules), rules.deal

    @kernel
    def deal_next(s: Any, stream: Any, cards: Any, bounds: Any) -> None:
        draw(s, stream, cards, bounds)
        deal(s, cards, bounds)

    return deal_next


def make_play(
    rules: Any,
    deal: Callable[..., bool],
    decide: Callable[..., int],
    deal_over: Callable[..., int],
) -> Callable[..., int]:
    """Make the kernel that plays a match which is set up; it returns how many decisions were made.

    `deal(s, context)` deals, or returns False to stop. `decide(s, seat, context)` plays for the
    seat that is asked and returns how many decisions. `deal_over(s, context)` is called after each
    deal. A negative result of `decide` or `deal_over` ends the match and is returned.
    """
    asked = rules.asked

    @kernel
    def play_match(s: Any, context: Any) -> int:
        count = 0
        while s.ended == DEAL_OVER and deal(s, context):
            while s.ended == RUNNING:
                made = decide(s, int(asked(s)), context)
                if made < 0:
                    return made
                count += made
            found = deal_over(s, context)
            if found < 0:
                return found
        return count

    return play_match


@kernel
def nothing(_s: Any, _context: Any) -> int:
    """Do nothing after a deal."""
    return 0


def make_random_choice(rules: Any) -> Callable[..., int]:
    """Make the kernel that plays a decision at random among the legal ones.

    TAKE_BACK is left out: it is the last of the list.
    """
    legal, play, take_back, below = rules.legal, rules.play, rules.TAKE_BACK, chance.below

    @inlined
    def decide(s: Any, seat: int, stream: Any, out: Any) -> int:
        count = legal(s, seat, out)
        count -= 1 if out[count - 1] == take_back else 0
        play(s, seat, int(out[below(stream, count)]))
        return 1

    return decide


def make_run(rules: Any, decide: Callable[..., int], longest: int) -> Callable[..., None]:
    """Make the entry point that plays matches and writes a row of results for each.

    `decide(s, seat, stream, traits, out)` plays for the seat that is asked; `out` has room for
    `longest` decisions.
    """
    begin, deal_next, winners = make_begin(rules), make_deal(rules), rules.winners
    record = record_in(rules.STATE)

    @kernel
    def deal(s: Any, context: Any) -> bool:
        stream, _, _, cards, bounds, most = context
        if most > 0 and s.deals >= most:
            return False
        deal_next(s, stream, cards, bounds)
        return True

    @inlined
    def choose(s: Any, seat: int, context: Any) -> int:
        stream, traits, out, _, _, _ = context
        return int(decide(s, seat, stream, traits, out))

    play_match = make_play(rules, deal, choose, nothing)

    def run(states: Any, stream: Any, opt: Any, setting: Any, traits: Any, results: Any) -> None:
        s = record(states)
        seats = len(s.total)
        cards = np.zeros(len(s.zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        out = np.zeros(longest, np.int16)
        first, seed = setting[0].first, setting[0].seed
        players, most = setting[0].players, setting[0].most_deals
        for i in range(len(results)):
            row = results[i]
            begin(s, players, opt, seed, first + i, stream, bounds)
            row[DECISIONS] = play_match(s, (stream, traits, out, cards, bounds, most))
            row[DEALS] = s.deals
            row[WINNERS] = winners(s)
            row[REASON] = s.reason
            for seat in range(seats):
                row[TOTALS + seat] = s.total[seat]
                row[TOTALS + seats + seat] = s.gained[seat]

    return run
