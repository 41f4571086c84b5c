"""Pictures of Monopoly that are no deeds: houses, hotel, token, Chance, GO, Mr; on 63 × 88."""

from __future__ import annotations

from tirelire.art.lettering import write
from tirelire.art.svg import (
    WHITE,
    circle,
    ellipse,
    group,
    line,
    moved,
    path,
    polygon,
    rect,
    star,
)
from tirelire.games.monopoly.rules.material import GO_VALUE, HOTEL_VALUE, MR_VALUE

GREEN, LEAF, PALE = "#125a31", "#2f9e5b", "#e9f5e4"
RED, BRICK, ROSE = "#8f1a1f", "#cf3b3f", "#fdebe6"
GLASS = "#ffe9a3"


def house_of(level: int, *, plain: bool = False) -> str:
    """A house with as many floors as it is the first, second … of its street."""
    floor = 11.0
    top = 74 - floor * level
    parts = [ellipse(31.5, 75, 26, 3.4, "#b9dcae"), rect(13.5, top, 36, 74 - top, LEAF)]
    for i in range(level):
        y = 74 - floor * (i + 1) + 2.6
        columns = (18.0, 28.5, 39.0) if i else (18.0, 39.0)
        parts += [rect(x, y, 6, 6, GLASS, 0.8, stroke=GREEN, stroke_width=0.9) for x in columns]
        if i:
            parts.append(line(f"M13.5 {y + 8.4:g}H49.5", GREEN, 0.7))
    parts += [
        rect(28, 65.6, 7, 8.4, GREEN, 1),
        rect(41, top - 12, 5, 9, GREEN),
        polygon([(8.5, top), (31.5, top - 15), (54.5, top)], GREEN, stroke=GREEN, stroke_width=1.5),
        circle(31.5, top - 5.6, 3, GLASS),
    ]  # fmt: skip
    if not plain:
        parts += [
            write(str(level), 5.5, 5.5, 14, GREEN, 2.3, halo=PALE),
            write(str(level), 57.5, 76, 8, GREEN, 2.3, anchor="end", halo=PALE),
            *(
                polygon([(7 + 7 * i, 83.6), (7 + 7 * i, 80), (9.5 + 7 * i, 77.6), (12 + 7 * i, 80),
                         (12 + 7 * i, 83.6)], GREEN if i < level else "none",
                        stroke=GREEN, stroke_width=0.8)
                for i in range(4)
            ),
        ]  # fmt: skip
    return group(*parts)


def hotel(*, plain: bool = False) -> str:
    """A tall red hotel with a flag and five stars."""
    windows = "".join(
        rect(x, y, 5.4, 6, GLASS, 0.8) for y in (31, 41, 51) for x in (16.8, 25, 33, 41)
    )
    parts = [
        ellipse(31.5, 75, 27, 3.4, "#eab9ae"),
        rect(13, 25, 37, 49, BRICK),
        rect(10, 22, 43, 4.6, RED, 1),
        windows,
        path("M25 74V66C25 61 38 61 38 66V74Z", RED),
        rect(22, 60.5, 19, 3, GLASS, 1.5),
        line("M31.5 22V8", RED, 1.4),
        path("M32 8C36 6 39 11 44 8.5V16C39 18.5 36 13.5 32 15.5Z", LEAF),
    ]
    if not plain:
        stars = "".join(polygon(star(9.5 + 7 * i, 81.4, 3.3, 1.4, 5), RED) for i in range(5))
        parts += [
            stars,
            write("H", 5.5, 5.5, 13, RED, 2.3, halo=ROSE),
            write(str(HOTEL_VALUE), 58.5, 78, 7, RED, 2.1, anchor="end", halo=ROSE),
        ]
    return group(*parts)


