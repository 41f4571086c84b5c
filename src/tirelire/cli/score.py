"""The command `score`: cards counted by the rules."""

from __future__ import annotations

from typing import Annotated

import typer

from tirelire.cli.arguments import (
    GameArgument,
    JsonOption,
    LangOption,
    OptionsOption,
    PlayersOption,
)
from tirelire.cli.common import parse_options, print_json, refusals
from tirelire.cli.console import Console
from tirelire.cli.printing import print_sheet
from tirelire.core.texts import language
from tirelire.core.words import Audience
from tirelire.games import game as find_game

CONTEXT = {"ignore_unknown_options": True}
"""Cards may begin with a minus sign."""


def score(
    game: GameArgument,
    cards: Annotated[list[str], typer.Argument(help="Cards, or the table to be settled.")],
    option: OptionsOption = None,
    out: Annotated[bool, typer.Option("--out", help="The hand of a player who went out.")] = False,
    reward: Annotated[
        str, typer.Option(help="What came to a hand that was laid down before, as TOKEN GO.")
    ] = "",
    role: Annotated[
        list[str] | None,
        typer.Option(help="What a Chance card was laid down as: YEL, H2@YEL, TOKEN@YEL."),
    ] = None,
    players: PlayersOption = 4,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count cards by the rules, line by line."""
    from tirelire.pad.hand import sheets as count

    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        sheets = count(
            found.id,
            " ".join(cards),
            parse_options(option),
            players=players,
            out=out,
            reward=reward,
            roles=role or (),
        )
    if as_json:
        rows = {
            seat: {
                "total": sheet.total,
                "lines": [
                    {"rule": line.rule, "points": line.points, "text": line.say(chosen)}
                    for line in sheet.lines
                ],
            }
            for seat, sheet in sheets.items()
        }
        print_json(rows.get("", rows))
        return
    for seat, sheet in sheets.items():
        print_sheet(Console(), found.id, sheet, Audience(chosen), seat)
