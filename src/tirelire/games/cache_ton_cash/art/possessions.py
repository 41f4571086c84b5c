"""Possessions that stand still: albums, piano, jewels, sock, cabin; about the origin, 52 × 46."""

from __future__ import annotations

from tirelire.art.lettering import write
from tirelire.art.pig import pig
from tirelire.art.svg import (
    INK,
    PAPER,
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

GOLD, AMBER, BRONZE = "#f6c544", "#c98a12", "#5c3d00"


def little_coin(x: float, y: float, r: float = 4) -> str:
    """A coin seen from the front."""
    return circle(x, y, r, GOLD, stroke=AMBER, stroke_width=0.9) + circle(
        x, y, r * 0.55, "none", stroke=AMBER, stroke_width=0.7
    )


def albums() -> str:
    """Three comic albums; the first has a bang on its cover."""
    red, blue, yellow = "#d8343b", "#2566b8", "#ffd23f"
    third = rect(-13, -18, 30, 38, "#2f9e5b", 1.5, stroke=INK, stroke_width=1.1)
    second = rect(-15, -19, 30, 38, blue, 1.5, stroke=INK, stroke_width=1.1)
    return group(
        ellipse(0, 22, 22, 2.6, "#000", opacity=0.15),
        moved(third, 3, 0, turn=16),
        moved(second, 1, 0, turn=4),
        moved(
            group(
                rect(-16, -20, 31, 40, red, 1.5, stroke=INK, stroke_width=1.2),
                line("M-12.5-19V19", INK, 0.9),
                path("M-10-17H13V-10H-10Z", yellow),
                line("M-7-13.5H10", INK, 1.8),
                polygon(star(1.5, 5.5, 12.4, 7.2, 11), yellow, stroke=INK, stroke_width=1),
                rect(0, -1.5, 3.2, 8.5, INK, 1.4),
                circle(1.6, 10.4, 1.9, INK),
            ),
            -3,
            1,
            turn=-8,
        ),
    )


def piano() -> str:
    """An upright piano with its stool."""
    black, wood = "#2b2320", "#6b3a22"
    keys = "".join(line(f"M{x} 2.5V7", black, 0.6) for x in range(-19, 20, 4))
    sharps = "".join(rect(x - 1, 2, 2, 3, black) for x in (-19, -15, -7, -3, 1, 9, 13))
    return group(
        ellipse(0, 22, 25, 2.6, "#000", opacity=0.15),
        rect(-22, -20, 44, 41, wood, 1.5, stroke=black, stroke_width=1.3),
        rect(-24, -22, 48, 4, black, 1.2),
        rect(-18, -15, 36, 11, "#8a5030", 1),
        path("M-8-4.5V-16.5H-.5L0-15.5L.5-16.5H8V-4.5Z", PAPER, stroke=black, stroke_width=0.8),
        line("M0-15.5V-5M-6-13H-2M-6-10H-2M-6-7H-2M2-13H6M2-10H6M2-7H6", black, 0.7),
        rect(-24, 1, 48, 7.5, black, 1),
        rect(-22, 2, 44, 5, WHITE),
        keys,
        sharps,
        rect(-21.5, 8, 4, 14, black),
        rect(17.5, 8, 4, 14, black),
        rect(-10, 13.5, 20, 4, "#c23b3f", 2),
        line("M-7.5 17.5L-8.5 22.5M7.5 17.5L8.5 22.5", black, 1.8),
        line("M-4 11h0M4 11h0", GOLD, 1.6),
    )


def jewels() -> str:
    """A necklace in a bow and a ring with a large stone."""
    stone, light, deep = "#38b6d8", "#bdeefa", "#0f6f92"
    beads = "".join(
        circle(x, y, 2.7, "#fff7ee", stroke="#b9997a", stroke_width=0.9)
        for x, y in (
            (-22, -16), (-21.5, -10.5), (-19.5, -5.4), (-16, -1.2), (-11.4, 1.8),
            (22, -16), (21.5, -10.5), (19.5, -5.4), (16, -1.2), (11.4, 1.8),
        )
    )  # fmt: skip
    return group(
        beads,
        circle(0, 11, 10.4, "none", stroke=AMBER, stroke_width=4.6),
        circle(0, 11, 10.4, "none", stroke=GOLD, stroke_width=2.8),
        polygon([(-12.5, -13), (-6.5, -20), (6.5, -20), (12.5, -13), (0, 1.5)], stone,
                stroke=deep, stroke_width=1.3),
        polygon([(-6.5, -20), (6.5, -20), (4.5, -13), (-4.5, -13)], light),
        polygon([(-4.5, -13), (4.5, -13), (0, 1)], "#7fd6ee"),
        line("M-12.5-13H12.5M-6.5-20L-4.5-13L0 1.5L4.5-13L6.5-20", deep, 0.8),
        line("M17-21v-4M15-23h4M-17-20v-4M-19-22h4", AMBER, 1.3),
    )  # fmt: skip


def sock() -> str:
    """A knitted sock full of coins."""
    wool, stripe, heel = "#d94f4f", "#fff3e2", "#2b5c8a"
    body = "M-11-14H8V5C8 8 10 10 14 12C21 15 21 22 13 22H-1C-9 22-12 15-11.5 6Z"
    return group(
        ellipse(4, 23, 20, 2.2, "#000", opacity=0.15),
        little_coin(-6, -18, 5),
        little_coin(4, -19, 5),
        little_coin(-1, -21, 5),
        path(body, wool, stroke=INK, stroke_width=1.3),
        path("M-11.2-5.5H8V-1H-11.3ZM-11.4 3.5H8C8.1 6 9 7.5 10 8.5H-11.5Z", stripe),
        path("M-11.5 9C-11 14-9 22-1 22H2C1 15-4 10-11.5 9Z", heel),
        path("M13.5 12C21 15 21 22 13 22H10.5C9 18 10 14 13.5 12Z", heel),
        rect(-13, -16, 23, 7, stripe, 2.5, stroke=INK, stroke_width=1.3),
        line("M-9-15V-10M-5-15V-10M-1-15V-10M3-15V-10M7-15V-10", wool, 1.2),
        path(body, "none", stroke=INK, stroke_width=1.3),
        little_coin(19, 4, 3.6),
    )


def piggy() -> str:
    """The house animal itself."""
    return group(
        ellipse(0, 21, 21, 2.4, "#000", opacity=0.15),
        moved(pig("#ff9eb1", "#d65f7f", "#3b1322", GOLD), 0, 2.5, 0.48),
    )


def cabin() -> str:
    """A cabin of logs between two firs."""
    log, dark, roof = "#b5793f", "#6b4120", "#8c2f2b"
    fir = "M0-26L7-15H4L10-6H5.5L12 3H-12L-5.5-6H-10L-4-15H-7Z"
    return group(
        ellipse(0, 21.5, 26, 2.6, "#000", opacity=0.15),
        moved(path(fir, "#1f7a4a") + rect(-1.5, 3, 3, 6, dark), -17, 13, 0.9),
        moved(path(fir, "#2f9e5b") + rect(-1.5, 3, 3, 6, dark), 20, 14, 0.72),
        rect(8, -19, 5, 12, "#8a8f98", stroke=INK, stroke_width=0.8),
        rect(-15, -3, 31, 24, log, stroke=dark, stroke_width=1.2),
        line("M-15 1.8H16M-15 6.6H16M-15 11.4H16M-15 16.2H16", dark, 0.9),
        polygon([(-20, -2), (0.5, -20), (21, -2)], roof, stroke=INK, stroke_width=1.2),
        rect(-10.5, 7, 8.5, 14, dark, 1),
        circle(-4, 14.4, 0.9, GOLD),
        rect(3, 4.5, 9, 8, "#ffe9a3", 0.8, stroke=dark, stroke_width=1.2),
        line("M7.5 4.5V12.5M3 8.5H12", dark, 0.9),
        path("M0.5-11.5C-2-14.5-5.5-11 .5-6.5C6.5-11 3-14.5 .5-11.5Z", "#ffd7cf"),
        line("M10.5-22c-2.5-2 2.5-3 0-5", "#8a8f98", 1.3),
    )  # fmt: skip


def jar() -> str:
    """A jar of pennies."""
    return group(
        ellipse(0, 22, 18, 2.4, "#000", opacity=0.15),
        path("M-12-13C-17-10-17-6-17-3V16C-17 20-15 22-11 22H11"
             "C15 22 17 20 17 16V-3C17-6 17-10 12-13Z",
             "#d9f0f5", stroke="#3b6f80", stroke_width=1.5),
        *(little_coin(x, y, 4.6) for x, y in
          ((-11, 17), (-2.5, 17.5), (6, 17), (12, 15.5), (-8, 9.5),
           (1, 10), (9.5, 8.5), (-3, 2.5), (5.5, 2))),
        rect(-14.5, -19, 29, 7, "#c23b3f", 2, stroke=INK, stroke_width=1.2),
        line("M-10-17.5V-13.5M-5-17.5V-13.5M0-17.5V-13.5M5-17.5V-13.5M10-17.5V-13.5", "#f5b7ae", 1),
        line("M-13-5V6", WHITE, 2.2),
        little_coin(0, -24.5, 4),
        rect(-8.5, -8.5, 17, 8, PAPER, 1, stroke="#3b6f80", stroke_width=0.8),
        write("1", 0, -7.5, 6, BRONZE, 2.2, anchor="middle"),
    )  # fmt: skip
