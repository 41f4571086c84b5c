"""Plain pictures for a game that has none of its own: name or code, and value, on a white face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from tirelire.art.lettering import can_write, write
from tirelire.art.pig import pig
from tirelire.art.svg import INK, PAPER, card, document, group, moved, rect

if TYPE_CHECKING:
    from tirelire.contract.game import Game

WIDTH, HEIGHT = 63, 88
_EDGE, _BACK, _PALE = "#33506b", "#33506b", "#d5e3ef"


class PlainArt:
    """A face for each kind of card, a back and a cover."""

    def __init__(self, game: Game) -> None:
        deck = game.table.deck("en")
        self.PLACES: Mapping[str, Mapping[int, tuple[float, float]]] = {}
        self.DRAWINGS: Mapping[str, Callable[[], str]] = {
            **{code: partial(_face, _label(code, name), value) for code, name, value in deck},
            "back": _back,
            "cover": partial(_cover, [_label(code, name) for code, name, _ in deck[-3:]]),
        }


def _label(code: str, name: str) -> str:
    """Choose what stands on a card: its name where that is a number, otherwise its code."""
    return name if name.isdecimal() else code


def _front(label: str, value: int) -> str:
    """Draw the label large, and in the corner that other cards leave free; then the value."""
    small, large = (13, 22) if len(label) < 4 else (7, 12)
    corner = _write(label, 6, 6, small, _EDGE, 2.2)
    middle = _write(label, WIDTH / 2, 38, large, INK, 2.6, "middle")
    shown = "" if not value or label == str(value) else str(value)
    return corner + middle + _write(shown, WIDTH - 6, HEIGHT - 16, 10, _EDGE, 1.8, "end")


def _write(
    label: str, x: float, y: float, height: float, colour: str, weight: float, anchor: str = "start"
) -> str:
    """Write a label with our own letters, or those of the reader where we have not got them."""
    if not label:
        return ""
    if can_write(label):
        return write(label, x, y, height, colour, weight, anchor=anchor)
    return (
        f'<text x="{x}" y="{y + height}" font-size="{1.3 * height:.1f}" fill="{colour}"'
        f' font-family="sans-serif" text-anchor="{anchor}">{escape(label)}</text>'
    )


def _face(label: str, value: int) -> str:
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, PAPER, _EDGE, _front(label, value)))


def _back() -> str:
    inner = rect(4, 4, WIDTH - 8, HEIGHT - 8, "none", 3, stroke=_PALE, stroke_width=0.8)
    animal = moved(pig(_PALE, "#9db5c9", _BACK), WIDTH / 2, HEIGHT / 2, 0.33)
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, _BACK, "#1d2f40", inner + animal))


def _cover(labels: list[str]) -> str:
    cards = [
        moved(
            rect(0, 0, WIDTH, HEIGHT, PAPER, 4, stroke=_EDGE, stroke_width=0.8) + _front(label, 0),
            60 + 62 * i,
            44,
            1.2,
            8 * (i - 1),
        )
        for i, label in enumerate(labels)
    ]
    return document(300, 200, rect(0, 0, 300, 200, _BACK), group(*cards))
