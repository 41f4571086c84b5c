"""Every card, board and sign of the house, drawn by our own code as SVG text."""

from __future__ import annotations

from functools import cache

from tirelire.art.cache_ton_cash import DRAWINGS as _CACHE_TON_CASH
from tirelire.art.cash_oder_crash import DRAWINGS as _CASH_ODER_CRASH
from tirelire.art.house import DRAWINGS as _HOUSE
from tirelire.art.money import DRAWINGS as _MONEY
from tirelire.art.monopoly import DRAWINGS as _MONOPOLY
from tirelire.art.ring import board_places, field_place

_DRAWINGS = {
    "money": _MONEY,
    "cash_oder_crash": _CASH_ODER_CRASH,
    "monopoly": _MONOPOLY,
    "cache_ton_cash": _CACHE_TON_CASH,
    "house": _HOUSE,
}


@cache
def draw(game: str, name: str) -> str:
    """A whole SVG document; KeyError where there is no such game or picture."""
    return _DRAWINGS[game][name]()


def names(game: str) -> list[str]:
    """All pictures of a game, in the order of its cards; the house's own under `house`."""
    return list(_DRAWINGS[game])


__all__ = ["board_places", "draw", "field_place", "names"]
