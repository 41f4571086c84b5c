"""Possessions that move, the treasures and the action cards of Cache ton Cash; 52 × 46."""

from __future__ import annotations

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
)

GLASS = "#cfeefb"


def _wheel(x: float, y: float, r: float, hub: str = "#d5dbe0") -> str:
    return circle(x, y, r, INK) + circle(x, y, r * 0.5, hub)


def _shadow(y: float = 20, reach: float = 25) -> str:
    return ellipse(0, y, reach, 2.4, "#000", opacity=0.15)


def train() -> str:
    """A toy steam engine on its track."""
    red, blue, gold = "#c9252d", "#24508e", "#f6c544"
    spokes = "".join(
        circle(x, 11.5, 5.6, red, stroke=INK, stroke_width=1.4) + circle(x, 11.5, 1.6, INK)
        for x in (-15, -2)
    )
    return group(
        line("M-26 19.5H26", "#7d5a38", 2),
        line("M-22 21.5h3M-13 21.5h3M-4 21.5h3M5 21.5h3M14 21.5h3M23 21.5h2", "#7d5a38", 2.4),
        *(
            circle(x, y, r, "#dfe5ea")
            for x, y, r in ((16, -21, 3.2), (10, -24.5, 4.2), (2, -23.5, 3.4))
        ),
        rect(-22, -14, 16, 22, blue, 1, stroke=INK, stroke_width=1.3),
        rect(-25, -18, 22, 4.6, red, 1.5, stroke=INK, stroke_width=1.2),
        rect(-18.5, -10.5, 9, 8, GLASS, 1, stroke=INK, stroke_width=1),
        rect(-6, -7, 26, 14, "#2f9e5b", 3, stroke=INK, stroke_width=1.3),
        line("M2-6.5V6.5M9-6.5V6.5", gold, 1.5),
        polygon([(13, -7), (18.5, -7), (20, -16.5), (11.5, -16.5)], INK),
        rect(10.5, -18.5, 10.5, 2.8, red, 1),
        path("M1-7C1-12 7-12 7-7Z", gold, stroke=INK, stroke_width=1),
        rect(-23, 6.5, 43, 4, INK, 1),
        spokes,
        circle(11, 13.4, 3.9, red, stroke=INK, stroke_width=1.3),
        circle(18.6, 13.4, 3.9, red, stroke=INK, stroke_width=1.3),
        line("M-15 11.5H9", gold, 1.6),
        polygon([(20, 7), (26, 17.5), (20, 17.5)], red, stroke=INK, stroke_width=1),
        circle(21, -2, 2.3, gold, stroke=INK, stroke_width=0.9),
    )


def scooter() -> str:
    """A motor scooter."""
    mint, dark, seat = "#27a59a", "#0d4f4a", "#7b4a2b"
    return group(
        _shadow(),
        _wheel(-15, 13.5, 7),
        _wheel(17, 13.5, 7),
        line("M17 13L11-13", "#8a949e", 2.6),
        path(
            "M-25 8C-25-2-18-7-8-6L-3 8H5L9-10H13.5L15 2C14 10 10 14 4 14H-7C-7 8-12 5.5-16 5.5"
            "C-20 5.5-22 8-22.5 11C-24 11-25 10-25 8Z",
            mint,
            stroke=dark,
            stroke_width=1.3,
        ),
        path("M8.5 7C9 1.5 19 .5 24 7C20 5.5 13 5.5 8.5 7Z", mint, stroke=dark, stroke_width=1.2),
        path("M-23-7.5C-22-11.5-5-12-4-8L-5-5H-20Z", seat, stroke=INK, stroke_width=1.1),
        line("M11-13L5.5-15.5M11-13L15-17", INK, 2.4),
        circle(13.2, -10.5, 3.2, "#ffe9a3", stroke=dark, stroke_width=1.2),
        circle(15.4, -18.5, 2.6, "#d5dbe0", stroke=INK, stroke_width=1),
        line("M-20 1C-17-2.5-13-3-9.5-2.5", WHITE, 1.6),
        rect(-27, 2.5, 4, 3.4, "#c9252d", 1),
    )


