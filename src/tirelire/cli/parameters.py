"""Parameters of a command that also runs without Typer: declared once, read by two parsers."""

from __future__ import annotations

import argparse
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints


@dataclass(frozen=True)
class Parameter:
    """What a parameter of a command is called and means; without names, its place tells it."""

    help: str
    names: tuple[str, ...] = ()
    metavar: str | None = None


def declared(command: Callable[..., None]) -> Iterator[tuple[inspect.Parameter, Any, Parameter]]:
    """Yield each parameter of a command, its type, and its declaration."""
    hints = get_type_hints(command, include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        kind, declaration = get_args(hints[parameter.name])
        yield parameter, kind, declaration


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with its parameters as Typer declares them."""
    import typer

    @functools.wraps(command)
    def called(**values: Any) -> None:
        command(**values)

    parameters = []
    for parameter, kind, it in declared(command):
        info: Any = (
            typer.Option(*it.names, metavar=it.metavar, help=it.help)
            if it.names
            else typer.Argument(metavar=it.metavar, help=it.help)
        )
        parameters.append(parameter.replace(annotation=Annotated[kind, info]))
    signature = inspect.Signature(parameters)
    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


def run_command(words: Sequence[str]) -> None:
    """Call the command that a command line names, with what it says."""
    name, *given = words
    command = getattr(import_module(f"tirelire.cli.{name}"), name)
    parser = argparse.ArgumentParser(prog=f"tirelire {name}", description=command.__doc__)
    for parameter, kind, it in declared(command):
        of: dict[str, Any] = {"help": it.help, "default": parameter.default}
        if kind is bool:
            of["action"] = "store_true"
        else:
            kinds = get_args(kind)
            of |= {"metavar": it.metavar, "type": _single(kinds)}
            if list[str] in kinds:
                of["action"] = "append"
        if it.names:
            parser.add_argument(*it.names, dest=parameter.name, **of)
        else:
            parser.add_argument(parameter.name, nargs="?", **of)
    command(**vars(parser.parse_args(given)))


def _single(kinds: Sequence[Any]) -> type:
    """Return what one value of a parameter is read as."""
    return next((kind for kind in (int, Path) if kind in kinds), str)
