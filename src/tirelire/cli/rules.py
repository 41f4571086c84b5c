"""The command `rules`: the rules of a game in words."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from tirelire.cli.common import (
    GameArgument,
    JsonOption,
    LangOption,
    output,
    print_json,
    refusals,
)
from tirelire.core.errors import OptionError
from tirelire.core.texts import language, say
from tirelire.games import game as find_game


def rules(
    game: GameArgument,
    number: Annotated[str | None, typer.Argument(help="One rule, such as M8.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the rules of a game in our own words, or one of them."""
    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        texts = found.rules(chosen)
        sections = texts["section"]
        if number is not None:
            numbers = [rule["id"] for section in sections for rule in section["rule"]]
            if number.upper() not in numbers:
                allowed = f"{numbers[0]} … {numbers[-1]}"
                raise OptionError(
                    say(chosen, "cli.unknown_rule", number=number[:20], allowed=allowed)
                )
            sections = [
                {"title": section["title"], "rule": [rule]}
                for section in sections
                for rule in section["rule"]
                if rule["id"] == number.upper()
            ]
    if as_json:
        print_json({"game": found.id, "title": texts["title"], "sections": sections})
        return
    console = output()
    if number is None:
        console.print(f"[bold]{texts['title']}[/] — {texts['players']}\n{texts['tagline']}\n")
    for section in sections:
        if number is None:
            console.print(Text(section["title"].upper(), style="bold cyan"))
        for rule in section["rule"]:
            print_rule(console, rule, chosen)


def print_rule(console: Any, rule: dict[str, str], lang: str) -> None:
    """Print one rule: its number, its title, its text and our ruling."""
    console.print(Text.assemble((rule["id"], "bold yellow"), "  ", (rule["title"], "bold")))
    console.print(Padding(Text(rule["text"]), (0, 0, 0, 5)))
    if "ruling" in rule:
        ruling = say(lang, "cli.ruling", text=rule["ruling"])
        console.print(Padding(Text(ruling, style="dim italic"), (0, 0, 0, 5)))
    console.print()
