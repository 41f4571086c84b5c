"""The command `options`: what can be agreed before a match."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from tirelire.cli.arguments import GameArgument, JsonOption, LangOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.tables import output
from tirelire.core.texts import language, say
from tirelire.games import game as find_game


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
        values = "\n".join(say(chosen, "cli.named", name=name, text=text) for name, text in pairs)
        meaning = Text.assemble((row["label"], "bold"), "\n", row["text"], "\n", (values, "dim"))
        table.add_row(row["name"], str(row["default"]), row["allowed"], row["rule"], meaning)
    output().print(table)
