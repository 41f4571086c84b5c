"""The long run: `make soak`.

Plays a million random deals of each game over all player counts and a covering array of options,
and checks every law after every decision; then the chi-square tests of sampling, the house that is
killed at random instants, attacks on a house from one address, how long requests hold the event
loop, and ten years of a house.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from rich.progress import Progress

from tests.server import attacks, bot_attack, loop_holds, ten_years
from tirelire.contract.covering import Setting, settings
from tirelire.contract.inspector import InspectionResult, inspect
from tirelire.games import GAMES, game

PORTION = 200
"""Matches that a worker plays before it reports."""
KILLS = 500
"""How often a house is killed under load, where the variable KILLS does not say otherwise."""
POWER_CUT_MOVES = 3000
"""Moves of a house whose power is cut as often, where the variable does not say otherwise."""
TESTS = (
    "tests/core/test_sampling.py",
    "tests/server/test_kill.py",
    "tests/server/test_power_cut.py",
)
"""Tests that are run at the end."""
PYTEST_OPTIONS = ("-p", "no:cacheprovider", "-o", "faulthandler_timeout=0")
"""The time limit of a single test is for `make test`: 500 kills take longer on a busy machine."""


def soak(name: str, deals: int, seed: int, progress: Progress) -> list[str]:
    """Inspect at least so many deals of a game; return the breaches found."""
    found = game(name)
    cases = settings(found)
    task = progress.add_task(name, total=deals)
    breaches: list[str] = []
    done = 0

    def portion(job: tuple[int, Setting, int]) -> tuple[int, Setting, InspectionResult]:
        players, setting, first = job
        return (
            players,
            setting,
            inspect(found, players, setting, matches=PORTION, seed=seed, first=first),
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        first = 0
        while done < deals and not breaches:
            jobs = [(players, setting, first) for players, setting in cases]
            for players, setting, findings in pool.map(portion, jobs):
                done += findings.deals
                progress.update(task, completed=min(done, deals))
                if findings.law:
                    breaches.append(f"{name} {players} {setting} seed {seed}: {findings}")
            first += PORTION
    return breaches


def main() -> int:
    """Run the soak test and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    failed = 0
    with Progress() as progress:
        for name in arguments.games:
            began = time.perf_counter()
            breaches = soak(name, arguments.deals, arguments.seed, progress)
            seconds = time.perf_counter() - began
            progress.print(
                f"{name}: {arguments.deals:,} deals, seed {arguments.seed}, {seconds:.0f} s"
            )
            for breach in breaches:
                progress.print(breach)
            failed += len(breaches)
    os.environ.setdefault("KILLS", str(KILLS))
    os.environ.setdefault("POWER_CUT_MOVES", str(POWER_CUT_MOVES))
    for tests in TESTS:
        failed += bool(pytest.main(["-q", *PYTEST_OPTIONS, tests]))
    failed += bool(asyncio.run(attacks.main()))
    failed += bool(asyncio.run(bot_attack.main()))
    failed += asyncio.run(loop_holds.main())
    try:
        ten_years.main()
    except AssertionError as error:
        failed += 1
        print(f"the house grew: {error}")
    print(f"{len(arguments.games) + len(TESTS) + 4 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
