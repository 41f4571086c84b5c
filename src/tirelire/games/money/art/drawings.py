"""The cards of Money: notes of seven currencies, coins and the bluff card, 120 × 62."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import pi
from typing import Any

from tirelire.art import guilloche
from tirelire.art.lettering import write
from tirelire.art.pig import pig
from tirelire.art.svg import (
    WHITE,
    card,
    circle,
    clipped,
    document,
    ellipse,
    group,
    line,
    moved,
    path,
    rect,
)
from tirelire.games.money.art import emblems
from tirelire.games.money.rules.material import COIN_VALUE, CURRENCIES, NOTE_VALUES

WIDTH, HEIGHT = 120, 62
CENTRE = (63, 27)
"""The middle of the rosette."""
PLATE = (46, 50, 34, 7.5)
"""The place that a note leaves free for its serial number: x, y, width, height."""


@dataclass(frozen=True)
class Currency:
    """How the notes of a currency look."""

    symbol: str
    ink: str
    tint: str
    glow: str
    ground: guilloche.Bundle
    emblem: emblems.Emblem
    turns: int


LOOKS: dict[str, Currency] = {
    "USD": Currency(
        "$", "#17603a", "#dff0df", "#a9d8b0",
        partial(guilloche.drift, lines=13, waves=5, swing=4.2), emblems.badge, 1,
    ),
    "GBP": Currency(
        "£", "#652a85", "#efe2f7", "#d3b3e6",
        partial(guilloche.braid, strands=9, waves=4), emblems.teapot, 3,
    ),
    "SEK": Currency(
        "kr", "#1556a0", "#dcebfb", "#a9cdf3",
        partial(guilloche.pinch, lines=15, waves=3.5), emblems.longship, 2,
    ),
    "RUB": Currency(
        "₽", "#41505c", "#e6eaed", "#bcc7cf",
        partial(guilloche.ripples, step=3.4, centres=((0.1, 0.5), (0.9, 0.5))),
        emblems.nest_doll, 2,
    ),
    "JPY": Currency(
        "¥", "#a8185a", "#fde3ee", "#f6b3d0",
        partial(guilloche.scales, size=11), emblems.crane, 1,
    ),
    "CHF": Currency(
        "Fr", "#b03010", "#fde6da", "#f7bfa4",
        partial(guilloche.ridges, lines=19, peaks=(0.5, 0.9, 0.6, 1, 0.5, 0.7)), emblems.peaks, 3,
    ),
    "EUR": Currency(
        "€", "#7c5600", "#fdf1c9", "#f1d26b",
        partial(guilloche.fans, rays=22), emblems.windmill, 2,
    ),
}  # fmt: skip


def note_face(currency: str, value: int) -> str:
    """A banknote without its border."""
    look = LOOKS[currency]
    x, y = CENTRE
    petals = value // 10 * 2 + 5
    rings = (
        guilloche.rosette(x, y, 14, 20.5, petals)
        + guilloche.rosette(x, y, 14, 21.5, petals * look.turns + 1, turns=look.turns)
        + guilloche.rosette(x, y, 16, 22, petals, phase=pi)
    )
    digits = str(value)
    bars = "".join(f"M{113 - 3.2 * i:g} 5.5v3.4" for i in range(value // 10))
    return group(
        line(look.ground(WIDTH, HEIGHT), look.glow, 0.6),
        rect(3, 3, WIDTH - 6, HEIGHT - 6, "none", 2.4, stroke=look.ink, stroke_width=0.5),
        circle(x, y, 21, look.tint),
        line(rings, look.ink, 0.35),
        circle(x, y, 14.8, look.tint, stroke=look.ink, stroke_width=0.8),
        moved(look.emblem(look.ink, look.tint), x, y, 0.86),
        rect(*PLATE, look.tint, 2, stroke=look.glow, stroke_width=0.5),
        write(digits, 6.5, 7, 23, look.ink, 2.2, halo=look.tint),
        write(digits, 113.5, 34, 21, look.ink, 2.2, anchor="end", halo=look.tint),
        write(look.symbol, 6.8, 35, 20, look.ink, 1.9, halo=look.tint),
        write(currency, 113.5, 12.5, 10, look.ink, 1.9, anchor="end", halo=look.tint),
        line(bars, look.ink, 1.8),
    )


def note(currency: str, value: int) -> str:
    """A whole banknote."""
    look = LOOKS[currency]
    return document(
        WIDTH, HEIGHT, card(WIDTH, HEIGHT, look.tint, look.ink, note_face(currency, value))
    )


GOLD, RIM, SHINE, BRONZE = "#f2c14a", "#a86f10", "#fff1c0", "#4f3600"


def coin_disc(r: float = 26) -> str:
    """A coin about the origin: milled rim, shine and its value."""
    k = r / 26
    return moved(
        circle(1, 1.6, 26, BRONZE, opacity=0.25)
        + circle(0, 0, 26, GOLD, stroke=RIM, stroke_width=1.6)
        + circle(
            0,
            0,
            23.6,
            "none",
            stroke=RIM,
            stroke_width=2.4,
            stroke_dasharray="1.2 1.26",
            stroke_linecap="butt",
        )
        + circle(0, 0, 20.8, "#f8d272", stroke=RIM, stroke_width=0.9)
        + line("M-17-7.5A18.5 18.5 0 0 1-4-18", SHINE, 2.6)
        + path(
            "M-9 19L12-17A20.8 20.8 0 0 1 16.5-12.6L-2.5 20.6A20.8 20.8 0 0 1-9 19Z",
            SHINE,
            opacity=0.6,
        )
        + write(str(COIN_VALUE), 0, -11, 22, BRONZE, 2.4, anchor="middle"),
        0,
        0,
        k,
    )


def _stack(x: float, y: float, coins: int) -> str:
    """Coins one upon the other, seen from the side."""
    edge: dict[str, Any] = {"stroke": RIM, "stroke_width": 1.0}
    top = y - 4 * (coins - 1)
    return "".join(ellipse(x, y - 4 * i, 11.5, 3.8, GOLD, **edge) for i in range(coins)) + ellipse(
        x, top, 8, 2.1, "#f8d272", stroke=RIM, stroke_width=0.7
    )


def coin() -> str:
    """A coin of ten; coins are of no currency."""
    rays = guilloche.rosette(63, 31, 30, 62, 36)
    face = group(
        line(rays, "#e0c98a", 0.6),
        rect(3, 3, WIDTH - 6, HEIGHT - 6, "none", 2.4, stroke=RIM, stroke_width=0.5),
        write(str(COIN_VALUE), 7, 7, 23, BRONZE, 2.2, halo="#f6eed8"),
        moved(coin_disc(), 62, 31),
        _stack(102, 53, 6),
        _stack(20, 53, 3),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, "#f6eed8", RIM, face))


NIGHT, VELVET, LACE, ROSE = "#2a1638", "#4a2763", "#f7e6c8", "#e8476a"


def mask() -> str:
    """A carnival mask about the origin, 64 wide."""
    return group(
        line("M-30-4C-40-2-42 8-36 14M30-4C40-2 42 8 36 14", LACE, 1.6),
        path(
            "M0-7C-8-15-24-15-32-10C-33 4-26 14-15 13.5C-7 13-4 7 0 7"
            "S7 13 15 13.5C26 14 33 4 32-10C24-15 8-15 0-7Z",
            ROSE,
            stroke=LACE,
            stroke_width=1.6,
        ),
        path("M-24-1C-20-7-11-6-7 1C-12 6-20 6-24-1Z", NIGHT, stroke=LACE, stroke_width=0.8),
        path("M24-1C20-7 11-6 7 1C12 6 20 6 24-1Z", NIGHT, stroke=LACE, stroke_width=0.8),
        path(
            "M0-9C-3-14-3-19 0-25C3-19 3-14 0-9Z"
            "M-4-10C-9-13-12-17-12-22C-7-20-4-16-4-10ZM4-10C9-13 12-17 12-22C7-20 4-16 4-10Z",
            LACE,
        ),
        circle(0, -6, 2.2, LACE),
    )


def bluff() -> str:
    """The card that is worth nothing and may pass for anything."""
    lozenges = "".join(f"M{12 * i - 31} 0l62 62M{12 * i - 31} 62l62-62" for i in range(15))
    face = group(
        line(lozenges, VELVET, 1.4),
        rect(3, 3, WIDTH - 6, HEIGHT - 6, "none", 2.4, stroke=LACE, stroke_width=0.6),
        moved(mask(), 60, 37, 0.95),
        write("0", 7.5, 7, 23, LACE, 2.2, halo=NIGHT),
        write("0", 113, 34, 21, LACE, 2.2, anchor="end", halo=NIGHT),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, NIGHT, VELVET, face))


def back() -> str:
    """The back of notes, coins and bluff cards alike."""
    deep, pale = "#0f4c45", "#bfe3d6"
    lines = guilloche.spirograph(60, 31, 29, 0.3, 0.55, 3) + guilloche.spirograph(
        60, 31, 29, 0.35, 0.3, 7
    )
    sides = guilloche.braid(WIDTH, HEIGHT, strands=8, waves=3)
    face = group(
        line(sides, "#2f7a6c", 0.6),
        rect(3, 3, WIDTH - 6, HEIGHT - 6, "none", 2.4, stroke=pale, stroke_width=0.6),
        circle(60, 31, 27, deep),
        line(lines, pale, 0.35),
        circle(60, 31, 17, deep, stroke=pale, stroke_width=0.8),
        moved(pig(pale, "#6fb3a0", deep, shine=WHITE), 59, 30, 0.27),
    )
    return document(WIDTH, HEIGHT, card(WIDTH, HEIGHT, deep, "#0a332e", face))


def _medal(look: Currency) -> str:
    rings = guilloche.rosette(*CENTRE, 15, 21.5, 16) + guilloche.rosette(
        *CENTRE, 15, 21.5, 16, phase=pi
    )
    return line(rings, look.ink, 0.5) + moved(look.emblem(look.ink, look.tint), *CENTRE, 0.86)


def _small(
    currency: str, value: int, x: float, y: float, scale: float, turn: float, *, medal: bool = False
) -> str:
    """A note with fewer lines, for the picture of many notes."""
    look = LOOKS[currency]
    return moved(
        rect(-2, 2, WIDTH, HEIGHT, "#06231f", 4, opacity=0.3)
        + rect(0, 0, WIDTH, HEIGHT, look.tint, 4, stroke=look.ink, stroke_width=0.8)
        + rect(3, 3, WIDTH - 6, HEIGHT - 6, "none", 2.4, stroke=look.ink, stroke_width=0.5)
        + (_medal(look) if medal else "")
        + write(str(value), 6.5, 7, 23, look.ink, 2.2)
        + write(look.symbol, 6.8, 35, 20, look.ink, 1.9),
        x,
        y,
        scale,
        turn,
    )


def cover() -> str:
    """A fan of notes, a coin and a mask in front."""
    felt = "#0f4c45"
    scene = group(
        rect(0, 0, 300, 200, felt),
        line(guilloche.braid(300, 200, strands=9, waves=3), "#2b7567", 0.8),
        _small("GBP", 60, 4, 96, 1.25, -30),
        _small("SEK", 50, 44, 48, 1.25, -15),
        _small("JPY", 30, 108, 22, 1.25, 0),
        _small("EUR", 20, 176, 24, 1.25, 16, medal=True),
        _small("USD", 40, 84, 100, 1.4, -4, medal=True),
        moved(coin_disc(), 50, 156, 1.3),
        moved(mask(), 244, 158, 1.25, 8),
    )
    return document(300, 200, clipped("cover", rect(0, 0, 300, 200, WHITE), scene))


DRAWINGS: Mapping[str, Callable[[], str]] = {
    **{
        f"{currency}{value}": partial(note, currency, value)
        for currency in CURRENCIES
        for value in sorted(set(NOTE_VALUES))
    },
    "COIN": coin,
    "BLUFF": bluff,
    "back": back,
    "cover": cover,
}
PLACES: Mapping[str, Mapping[int, tuple[float, float]]] = {}
"""There is no board."""
