"""The cards of Cache ton Cash, 63 × 88: possessions, treasures and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tirelire.art.lettering import width_of, write
from tirelire.art.pig import pig
from tirelire.art.svg import (
    INK,
    PAPER,
    WHITE,
    card,
    circle,
    clipped,
    document,
    group,
    line,
    moved,
    path,
    rect,
    regular,
)
from tirelire.games.cache_ton_cash.art import possessions, vehicles
from tirelire.games.cache_ton_cash.rules.material import KIND_VALUES, KINDS

WIDTH, HEIGHT = 63, 88
VALUES = dict(zip(KINDS, KIND_VALUES, strict=True))

# kind: picture, wall behind it, its darker tone for the edge
SCENES: dict[str, tuple[Callable[[], str], str, str]] = {
    "BD": (possessions.albums, "#cfe5f7", "#2566b8"),
    "PIANO": (possessions.piano, "#f3dcc4", "#7b4a2b"),
    "TRAIN": (vehicles.train, "#d8efd6", "#2a7a45"),
    "BIJOUX": (possessions.jewels, "#f4d6e8", "#98286d"),
    "BAS": (possessions.sock, "#d9e6ee", "#2b5c8a"),
    "TIRELIRE": (possessions.piggy, "#d5f0e6", "#0f6b5c"),
    "SCOOTER": (vehicles.scooter, "#fde4c8", "#b35a00"),
    "AVION": (vehicles.plane, "#b9def5", "#1c6ca8"),
    "AUTO": (vehicles.car, "#dcdcf5", "#4a4a9c"),
    "CABANE": (possessions.cabin, "#e3efc4", "#55731a"),
    "ARGENT": (vehicles.silverware, "#dfe5ea", "#55626e"),
    "OR": (vehicles.bullion, "#fff0b8", "#8f6300"),
    "ECO": (possessions.jar, "#f7d9cf", "#a8412a"),
    "ECHANGE": (vehicles.exchange, "#e9e2f6", "#5b3a94"),
    "DEMENAGEMENT": (vehicles.van, "#d7ecf0", "#1b6675"),
}


def _price(value: int, edge: str) -> str:
    """The value in thousands: large digits, and a small K beside them."""
    text = str(value)
    wide = width_of(text, 12.5, 2.3)
    return write(text, 5, 4.5, 12.5, INK, 2.3) + write("K", 6.6 + wide, 9.5, 7.5, edge, 2.2)


_ACTS = {
    "ECHANGE": "M-5-2.2H5M2.5-4.7L5-2.2L2.5 .3M5 2.5H-5M-2.5 0L-5 2.5L-2.5 5",
    "DEMENAGEMENT": "M-2.5 5V-5M-5-2.5L-2.5-5L0-2.5M2.5-5V5M0 2.5L2.5 5L5 2.5",
}
"""What an action does, as small arrows; they stand where possessions show their value."""


def _act(kind: str, edge: str) -> str:
    arrows = line(_ACTS[kind], WHITE, 1.7)
    return rect(3.5, 4, 56, 13, edge, 3) + moved(arrows, 12, 10.5) + moved(arrows, 51, 10.5)


def face(kind: str) -> str:
    """A card without its border: value, picture, a free place for the name."""
    picture, wall, edge = SCENES[kind]
    value = VALUES[kind]
    if value:
        head = _price(value, edge) + write(str(value), 58.3, 5.3, 8, edge, 2.2, anchor="end")
    else:
        head = _act(kind, edge)
    return head + _window(picture(), wall)


def _window(picture: str, wall: str) -> str:
    return group(
        rect(3.5, 20, 56, 48, wall, 3),
        circle(31.5, 44, 21.5, WHITE, opacity=0.5),
        moved(picture, 31.5, 45, 0.97),
    )


def whole(kind: str) -> str:
    """A whole card."""
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, PAPER, SCENES[kind][2], face(kind)))


def back() -> str:
    """A wall of tiles, and behind a keyhole the house animal."""
    plum, dark, pale = "#4d2f6b", "#3c2356", "#e3d3f2"
    tiles = "".join(
        f"M{x} {y}l5.5-5.5 5.5 5.5-5.5 5.5Z" for x in range(-5, 63, 11) for y in range(0, 96, 11)
    )
    face_lines = group(
        line(tiles, dark, 1.2),
        rect(3.5, 3.5, 56, 81, "none", 2.5, stroke=pale, stroke_width=0.7),
        rect(11, 22, 41, 44, plum, 5, stroke=pale, stroke_width=1.1),
        moved(pig(pale, "#a98cc7", plum), 31, 44.5, 0.33),
        *(circle(x, y, 1.3, pale) for x in (15, 48) for y in (26, 62)),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, plum, "#261338", face_lines))


def _small(kind: str, x: float, y: float, scale: float, turn: float) -> str:
    picture, wall, edge = SCENES[kind]
    return moved(
        rect(-1.5, 2, WIDTH, HEIGHT, "#1d0f2b", 4, opacity=0.35)
        + rect(0, 0, WIDTH, HEIGHT, PAPER, 4, stroke=edge, stroke_width=0.8)
        + write(str(VALUES[kind]), 5, 4.5, 12.5, INK, 2.3)
        + _window(picture(), wall),
        x,
        y,
        scale,
        turn,
    )


def cover() -> str:
    """Possessions in a fan, the pig and gold on the shelf in front."""
    wall, wood = "#5a3780", "#8a5a34"
    rays = "".join(f"M150 90L{round(x)} {round(y)}" for x, y in regular(150, 90, 260, 22))
    scene = group(
        rect(0, 0, 300, 200, wall),
        line(rays, "#673f92", 8),
        _small("BD", 14, 50, 1.3, -15),
        _small("AUTO", 84, 22, 1.3, -4),
        _small("AVION", 160, 18, 1.3, 6),
        _small("BIJOUX", 230, 34, 1.2, 16),
        path("M0 168H300V200H0Z", wood),
        line("M0 168H300M20 182H120M160 190H280M200 178H250", "#5f3a1c", 1.8),
        moved(possessions.piggy(), 92, 144, 1.9),
        moved(vehicles.bullion(), 206, 152, 1.7),
    )
    return document(300, 200, clipped("cover", rect(0, 0, 300, 200, WHITE), scene))


DRAWINGS: Mapping[str, Callable[[], str]] = {
    **{kind: partial(whole, kind) for kind in KINDS},
    "back": back,
    "cover": cover,
}
PLACES: Mapping[str, Mapping[int, tuple[float, float]]] = {}
"""There is no board."""
