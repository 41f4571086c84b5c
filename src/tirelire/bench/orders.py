"""How often players are asked in the turns of others, with standing orders and without.

`python -m tirelire.bench.orders GAME NAME=VALUE…` plays whole matches of six by the regular policy:
once with all players asked, once with these orders for all, and once for one seat, which tells what
they cost it. It prints a table.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.contract.game import Game
from tirelire.contract.orders import ASK, encode_orders
from tirelire.core.chance import new_stream
from tirelire.core.compiling import allocating, entry_point, kernel
from tirelire.core.engine import run_types
from tirelire.core.match_loop import RUN, WINNERS, make_run
from tirelire.games import game as find_game
from tirelire.policy.traits import REGULAR, TRAITS, table_of

PLAYERS = 6
OFF_TURN, IN_TURN, BY_ORDER = range(-3, 0)
"""Counters at the end of the traits: questions in the turns of others, other questions, orders."""


def make_matches(game: Game) -> Callable[..., None]:
    """Make the entry point that plays matches, and counts who is asked when."""
    rules, policy, orders = game.kernel, game.policy, game.orders
    play, choose = rules.play, policy.choose
    applies, obey = kernel(orders.applies), kernel(orders.obey)
    count, first = len(orders.ORDERS), PLAYERS * TRAITS

    @allocating
    def decide(s: Any, seat: int, stream: Any, traits: Any, out: Any) -> int:
        if applies(s, seat):
            begin = first + seat * count
            decision = obey(s, seat, traits[begin : begin + count])
            if decision != ASK:
                traits[BY_ORDER] += 1
                play(s, seat, decision)
                return 1
            traits[OFF_TURN] += 1
        else:
            traits[IN_TURN] += 1
        made = choose(s, seat, traits, stream, out)
        for i in range(made):
            play(s, seat, int(out[i]))
        return int(made)

    run: Callable[..., None] = make_run(rules, decide, policy.LONGEST + 1)
    return run


@dataclass(frozen=True)
class Count:
    """What was counted in a run."""

    matches: int
    off_turn: int
    in_turn: int
    by_order: int
    first_seat_wins: float
    """The first seat's share of the wins."""


def count_questions(
    game: Game, orders: Sequence[dict[str, str]], matches: int, seed: int = 1
) -> Count:
    """Play matches of six, with the orders of each seat, and count the questions."""
    compiled = compiled_policy(game)
    own = Path(str(game.orders.__file__))  # type: ignore[attr-defined]
    parts = (*compiled.parts, own, Path(__file__))
    matches_by_order = entry_point(
        make_matches(game), "matches_by_order", game.id, run_types(), threads=True, parts=parts
    )
    codes = [code for given in orders for code in encode_orders(game.orders.ORDERS, given)]
    traits = np.array([*table_of([REGULAR] * PLAYERS), *codes, 0, 0, 0], np.int64)
    engine = game.engine
    results = engine.new_results(matches)
    setting = np.array([(0, seed, PLAYERS, 0)], RUN)
    opt = np.array(game.encode(PLAYERS, {}), np.int32)
    matches_by_order(engine.new(), new_stream(0), opt, setting, traits, results)
    winners = results[:, WINNERS]
    shares = (winners & 1) / np.array([int(w).bit_count() for w in winners])
    off, on, by = (int(x) for x in traits[-3:])
    return Count(matches, off, on, by, float(shares.mean()))


def main() -> None:
    """Print the table of one game."""
    reader = argparse.ArgumentParser(description=main.__doc__)
    reader.add_argument("game")
    reader.add_argument("orders", nargs="+", metavar="NAME=VALUE")
    reader.add_argument("--matches", type=int, default=10_000)
    given = reader.parse_args()
    orders = dict(order.split("=", 1) for order in given.orders)
    game = find_game(given.game)
    print("| orders of | asked in others’ turns | asked in own turns | cut | wins of seat A |")
    print("|---|---|---|---|---|")
    alone = count_questions(game, [{}] * PLAYERS, given.matches)
    print(_line("nobody", alone, alone))
    for who, seats in (("all", PLAYERS), ("seat A", 1)):
        found = count_questions(game, [orders] * seats + [{}] * (PLAYERS - seats), given.matches)
        print(_line(who, found, alone))


def _line(who: str, found: Count, alone: Count) -> str:
    off, own = found.off_turn / found.matches, found.in_turn / found.matches
    cut = 1 - off * alone.matches / alone.off_turn
    return f"| {who} | {off:.1f} | {own:.1f} | {cut:.1%} | {found.first_seat_wins:.1%} |"


if __name__ == "__main__":
    main()
