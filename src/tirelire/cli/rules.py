"""The command `rules`: the rules of a game in words."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire.cli.arguments import GameArgument, JsonOption, LangOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.console import Console
from tirelire.cli.printing import print_rule
from tirelire.core.drawing import Stack, Text
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
    console = Console()
    if number is None:
        head = Text.assemble((texts["title"], "bold"), f" — {texts['players']}")
        console.print(Stack([head, Text(f"{texts['tagline']}\n")]))
    for section in sections:
        if number is None:
            console.print(section["title"].upper(), style="bold cyan")
        for rule in section["rule"]:
            print_rule(console, rule, chosen)
