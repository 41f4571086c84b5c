"""The cards of Monopoly, 63 × 88: deeds, houses and all that goes with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

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
    group,
    line,
    moved,
    path,
    polygon,
    rect,
    regular,
)
from tirelire.games.monopoly.art.scenes import chance, go, hotel, house_of, mister, token
from tirelire.games.monopoly.art.signs import SIGNS, Sign
from tirelire.games.monopoly.rules.material import BASE, DEED_CODES, GROUPS, HOUSES, SIZES

WIDTH, HEIGHT = 63, 88

# group: band, its text, dark for signs and digits on paper
COLOURS: dict[str, tuple[str, str, str]] = {
    "BRN": ("#7b4a2b", WHITE, "#5c3319"),
    "LBL": ("#9bd8f2", "#0b3a52", "#0f5678"),
    "PNK": ("#f08cbb", "#4d0a2c", "#9c1f5f"),
    "ORG": ("#f79a3c", "#4a2200", "#9a4a00"),
    "RED": ("#c9252d", WHITE, "#a3161d"),
    "YEL": ("#ffd93b", "#463700", "#7a5c00"),
    "GRN": ("#1c7a45", WHITE, "#125a31"),
    "DBL": ("#24408e", WHITE, "#1b3172"),
    "STA": ("#3a3f47", WHITE, "#2a2e35"),
    "UTI": ("#d5dbe0", "#1f2a33", "#3a4b57"),
}


def _pips(count: int, filled: int, colour: str, shape: tuple[Point, ...]) -> str:
    """Small signs in a row, as many as the group has deeds; the rank of this one is filled."""
    left = 31.5 - (count - 1) * 6
    return "".join(
        polygon(
            [(left + 12 * i + x, 58.7 + y) for x, y in shape],
            colour if i < filled else WHITE,
            stroke=colour,
            stroke_width=1.1,
        )
        for i in range(count)
    )


_GABLE: tuple[Point, ...] = ((0, -4.6), (4.6, -0.6), (4.6, 4), (-4.6, 4), (-4.6, -0.6))
_PLATE: tuple[Point, ...] = ((-4, -3), (4, -3), (4, 3), (-4, 3))


def deed_head(code: str, worth: str = "") -> str:
    """The band of a deed: its group in colour and sign, and what it is worth."""
    band, on_band, dark = COLOURS[code[:3]]
    return group(
        rect(0, 0, WIDTH, 28, band),
        line("M0 28H63", INK, 0.8),
        circle(16.5, 14.5, 11.4, PAPER),
        moved(_sign(code)(dark, PAPER), 16.5, 14.5, 0.92),
        write(worth, 45, 9.3, 10.4, on_band, 2, anchor="middle"),
    )


def _sign(code: str) -> Sign:
    return SIGNS.get(code[:3]) or SIGNS[code]


def deed_face(code: str) -> str:
    """A deed: its band, a free place for its name, its rank and its value."""
    name, rank = code[:3], int(code[3:])
    dark = COLOURS[name][2]
    place = GROUPS.index(name)
    coloured = place < len(BASE)
    worth = str(BASE[place]) if coloured else ""
    if coloured:
        foot = write(worth, 31.5, 69, 13.5, dark, 2.1, anchor="middle")
    else:
        foot = moved(_sign(code)(dark, PAPER), 31.5, 75.4, 0.9)
    pips = _pips(SIZES[place], rank, dark, _GABLE if coloured else _PLATE)
    return deed_head(code, worth) + pips + foot


def deed(code: str) -> str:
    """A whole deed."""
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, PAPER, INK, deed_face(code)))


def _framed(face: Callable[[], str], paper: str, edge: str) -> str:
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, paper, edge, face()))


def back() -> str:
    """Gables upon gables, with the house animal."""
    red, dark, pale = "#8f2430", "#6f1722", "#f3d9c6"
    roofs = "".join(
        f"M{x - (5 if row % 2 else 0)} {row * 7 + 7}v-4l4-3.5 4 3.5v4"
        for row in range(13)
        for x in range(1, 70, 10)
    )
    face = group(
        line(roofs, dark, 1.1),
        rect(3.5, 3.5, 56, 81, "none", 2.5, stroke=pale, stroke_width=0.7),
        polygon(regular(31.5, 44, 22, 4), red, stroke=pale, stroke_width=1.0),
        moved(pig(pale, "#cf9c86", red), 31, 44, 0.25),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, red, "#4d0d16", face))


def _small(face: str, paper: str, name: str, x: float, y: float, scale: float, turn: float) -> str:
    return moved(
        rect(-1.5, 2, WIDTH, HEIGHT, "#07251a", 4, opacity=0.35)
        + clipped(name, rect(0, 0, WIDTH, HEIGHT, WHITE, 4), rect(0, 0, WIDTH, HEIGHT, paper), face)
        + rect(0.4, 0.4, WIDTH - 0.8, HEIGHT - 0.8, "none", 3.6, stroke=INK, stroke_width=0.8),
        x,
        y,
        scale,
        turn,
    )


def cover() -> str:
    """A hand of deeds above the hills; houses, a hotel and the token in front."""
    sky, far, hill, near = "#bfe3ee", "#d5ebcb", "#9fd6a6", "#7cc48b"
    fan = (
        ("BRN1", 2, 56, -18),
        ("ORG2", 46, 32, -9),
        ("RED3", 104, 20, 0),
        ("YEL1", 164, 20, 8),
        ("DBL2", 218, 34, 17),
    )
    names = line("M10 36H53M10 43H40", "#b9b4a6", 2.4)
    scene = group(
        rect(0, 0, 300, 200, sky),
        circle(276, 20, 13, "#fff0b0"),
        path("M0 96C60 60 110 84 160 70S260 46 300 78V200H0Z", far),
        path("M0 140C70 112 130 132 190 120S270 110 300 122V200H0Z", hill),
        *(
            _small(deed_head(code) + names, PAPER, code, x, y, 1.25, turn)
            for code, x, y, turn in fan
        ),
        path("M0 160C80 140 220 140 300 160V200H0Z", near),
        moved(house_of(1, plain=True), -4, 92, 1.2),
        moved(house_of(2, plain=True), 60, 86, 1.2),
        moved(hotel(plain=True), 130, 72, 1.45),
        moved(token(plain=True), 222, 98, 1.2),
    )
    return document(300, 200, clipped("cover", rect(0, 0, 300, 200, WHITE), scene))


DRAWINGS: Mapping[str, Callable[[], str]] = {
    **{code: partial(deed, code) for code in DEED_CODES},
    **{
        f"H{level}": partial(_framed, partial(house_of, level), "#e9f5e4", "#125a31")
        for level in range(1, len(HOUSES) + 1)
    },
    "HOTEL": partial(_framed, hotel, "#fdebe6", "#8f1a1f"),
    "TOKEN": partial(_framed, token, "#e8ecf1", "#49545f"),
    "CHANCE": partial(_framed, chance, "#ffe8cc", "#9a4a00"),
    "GO": partial(_framed, go, "#e6f1fb", "#0d3f6e"),
    "MR": partial(_framed, mister, "#f6efdc", INK),
    "back": back,
    "cover": cover,
}
PLACES: Mapping[str, Mapping[int, tuple[float, float]]] = {}
"""There is no board."""
