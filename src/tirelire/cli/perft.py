"""The command `perft`: the number of sequences of decisions."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire.cli.arguments import JsonOption, SeedOption
from tirelire.cli.common import print_json, read_position, refusals
from tirelire.cli.tables import output


def perft(
    position: Annotated[str, typer.Argument(help="A position as text, or a file that holds one.")],
    depth: Annotated[int, typer.Option("--depth", "-d", help="Decisions.")] = 3,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Count the sequences of decisions to a depth from a written position."""
    from tirelire.match.match import Match

    with refusals():
        state = Match.at(read_position(position), seed=seed).state
        counts = [state.perft(level) for level in range(1, depth + 1)]
    if as_json:
        print_json({"position": position, "seed": seed, "counts": counts})
        return
    for level, count in enumerate(counts, 1):
        output().print(f"{level}: {count}")
