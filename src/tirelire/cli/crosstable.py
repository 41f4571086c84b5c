"""The command `crosstable`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import LangOption, SeedOption
from tirelire.cli.common import refusals, refuse
from tirelire.cli.tables import notes, output


def crosstable(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games; all if none is named.")
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="Players of a table.")] = 4,
    playouts: Annotated[
        int, typer.Option(min=0, help="Playouts of a strong move; 0 leaves it out.")
    ] = 200,
    ismcts: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="IS-MCTS with N simulations; repeatable; needs OpenSpiel."),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="One more player; repeatable.")
    ] = None,
    mixed: Annotated[int, typer.Option(min=0, help="Tables of different players.")] = 12,
    least: Annotated[int, typer.Option(min=1, help="Boards of every contest.")] = 12,
    most: Annotated[int, typer.Option(min=1, help="Boards of one that is not exact.")] = 400,
    within: Annotated[
        float, typer.Option(help="An interval this wide to each side is exact enough.")
    ] = 0.04,
    hours: Annotated[
        float | None, typer.Option(min=0, help="Begin no board after so many hours.")
    ] = None,
    seed: SeedOption = 1,
    save: Annotated[
        Path, typer.Option(help="Folder of the boards that were played; it goes on from there.")
    ] = Path("crosstable"),
    plot: Annotated[Path | None, typer.Option(help="Draw the tables into this file.")] = None,
    write: Annotated[
        Path | None, typer.Option(help="Put the tables into this page, between its marks.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    lang: LangOption = None,
) -> None:
    """Let everyone play against everyone: all levels, and opponents that they do not know."""
    from tirelire.arena.crosstable import LEVELS, CrossPlan, fill
    from tirelire.arena.crosstable_page import as_markdown, draw
    from tirelire.arena.page_place import PagePlace
    from tirelire.arena.picture import check_path
    from tirelire.games import GAMES
    from tirelire.games import game as find_game

    try:
        page = None if write is None else PagePlace(write, "crosstable")
    except (OSError, ValueError) as error:
        refuse(f"{write}: {error}")
    with refusals(lang):
        if plot is not None:
            check_path(plot)
        strong = [f"strong@{playouts}"] if playouts else []
        searchers = [f"ismcts@{number}" for number in ismcts or []]
        chosen = tuple(map(find_game, games or GAMES))
        common = (*LEVELS, *strong, *searchers, *(bot or []))
        plan = CrossPlan(chosen, players, common, seed, least, most, within, mixed)
        with notes().status("…") as status:
            tables = fill(plan, save, hours=hours, workers=workers, told=status.update)
        if plot is not None:
            draw(tables, plot)
    text = as_markdown(tables, _command(games, players, playouts, ismcts, bot, mixed, hours, seed))
    if page is None:
        output().print(text, markup=False, soft_wrap=True)
    else:
        page.write(text)


def _command(
    games: list[str] | None,
    players: int,
    playouts: int,
    ismcts: list[int] | None,
    bots: list[str] | None,
    mixed: int,
    hours: float | None,
    seed: int,
) -> str:
    """Return the command that measures the same again."""
    words = ["tirelire", "crosstable", *(games or [])]
    words += [f"--players {players}", f"--playouts {playouts}"]
    words += [f"--ismcts {number}" for number in ismcts or []]
    words += [f"--bot {name}" for name in bots or []]
    words += [f"--mixed {mixed}", f"--seed {seed}"]
    words += [] if hours is None else [f"--hours {hours:g}"]
    return " ".join(words)
