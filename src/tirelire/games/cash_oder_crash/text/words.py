"""Names of the numbers and colours of Cash oder Crash."""

from __future__ import annotations

from tirelire.core.texts import say
from tirelire.games.cash_oder_crash.rules import material as c

_MINUS = "−"


def signed(number: int) -> str:
    """Write a number with its sign; 0 has none."""
    return f"{number:+d}".replace("-", _MINUS) if number else "0"


def colour(seat: int, lang: str) -> str:
    """Name the colour of a seat's pawn."""
    return say(lang, f"colour.{c.COLOURS[seat].lower()}")
