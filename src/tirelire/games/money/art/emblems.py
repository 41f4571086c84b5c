"""A small emblem of our own for each currency, about the origin, within a circle of radius 14."""

from __future__ import annotations

from collections.abc import Callable

from tirelire.art.svg import around, circle, ellipse, group, line, path, polygon, rect, star

Emblem = Callable[[str, str], str]
"""An emblem in two colours: the ink, and the paper that it stands on."""


def badge(ink: str, paper: str) -> str:
    """A star of five points with a ball on each."""
    balls = "".join(circle(*around(0, 0.8, 12.4, 72 * i), 2, ink) for i in range(5))
    return group(
        balls,
        polygon(star(0, 0.8, 12, 6, 5), ink),
        circle(0, 0.8, 4.6, "none", stroke=paper, stroke_width=0.9),
        polygon(star(0, 0.8, 3.2, 1.4, 5), paper),
    )


def teapot(ink: str, paper: str) -> str:
    """A round teapot with its steam."""
    return group(
        line("M8-1C13-3 14 5 7.5 6", ink, 2),
        path("M-6 1L-13-4L-14.5-2.5L-8 8Z", ink),
        ellipse(0, 3.6, 8.6, 7.4, ink),
        path("M-5-3.4C-4-7 4-7 5-3.4Z", ink),
        circle(0, -7.2, 1.7, ink),
        rect(-5, 10.4, 10, 1.8, ink, 0.9),
        line("M-6-2.6H6", paper, 0.9),
        line("M-5.6 4C-5.6 7-4 8.6-2 9.3", paper, 1.1),
        line("M-12.5-6.5c-2-2 2-3 0-5.5", ink, 1),
    )


def longship(ink: str, paper: str) -> str:
    """A ship with a striped sail on two waves."""
    return group(
        path(
            "M-12 2C-8 5 8 5 12 2C13-1 12-5 14-7C10-8 10-3 8 1H-8C-10-3-10-8-14-7C-12-5-13-1-12 2Z",
            ink,
        ),
        path("M-11 4C-7 10 7 10 11 4C7 6.5-7 6.5-11 4Z", ink),
        line("M0 1V-13", ink, 1.3),
        path("M-7.5-11.5H7.5C9-8 9-4.5 7-1.5C3-3-3-3-7-1.5C-5.5-4.5-5.5-8-7.5-11.5Z", ink),
        line("M-3-11V-2.7M2.8-11V-2.7M-5.3-7H7.7", paper, 1),
        line("M-13 11.5q3.250-3 6.5 0t6.5 0 6.5 0 6.5 0", ink, 1.2),
    )


def nest_doll(ink: str, paper: str) -> str:
    """A round wooden doll with a scarf and a flower."""
    return group(
        path(
            "M0-14C4.5-14 7-11 6.5-7C6.2-4.5 10 0 10 6C10 11 6 13.5 0 13.5S-10 11-10 6"
            "C-10 0-6.2-4.5-6.5-7C-7-11-4.5-14 0-14Z",
            ink,
        ),
        circle(0, -7.4, 4.3, paper),
        path("M-4.2-8.4C-3-12.5 3-12.5 4.2-8.4C2-10-2-10-4.2-8.4Z", ink),
        circle(-1.5, -7.3, 0.65, ink),
        circle(1.5, -7.3, 0.65, ink),
        line("M-1.3-5.2q1.3 1 2.6 0", ink, 0.7),
        "".join(circle(*around(0, 5, 3, 72 * i), 1.9, paper) for i in range(5)),
        circle(0, 5, 1.5, ink),
        line("M-8.8 1.5C-5-1.5 5-1.5 8.8 1.5", paper, 0.9),
    )


def crane(ink: str, paper: str) -> str:
    """A bird folded from paper."""
    return group(
        polygon([(-3, 3), (-13.5, -8), (-9, 6)], ink),
        polygon([(-3, 4), (1, -13), (7, 3)], ink),
        polygon([(4, 3), (10, -9), (14.5, -6.5), (10.8, -5.6), (6.5, 6)], ink),
        polygon([(-9, 6), (-3, 3), (6.5, 3.2), (6.5, 6), (0, 12.5)], ink),
        line("M-3 3.6L6.5 3.4M-3 3.6L0 12M1-12.5L2 3.3M-3 3.6L-9 6M-3 3.6L1-12", paper, 0.8),
    )


def peaks(ink: str, paper: str) -> str:
    """Two mountains with snow, a sun and a lake."""
    return group(
        circle(8, -8, 3.4, ink),
        polygon([(-14, 8), (-3.5, -12), (7, 8)], ink),
        polygon([(1, 8), (7.5, -3.4), (14, 8)], ink),
        polygon(
            [(-3.5, -12), (-7.2, -5), (-5, -6.3), (-3.5, -3.6), (-1.6, -6.3), (0.2, -5)], paper
        ),
        polygon([(7.5, -3.4), (5.5, 0.2), (7.2, -0.6), (8, 0.8), (9.5, 0.2)], paper),
        line("M0.8 8L3.6 3.2", paper, 0.9),
        line("M-12 10.6H12M-8.5 13H8.5", ink, 1.2),
    )


def windmill(ink: str, paper: str) -> str:
    """A mill with four sails on a hill."""
    sail = "M0 0V-12.5H4.6V-3.5H0"
    sails = "".join(
        path(sail, ink, stroke=paper, stroke_width=0.7, transform=f"translate(0-4)rotate({a})")
        for a in (20, 110, 200, 290)
    )
    return group(
        path("M-4-3L-6 10H6L4-3C3-7-3-7-4-3Z", ink),
        path("M-13 12.5C-8 8 8 8 13 12.5Z", ink),
        path("M-1.8 10V6.5C-1.8 4 1.8 4 1.8 6.5V10Z", paper),
        sails,
        circle(0, -4, 1.6, ink, stroke=paper, stroke_width=0.6),
    )
