"""Helpers of all commands: options, refusals, and the wait for the compiler."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from tirelire.cli.console import Console
from tirelire.contract.game import Game
from tirelire.core.errors import OptionError, TirelireError
from tirelire.core.languages import LANGUAGES
from tirelire.core.options import Value
from tirelire.core.reading import read_text
from tirelire.core.refusals import Refusal
from tirelire.core.texts import catalogue, language, say

if TYPE_CHECKING:
    from tirelire.server.storage.repository import Repository

T = TypeVar("T")
MISUSE = 2
"""Exit status for a wrong request."""


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def refuse(message: str) -> NoReturn:
    """Print an error and exit with the status of misuse."""
    Console(notes=True).print(message, style="red")
    raise SystemExit(MISUSE)


@contextmanager
def refusals(lang: str | None = None) -> Iterator[None]:
    """Turn the errors of the house into messages and the status of misuse."""
    try:
        yield
    except TirelireError as error:
        refuse(error.say(lang if lang in LANGUAGES else language()))


def parse_options(given: list[str] | None) -> dict[str, Value]:
    """Read options written as name=value."""
    options: dict[str, Value] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(Refusal("option_form", option=text[:60]))
        if name in options:
            raise OptionError(Refusal("option_twice", option=name[:40]))
        options[name] = value
    return options


def warm_up(
    game: Game,
    lang: str | None = None,
    *,
    bots: bool = False,
    entry_points: Sequence[str] | None = None,
) -> None:
    """Compile or load the rules of a game, and the policy of its bots, behind a progress line.

    `entry_points` names those of the rules that are needed, all by default.
    """
    from tirelire.core.compiling import COMPILED

    if not COMPILED:
        return
    chosen = language(lang)
    title = game.rules(chosen)["title"]
    with Console(notes=True).status(say(chosen, "cli.compiling", game=title)) as show:
        wanted = game.engine.ENTRY_POINTS if entry_points is None else entry_points
        compiled = None
        if bots:
            from tirelire.bots.compiled_policy import compiled_policy

            compiled = compiled_policy(game)
        count = len(wanted) + (len(compiled.ENTRY_POINTS) if compiled else 0)
        done = 0

        def announce(_name: str) -> None:
            nonlocal done
            done += 1
            show(f"{say(chosen, 'cli.compiling', game=title)} {done}/{count}")

        game.engine.warm_up(announce, wanted)
        if compiled:
            compiled.warm_up(announce)


def bot_title(spec: str, lang: str) -> str:
    """Return the title of a bot; a bot of another package is called by its name."""
    name = spec.partition("@")[0]
    return say(lang, f"bot.{name}") if f"bot.{name}" in catalogue(lang) else name


def read_position(given: str) -> str:
    """Return the text of a file, or the given text where there is no such file."""
    try:
        path = Path(given)
        is_file = "\n" not in given and path.is_file()
    except OSError:
        is_file = False
    return read_text(path) if is_file else given


def database(given: str | None) -> str:
    """Return the URL of the database, by the same settings as `serve`."""
    from tirelire.server.settings import read_settings

    return read_settings({"db": given}, None).database


def in_house(url: str, work: Callable[[Repository], Awaitable[T]]) -> T:
    """Do something with what a house has stored; the house may be open."""
    import asyncio

    from tirelire.server.admin.maintenance import open_repository

    async def run() -> T:
        async with open_repository(url) as repository:
            return await work(repository)

    return asyncio.run(run())
