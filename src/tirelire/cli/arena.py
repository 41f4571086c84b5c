"""The command `arena`."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from tirelire.cli.arguments import GameArgument, JsonOption, LangOption, OptionsOption, SeedOption
from tirelire.cli.common import parse_options, print_json, refusals, warm_up
from tirelire.cli.tables import notes, output, progress_bar
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import amount, language, number, percent, say
from tirelire.games import game as find_game

if TYPE_CHECKING:
    from tirelire.arena.contest import Contest
    from tirelire.arena.report import Report

USUAL_BOARDS = 100
MOST_BOARDS = 2000
INTERRUPTED = 130
"""Exit status of a contest that was left with Ctrl-C."""


def arena(
    game: GameArgument,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="One for each seat.")],
    deals: Annotated[
        int | None, typer.Option(help=f"Play so many boards; {USUAL_BOARDS} if nothing is said.")
    ] = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Play until the first bot's share is 99 % sure.")
    ] = False,
    most: Annotated[
        int | None, typer.Option(help=f"Boards at most until sure; {MOST_BOARDS} by default.")
    ] = None,
    against: Annotated[
        float | None, typer.Option(metavar="SHARE", help="Compare with this, not the fair share.")
    ] = None,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Thinking time for a move.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler that hands out boards.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep boards in this file, or go on from it.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the course into this file.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play the same cards in all seats, and tell how sure it is who is better."""
    from tirelire.arena.contest import Contest
    from tirelire.arena.picture import check_path, draw

    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        refuse_together({"--deals": deals, "--until-sure": until_sure or None})
        refuse_together({"--workers": workers, "--cluster": cluster})
        if most is not None and not until_sure:
            raise OptionError(Refusal("arena.alone", a="--most", b="--until-sure"))
        wanted, usual = (most, MOST_BOARDS) if until_sure else (deals, USUAL_BOARDS)
        contest = Contest(
            found,
            bots,
            parse_options(option),
            boards=usual if wanted is None else wanted,
            until_sure=until_sure,
            against=against,
            seed=seed,
            time=time,
        )
        if plot is not None:
            check_path(plot)
        report = _play(contest, workers, cluster, save, chosen)
        title = _title(report, chosen)
        if plot is not None:
            draw(report, title, chosen, plot)
    if as_json:
        print_json(report.summary())
        return
    print_report(report, title, chosen)


def refuse_together(given: dict[str, Any]) -> None:
    """Refuse two options of which only one may be given."""
    if all(value is not None for value in given.values()):
        a, b = given
        raise OptionError(Refusal("arena.together", a=a, b=b))


def _play(
    contest: Contest, workers: int | None, cluster: str | None, save: Path | None, lang: str
) -> Report:
    """Hold the contest behind a progress bar; Ctrl-C says how to go on."""
    from tirelire.arena.run import arena as hold

    boards = 0
    try:
        if cluster is None:
            warm_up(contest.game, lang, bots=True)
        with progress_bar() as bar:
            task = bar.add_task(say(lang, "arena.boards"), total=contest.boards)

            def show(done: int, share: float) -> None:
                nonlocal boards
                boards = done
                bar.update(task, completed=done)
                if not math.isnan(share):
                    values = {"bot": contest.specs[0], "share": percent(share, lang)}
                    bar.update(task, description=say(lang, "arena.playing", **values))

            return hold(contest, workers=workers, cluster=cluster, save=save, progress=show)
    except KeyboardInterrupt:
        key = "arena.left" if save is None else "arena.left_saved"
        notes().print(say(lang, key, n=boards, path=save), soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None


def _title(report: Report, lang: str) -> str:
    boards = len(report.boards)
    return say(
        lang,
        "arena.title",
        game=report.contest.game.rules(lang)["title"],
        n=boards,
        boards=number(boards, lang),
        matches=number(report.matches, lang),
        seed=report.contest.seed,
    )


def print_report(report: Report, title: str, lang: str) -> None:
    """Print the table of all bots, the verdict, and the first faults with their positions."""
    console = output()
    console.print(title, style="bold")
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(say(lang, "arena.bot"), overflow="fold")
    for key in ("seats", "share", "fair", "difference", "rating", "faults"):
        table.add_column(say(lang, f"arena.{key}"), justify="right", no_wrap=True)
    summary = report.summary()
    game = report.contest.game.id
    for row in summary["entrants"]:
        rating = row["rating"]
        table.add_row(
            Text(row["bot"]),
            str(row["seats"]),
            _with_interval(row["win_share"], lambda share: number(100 * share, lang, 1)),
            number(100 * row["fair_share"], lang, 1),
            _with_interval(row["score_difference"], lambda x: amount(game, x, lang, 2)),
            f"{number(rating['mu'], lang, 1)} ± {number(rating['sigma'], lang, 1)}",
            number(row["faults"], lang),
        )
    console.print(table)
    console.print(say(lang, "arena.intervals"), style="dim")
    if len(report.contest.entrants) > 1:
        verdict = summary["verdict"]
        values = {"bot": verdict["bot"], "bar": percent(verdict["bar"], lang)}
        level = number(100 * verdict["level"], lang)
        console.print(say(lang, f"arena.{verdict['sure'] or 'unsure'}", level=level, **values))
    for incident in report.incidents:
        what = say(lang, f"arena.kind.{incident.kind}", text=incident.text)
        values = {"bot": incident.bot, "seat": incident.seat, "board": incident.board}
        told = say(lang, "arena.fault", what=what, **values)
        console.print(f"\n{told}", style="red", markup=False, soft_wrap=True)
        console.print(incident.position, end="", markup=False, soft_wrap=True)


def _with_interval(row: dict[str, float | None], write: Callable[[float], str]) -> Text:
    """Write a mean and, where it is known, its interval in a second line."""
    mean, low, high = row["mean"], row["low"], row["high"]
    lines = [write(x) for x in (mean,) if x is not None]
    if low is not None and high is not None:
        lines.append(f"[{write(low)}; {write(high)}]")
    return Text("\n".join(lines))
