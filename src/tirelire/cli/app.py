"""All commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire import __version__
from tirelire.cli import info, keep, lab, play
from tirelire.cli.arena import arena
from tirelire.cli.bench import bench
from tirelire.cli.hint import hint
from tirelire.cli.house import house as house_commands
from tirelire.cli.lab_report import lab as lab_report
from tirelire.cli.ladder import ladder
from tirelire.cli.load import load
from tirelire.cli.serve import serve

app = typer.Typer(
    name="tirelire",
    help="A house of card games about money.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
for command in (
    play.play,
    info.games,
    info.rules,
    info.options,
    lab.sim,
    lab.replay,
    lab.perft,
    hint,
    serve,
    load,
    keep.export,
    keep.verify,
    keep.backup,
    arena,
    ladder,
    bench,
):
    app.command()(command)
app.command("import")(keep.bring)
app.command("lab")(lab_report)
app.add_typer(house_commands, name="house")
# Cards may begin with a minus sign.
app.command(context_settings={"ignore_unknown_options": True})(lab.score)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def house(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """A house of card games about money."""


def run() -> None:
    """Run the command line."""
    app()
