"""All commands by name. The module of a command is imported when it is called or listed."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tirelire import __version__
from tirelire.cli import WITHOUT_TYPER
from tirelire.cli.parameters import for_typer

COMMANDS = {
    name: name
    for name in (
        *("play", "games", "rules", "options", "sim", "replay", "perft", "hint", "serve", "load"),
        *("export", "verify", "backup", "arena", "ladder", "crosstable", "bench", "import"),
        *("lab", "score", "house", "upgrade", "texts"),
    )
} | {"import": "import_records"}
"""The module of each command, and the name of its function there, in the order of the help."""


class LazyGroup(TyperGroup):
    """A group that imports a command when it is needed: each has imports that take time."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, or None."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; an unknown name is compared with all names."""
        if args and args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def _load(name: str) -> Any:
    """Import a command, or a group of commands."""
    module = import_module(f"tirelire.cli.{COMMANDS[name]}")
    found = getattr(module, COMMANDS[name])
    if not isinstance(found, typer.Typer):
        if name in WITHOUT_TYPER:
            found = for_typer(found)
        one = typer.Typer(add_completion=False)
        one.command(name, context_settings=getattr(module, "CONTEXT", None))(found)
        found = one
    command = typer.main.get_command(found)
    command.name = name
    return command


app = typer.Typer(
    name="tirelire",
    cls=LazyGroup,
    help="A house of card games about money.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)


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
