"""Digits, letters and signs drawn with a pen of even width, so that they look alike everywhere.

Each glyph stands on a height of 10; its width follows from its own points.
"""

from __future__ import annotations

import re
from functools import cache

from tirelire.art.svg import line, num

_GLYPHS: dict[str, tuple[float, str]] = {
    "0": (6, "M3 0C.8 0 0 2.2 0 5C0 7.8 .8 10 3 10C5.2 10 6 7.8 6 5C6 2.2 5.2 0 3 0Z"),
    "1": (2.8, "M0 2L2.6 0V10"),
    "2": (6, "M.2 2.8C.2 1 1.5 0 3.1 0C4.8 0 5.9 1.1 5.9 2.7C5.9 5.2 1.5 7 .2 10H6"),
    "3": (
        6,
        "M.3 1.6C.9 .5 1.8 0 3 0C4.6 0 5.7 1 5.7 2.4C5.7 3.8 4.6 4.7 2.8 4.7"
        "C4.8 4.7 6 5.8 6 7.3C6 8.9 4.7 10 3 10C1.7 10 .6 9.4 0 8.3",
    ),
    "4": (6.2, "M4.6 10V0L0 7H6.2"),
    "5": (
        6,
        "M5.5 0H1L.6 4.7C1.2 4.1 2 3.8 3 3.8C4.8 3.8 6 5 6 6.8C6 8.7 4.7 10 2.9 10"
        "C1.6 10 .6 9.4 0 8.4",
    ),
    "6": (
        6,
        "M5.3 1C4.7 .3 4 0 3.2 0C1.2 0 0 2 0 5.6C0 8.4 1.2 10 3 10C4.8 10 6 8.7 6 6.9"
        "C6 5.1 4.8 3.9 3.1 3.9C1.5 3.9 .3 4.9 .1 6.4",
    ),
    "7": (6, "M0 0H6C4 3 2.6 6 2.2 10"),
    "8": (
        6,
        "M3 4.7C1.4 4.7 .4 3.7 .4 2.4C.4 1 1.5 0 3 0C4.5 0 5.6 1 5.6 2.4C5.6 3.7 4.6 4.7 3 4.7"
        "C1.2 4.7 0 5.8 0 7.3C0 8.9 1.3 10 3 10C4.7 10 6 8.9 6 7.3C6 5.8 4.8 4.7 3 4.7Z",
    ),
    "9": (
        6,
        "M.7 9C1.3 9.7 2 10 2.8 10C4.8 10 6 8 6 4.4C6 1.6 4.8 0 3 0C1.2 0 0 1.3 0 3.1"
        "C0 4.9 1.2 6.1 2.9 6.1C4.5 6.1 5.7 5.1 5.9 3.6",
    ),
    "+": (6, "M0 5H6M3 2V8"),
    "-": (6, "M0 5H6"),
    "×": (5, "M0 2.5L5 7.5M5 2.5L0 7.5"),
    "?": (
        6,
        "M0 2.8C.1 1.1 1.3 0 3 0C4.8 0 6 1.1 6 2.7C6 4.9 3 4.8 3 7M3 9.9L3 10",
    ),
    "A": (7, "M0 10L3.5 0L7 10M1.2 6.6H5.8"),
    "B": (
        5.8,
        "M0 4.7H3.1C4.6 4.7 5.4 3.8 5.4 2.4C5.4 .9 4.6 0 3.1 0H0V10H3.3C4.9 10 5.8 9 5.8 7.4"
        "C5.8 5.7 4.9 4.7 3.3 4.7",
    ),
    "C": (
        6.4,
        "M6.4 1.8C5.8 .7 4.8 0 3.5 0C1.3 0 0 2 0 5C0 8 1.3 10 3.5 10C4.8 10 5.8 9.3 6.4 8.2",
    ),
    "D": (6.2, "M0 0V10H2.4C5 10 6.2 8 6.2 5C6.2 2 5 0 2.4 0Z"),
    "E": (5, "M5 0H0V10H5M0 4.8H4.2"),
    "F": (5, "M5 0H0V10M0 5H4.2"),
    "G": (
        6.6,
        "M6.2 1.7C5.6 .6 4.7 0 3.5 0C1.3 0 0 2 0 5C0 8 1.3 10 3.5 10"
        "C5.4 10 6.6 8.7 6.6 6.4V5.4H3.8",
    ),
    "H": (6, "M0 0V10M6 0V10M0 4.9H6"),
    "I": (0.01, "M0 0V10"),
    "J": (4.6, "M4.6 0V7.2C4.6 9 3.7 10 2.2 10C1 10 .3 9.4 0 8.3"),
    "K": (5.8, "M0 0V10M5.6 0L0 6M2.1 3.9L5.8 10"),
    "L": (4.8, "M0 0V10H4.8"),
    "N": (6.2, "M0 10V0L6.2 10V0"),
    "O": (6.8, "M3.4 0C1.2 0 0 2 0 5C0 8 1.2 10 3.4 10C5.6 10 6.8 8 6.8 5C6.8 2 5.6 0 3.4 0Z"),
    "P": (5.6, "M0 10V0H3C4.7 0 5.6 1.1 5.6 2.8C5.6 4.5 4.7 5.6 3 5.6H0"),
    "R": (5.8, "M0 10V0H3C4.7 0 5.6 1.1 5.6 2.7C5.6 4.3 4.7 5.4 3 5.4H0M3 5.4L5.8 10"),
    "S": (
        5.8,
        "M5.4 1.7C4.9 .6 4.1 0 2.9 0C1.4 0 .4 1 .4 2.4C.4 5.6 5.8 4.2 5.8 7.5C5.8 9 4.6 10 2.9 10"
        "C1.5 10 .5 9.3 0 8.1",
    ),
    "T": (6.2, "M0 0H6.2M3.1 0V10"),
    "U": (6, "M0 0V6.6C0 8.8 1.1 10 3 10C4.9 10 6 8.8 6 6.6V0"),
    "Y": (6.4, "M0 0L3.2 5L6.4 0M3.2 5V10"),
    "k": (4.4, "M0 0V10M4 3.8L0 7.6M1.4 6.4L4.4 10"),
    "r": (3.2, "M0 3.8V10M0 6.4C.3 4.7 1.4 3.7 3.2 3.9"),
    "$": (
        5.8,
        "M5.4 2.5C4.9 1.6 4.1 1.1 2.9 1.1C1.4 1.1 .4 1.9 .4 3.1C.4 5.7 5.8 4.6 5.8 7.1"
        "C5.8 8.2 4.6 8.9 2.9 8.9C1.5 8.9 .5 8.4 0 7.4M2.9 -.6V10.6",
    ),
    "£": (
        6.2,
        "M5.6 1.9C5.2 .7 4.5 0 3.5 0C2 0 1.3 1.1 1.3 2.7C1.3 4.6 2.2 5.7 2.2 7.3"
        "C2.2 8.6 1.4 9.5 0 10"
        "H6.2M0 5.3H4.4",
    ),
    "₽": (6.4, "M1.2 10V0H3.8C5.5 0 6.4 1 6.4 2.8C6.4 4.5 5.5 5.5 3.8 5.5H0M0 7.7H4.2"),
    "¥": (6.4, "M0 0L3.2 4.8L6.4 0M3.2 4.8V10M.6 5.4H5.8M.6 7.6H5.8"),
    "€": (
        6.8,
        "M6.8 1.6C6.2 .6 5.4 0 4.2 0C2.2 0 1.1 2 1.1 5C1.1 8 2.2 10 4.2 10"
        "C5.4 10 6.2 9.4 6.8 8.4M0 3.9H5M0 6.1H4.6",
    ),
}
_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)")


