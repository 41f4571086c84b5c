"""How the lab sorts the cards of a game: kinds, sets, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tirelire.contract.game import Game
from tirelire.core.texts import catalogue
from tirelire.games.cache_ton_cash.rules import material as cache_ton_cash
from tirelire.games.money.rules import material as money
from tirelire.games.monopoly.rules import material as monopoly

NOWHERE = -1
"""Where nobody keeps a card to the end of a deal."""


@dataclass(frozen=True)
class Sorts:
    """The kinds and the sets of a game, by their codes."""

    cards: tuple[str, ...]
    """The kind of each card."""
    groups: tuple[str, ...]
    """The set that each card belongs to."""
    kept: int
    """The first of the zones, one for each seat, that hold what counts when a deal is over."""

    @cached_property
    def kinds(self) -> list[str]:
        """All kinds, in the order of the cards."""
        return list(dict.fromkeys(self.cards))

    @cached_property
    def sets(self) -> list[str]:
        """All sets, in the order of the cards."""
        return list(dict.fromkeys(self.groups))

    @property
    def kind_numbers(self) -> list[int]:
        """The number of each card's kind."""
        return [self.kinds.index(code) for code in self.cards]

    @property
    def set_numbers(self) -> list[int]:
        """The number of each card's set."""
        return [self.sets.index(code) for code in self.groups]


def sorts_of(game: Game) -> Sorts:
    """Return how the cards of a game are sorted; where no sets are known, a kind is one."""
    if game.id == "money":
        currencies = ["COIN" if kind == "COIN" else kind[:3] for kind in money.KINDS]
        return _sorts(money.KINDS, currencies, 0)
    if game.id == "monopoly":
        return _sorts(monopoly.CODES, monopoly.FAMILIES, 0)
    if game.id == "cache_ton_cash":
        return _sorts(cache_ton_cash.CODES, cache_ton_cash.CODES, cache_ton_cash.STACK)
    codes: Sequence[str] = game.positions.CODES.cards
    return _sorts(codes, codes, NOWHERE)


def _sorts(cards: Sequence[str], groups: Sequence[str], kept: int) -> Sorts:
    return Sorts(tuple(cards), tuple(groups), kept)


def names_of(game: Game, lang: str) -> dict[str, str]:
    """Return what kinds and sets are called, where the game has names for them."""
    kinds = dict(zip(game.positions.CODES.cards, sorts_of(game).cards, strict=True))
    names = {kinds.get(code, code): name for code, name, _ in game.table.deck(lang)}
    groups = f"group.{game.id}."
    named = {k.removeprefix(groups): v for k, v in catalogue(lang).items() if k.startswith(groups)}
    return names | named
