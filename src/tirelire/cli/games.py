"""The command `games`: the games of the house, or a check of another."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from tirelire.cli.arguments import JsonOption, LangOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.tables import notes, output
from tirelire.contract.fitting import check_fits
from tirelire.core.texts import add_texts, language, say
from tirelire.games import GROUP, load_game
from tirelire.games import game as find_game
from tirelire.games import names as game_names


def games(
    check: Annotated[
        str | None,
        typer.Option(metavar="PACKAGE", help="Check the game of a package against the contract."),
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games of the house, or check one that another package brings."""
    if check is not None:
        _check_game(check, lang)
        return
    with refusals(lang):
        chosen = language(lang)
        rows = []
        for name in game_names():
            found = find_game(name)
            texts = found.rules(chosen)
            rows.append(
                {
                    "id": name,
                    "title": texts["title"],
                    "players": [found.fewest, found.most],
                    "tagline": texts["tagline"],
                }
            )
    if as_json:
        print_json(rows)
        return
    table = Table(box=box.SIMPLE, show_header=False)
    for row in rows:
        low, high = row["players"]
        table.add_row(f"[bold]{row['id']}", row["title"], f"{low}–{high}", row["tagline"])
    output().print(table)


def _check_game(package: str, lang: str | None) -> None:
    """Check the game of a package, whether it is registered or not."""
    with refusals(lang):
        chosen = language(lang)
        entry = EntryPoint("", package if ":" in package else f"{package}:GAME", GROUP)
        game = load_game(entry)
        check_fits(game, [find_game(name) for name in game_names() if name != game.id])
        if game.id not in game_names():
            add_texts(game.text_package)
        from tirelire.contract.checking import check

        with notes().status(say(chosen, "cli.checking", game=game.id)):
            count = check(game)
        output().print(say(chosen, "cli.checked", game=game.id, n=count))
