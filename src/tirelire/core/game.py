"""A game of the house: what it is called, whom it seats, its options, and where its parts lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from tirelire.core import options as opts
from tirelire.core.errors import OptionError
from tirelire.core.options import Option, SeatChoice, Value
from tirelire.core.refusals import Refusal
from tirelire.core.texts import load

RULES_VERSION = 2
"""Grows when a rule changes so that older records would replay differently.

Version 2 changed P18, P31 and K27: see `tirelire.match.versions`.
"""


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games. Making one is cheap; its rules are compiled when they are first used."""

    id: str
    """Name in commands and records, and of the folder in `tirelire.games`."""
    prefix: str
    """The letter of its rule numbers."""
    fewest: int
    most: int
    options: tuple[Option, ...]
    reasons: tuple[str, ...]
    """Why a deal can be over; the first is empty, for a deal that runs."""
    capital: int
    """What every seat has before the first deal."""
    check: Callable[[int, list[int]], None]
    """Refuses options that do not go with the number of players."""
    pawns: tuple[str, ...] = ()
    """The colours of pawns, the usual one of each seat in order; players may choose others."""
    only_for: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Options that make a difference only for some numbers of players, and which."""

    @property
    def package(self) -> str:
        """The package that holds the parts of the game."""
        return f"tirelire.games.{self.id}"

    def _part(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    @cached_property
    def notation(self) -> Any:
        """Positions, views and moves as text."""
        return self._part("text.notation")

    @cached_property
    def table(self) -> Any:
        """The table as people see it in a terminal."""
        return self._part("text.table")

    @cached_property
    def sheet(self) -> Any:
        """Counting cards that somebody holds, line by line."""
        return self._part("text.sheet")

    @cached_property
    def engine(self) -> Any:
        """The compiled rules."""
        from tirelire.core.engine import Engine

        return Engine(self.id, self._part("rules.kernel"))

    def rules(self, lang: str) -> dict[str, Any]:
        """Return the rules in our own words: title, sections of numbered rules, options."""
        return load(f"{self.package}.text", "rules", lang)

    def encode(self, players: int, given: Mapping[str, Value]) -> list[int]:
        """Check the number of players and the options; return the numbers that the rules use."""
        if not self.fewest <= players <= self.most:
            allowed = f"{self.fewest}–{self.most}"
            raise OptionError(Refusal("players", n=players, allowed=allowed))
        codes = opts.encode(self.options, given)
        for option, code in zip(self.options, codes, strict=True):
            if isinstance(option, SeatChoice):
                option.check(code, players)
        self.check(players, codes)
        return codes

    def decode(self, codes: Any) -> dict[str, Value]:
        """Return all options with their values as people write them."""
        return opts.decode(self.options, [int(code) for code in codes])
