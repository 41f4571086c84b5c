"""The sign of the house: an icon and a logo with our own piggy bank."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from tirelire.art.faces import DRAWINGS as FACES
from tirelire.art.guilloche import rosette
from tirelire.art.lettering import write
from tirelire.art.pig import pig
from tirelire.art.svg import circle, document, group, line, moved, rect

GROUND = "#0f4c45"
GLOW = "#1c6b60"
SKIN = "#ff9eb1"
SHADE = "#d65f7f"
GOLD = "#ffcf4a"
DARK = "#3b1322"


def icon() -> str:
    """A square that may be cut round: what matters lies within the middle four fifths."""
    return _icon()


def icon_turn() -> str:
    """The icon with a sign that it is the reader's turn."""
    return _icon(circle(392, 120, 104, GOLD))


def _icon(*signs: str) -> str:
    lines = "".join(rosette(256, 256, 150, 236, 26, phase=pi * i / 2) for i in range(4))
    return document(
        512,
        512,
        rect(0, 0, 512, 512, GROUND),
        circle(256, 256, 196, GLOW),
        line(lines, GOLD, 1.8, opacity=0.4),
        moved(pig(SKIN, SHADE, DARK, GOLD), 249, 272, 3.2),
        *signs,
    )


def logo() -> str:
    """The pig and the name of the house, for a light or dark ground alike."""
    return document(
        260,
        72,
        group(
            rect(2, 2, 68, 68, GROUND, 16),
            moved(pig(SKIN, SHADE, DARK, GOLD), 35, 40, 0.56),
            write("TIRELIRE", 82, 22, 30, "#c9446a", 1.9, air=1.4),
        ),
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "icon": icon,
    "icon-turn": icon_turn,
    "logo": logo,
    **FACES,
}
