"""A sign for each group of deeds, about the origin, within a circle of radius 10."""

from __future__ import annotations

from collections.abc import Callable

from tirelire.art.svg import (
    around,
    circle,
    group,
    line,
    path,
    polygon,
    rect,
    star,
)

Sign = Callable[[str, str], str]
"""A sign in its colour, on its ground."""


def cup(ink: str, ground: str) -> str:
    """A steaming cup."""
    return group(
        path("M-7.5-2H5V2C5 6 2 7-1.2 7S-7.5 6-7.5 2Z", ink),
        line("M5-.5C9.5-1 9 4 4.3 3.6", ink, 1.8),
        line("M-4.5-4.5c-1.5-1.5 1.5-2.5 0-4.5M-.5-4.5c-1.5-1.5 1.5-2.5 0-4.5", ink, 1.4),
        line("M-7.5 9H6", ink, 1.6),
        line("M-5 0.5V2.5", ground, 1.2),
        transform="translate(-.3-.2)scale(.86)",
    )


def cloud(ink: str, _ground: str) -> str:
    """A cloud with rain."""
    return group(
        path("M-6 3C-10 3-10.5-2.5-6.5-3C-6.5-8 1-9.5 3-5C8-6.5 11 3 5.5 3Z", ink),
        line("M-5 5.5l-1.2 3M0 5.5l-1.2 3M5 5.5l-1.2 3", ink, 1.7),
    )


def flower(ink: str, ground: str) -> str:
    """A flower of six petals."""
    petals = "".join(circle(*around(0, 0, 5.6, 60 * i), 3.5, ink) for i in range(6))
    return group(petals, circle(0, 0, 3.2, ground), circle(0, 0, 1.8, ink))


def sun(ink: str, _ground: str) -> str:
    """A sun with eight rays."""
    rays = "".join(
        polygon([around(0, 0, 9.8, a), around(0, 0, 6.2, a - 13), around(0, 0, 6.2, a + 13)], ink)
        for a in range(0, 360, 45)
    )
    return group(circle(0, 0, 5, ink), rays)


def heart(ink: str, ground: str) -> str:
    """A heart."""
    return group(
        path(
            "M0 8.5C-6 4-9 .5-9-3.2C-9-8.5-2.3-9.3 0-4.3C2.3-9.3 9-8.5 9-3.2C9 .5 6 4 0 8.5Z", ink
        ),
        line("M-6-3.5C-6-5-5-5.8-4-5.8", ground, 1.4),
    )


def five_points(ink: str, _ground: str) -> str:
    """A star."""
    return polygon(star(0, 0.7, 10, 4.3, 5), ink, stroke=ink, stroke_width=0.8)


def fir(ink: str, _ground: str) -> str:
    """A fir tree."""
    return group(
        path("M0-9.8L5.5-3H3L7 2H4L8.5 6.5H-8.5L-4 2H-7L-3-3H-5.5Z", ink),
        rect(-1.5, 6, 3, 3.6, ink),
    )


def moon(ink: str, _ground: str) -> str:
    """A crescent moon and two small stars."""
    return group(
        path("M3.5-8.8A9 9 0 1 0 8.5 4.5A7.5 7.5 0 0 1 3.5-8.8Z", ink),
        polygon(star(5.6, -1.4, 3.1, 1.2, 4), ink),
    )


def locomotive(ink: str, ground: str) -> str:
    """The front of a locomotive."""
    return group(
        rect(-3, -9.8, 6, 3.4, ink, 0.8),
        path("M-7-4.5C-7-8.5 7-8.5 7-4.5V4H-7Z", ink),
        circle(0, -2.4, 3.4, ground),
        circle(0, -2.4, 2, ink),
        rect(-8.4, 2.4, 16.8, 2.6, ink, 1),
        circle(-5.6, 3.7, 0.9, ground),
        circle(5.6, 3.7, 0.9, ground),
        polygon([(-7, 5.6), (7, 5.6), (9, 9.4), (-9, 9.4)], ink),
        line("M-3 6L-4 9M0 6V9M3 6L4 9", ground, 0.9),
    )


def bulb(ink: str, ground: str) -> str:
    """A light bulb."""
    return group(
        path(
            "M-3 4.5C-3 2-6.6 .5-6.6-3.4C-6.6-7.2-3.6-9.8 0-9.8S6.6-7.2 6.6-3.4C6.6 .5 3 2 3 4.5Z",
            ink,
        ),
        line("M-2.5-3.5L-1 0L0-3L1 0L2.5-3.5M0 0V3.5", ground, 0.9),
        rect(-3, 5.2, 6, 1.7, ink, 0.6),
        rect(-2.3, 7.5, 4.6, 1.7, ink, 0.8),
    )


def tap(ink: str, ground: str) -> str:
    """A water tap with a drop."""
    return group(
        rect(-4.2, -9.6, 8.4, 2.4, ink, 1.2),
        rect(-1.1, -8, 2.2, 4, ink),
        path("M-9.5-4H2C6.5-4 8 -1.5 8 3H3.5C3.5 1 3 .2 1 .2H-9.5Z", ink),
        path("M5.8 4.4C7.4 6.4 8 7.3 8 8.2A2.2 2.2 0 0 1 3.6 8.2C3.6 7.3 4.2 6.4 5.8 4.4Z", ink),
        line("M-6.8-4V.2", ground, 1),
    )


SIGNS: dict[str, Sign] = {
    "BRN": cup,
    "LBL": cloud,
    "PNK": flower,
    "ORG": sun,
    "RED": heart,
    "YEL": five_points,
    "GRN": fir,
    "DBL": moon,
    "STA": locomotive,
    "UTI1": bulb,
    "UTI2": tap,
}
