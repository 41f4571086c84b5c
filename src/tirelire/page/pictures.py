"""Every picture that the page shows: those of the games, and the house's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import cast

from tirelire.art.house import DRAWINGS as HOUSE
from tirelire.games import GAMES
from tirelire.games import game as find_game

Drawings = Mapping[str, Callable[[], str]]


@cache
def draw(game: str, name: str) -> str:
    """Return a whole SVG document; KeyError where there is no such game or picture."""
    return _drawings(game)[name]()


def names(game: str) -> list[str]:
    """Return all pictures of a game, in the order of its cards; the house's own under `house`."""
    return list(_drawings(game))


def _drawings(game: str) -> Drawings:
    if game == "house":
        return HOUSE
    if game not in GAMES:
        raise KeyError(game)
    return cast(Drawings, import_module(f"{find_game(game).package}.art.drawings").DRAWINGS)
