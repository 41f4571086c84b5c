"""Digits and letters stand out from their ground by at least 4.5 to 1."""

from __future__ import annotations

import pytest

from tirelire.art.svg import INK, PAPER, WHITE
from tirelire.games.cache_ton_cash.art import drawings as cache_ton_cash
from tirelire.games.cash_oder_crash.art import drawings as cash_oder_crash
from tirelire.games.cash_oder_crash.art import ring
from tirelire.games.money.art import drawings as money
from tirelire.games.monopoly.art import drawings as monopoly


def light(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


PAIRS = [
    *((look.ink, look.tint) for look in money.LOOKS.values()),
    (money.BRONZE, money.GOLD),
    (money.LACE, money.NIGHT),
    (money.LACE, money.VELVET),
    *((on_band, band) for band, on_band, _ in monopoly.COLOURS.values()),
    *((dark, PAPER) for _, _, dark in monopoly.COLOURS.values()),
    *((edge, PAPER) for _, _, edge in cache_ton_cash.SCENES.values()),
    *((dark, tint) for _, dark, tint, _ in cash_oder_crash.PAWNS.values()),
    *((ink, tint) for tints, ink in ring.SIDES.values() for tint in tints),
    (WHITE, ring.PLUS),
    (WHITE, ring.MINUS),
    (cash_oder_crash.PLUM, cash_oder_crash.GOLD),
    (INK, PAPER),
]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_writing_can_be_read(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5
