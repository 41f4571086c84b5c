"""The command `load`."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire.cli.arguments import GameArgument, JsonOption, LangOption
from tirelire.cli.common import print_json, refusals, refuse
from tirelire.cli.tables import notes, output
from tirelire.core.texts import language, say
from tirelire.games import GAMES
from tirelire.games import game as find_game


def load(
    address: Annotated[str, typer.Argument(metavar="HOUSE", help="http://HOST:PORT")],
    game: GameArgument = GAMES[0],
    tables: Annotated[int, typer.Option(min=1, max=5000, help="Tables at a time.")] = 200,
    seats: Annotated[int, typer.Option(min=2, max=6, help="Seats of each.")] = 4,
    rate: Annotated[float, typer.Option(min=0.1, max=1e5, help="Moves a second, in all.")] = 1100,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long.")] = 20,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put a load on a house of your own, and measure how fast moves are acknowledged."""
    from tirelire.bench.event_loop import run
    from tirelire.bench.load import Load

    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        found.encode(seats, {})
        work = Load(address, found.id, tables=tables, seats=seats, rate=rate, lang=chosen)
        try:
            with notes().status("…") as status:
                result = run(work.run(seconds, status.update))
        except OSError as error:
            refuse(f"{address}: {error}")
    if work.limited is not None:
        notes().print(work.limited.say(chosen), style="red", markup=False, soft_wrap=True)
    summary = result.summary()
    if as_json:
        print_json(summary)
        return
    times = summary["milliseconds"]
    output().print(
        say(
            chosen,
            "cli.load",
            tables=summary["tables"],
            streams=summary["streams"],
            rate=summary["moves_per_second"],
            median=times["median"],
            p99=times["p99"],
        )
    )
