"""Commands that tell: games, rules, options."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Annotated, Any

import typer
from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tirelire.cli.common import (
    GameArgument,
    JsonOption,
    LangOption,
    notes,
    output,
    print_json,
    refusals,
)
from tirelire.contract.fitting import check_fits
from tirelire.core.errors import OptionError
from tirelire.core.texts import add_texts, language, say, typeset
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


def options(game: GameArgument, lang: LangOption = None, as_json: JsonOption = False) -> None:
    """List the options of a game with what they mean."""
    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        texts = found.rules(chosen)["option"]
    rows = [
        {
            "name": option.name,
            "rule": option.rule,
            "default": option.default,
            "allowed": option.allowed,
            "label": found.option_label(option.name, chosen),
            "text": texts[option.name]["text"],
            "values": found.value_words(option.name, chosen),
        }
        for option in found.options
    ]
    if as_json:
        print_json(rows)
        return
    table = Table(box=box.SIMPLE_HEAD)
    for key in ("option", "default", "allowed", "rule", "meaning"):
        table.add_column(say(chosen, f"cli.{key}"), overflow="fold")
    for row in rows:
        pairs = row["values"].items()
        colon = typeset(" :", chosen) if chosen == "fr" else ":"
        values = "\n".join(f"{name}{colon} {text}" for name, text in pairs)
        meaning = Text.assemble((row["label"], "bold"), "\n", row["text"], "\n", (values, "dim"))
        table.add_row(row["name"], str(row["default"]), row["allowed"], row["rule"], meaning)
    output().print(table)
