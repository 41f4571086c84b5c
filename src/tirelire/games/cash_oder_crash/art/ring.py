"""The ring board of Cash oder Crash: fields, their places, the drawing; 240 × 240."""

from __future__ import annotations

from tirelire.art.lettering import trace
from tirelire.art.svg import (
    INK,
    PAPER,
    Point,
    around,
    circle,
    document,
    el,
    group,
    line,
    nums,
    path,
    polygon,
    rect,
    star,
)
from tirelire.games.cash_oder_crash.rules.material import FIELDS, LOWEST_FIELD

SIZE = 240
MIDDLE = SIZE / 2
OUTER, INNER = 117, 60
NUMBER_AT, PAWN_AT = 102, 76
PLUS, MINUS = "#116640", "#a61e2b"
SIDES = {
    1: (("#d9f2e0", "#b4e2c3"), PLUS),
    0: (("#fff1c2", "#fff1c2"), INK),
    -1: (("#fde0dd", "#f8bdb8"), MINUS),
}
"""Tints of even and odd fields, and the colour of their numbers: plus, zero, minus."""


def _angle(field: int, count: int) -> float:
    """C2: plus runs clockwise from 0, which is above; degrees."""
    return 360 * field / count


def field_place(field: int, board: str = "ring13") -> Point:
    """Where a pawn on that field stands; the board is 240 wide and high."""
    if field not in fields_of(board):
        raise KeyError(field)
    x, y = around(MIDDLE, MIDDLE, PAWN_AT, _angle(field, FIELDS[board]))
    return round(x, 2), round(y, 2)


def fields_of(board: str = "ring13") -> range:
    """C2: the fields of a ring, from the lowest to the highest."""
    return range(LOWEST_FIELD, LOWEST_FIELD + FIELDS[board])


def board_places(board: str = "ring13") -> dict[int, Point]:
    """The places of all fields."""
    return {field: field_place(field, board) for field in fields_of(board)}


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    points = [
        around(MIDDLE, MIDDLE, r, angle)
        for r, angle in ((outer, start), (outer, end), (inner, end), (inner, start))
    ]
    a, b, c, d = (nums(*(round(v, 1) for v in point)) for point in points)
    return f"M{a}A{outer} {outer} 0 0 1 {b}L{c}A{inner} {inner} 0 0 0 {d}Z"


def _fields(fields: range, count: int) -> str:
    """Fields of one side, and their numbers."""
    half = 180 / count
    height = 16.0 if count < 15 else 13.5
    shapes, hatched, spots, numbers = ["", ""], "", "", ""
    pen = 0.0
    for field in fields:
        angle = _angle(field, count)
        shapes[field % 2] += _sector(angle - half, angle + half, INNER, OUTER)
        hatched += _sector(angle - half, angle + half, INNER, 90)
        x, y = around(MIDDLE, MIDDLE, PAWN_AT, angle)
        spots += f"M{nums(round(x, 1), round(y, 1))}h0"
        x, y = around(MIDDLE, MIDDLE, NUMBER_AT, angle)
        text = f"{field:+d}" if field else "0"
        way, pen = trace(text, x, y - height / 2, height, 2.1, anchor="middle")
        numbers += way
    tints, ink = SIDES[(fields[0] > 0) - (fields[0] < 0)]
    return group(
        *(
            path(shape, tint, stroke=PAPER, stroke_width=1.6)
            for shape, tint in zip(shapes, tints, strict=True)
            if shape
        ),
        path(hatched, "url(#hatch)") if fields[0] < 0 else "",
        line(spots, PAPER, 24, opacity=0.7),
        line(numbers, ink, pen),
    )


def _turning_arrow(sign: int, colour: str) -> str:
    """An arrow along the ring: clockwise for plus, the other way for minus."""
    start = around(MIDDLE, MIDDLE, 50, sign * 38)
    end = around(MIDDLE, MIDDLE, 50, sign * 118)
    tip = around(MIDDLE, MIDDLE, 50, sign * 138)
    sides = (around(MIDDLE, MIDDLE, 58, sign * 116), around(MIDDLE, MIDDLE, 42, sign * 116))
    sweep = 1 if sign > 0 else 0
    dash = {} if sign > 0 else {"stroke_dasharray": "7 4", "stroke_linecap": "butt"}
    return group(
        path(
            f"M{nums(*start)}A50 50 0 0 {sweep} {nums(*end)}",
            stroke=colour,
            stroke_width=5,
            **dash,
        ),
        polygon([tip, *sides], colour),
    )


def draw_ring(board: str = "ring13") -> str:
    """The board without pawns, as content for a document."""
    count = FIELDS[board]
    hatch = el(
        "pattern",
        line("M-1 1l2-2M0 6l6-6M5 7l2-2", MINUS, 0.7, opacity=0.45),
        id="hatch",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    )
    return group(
        hatch,
        circle(MIDDLE, MIDDLE, 119.4, INK),
        _fields(range(LOWEST_FIELD, 0), count),
        _fields(range(1, LOWEST_FIELD + count), count),
        _fields(range(1), count),
        circle(MIDDLE, MIDDLE, INNER - 1.5, "#233044"),
        _turning_arrow(1, "#63d297"),
        _turning_arrow(-1, "#ff8d86"),
        _middle(),
        polygon(star(MIDDLE, MIDDLE - PAWN_AT, 8, 3.5, 5), "#e3b53a"),
    )


def _middle() -> str:
    """Cash on the right, crash on the left: a rising and a falling arrow."""
    m = MIDDLE
    return group(
        polygon(
            [(m + 17, m - 26), (m + 33, m - 6), (m + 24, m - 6), (m + 24, m + 20),
             (m + 10, m + 20), (m + 10, m - 6), (m + 1, m - 6)],
            "#63d297",
        ),
        polygon(
            [(m - 17, m + 26), (m - 33, m + 6), (m - 24, m + 6), (m - 24, m - 20),
             (m - 10, m - 20), (m - 10, m + 6), (m - 1, m + 6)],
            "#ff8d86",
        ),
        rect(m + 12.5, m - 1, 9, 3, "#0d3d26", 1),
        rect(m + 15.5, m - 4, 3, 9, "#0d3d26", 1),
        rect(m - 21.5, m - 1, 9, 3, "#5c0d12", 1),
    )  # fmt: skip


def board(name: str = "ring13") -> str:
    """The whole board as a document."""
    return document(SIZE, SIZE, draw_ring(name))
