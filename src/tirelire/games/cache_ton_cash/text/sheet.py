"""Counting a stack of Cache ton Cash (K11), in thousands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.core.options import Value
from tirelire.core.sheets import Line, Sheet
from tirelire.games.cache_ton_cash.rules import ending
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text import words
from tirelire.games.cache_ton_cash.text.positions import CODES
from tirelire.games.cache_ton_cash.text.reading import BETWEEN_SETS, check_set

COUNTED = 0
GOES_OUT = False
"""No player goes out in this game."""


class SetLine(Line):
    """A line that names the possessions of a set."""

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told."""
        return {**self.values, "kind": words.kinds(self.values["kind"])}


@cache
def _worth() -> Any:
    worth = ending.worth

    def run(zone: Any) -> int:
        return int(worth(zone, COUNTED))

    return entry_point(run, "sheet", "cache_ton_cash", (array_type(np.int8),))


def warm_up() -> None:
    """Compile the entry points that count, or load them, before the first request."""
    _worth()


def of_sets(sets: list[list[int]]) -> Sheet:
    """Count a stack whose sets are lists of cards, the bottom set first."""
    lines: list[Line] = []
    for cards in sets:
        zone = np.full(c.CARDS, COUNTED + 1, np.int8)
        zone[cards] = COUNTED
        kind = check_set([c.KIND_OF[card] for card in cards], "stack")
        values = {"kind": c.KINDS[kind], "n": len(cards)}
        codes = tuple(CODES.cards[card] for card in cards)
        lines.append(SetLine("K11", _worth()(zone), "cache_ton_cash.set", values, codes))
    return Sheet(lines)


def score(text: str, _options: Mapping[str, Value], *, out: bool = False) -> Sheet:
    """Count a stack written as sets: `BD BD / AUTO OR`."""
    del out  # no player goes out
    if text.strip() in ("", "-"):
        return Sheet([])
    written = [CODES.expand(part) for part in text.split(BETWEEN_SETS)]
    cards = iter(CODES.choose([code for codes in written for code in codes], range(c.CARDS)))
    return of_sets([[next(cards) for _ in codes] for codes in written])


def of_seat(s: Any, seat: int) -> Sheet:
    """Count the stack of a seat when the deal is over."""
    stack = s.zone == c.STACK + seat
    numbers = range(int(s.sets[seat]))
    return of_sets([np.flatnonzero(stack & (s.place == number)).tolist() for number in numbers])
