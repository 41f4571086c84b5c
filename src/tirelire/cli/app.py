"""All commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire import __version__
from tirelire.cli.arena import arena
from tirelire.cli.backup import backup
from tirelire.cli.bench import bench
from tirelire.cli.export import export
from tirelire.cli.games import games
from tirelire.cli.hint import hint
from tirelire.cli.house import house as house_commands
from tirelire.cli.import_records import import_records
from tirelire.cli.lab import lab
from tirelire.cli.ladder import ladder
from tirelire.cli.load import load
from tirelire.cli.options import options
from tirelire.cli.perft import perft
from tirelire.cli.play import play
from tirelire.cli.replay import replay
from tirelire.cli.rules import rules
from tirelire.cli.score import score
from tirelire.cli.serve import serve
from tirelire.cli.sim import sim
from tirelire.cli.verify import verify

app = typer.Typer(
    name="tirelire",
    help="A house of card games about money.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
for command in (
    *(play, games, rules, options, sim, replay, perft, hint, serve, load),
    *(export, verify, backup, arena, ladder, bench),
):
    app.command()(command)
app.command("import")(import_records)
app.command()(lab)
app.add_typer(house_commands, name="house")
# Cards may begin with a minus sign.
app.command(context_settings={"ignore_unknown_options": True})(score)


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
