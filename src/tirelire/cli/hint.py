"""The command `hint`: what the strong bot thinks of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from tirelire.cli.arguments import JsonOption, LangOption, SeedOption
from tirelire.cli.common import print_json, read_position, refusals, warm_up
from tirelire.cli.tables import output
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, percent, say


def hint(
    position: Annotated[str, typer.Argument(help="A position as text, or a file that holds one.")],
    seat: Annotated[
        str | None, typer.Option(help="Whom to advise, as A; who is asked where not given.")
    ] = None,
    playouts: Annotated[int, typer.Option(min=1, max=1_000_000, help="How long to think.")] = 2000,
    seed: SeedOption = 0,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rank the moves of a seat in a written position, by the strong bot's search."""
    from tirelire.bots.advice import advise
    from tirelire.match.match import Match

    with refusals(lang):
        chosen = language(lang)
        match = Match.at(read_position(position), seed=seed)
        letter = seat or match.asked
        if not letter or letter not in match.actors:
            raise OptionError(Refusal("no_decision", seat=letter or "-"))
        warm_up(match.game, chosen, bots=True)
        ranked = advise(match, letter, playouts=playouts, seed=seed)
    rows: list[dict[str, Any]] = [
        {
            "move": str(candidate.move),
            "win_share": round(candidate.share, 6),
            "error": round(candidate.error, 6),
            "playouts": candidate.playouts,
            "chosen": round(candidate.weight, 6),
        }
        for candidate in ranked
    ]
    if as_json:
        print_json({"seat": letter, "seed": seed, "playouts": playouts, "moves": rows})
        return
    table = Table(box=box.SIMPLE_HEAD, title=say(chosen, "cli.advice", seat=letter))
    table.add_column(say(chosen, "cli.move"))
    for key in ("win_share", "playouts", "would_choose"):
        table.add_column(say(chosen, f"cli.{key}"), justify="right")
    for row in rows:
        share = f"{percent(row['win_share'], chosen)} ± {percent(row['error'], chosen)}"
        weight = percent(row["chosen"], chosen) if row["chosen"] else ""
        table.add_row(row["move"], share, str(row["playouts"]), weight)
    output().print(table)
