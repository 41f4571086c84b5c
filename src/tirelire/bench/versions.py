"""Two houses in turns: as many moves as each can take, and their processor time for one.

    python -m tirelire.bench.versions /elsewhere/.venv/bin/tirelire

Machines differ and are busy: only figures of one run are compared. Each round opens a new house of
either version, and the same programs play at 200 tables of four with 800 streams.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil

from tirelire.bench.event_loop import run
from tirelire.bench.house import LIMITS, SATURATION, SEATS, TABLES, TIRELIRE, served
from tirelire.bench.load import Load
from tirelire.games import GAMES


class Figures(NamedTuple):
    """What a house did under a load."""

    moves: float
    """A second."""
    p99: float
    """Milliseconds until a move was acknowledged."""
    processor: float
    """Microseconds of all processes of the house for one move."""


async def measure(tirelire: Path, game: str, seconds: float) -> Figures:
    """Load a new house."""
    known = set(re.findall(r"--[a-z-]+", _help(tirelire)))
    async with served(tirelire, [x for x in LIMITS if x in known]) as (port, process):
        load = Load(f"http://127.0.0.1:{port}", game, tables=TABLES, seats=SEATS, rate=SATURATION)
        used: list[float] = []

        def told(_text: str) -> None:
            if load.begun.is_set():
                used.append(_processor(process))

        result = (await load.run(seconds, told)).summary()
    spent = used[-1] - used[0]
    return Figures(
        result["moves_per_second"], result["milliseconds"]["p99"], 1e6 * spent / result["moves"]
    )


def _help(tirelire: Path) -> str:
    """Return the options that a version has."""
    return subprocess.run(
        [tirelire, "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout


def _processor(process: int) -> float:
    """Return the seconds of a process and those that it started."""
    house = psutil.Process(process)
    times = [one.cpu_times() for one in (house, *house.children(recursive=True))]
    return float(sum(x.user + x.system for x in times))


async def compare(other: Path, games: list[str], rounds: int, seconds: float) -> None:
    """Print a line for each game: the other version, then ours."""
    versions = (other, TIRELIRE)
    for game in games:
        found: dict[Path, list[Figures]] = {x: [] for x in versions}
        for _ in range(rounds):
            for version in versions:
                found[version].append(await measure(version, game, seconds))
        ratio = median(
            ours.moves / theirs.moves for theirs, ours in zip(*found.values(), strict=True)
        )
        theirs, ours = (Figures(*map(median, zip(*x, strict=True))) for x in found.values())
        print(
            f"{game:16} {theirs.moves:6.0f} → {ours.moves:6.0f} moves/s ({ratio:.2f} ×)"
            f"  p99 {theirs.p99:4.0f} → {ours.p99:4.0f} ms"
            f"  {theirs.processor:5.0f} → {ours.processor:5.0f} µs of the processor for a move",
            flush=True,
        )


def main() -> None:
    """Compare another version with this one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("other", type=Path, help="the command `tirelire` of another version")
    parser.add_argument("--games", nargs="*", choices=GAMES, default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    given = parser.parse_args()
    run(compare(given.other, given.games, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
