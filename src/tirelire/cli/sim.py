"""The command `sim`: many random matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from tirelire.cli.arguments import (
    GameArgument,
    JsonOption,
    LangOption,
    OptionsOption,
    PlayersOption,
    SeedOption,
)
from tirelire.cli.common import parse_options, print_json, refusals, refuse, warm_up
from tirelire.cli.extras import need
from tirelire.cli.tables import output, progress_bar
from tirelire.contract.game import Game
from tirelire.core.texts import amount, language, number, percent, say
from tirelire.games import game as find_game


def sim(
    game: GameArgument,
    players: PlayersOption = 4,
    games: Annotated[int, typer.Option("--games", "-g", help="Number of matches.")] = 10_000,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw a histogram into this file.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play many random matches on all cores, and sum up how they ended."""
    from tirelire.sim.simulate import simulate

    if plot is not None:
        need("matplotlib")
    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        options = parse_options(option)
        found.encode(players, options)
        warm_up(found, chosen, entry_points=found.engine.SIMULATING)
        with progress_bar() as bar:
            task = bar.add_task(say(chosen, "cli.games_done"), total=games)
            results = simulate(
                found,
                players,
                options,
                games=games,
                seed=seed,
                workers=workers,
                progress=lambda done: bar.advance(task, done),
            )
        if plot is not None:
            draw(results, found, chosen, plot)
    summary = results.summary()
    if as_json:
        print_json(summary)
        return
    _print_summary(summary, found, chosen)


def draw(results: Any, game: Game, lang: str, path: Path) -> None:
    """Draw a histogram, or refuse a file that cannot be written."""
    from tirelire.sim.plot import histogram

    try:
        histogram(results, game, lang, path)
    except (OSError, ValueError) as error:
        refuse(f"{path}: {error}")


def _print_summary(summary: dict[str, Any], game: Game, lang: str) -> None:
    console = output()
    games = number(summary["games"], lang)
    console.print(say(lang, "plot.title", game=game.rules(lang)["title"], n=games), style="bold")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(say(lang, "cli.seat"))
    for key in ("wins", "mean", "sd", "lowest", "highest"):
        table.add_column(say(lang, f"cli.{key}"), justify="right")
    for seat, row in summary["seats"].items():
        share = percent(row["win_share"], lang)
        mean, sd = (amount(game.id, row[key], lang, 2) for key in ("mean", "sd"))
        low, high = (amount(game.id, row[key], lang) for key in ("min", "max"))
        table.add_row(seat, share, mean, sd, low, high)
    console.print(table)
    for key in ("deals", "decisions"):
        row = summary[key]
        values = {"mean": number(row["mean"], lang, 1), "sd": number(row["sd"], lang, 1)}
        console.print(say(lang, f"cli.{key}_per_match", **values))
