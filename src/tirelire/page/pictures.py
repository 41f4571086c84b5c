"""Every picture that the page shows: those of the games, and the house's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from tirelire.art.house import DRAWINGS as HOUSE
from tirelire.games import game as find_game
from tirelire.games import names as game_names

Drawings = Mapping[str, Callable[[], str]]


@cache
def draw(game: str, name: str) -> str:
    """Return a whole SVG document; KeyError where there is no such game or picture."""
    return _drawings(game)[picture_of(game, name)]()


def names(game: str) -> list[str]:
    """Return all pictures of a game, in the order of its cards; the house's own under `house`."""
    return list(_drawings(game))


def _drawings(game: str) -> Drawings:
    if game == "house":
        return HOUSE
    if game not in game_names():
        raise KeyError(game)
    return find_game(game).art.DRAWINGS


def picture_of(game: str, code: str) -> str:
    """Return the name of a card's picture: copies of a kind, told apart by a last sign, share one.

    >>> picture_of("money", "EUR20a"), picture_of("money", "COIN2")
    ('EUR20', 'COIN')
    """
    drawings = _drawings(game)
    return code[:-1] if code not in drawings and code[:-1] in drawings else code
