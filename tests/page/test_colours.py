"""The colours of players: writing on them and in them can be read, and they are told apart."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

import tirelire.page
from tests.art.test_contrast import contrast
from tirelire.server.tables.faces import COLOURS

CSS = (Path(tirelire.page.__file__).parent / "static/base.css").read_text("utf-8")
COLOUR = re.compile(
    r"\.seat-colour-(\d) \{ --seat: (#\w+); --on-seat: (#\w+); "
    r"--seat-ink: light-dark\((#\w+), (#\w+)\); \}"
)
FOUND = COLOUR.findall(CSS)
SHEET = re.search(r"--sheet: light-dark\((#\w+), (#\w+)\)", CSS)

# Viénot, Brettel and Mollon (1999), in linear RGB: what dichromats see.
DICHROMATS = {
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
APART = 15
"""The least difference in CIELAB."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def lab(colour: str, vision: str) -> list[float]:
    rgb = linear(colour)
    rgb = [sum(a * b for a, b in zip(row, rgb, strict=True)) for row in DICHROMATS[vision]]
    r, g, b = (min(1.0, max(0.0, part)) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


def test_there_is_a_colour_for_each_number() -> None:
    assert [int(number) for number, *_ in FOUND] == list(range(COLOURS))


@pytest.mark.parametrize("colour", FOUND)
def test_writing_on_a_colour_and_in_a_colour_can_be_read(colour: tuple[str, ...]) -> None:
    assert SHEET is not None
    _, seat, on_seat, in_light, in_dark = colour
    assert contrast(seat, on_seat) >= 4.5
    assert contrast(SHEET[1], in_light) >= 4.5
    assert contrast(SHEET[2], in_dark) >= 4.5


@pytest.mark.parametrize("vision", DICHROMATS)
def test_colours_are_told_apart_without_red_or_green(vision: str) -> None:
    seen = {seat: lab(seat, vision) for _, seat, *_ in FOUND}
    for one, other in combinations(seen, 2):
        difference = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert difference >= APART, (one, other)
