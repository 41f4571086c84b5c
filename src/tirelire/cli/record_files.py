"""Files of records, for the commands that read and write them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tirelire.cli.common import warm_up
from tirelire.core.reading import read_text
from tirelire.games import game as find_game
from tirelire.games import names as game_names


@cache
def prepare_game(game: str, lang: str) -> None:
    """Compile the rules of a game, or load them, once; ignore a game that is unknown."""
    if game in game_names():
        warm_up(find_game(game), lang)


def read_records(file: Path, lang: str) -> list[str]:
    """Return the records of a file, with the rules of their games ready."""
    from tirelire.server.admin.records import split_records

    text = read_text(file)
    for line in text.split("\n"):
        if line.startswith("game "):
            prepare_game(line.removeprefix("game "), lang)
    return list(split_records(text))
