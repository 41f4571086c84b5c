"""A game: what it is called, how many it seats, its options, and its parts.

The parts of a game lie in its package, under the same names in every game:

| part | where | default |
|---|---|---|
| rules | `rules/kernel.py`, or `rules.py` | none: required |
| vocabulary | `words.py` | required where `text/` leaves anything out |
| positions, moves, refusals, stories, table, sheet | `text/….py` | made from the vocabulary |
| coach | `text/coach.py` | says nothing |
| texts | `text/rules.LANG.toml`, `text/texts.LANG.toml`, or beside `words.py` | none: required |
| observation | `observation.py` | the view as numbers |
| policy | `policy/kernel.py` | random, with one step of greed |
| art | `art/drawings.py` | code, name and value on a plain face |
| sorts, habits | `sorts.py`, `habits.py` | each kind is a set of its own; no habits |
| opponents | `opponents.py` | none: the arena has only the bots of all games |
| pad | `pad.py`; in a browser `page/pad.js` | none: the pad does not offer the game |
| lesson | `lesson.toml`, `lesson.LANG.toml` | none: the page does not offer one |
| page | `page/table.js`, `page/table.css` | zones, cards, and legal moves as buttons |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tirelire.contract.lengths import Length
from tirelire.core import options as opts
from tirelire.core.errors import GameError, OptionError
from tirelire.core.moves import Move
from tirelire.core.options import Choice, Option, SeatChoice, Value
from tirelire.core.refusals import Refusal
from tirelire.core.texts import catalogue, load

if TYPE_CHECKING:
    from tirelire.contract.art import Art
    from tirelire.contract.observation import Observation
    from tirelire.contract.opponents import Opponents
    from tirelire.contract.orders import Orders
    from tirelire.contract.pad import Pad
    from tirelire.contract.policy import Policy
    from tirelire.contract.rules import Rules
    from tirelire.contract.sorts import Sorts
    from tirelire.contract.text import (
        Coach,
        Moves,
        Positions,
        Refusals,
        ScoreSheet,
        Stories,
        Table,
    )
    from tirelire.contract.vocabulary import Vocabulary
    from tirelire.core.engine import Engine

RULES_VERSION = 2
"""Grows when a rule changes so that older records would replay differently.

Version 2 changed P18, P31 and K27: see `tirelire.match.versions`.
"""
CONTRACT = 2
"""The version of this contract; a game says for which one it was written."""


def never_departs(_version: int, _before: Any, _after: Any, _draws: Sequence[int] | None) -> bool:
    """Tell that no older version of the rules would have gone on differently."""
    return False


Habit = Callable[[Any], Move | None]
"""The move of a bot with a fixed habit, from its veiled record; None for its usual move."""


@dataclass(frozen=True)
class Bars:
    """The figures that the benchmark and the ladder demand of a game."""

    kernel: float = 1.0
    """How many times the peer's speed random play in the kernel has to reach."""
    cold: float = 60.0
    """How many seconds the first compilation may take."""
    size: int = 4096
    """How many bytes a state may have."""
    playouts: int = 1
    """How many times more playouts the search needs, where moves differ little beside luck."""
    is_guessing: bool = False
    """Whether only habits can be beaten by far."""


