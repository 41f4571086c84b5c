"""Fine interference lines, as engravers make them: bundles of waves, braids, ripples, rosettes.

Every pattern is path text for thin strokes; different measures give every currency its own hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from tirelire.art.svg import Point, around, curve, nums

Bundle = Callable[[float, float], str]
"""A pattern that fills a rectangle of that width and height."""


def _waves(
    width: float,
    middles: list[float],
    swing: Callable[[int, float], float],
    pieces: float,
) -> str:
    """One line for each middle; `swing` says how far line i is off it at t, from 0 to 1."""
    return "".join(
        curve(partial(_wave_at, width, middle, partial(swing, i)), 0, 1, round(pieces))
        for i, middle in enumerate(middles)
    )


def _wave_at(width: float, middle: float, swing: Callable[[float], float], t: float) -> Point:
    return t * width, middle + swing(t)


def drift(width: float, height: float, *, lines: int, waves: float, swing: float) -> str:
    """Waves one below the other, each a little behind the last: they seem to lean."""
    return _waves(
        width,
        [(i + 0.5) * height / lines for i in range(lines)],
        lambda i, t: swing * sin(2 * pi * (waves * t + i / lines)),
        waves * 3,
    )


def braid(width: float, height: float, *, strands: int, waves: float) -> str:
    """Strands around the middle line, each with its own phase: a woven rope."""
    return _waves(
        width,
        [height / 2] * strands,
        lambda i, t: height * 0.52 * sin(2 * pi * (waves * t + i / strands)),
        waves * 3,
    )


def pinch(width: float, height: float, *, lines: int, waves: float) -> str:
    """Lines that meet in knots and part again: amplitudes from minus to plus."""
    return _waves(
        width,
        [height / 2] * lines,
        lambda i, t: height * 0.6 * (2 * i / (lines - 1) - 1) * cos(2 * pi * waves * t),
        waves * 2,
    )


def scales(width: float, height: float, *, size: float) -> str:
    """Rows of round scales, every second row moved by half a scale."""
    words = ""
    count = int(width / size) + 2
    for row in range(int(2 * height / size) + 2):
        x, y = (-size / 2 if row % 2 else 0) - size / 2, row * size / 2
        words += f"M{nums(x, y)}q" + (nums(size / 2, -size * 1.3, size, 0) + " ") * count
        inset = size * 0.28
        gap = size - 2 * inset
        for i in range(count):
            words += f"M{nums(x + inset + i * size, y)}q{nums(gap / 2, -gap * 1.3, gap, 0)}"
    return words.replace(" M", "M")


def ripples(width: float, height: float, *, step: float, centres: tuple[Point, ...]) -> str:
    """Rings around several centres that cross each other."""
    words = ""
    for cx, cy in centres:
        x, y = cx * width, cy * height
        reach = max(width, height) * 0.62
        r = step
        while r < reach:
            words += f"M{nums(x - r, y)}a{nums(r, r)} 0 0 1{' ' + nums(2 * r, 0)}"
            words += f"a{nums(r, r)} 0 0 1{nums(-2 * r, 0)}"
            r += step
    return words


def ridges(width: float, height: float, *, lines: int, peaks: tuple[float, ...]) -> str:
    """Mountain lines one behind the other, straight from peak to valley."""
    words = ""
    part = width / len(peaks)
    for i in range(lines):
        base = (i + 1) * height / lines
        words += f"M{nums(0, base)}"
        for peak in peaks:
            rise = peak * height * (0.3 + 0.25 * sin(i * 0.9))
            words += f"l{nums(part / 2, -rise)} {nums(part / 2, rise)}".replace(" -", "-")
    return words


def fans(width: float, height: float, *, rays: int) -> str:
    """Rays from the two lower corners that cross in lozenges."""
    words = ""
    reach = width + height
    for i in range(rays + 1):
        x, y = around(0, height, reach, 90 * i / rays)
        words += f"M0 {nums(height)}L{nums(x, y)}M{nums(width, height)}L{nums(width - x, y)}"
    return words


def rosette(
    x: float, y: float, inner: float, outer: float, petals: int, *, turns: int = 1, phase: float = 0
) -> str:
    """A closed flower line between two radii; with several turns its petals overlap."""

    def at(t: float) -> Point:
        swing = (1 + cos(petals * t / turns + phase)) / 2
        r = inner + (outer - inner) * swing
        return x + r * cos(t - pi / 2), y + r * sin(t - pi / 2)

    start = -phase * turns / petals  # pieces begin and end where the line turns, and so stay round
    return curve(at, start, start + 2 * pi * turns, petals * 2)


def spirograph(x: float, y: float, r: float, wheel: float, pen: float, turns: int) -> str:
    """The line of a pen in a wheel that rolls within a ring."""
    rest = 1 - wheel

    def at(t: float) -> Point:
        return (
            x + r * (rest * cos(t) + pen * cos(rest / wheel * t)) / (rest + pen),
            y + r * (rest * sin(t) - pen * sin(rest / wheel * t)) / (rest + pen),
        )

    return curve(at, 0, 2 * pi * turns, round(turns / wheel * 5))
