"""Parts of a match that several commands print: a rule, and a score sheet."""

from __future__ import annotations

from typing import Any

from tirelire.cli.console import Console
from tirelire.core.drawing import Grid, Stack, Text
from tirelire.core.texts import amount, say
from tirelire.core.words import Audience


def print_rule(console: Console, rule: dict[str, str], lang: str) -> None:
    """Print one rule: its number, its title, its text and our ruling."""
    texts = [Text(rule["text"])]
    if "ruling" in rule:
        texts.append(Text(say(lang, "cli.ruling", text=rule["ruling"]), style="dim italic"))
    head = Text.assemble((rule["id"], "bold yellow"), "  ", (rule["title"], "bold"))
    console.print(Stack([head, Stack(texts, indent=5), Text()]))


def print_sheet(
    console: Console, game: str, sheet: Any, audience: Audience, title: str = ""
) -> None:
    """Print a score sheet line by line, each line with its rule."""
    lang = audience.lang
    grid = Grid(
        [
            [line.say(*audience), amount(game, line.points, lang, sign=True), line.rule]
            for line in sheet.lines
        ],
        head=[say(lang, f"cli.{key}") for key in ("line", "points", "rule")],
        foot=[say(lang, "cli.total"), amount(game, sheet.total, lang), ""],
        right=[1],
    )
    console.print(Stack([Text(title, style="italic"), grid]) if title else grid)
