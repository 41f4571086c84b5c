"""The command `lab`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from tirelire.cli.arena import INTERRUPTED, refuse_together
from tirelire.cli.arguments import (
    GameArgument,
    JsonOption,
    LangOption,
    OptionsOption,
    PlayersOption,
    SeedOption,
)
from tirelire.cli.common import parse_options, print_json, refusals, warm_up
from tirelire.cli.extras import need
from tirelire.cli.tables import notes, output, progress_bar
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say
from tirelire.games import game as find_game

if TYPE_CHECKING:
    from tirelire.lab.plan import Plan
    from tirelire.lab.results import StudyResults
    from tirelire.lab.run import Findings

SHOWN = ("seats", "length", "luck", "bots")
"""Sections that the terminal shows."""


def lab(
    game: GameArgument,
    players: PlayersOption = 4,
    games: Annotated[
        int, typer.Option("--games", "-g", help="Matches of each setting, in whole boards.")
    ] = 20_000,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=A,B,…",
            help="Compare values of an option, of players, or of deck (cards for seat A).",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(help="One for all seats, or one for each; repeatable.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler that hands out work.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("lab"),
    formats: Annotated[
        str, typer.Option("--format", help="html, csv, json, matches; separated by commas.")
    ] = "html,csv",
    stored: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FILE",
            help="Report on the results in this file (--format json) instead of playing.",
        ),
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game many times by bots, and report what it is like: seats, length, cards, luck."""
    from tirelire.lab.files import FORMATS, OF_STORED, figure_rows, parse_formats, write_report
    from tirelire.lab.plan import Plan
    from tirelire.lab.results import StudyResults

    need("matplotlib")
    with refusals(lang):
        chosen = language(lang)
        wanted = parse_formats(formats, FORMATS if stored is None else OF_STORED)
        refuse_together({"--workers": workers, "--cluster": cluster})
        findings = None
        if stored is None:
            plan = Plan(
                find_game(game),
                players,
                parse_options(option),
                vary=vary or [],
                bots=bot or [],
                games=games,
                seed=seed,
            )
            findings = _play(plan, workers, cluster, chosen)
            results = StudyResults.of(findings)
        else:
            results = StudyResults.read(stored)
            _check_game(results, game, stored)
        paths = write_report(results, out, wanted, findings)
    if as_json:
        head, *rows = figure_rows(results)
        print_json(
            {
                **results.plan.describe(),
                "figures": [dict(zip(head, row, strict=True)) for row in rows],
            }
        )
        return
    _print(results, chosen)
    written = say(chosen, "lab.done", paths=" ".join(map(str, paths)))
    output().print(written, markup=False, soft_wrap=True)


def _check_game(results: StudyResults, name: str, path: Path) -> None:
    """Refuse results of another game."""
    if results.plan.game is not find_game(name):
        raise OptionError(Refusal("lab.other", path=path, game=results.plan.game.id))


def _play(plan: Plan, workers: int | None, cluster: str | None, lang: str) -> Findings:
    """Play the plan behind a progress bar."""
    from tirelire.lab.blocks import compiled_boards
    from tirelire.lab.run import study

    try:
        if cluster is None:
            warm_up(plan.game, lang, bots=True)
            title = plan.game.rules(lang)["title"]
            with notes().status(say(lang, "cli.compiling", game=title)):
                compiled_boards(plan.game)
        with progress_bar() as bar:
            total = sum(setting.players for setting in plan.settings) * plan.boards
            task = bar.add_task(say(lang, "lab.matches"), total=total)
            return study(
                plan,
                workers=workers,
                cluster=cluster,
                progress=lambda done: bar.advance(task, done),
            )
    except KeyboardInterrupt:
        notes().print(say(lang, "lab.left"))
        raise typer.Exit(INTERRUPTED) from None


def _print(results: StudyResults, lang: str) -> None:
    """Print the tables that sum the report up."""
    from tirelire.lab.page import ReportPage

    console = output()
    page = ReportPage(results, lang)
    for line in (page.title, *page.facts()):
        console.print(line, markup=False)
    for part in page.sections():
        for made in part.tables if part.id in SHOWN else []:
            table = Table(box=box.SIMPLE_HEAD, title=part.title, title_justify="left")
            for i, name in enumerate(made.head):
                table.add_column(name, justify="right" if i else "left")
            for row in made.rows:
                cells = [Text(f"{x.text}\n{x.interval}".strip()) for x in row.cells]
                table.add_row(row.name, *cells)
            console.print(table)
