"""The command `ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import LangOption, SeedOption
from tirelire.cli.common import refusals, refuse
from tirelire.cli.tables import notes, output


def ladder(
    playouts: Annotated[
        int, typer.Option(min=1, help="Playouts of a strong move; in Monopoly 3 × more.")
    ] = 500,
    least: Annotated[int, typer.Option(min=1, help="Boards of every contest.")] = 12,
    most: Annotated[int, typer.Option(min=1, help="Boards of one that is not sure yet.")] = 300,
    seed: SeedOption = 1,
    save: Annotated[
        Path, typer.Option(help="Folder of the boards that were played; it goes on from there.")
    ] = Path("ladder"),
    write: Annotated[
        Path | None, typer.Option(help="Put the table into this page, between its marks.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not given.")] = None,
    lang: LangOption = None,
) -> None:
    """Measure every level against the one below, in all games and player counts."""
    from tirelire.arena.ladder import climb
    from tirelire.arena.page_place import PagePlace

    try:
        page = None if write is None else PagePlace(write, "ladder")
    except (OSError, ValueError) as error:
        refuse(f"{write}: {error}")
    with refusals(lang), notes().status("…") as status:
        table = climb(playouts, least, most, seed, save, workers=workers, told=status.update)
    if page is None:
        output().print(table, markup=False, soft_wrap=True)
    else:
        page.write(table)