def plane() -> str:
    """A propeller plane climbing."""
    red, cream, dark = "#d8343b", "#fff1d9", "#6d1117"
    body = group(
        path(
            "M-24-3C-10-9 10-9 19-5C23-3 23 4 19 5.5C8 9-8 7-24 0Z",
            cream,
            stroke=INK,
            stroke_width=1.3,
        ),
        path("M-24-3L-28-13H-22L-14-5.5Z", red, stroke=INK, stroke_width=1.2),
        path("M-19-1L-27 3.5H-20L-13 .5Z", red, stroke=INK, stroke_width=1.1),
        path("M-1-8C0-13 9-13 11-7Z", GLASS, stroke=INK, stroke_width=1.2),
        path("M-23-2.8C-10-1 10-2 21.5-2.5L21.6 1C10 1.5-10 2-24 0Z", red),
        path("M6 2L-7 17H0L15 3.5Z", red, stroke=INK, stroke_width=1.3),
        circle(22.4, 0, 2.6, INK),
        ellipse(23.6, 0, 1.6, 11.5, "#8a949e", opacity=0.6),
        line("M23.6-11V11", dark, 1.5),
        _wheel(8, 12.5, 3),
    )
    cloud = "M-6 3C-10 3-10-2-6.5-2.5C-6-7 1-8 3-4C8-5 10 3 5.5 3Z"
    return group(
        moved(path(cloud, WHITE), -15, -15, 0.8),
        moved(path(cloud, WHITE), 13, 19, 0.95),
        moved(path(cloud, WHITE), -17, 20, 0.6),
        moved(body, 0, 0, 1, -14),
    )


def car() -> str:
    """A small round car."""
    yellow, dark = "#f5b916", "#6b4a00"
    return group(
        _shadow(),
        path(
            "M-25 12V4C-25 0-22-2.5-17-3.5L-12-13C-10.5-15.5-8-17-5-17H5C9-17 12-15.5 14-12L18.5-4"
            "C23-3 25.5 0 25.5 4V12C25.5 14 24 15 22 15H-22C-24 15-25 14-25 12Z",
            yellow,
            stroke=dark,
            stroke_width=1.4,
        ),
        path(
            "M-12-4L-8.5-11C-7.5-13-6.5-13.6-4.5-13.6H-1V-4Z", GLASS, stroke=dark, stroke_width=1.1
        ),
        path("M2.5-4V-13.6H5C8-13.6 9.5-12.6 11-10L14-4Z", GLASS, stroke=dark, stroke_width=1.1),
        line("M.7-2V12M3.5 1h3", dark, 1.1),
        _wheel(-14, 14.5, 6.2),
        _wheel(14.5, 14.5, 6.2),
        circle(22.6, 3.4, 2.5, "#fff6d0", stroke=dark, stroke_width=1),
        rect(-26, 1.5, 3.4, 4.6, "#c9252d", 1),
        rect(-27, 10, 8, 3, "#d5dbe0", 1.4),
        rect(20, 10, 8, 3, "#d5dbe0", 1.4),
        line("M-18-.5C-15-1.3-10-1.5-4-1.5", WHITE, 1.5),
        rect(-9, -21.5, 15, 4.4, "#7b4a2b", 1, stroke=INK, stroke_width=0.9),
    )