@dataclass(frozen=True, eq=False)
class Game:
    """One of the games. Making one is cheap; its rules are compiled when they are first used."""

    id: str
    """Name in commands and records."""
    package: str
    """The package that holds its parts."""
    prefix: str
    """The letter of its rule numbers."""
    fewest: int
    most: int
    options: tuple[Option, ...]
    reasons: tuple[str, ...]
    """Why a deal can be over; the first is empty, for a deal that runs."""
    capital: int
    """The total of every seat before the first deal."""
    check: Callable[[int, list[int]], None]
    """Refuses options that do not go with the number of players."""
    pawns: tuple[str, ...] = ()
    """The colours of pawns, the usual one of each seat in order; players may choose others."""
    chosen: tuple[str, ...] = ()
    """Fields of a view that tell who has chosen in secret, or how many cards lie there, and nothing
    more: a choice may be taken back although others have seen them (`match.retracting`)."""
    final: tuple[str, ...] = ()
    """Verbs of moves that a rule calls final: they are never taken back."""
    only_for: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Options that make a difference only for some numbers of players, and which."""
    changed_in: int = 1
    """The last version of the rules that changed a rule of this game."""
    departs: Callable[[int, Any, Any, Sequence[int] | None], bool] = never_departs
    """Tells whether a version would have gone on differently: (version, state before, state after,
    draws of a deal that was just dealt, None after a move)."""
    lengths: tuple[Length, ...] = ()
    """Lengths of a match that people choose from, the shortest first; none: it has one length."""
    bars: Bars = Bars()
    compile_seconds: int = 10
    """Roughly how long the rules take to compile: what takes longest is begun first."""
    contract: int = CONTRACT
    """The version of the contract that the game was written for."""

    # --- parts -----------------------------------------------------------------------------------

    def _is_there(self, name: str) -> bool:
        try:
            return find_spec(f"{self.package}.{name}") is not None
        except ModuleNotFoundError:  # the folder that would hold it is missing, or is a file
            return False

    def _find(self, name: str) -> Any:
        """Return a module of the game's package, None where there is none."""
        return import_module(f"{self.package}.{name}") if self._is_there(name) else None

    def _required(self, name: str) -> Any:
        """Return a module of the game's package, or refuse a game without it."""
        if not self._is_there(name):
            raise GameError(Refusal("game.part", game=self.package, part=f"{name}.py"))
        return import_module(f"{self.package}.{name}")

    @cached_property
    def kernel(self) -> Rules:
        """The module with the functions of the rules."""
        return cast("Rules", self._find("rules.kernel") or self._required("rules"))

    @property
    def has_rules(self) -> bool:
        """Whether there is such a module; it is not loaded yet, since that needs a compiler."""
        return self._is_there("rules")

    @cached_property
    def engine(self) -> Engine:
        """The compiled rules."""
        from tirelire.core.engine import Engine

        return Engine(self.id, self.kernel)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The codes of cards, zones and moves, from which the defaults are made."""
        return cast("Vocabulary", self._required("words").VOCABULARY)

    @cached_property
    def positions(self) -> Positions:
        """Positions and views as text."""
        from tirelire.contract.defaults.positions import PlainPositions

        return cast("Positions", self._find("text.positions") or PlainPositions(self))

    @cached_property
    def moves(self) -> Moves:
        """Moves as text."""
        from tirelire.contract.defaults.moves import PlainMoves

        return cast("Moves", self._find("text.moves") or PlainMoves(self))

    @cached_property
    def refusals(self) -> Refusals:
        """Why a decision is not legal."""
        from tirelire.contract.defaults.moves import PlainRefusals

        return cast("Refusals", self._find("text.refusals") or PlainRefusals(self))

    @cached_property
    def stories(self) -> Stories:
        """What happened, in sentences."""
        from tirelire.contract.defaults.stories import PlainStories

        return cast("Stories", self._find("text.stories") or PlainStories(self))

    @cached_property
    def table(self) -> Table:
        """The table in a terminal, and the questions and offers of all interfaces."""
        from tirelire.contract.defaults.table import PlainTable

        return cast("Table", self._find("text.table") or PlainTable(self))

    @cached_property
    def coach(self) -> Coach:
        """What a beginner is told."""
        from tirelire.contract.defaults.coach import PlainCoach

        return cast("Coach", self._find("text.coach") or PlainCoach())

    @cached_property
    def sheet(self) -> ScoreSheet:
        """Counting cards, line by line."""
        from tirelire.contract.defaults.sheet import PlainSheet

        return cast("ScoreSheet", self._find("text.sheet") or PlainSheet(self))

    @cached_property
    def observation(self) -> Observation:
        """The view of a seat as numbers."""
        from tirelire.contract.defaults.observation import plain_observation

        return cast("Observation", self._find("observation") or plain_observation(self))

    @cached_property
    def policy(self) -> Policy:
        """The rule of thumb."""
        from tirelire.contract.defaults.policy import plain_policy

        return cast("Policy", self._find("policy.kernel") or plain_policy(self))

    @cached_property
    def art(self) -> Art:
        """The pictures."""
        from tirelire.contract.defaults.art import PlainArt

        return cast("Art", self._find("art.drawings") or PlainArt(self))

    @cached_property
    def sorts(self) -> Sorts:
        """How the lab sorts the cards; where no sets are known, each kind is one."""
        from tirelire.contract.sorts import NOWHERE, Sorts

        own = self._find("sorts")
        codes = self.positions.CODES.cards
        return cast("Sorts", own.SORTS) if own else Sorts(codes, codes, NOWHERE)

    @cached_property
    def habits(self) -> Mapping[str, Habit]:
        """Opponents that can be seen through, by name: the move that each insists on, if any."""
        own = self._find("habits")
        return cast("Mapping[str, Habit]", own.HABITS) if own else {}

    @cached_property
    def opponents(self) -> Opponents:
        """Heuristics for the arena that no bot of the house models, by name."""
        own = self._find("opponents")
        return cast("Opponents", own.OPPONENTS) if own else {}

    @cached_property
    def orders(self) -> Orders:
        """What a seat may order the house to answer in the turns of others."""
        from tirelire.contract.orders import NoOrders

        return cast("Orders", self._find("orders") or NoOrders())

    @cached_property
    def pad(self) -> Pad | None:
        """The part for the score pad; None if the pad does not offer the game."""
        found = self._find("pad")
        return None if found is None else cast("Pad", found.PAD)

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's package."""
        return Path(str(files(self.package)))

    @cached_property
    def has_lesson(self) -> bool:
        """Whether the game has a lesson."""
        return (self.folder / "lesson.toml").is_file()

    @cached_property
    def page(self) -> Path | None:
        """The folder with the game's own script and style; None for the default table."""
        folder = self.folder / "page"
        return folder if (folder / "table.js").is_file() else None

    # --- words -----------------------------------------------------------------------------------

    @cached_property
    def text_package(self) -> str:
        """The package in which its files of texts lie."""
        inner = self.folder / "text"
        return f"{self.package}.text" if inner.is_dir() else self.package

    def rules(self, lang: str) -> dict[str, Any]:
        """Return the rules in our own words: title, sections of numbered rules, options."""
        return load(self.text_package, "rules", lang)

    # --- options ---------------------------------------------------------------------------------

    def option_label(self, name: str, lang: str) -> str:
        """Return the label of an option, the same in forms, rules and reports."""
        label: str = self.rules(lang)["option"][name]["label"]
        return label

    def value_words(self, name: str, lang: str) -> dict[str, str]:
        """Return the word of every named value of an option.

        It stands in the rules of the game; values that games share, as `off`, have a usual word.
        """
        own: dict[str, str] = self.rules(lang)["option"][name].get("values", {})
        option = next(option for option in self.options if option.name == name)
        named = option.values if isinstance(option, Choice) else ()
        texts = catalogue(lang)
        return {value: texts.get(f"option.word.{value}", value) for value in named} | own

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
