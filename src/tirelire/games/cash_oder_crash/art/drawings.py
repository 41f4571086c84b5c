"""The cards of Cash oder Crash, 63 × 88, its pawns, chips and board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tirelire.art.lettering import write
from tirelire.art.pig import pig
from tirelire.art.svg import (
    INK,
    PAPER,
    WHITE,
    Point,
    card,
    circle,
    clipped,
    document,
    el,
    ellipse,
    group,
    line,
    moved,
    path,
    polygon,
    rect,
    regular,
    star,
)
from tirelire.games.cash_oder_crash.art.ring import (
    MINUS,
    PLUS,
    board,
    board_places,
    draw_ring,
    field_place,
)
from tirelire.games.cash_oder_crash.rules.material import COLOURS, FIELDS

WIDTH, HEIGHT = 63, 88
HIGHEST = 6

# colour: main, dark, tint, corners of the head (0: round)
PAWNS: dict[str, tuple[str, str, str, int]] = {
    "RED": ("#d23a3f", "#7c1218", "#fde3e0", 0),
    "YELLOW": ("#f0b800", "#6b4c00", "#fff4c9", 3),
    "GREEN": ("#2f9e5b", "#0e4f29", "#def3e4", 4),
    "BLUE": ("#2f74d0", "#0f3470", "#dfeafb", 6),
}


def _pattern(colour: str, dark: str) -> str:
    """Each colour has its own weave, so that it is told apart without seeing the colour."""
    weave = {
        "RED": line("M-1 1l2-2M0 6l6-6M5 7l2-2", dark, 1.2),
        "YELLOW": circle(3, 3, 1.3, dark),
        "GREEN": line("M0 3H6", dark, 1.4),
        "BLUE": line("M0 0L6 6M6 0L0 6", dark, 0.9),
    }[colour]
    return el(
        "pattern",
        weave,
        id=f"weave{colour[0]}",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    )


def pawn_figure(colour: str) -> str:
    """A pawn that stands on the origin, 30 wide and 46 high."""
    main, dark, _, corners = PAWNS[colour]
    edge: dict[str, Any] = {"stroke": dark, "stroke_width": 1.4}
    body = "M-5-27H5C6-17 9-10 13-5H-13C-9-10-6-17-5-27Z"
    heads: dict[int, list[Point]] = {
        3: [(0, -47), (10.5, -27.5), (-10.5, -27.5)],
        4: [(-8.5, -44.5), (8.5, -44.5), (8.5, -27.5), (-8.5, -27.5)],
        6: [(0, -48), (10.5, -36.5), (0, -25), (-10.5, -36.5)],
    }
    if corners == 0:
        head = circle(0, -36, 9.6, main, **edge) + line("M-4-39.5q1.5-3 4-3.5", WHITE, 1.8)
    else:
        head = polygon(heads[corners], main, **edge) + line("M-2.5-35l1.5-3.5", WHITE, 1.8)
    return group(
        _pattern(colour, dark),
        ellipse(0, -0.5, 17, 3.6, "#000", opacity=0.18),
        path(body, main, **edge),
        path(body, f"url(#weave{colour[0]})", opacity=0.55),
        rect(-15, -6.5, 30, 6.5, main, 3, **edge),
        head,
    )


def pawn(colour: str) -> str:
    """A pawn alone, to be set on the board: 36 × 52."""
    return document(36, 52, moved(pawn_figure(colour), 18, 50))


def colour_face(colour: str) -> str:
    """The card that names a pawn."""
    main, _, tint, _ = PAWNS[colour]
    return group(
        rect(0, 0, WIDTH, HEIGHT, tint),
        path("M0 66H63V88H0Z", main),
        path("M0 66H63V88H0Z", f"url(#weave{colour[0]})", opacity=0.4),
        circle(31.5, 42, 27, PAPER),
        moved(pawn_figure(colour), 31.5, 68, 1.15),
    )


def colour_card(colour: str) -> str:
    """A whole colour card."""
    return document(
        WIDTH, HEIGHT, card(WIDTH, HEIGHT, PAPER, PAWNS[colour][1], colour_face(colour))
    )


_RISING: tuple[Point, ...] = (
    *((31.5, 7), (57.5, 33), (51.5, 33), (51.5, 71), (11.5, 71), (11.5, 33), (5.5, 33)),
)
_FALLING: tuple[Point, ...] = (
    *((31.5, 81), (57.5, 55), (51.5, 55), (51.5, 21), (44, 16), (37.5, 23), (30.5, 16)),
    *((24, 23), (17.5, 17), (11.5, 22), (11.5, 55), (5.5, 55)),
)
"""The falling arrow is broken off above."""


def _arrow(number: int) -> str:
    """An arrow up or down with the number in it."""
    shape, colour, top = (_RISING, PLUS, 38) if number > 0 else (_FALLING, MINUS, 28)
    return polygon(shape, colour, stroke=colour, stroke_width=3) + write(
        f"{number:+d}", 31.5, top, 26, WHITE, 2.4, anchor="middle"
    )


def number_face(number: int) -> str:
    """An arrow with the number in it, and as many pips as steps."""
    rises = number > 0
    colour, tint = (PLUS, "#e3f5e8") if rises else (MINUS, "#fde8e5")
    text = f"{number:+d}"
    steps = range(abs(number))
    if rises:
        ground = "".join(f"M-4 {11 * i + 20}L31.5 {11 * i - 14}L67 {11 * i + 20}" for i in range(9))
        pips = "".join(f"M{6.5 + 5 * i:g} 80.5h0" for i in steps)
    else:
        ground = "".join(f"M{9 * i - 90} 88l88-88" for i in range(18))
        pips = "".join(f"M{56.5 - 5 * i:g} 7.5v3" for i in steps)
    return group(
        rect(0, 0, WIDTH, HEIGHT, tint),
        line(ground, colour, 0.8, opacity=0.16),
        _arrow(number),
        write(text, 4.5, 5, 8.5, colour, 2.1, halo=tint),
        write(text, 58.5, 76.5, 8, colour, 2.1, anchor="end", halo=tint),
        line(pips, colour, 3.4 if rises else 2.6),
    )


def number_card(number: int) -> str:
    """A whole number card."""
    edge = PLUS if number > 0 else MINUS
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, PAPER, edge, number_face(number)))


GOLD, PLUM = "#ffcf4a", "#3a1d5c"


def big_deal_face() -> str:
    """The card that doubles a move."""
    rays = "".join(f"M31.5 46L{x} {y}" for x, y in _ray_ends())
    return group(
        rect(0, 0, WIDTH, HEIGHT, PLUM),
        line(rays, "#5b3487", 3),
        polygon(star(31.5, 46, 31, 23, 14), GOLD),
        polygon(star(31.5, 46, 24.5, 21, 28), "#fff3cf"),
        write("×2", 31.5, 32, 27, PLUM, 2.3, anchor="middle"),
        write("BIG", 31.5, 4.5, 9, GOLD, 2, anchor="middle"),
        write("DEAL", 31.5, 76, 8.5, GOLD, 2, anchor="middle"),
    )


def _ray_ends() -> list[Point]:
    return [(round(x), round(y)) for x, y in regular(31.5, 46, 70, 18)]


def big_deal() -> str:
    """The whole card."""
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, PLUM, "#1c0c30", big_deal_face()))


def back() -> str:
    """A zigzag course, up and down, with the house animal."""
    night, blue = "#233044", "#3d5273"
    zigzag = "".join(f"M-3 {y}l11.5-9 11.5 9 11.5-9 11.5 9 11.5-9 11.5 9" for y in range(6, 100, 8))
    face = group(
        line(zigzag, blue, 1.6),
        rect(3.5, 3.5, 56, 81, "none", 2.5, stroke="#9db3d3", stroke_width=0.7),
        circle(31.5, 44, 20, night, stroke="#9db3d3", stroke_width=1),
        moved(pig("#c8d6ea", "#7f97bb", night), 30.5, 43, 0.32),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, night, "#131b28", face))


def _chip_face(value: int) -> str:
    colour = {1: "#2f74d0", 5: "#b3262e"}[value]
    dash = "7.854 7.854" if value == 1 else "5.236 5.236"
    return group(
        circle(0, 0, 19, colour, stroke=INK, stroke_width=0.8),
        circle(
            0,
            0,
            15,
            "none",
            stroke=WHITE,
            stroke_width=4,
            stroke_dasharray=dash,
            stroke_linecap="butt",
        ),
        circle(0, 0, 11.6, PAPER, stroke=colour, stroke_width=1.2),
        write(str(value), 0, -6.5, 13, INK, 2.3, anchor="middle"),
    )


def chip(value: int) -> str:
    """A chip of one or five: 40 × 40."""
    return document(40, 40, moved(_chip_face(value), 20, 20))


def _small(number: int, x: float, y: float, scale: float, turn: float) -> str:
    tint, edge = ("#e3f5e8", PLUS) if number > 0 else ("#fde8e5", MINUS)
    return moved(
        rect(-1.5, 2, WIDTH, HEIGHT, "#0b1220", 4, opacity=0.35)
        + rect(0, 0, WIDTH, HEIGHT, tint, 4, stroke=edge, stroke_width=0.8)
        + _arrow(number),
        x,
        y,
        scale,
        turn,
    )


def cover() -> str:
    """The ring with pawns on it, a card on either side."""
    rays = "".join(f"M150 100L{round(x)} {round(y)}" for x, y in regular(150, 100, 260, 24, 5))
    places = {"BLUE": -2, "YELLOW": 5, "RED": 2}
    pawns = "".join(
        moved(pawn_figure(colour), x, y + 12, 1.1)
        for colour, (x, y) in ((colour, field_place(field)) for colour, field in places.items())
    )
    scene = group(
        rect(0, 0, 300, 200, "#16324f"),
        line(rays, "#1e4066", 8),
        moved(draw_ring() + pawns, 52, 2, 0.817),
        _small(6, 230, 66, 1.15, 9),
        _small(-3, 4, 76, 1.15, -9),
        moved(_chip_face(5), 262, 32, 1.2),
        moved(_chip_face(1), 38, 34, 1.2),
    )
    return document(300, 200, clipped("cover", rect(0, 0, 300, 200, WHITE), scene))


DRAWINGS: Mapping[str, Callable[[], str]] = {
    **{
        f"{number:+d}": partial(number_card, number)
        for number in range(HIGHEST, -HIGHEST - 1, -1)
        if number
    },
    **{colour: partial(colour_card, colour) for colour in COLOURS},
    "BIGDEAL": big_deal,
    **{f"PAWN_{colour}": partial(pawn, colour) for colour in COLOURS},
    "CHIP1": partial(chip, 1),
    "CHIP5": partial(chip, 5),
    "board": board,
    "board17": partial(board, "ring17"),
    "back": back,
    "cover": cover,
}
PLACES: Mapping[str, Mapping[int, tuple[float, float]]] = {
    name: board_places(name) for name, fields in FIELDS.items() if fields
}