def silverware() -> str:
    """A covered dish, with fork and knife."""
    steel, dark, light = "#aab6c1", "#3f4b57", "#eef3f7"
    return group(
        _shadow(21, 24),
        path("M-17 9C-17-19 17-19 17 9Z", steel, stroke=dark, stroke_width=1.4),
        circle(0, -14.5, 3.2, steel, stroke=dark, stroke_width=1.3),
        line("M-12 4C-11.5-4-7.5-8.5-3-9.5", light, 2.6),
        path("M13 9C13-3 9-9 3.5-11.4C12-10.5 17-3 17 9Z", "#8794a0"),
        path(
            "M-21 9.5H21C20 14 15 15.5 0 15.5S-20 14-21 9.5Z", light, stroke=dark, stroke_width=1.3
        ),
        line("M-23.5-16V-9C-23.5-6-19.5-6-19.5-9V-16M-21.5-16V18", dark, 1.8),
        path("M20.5 2V-17C24.5-14 25-6 24 2Z", steel, stroke=dark, stroke_width=1.1),
        line("M22 2V18", dark, 2.2),
        line("M11-19v-5M8.5-21.5h5", dark, 1.3),
    )


def bullion() -> str:
    """Three bars of gold."""
    gold, side, dark = "#ffd24a", "#d99a13", "#6b4600"
    bar = group(
        polygon([(-10, -2), (8, -2), (11.5, 9), (-13.5, 9)], gold),
        polygon([(-10, -2), (-5.5, -7), (11.5, -7), (8, -2)], "#ffeaa0"),
        polygon([(8, -2), (11.5, -7), (15.5, 3), (11.5, 9)], side),
        path(
            "M-13.5 9L-10-2L-5.5-7H11.5L15.5 3L11.5 9ZM-10-2H8L11.5 9M8-2L11.5-7",
            stroke=dark,
            stroke_width=1.1,
        ),
        line("M-6.5 3.5H4.5", dark, 1.4),
    )
    return group(
        _shadow(20, 26),
        moved(bar, -13, 9.5),
        moved(bar, 13.5, 9.5),
        moved(bar, 0, -7),
        line("M-19-15v-7M-22.5-18.5h7M20-10v-5M17.5-12.5h5M13-23v-4M11-25h4", "#c98a12", 1.6),
    )


def exchange() -> str:
    """Two arrows that change places."""
    teal, plum = "#0f7d74", "#8a2f7a"
    arrow = [
        (-22.0, -5.0),
        (6.0, -5.0),
        (6.0, -12.0),
        (23.0, 0.0),
        (6.0, 12.0),
        (6.0, 5.0),
        (-22.0, 5.0),
    ]
    back = [(-x, y) for x, y in arrow]
    edge = {"stroke_width": 2.2}
    dots = "".join(circle(x, 11.5, 1.3, PAPER) for x in (-4, 1, 6, 11, 16))
    return group(
        moved(polygon(arrow, teal, stroke=teal, **edge), 0, -11.5, 0.95),
        moved(polygon(back, plum, stroke=plum, **edge), 0, 11.5, 0.95),
        line("M-17-11.5H12", PAPER, 1.8),
        dots,
    )


def van() -> str:
    """A moving van with a lamp and a box on its way up or down."""
    orange, dark, cab = "#e2671d", "#5f2600", "#f3a15f"
    return group(
        _shadow(),
        rect(-26, -17, 34, 31, orange, 1.5, stroke=dark, stroke_width=1.4),
        path("M8-8H18C20-8 21-7 22 -5L26 4V14H8Z", cab, stroke=dark, stroke_width=1.4),
        path("M11.5-4.5H17.5L21 4H11.5Z", GLASS, stroke=dark, stroke_width=1.1),
        rect(-27, 12, 54, 3.4, dark, 1.4),
        _wheel(-15, 15.5, 5.6),
        _wheel(16, 15.5, 5.6),
        rect(-21.5, -12.5, 25, 18, PAPER, 1.5),
        line("M-14.5 2.5V-9M-18.5-5L-14.5-9.5L-10.5-5M-3.5-9.5V2M-7.5-2L-3.5 2.5L.5-2", dark, 2.2),
        circle(24.5, 8, 1.7, "#fff6d0"),
        rect(-23, -22.5, 9, 5.5, "#c79a63", 0.6, stroke=dark, stroke_width=1),
        line("M-18.5-22.5V-17", dark, 0.8),
        path("M-7-17L-5-24H1L3-17Z", "#2f9e5b", stroke=dark, stroke_width=1),
    )