def can_write(text: str) -> bool:
    """Tell whether there is a shape for every sign of a text."""
    return all(sign in _GLYPHS for sign in text)


def measure(text: str, height: float, gap: float) -> float:
    """How wide a text is between the middles of its first and its last stroke."""
    return (sum(_GLYPHS[sign][0] for sign in text) + gap * (len(text) - 1)) * height / 10


@cache
def outline(text: str, x: float, y: float, height: float, gap: float) -> str:
    """Path text of the pen's way for a text whose first stroke begins at x, y."""
    scale = height / 10
    words = ""
    for sign in text:
        width, glyph = _GLYPHS[sign]
        words += _placed(glyph, x, y, scale)
        x += (width + gap) * scale
    return words


def _placed(glyph: str, x: float, y: float, scale: float) -> str:
    words: list[str] = []
    digits = 1 if scale > 0.9 else 2
    command = ""
    upright = False
    for token in _TOKEN.findall(glyph):
        if token.isalpha():
            command, upright = token, token == "V"
            words.append(token)
            continue
        value = float(token) * scale + (y if upright else x)
        words.append(num(round(value, digits)))
        if command not in "HV":
            upright = not upright
    text = ""
    for word in words:
        if text and not word.isalpha() and not text[-1].isalpha() and not word.startswith("-"):
            text += " "
        text += word
    return text


def write(
    text: str,
    x: float,
    y: float,
    height: float,
    colour: str,
    weight: float = 1.9,
    *,
    anchor: str = "start",
    halo: str = "",
    air: float = 0.8,
) -> str:
    """Write a text whose visible left edge (or middle, or right edge) is at x and its top at y.

    `height` is the visible height, `weight` the width of the pen for a height of 10, `air` the
    gap between two signs; `halo` is a colour laid around it where the ground is not calm.
    """
    d, pen = trace(text, x, y, height, weight, anchor=anchor, air=air)
    glow = line(d, halo, pen + height / 8) if halo else ""
    return glow + line(d, colour, pen)


def trace(
    text: str,
    x: float,
    y: float,
    height: float,
    weight: float = 1.9,
    *,
    anchor: str = "start",
    air: float = 0.8,
) -> tuple[str, float]:
    """The pen's way for a text written with these measures, and the width of the pen."""
    pen = weight * height / (10 + weight)
    tall = height - pen
    gap = weight + air
    wide = measure(text, tall, gap) + pen
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor] + pen / 2
    return outline(text, round(left, 2), round(y + pen / 2, 2), round(tall, 2), gap), pen


def width_of(text: str, height: float, weight: float = 1.9, air: float = 0.8) -> float:
    """How wide a text written with the same measures is, from edge to edge."""
    pen = weight * height / (10 + weight)
    return measure(text, height - pen, weight + air) + pen
