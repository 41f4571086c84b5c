"""Figures, cards and options in the words of a report."""

from __future__ import annotations

import math
from functools import cached_property

from tirelire.contract.game import Game
from tirelire.core.texts import amount, catalogue, say
from tirelire.lab.estimates import Estimate
from tirelire.lab.figures import POINTS, SHARE
from tirelire.lab.plan import DECK, LIST, PLAYERS
from tirelire.lab.sorts import names_of

FEWER_DIGITS = (10.0, 1000.0)
"""From these sizes on, points have one digit less after the point."""


def digits_of(unit: str, *values: float) -> int:
    """Return how many digits after the point a figure and its bounds are written with."""
    known = [x for x in values if not math.isnan(x)]
    if unit == SHARE:
        return 1
    if all(x == round(x) for x in known):
        return 0
    largest = max(map(abs, known), default=0.0)
    return 2 - sum(largest >= size for size in FEWER_DIGITS)


class ReportWords:
    """Writes for one game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        """Say a text of the lab."""
        return say(self.lang, f"lab.{key}", **values)

    def number(self, value: float, unit: str, digits: int, *, sign: bool = False) -> str:
        """Write a number in its unit."""
        if math.isnan(value):
            return "–"
        percent = unit == SHARE
        game = self.game.id if unit == POINTS else ""
        text = amount(game, 100 * value if percent else value, self.lang, digits, sign=sign)
        return say(self.lang, "word.percent", n=text) if percent else text

    def figure(self, estimate: Estimate, unit: str, *, sign: bool = False) -> tuple[str, str]:
        """Write a figure and its interval, which is empty where it is not known."""
        found = (estimate.value, estimate.low, estimate.high)
        digits = digits_of(unit, *found)
        value, low, high = (self.number(x, unit, digits, sign=sign) for x in found)
        if math.isnan(estimate.low):
            return value, ""
        return value, self.say("bounds", low=low, high=high)

    @cached_property
    def _names(self) -> dict[str, str]:
        return names_of(self.game, self.lang)

    def card(self, code: str) -> str:
        """Name a kind or a set."""
        return self._names.get(code, code)

    def reason(self, reason: str) -> str:
        """Say why a deal is over."""
        key = f"reason.{self.game.id}.{reason}"
        return say(self.lang, key if key in catalogue(self.lang) else f"{key}.any")

    def bot(self, name: str) -> str:
        """Name a kind of bot."""
        return say(self.lang, f"bot.{name}")

    def varied(self, name: str) -> str:
        """Name a variation."""
        if name in (PLAYERS, DECK):
            return self.say(f"varied.{name}")
        return self.game.option_label(name, self.lang)

    def value(self, name: str, value: str) -> str:
        """Name a value of a variation."""
        if name == DECK:
            return catalogue(self.lang).get(f"lab.varied.{value}", value.replace(LIST, " "))
        words = {} if name == PLAYERS else self.game.value_words(name, self.lang)
        return words.get(value, value.replace(LIST, " "))
