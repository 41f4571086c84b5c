"""Counting the cards of a hand of Money (M15–M17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.core.options import Value
from tirelire.core.sheets import Line, Sheet
from tirelire.core.words import Word
from tirelire.games.money.rules import ending
from tirelire.games.money.rules import material as c
from tirelire.games.money.text.positions import CODES

_LINES = (len(c.CURRENCIES) + 1, 4)
HELD = 0
GOES_OUT = False
"""No player goes out in this game."""


class CurrencyLine(Line):
    """A line that names a currency."""

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told."""
        return {**self.values, "currency": Word(f"currency.money.{self.values['currency']}")}


@cache
def _count() -> Any:
    sheet = ending.sheet

    def run(zone: Any, lines: Any) -> int:
        return int(sheet(zone, HELD, lines))

    return entry_point(run, "sheet", "money", (array_type(np.int8), array_type(np.int64, 2)))


def warm_up() -> None:
    """Compile the entry points that count, or load them, before the first request."""
    _count()


def of_cards(held: Any) -> Sheet:
    """Count the cards marked in an array: HELD where a card is held, anything else where not."""
    table = np.zeros(_LINES, np.int64)
    _count()(np.ascontiguousarray(held, np.int8), table)
    codes = [CODES.cards[card] for card in np.flatnonzero(np.asarray(held) == HELD)]
    lines: list[Line] = []
    for i, currency in enumerate(c.CURRENCIES):
        total, points, twenties, thirties = (int(x) for x in table[i])
        if total:
            values = {"currency": currency, "total": total}
            notes = _starting(codes, currency)
            how = "" if points == total else "_nothing" if total < c.REDUCTION else "_reduced"
            lines.append(CurrencyLine("M15", points, f"money.currency{how}", values, notes))
        for value, bonus in zip(c.TRIPLES, (twenties, thirties), strict=True):
            if bonus:
                values = {"currency": currency, "value": value}
                notes = _starting(codes, f"{currency}{value}")
                lines.append(CurrencyLine("M16", bonus, "money.triple", values, notes))
    coins, points = (int(x) for x in table[len(c.CURRENCIES), :2])
    if coins:
        lines.append(Line("M17", points, "money.coins", {"n": coins}, _starting(codes, "COIN")))
    return Sheet(lines)


def _starting(codes: list[str], start: str) -> tuple[str, ...]:
    """Return the cards of a currency, of a value of it, or the coins."""
    return tuple(code for code in codes if code.startswith(start))


def score(text: str, _options: Mapping[str, Value], *, out: bool = False) -> Sheet:
    """Count a hand written as cards; the bluff card may be among them."""
    del out  # no player goes out
    codes = CODES.expand("" if text.strip() == "-" else text, extra=[c.BLUFF_CODE])
    real = [code for code in codes if code != c.BLUFF_CODE]
    held = np.full(c.CARDS, HELD + 1, np.int8)
    held[CODES.choose(real, range(c.CARDS))] = HELD
    return of_cards(held)


def of_seat(s: Any, seat: int) -> Sheet:
    """Count the hand of a seat, with its bid if one lies open; in the end none does."""
    held = (s.zone == seat) | (s.zone == c.BID + seat)
    return of_cards(np.where(held, HELD, HELD + 1))