def token(*, plain: bool = False) -> str:
    """A snail cast in metal: the slowest piece on the board, and our own."""
    metal, dark, light = "#a9b4bf", "#49545f", "#e9eef3"
    snail = group(
        ellipse(31, 69, 27, 3.4, "#5d6872", opacity=0.3),
        path("M5 67C8 60 16 62 22 62C36 62 44 60 44 48C44 41 47 36 52 36C58 36 60 41 59 46"
             "C57 60 50 68 38 68H8C6 68 4.5 68 5 67Z", metal, stroke=dark, stroke_width=1.3),
        line("M49 37L46 27M55 36.5L58 27", dark, 1.6),
        circle(46, 26, 2, dark),
        circle(58, 26, 2, dark),
        circle(25, 45, 18.5, light, stroke=dark, stroke_width=1.6),
        line("M25 45C25 42 29.5 42 29.5 46C29.5 51 21 51.5 20 45C19 37 30 34.5 34 42"
             "C37 49 31 57.5 23 56.5C14 55 12 44 16 38", dark, 2.2),
        line("M11.5 38C13.5 33.5 17 31 21 30", WHITE, 2),
        line("M53 52C54.5 51.5 56 50.5 57 49", dark, 1.2),
        circle(54.2, 42.6, 1.1, dark),
    )  # fmt: skip
    if plain:
        return snail
    rings = "".join(
        circle(31.5, 48, r, "none", stroke="#cfd6de", stroke_width=1.2) for r in (28, 36, 44, 52)
    )
    plinth = rect(7, 75, 49, 6.5, dark, 2) + rect(3.5, 69.5, 56, 5, metal, 1.5, stroke=dark)
    return group(rings, plinth, snail)


def chance() -> str:
    """The question mark that may be anything."""
    orange, dark = "#ef7d1a", "#7a3700"
    rays = "".join(f"M31.5 44L{x} {y}" for x, y in _RAYS)
    return group(
        line(rays, "#ffd19c", 5),
        circle(31.5, 44, 26, orange),
        circle(31.5, 44, 22.6, "none", stroke="#ffe8cc", stroke_width=1, stroke_dasharray="2 2"),
        write("?", 31.5, 25, 38, WHITE, 2.6, anchor="middle", halo=dark),
        write("?", 5.5, 5.5, 12, dark, 2.3),
        write("?", 57.5, 70.5, 12, dark, 2.3, anchor="end"),
    )


_RAYS = [(round(x), round(y)) for x, y in star(31.5, 44, 70, 70, 10)]


def go() -> str:
    """A road that runs into an arrow, and what passing brings."""
    blue, dark, pale = "#1f6fb5", "#0d3f6e", "#e6f1fb"
    return group(
        *(
            circle(31.5, 88, r, "none", stroke="#c4dcf2", stroke_width=1.2)
            for r in range(20, 96, 8)
        ),
        path(
            "M6 80C6 56 14 45 33 43V31L59 51L33 71V59C25 60 21 66 21 80Z",
            blue,
            stroke=dark,
            stroke_width=1.6,
        ),
        path(
            "M13.5 79C13.5 62 20 52 36 51",
            stroke=WHITE,
            stroke_width=1.8,
            stroke_dasharray="4 4.5",
        ),
        write("GO", 5.5, 5.5, 19, dark, 2.2, halo=pale),
        write(str(GO_VALUE), 58, 74, 10, dark, 2.2, anchor="end", halo=pale),
    )


def mister() -> str:
    """A top hat, a monocle and a moustache, of no real person."""
    black, band, skin = "#1f2430", "#a3161d", "#f3cfae"
    head = group(
        circle(31.5, 46, 27, "#e5d7b0"),
        path("M17 42H46V52C46 68 17 68 17 52Z", skin),
        path("M18.5 16C24 13.5 39 13.5 44.5 16L43 39H20Z", black),
        path("M20.3 31H42.7L43.3 38H19.7Z", band),
        path("M8 39C14 36 18 38.5 31.5 38.5S49 36 55 39C53 44.5 44 44 31.5 44"
             "S10 44.5 8 39Z", black),
        circle(24.5, 49.5, 1.7, black),
        circle(39, 49.5, 4.4, "none", stroke="#9a7a1e", stroke_width=1.4),
        circle(38.7, 49.5, 1.7, black),
        line("M43 52C46 58 46 63 44 68", "#9a7a1e", 1),
        path("M31.5 56C28 52.5 22 53 19 58C17 61 13.5 61 11.5 58.5C12 65.5 25 68.5 31.5 61"
             "C38 68.5 51 65.5 51.5 58.5C49.5 61 46 61 44 58C41 53 35 52.5 31.5 56Z", black),
        path("M31.5 76L22 71.5V81.5ZM31.5 76L41 71.5V81.5Z", band),
        circle(31.5, 76.4, 2.3, black),
        line("M22.5 19.5V28", "#5a6375", 1.6),
    )  # fmt: skip
    return moved(head, 0, 3.5) + write(str(MR_VALUE), 5, 5, 9.5, black, 2.2)
