"""Parameters that many commands have, as Typer declares them."""

from __future__ import annotations

from typing import Annotated

import typer

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game.")]
PlayersOption = Annotated[int, typer.Option("--players", "-p", help="Number of players.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
SeedOption = Annotated[int, typer.Option("--seed", "-s", help="Same seed, same cards.")]
LangOption = Annotated[
    str | None, typer.Option("--lang", help="A language, as fr; by the locale where not given.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
DbOption = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="The house; as `tirelire serve` has it.")
]
