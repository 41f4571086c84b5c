"""A match as OpenSpiel walks through it: chance card by card, then one decision after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import pyspiel

from tirelire.adapters.openspiel_memory import Memory
from tirelire.contract.game import Game
from tirelire.core.chance import new_stream
from tirelire.core.engine import Bytes, Engine
from tirelire.core.phase import MATCH_OVER
from tirelire.core.state import State
from tirelire.games import game as find_game

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

Choose = Callable[[int], int]
"""Chooses a whole number below a bound."""


@dataclass(frozen=True)
class MatchSetting:
    """A game, a number of players and values of the options."""

    id: str
    """Which game it is."""
    players: int
    opt: tuple[int, ...]

    @cached_property
    def game(self) -> Game:
        """The game."""
        return find_game(self.id)

    @cached_property
    def engine(self) -> Engine:
        """Its compiled rules."""
        engine: Engine = self.game.engine
        return engine

    @cached_property
    def take_back(self) -> int:
        """The decision that only takes back; it is left out, so that no walk is endless."""
        return int(self.engine.kernel.TAKE_BACK)


class Walk:
    """A match in progress, and who moves next: chance, a seat, or none at the end.

    Chance draws the numbers of the set-up; then, for each deal, every card of the pack in the order
    in which it is dealt, and the numbers of the deal.
    """

    __slots__ = ("bounds", "cards", "deck", "draws", "memory", "player", "setting", "state")

    def __init__(self, setting: MatchSetting) -> None:
        self.setting = setting
        self.state: State | None = None
        self.memory = Memory(setting.players)
        self.player = CHANCE
        """The seat that is asked, or CHANCE, or TERMINAL."""
        self.cards: list[int] = []
        """Cards of the pack that are not dealt yet, ascending."""
        self.deck: list[int] = []
        self.bounds = setting.engine.match_bounds(setting.players, list(setting.opt))
        self.draws: list[int] = []
        if not self.bounds:
            self._drawn()

    def copy(self) -> Walk:
        """Return a walk of its own at the same place."""
        twin = object.__new__(Walk)
        twin.setting = self.setting
        twin.state = self.state.copy() if self.state else None
        twin.memory = self.memory.copy()
        twin.player = self.player
        twin.cards = self.cards.copy()
        twin.deck = self.deck.copy()
        twin.bounds = self.bounds
        twin.draws = self.draws.copy()
        return twin

    def __deepcopy__(self, _memo: Any) -> Walk:
        return self.copy()

    def outcomes(self) -> list[int]:
        """Return what chance can draw now, all equally likely."""
        return self.cards.copy() if self.cards else list(range(self.bounds[len(self.draws)]))

    def draw(self, outcome: int) -> None:
        """Let chance draw."""
        if outcome not in (self.cards or range(self.bounds[len(self.draws)])):
            raise pyspiel.SpielError(f"outcome {outcome} cannot be drawn now")
        if self.cards:
            self.cards.remove(outcome)
            self.deck.append(outcome)
        else:
            self.draws.append(outcome)
        if not self.cards and len(self.draws) == len(self.bounds):
            self._drawn()

    def _drawn(self) -> None:
        """Set up the match, or deal, from the draws."""
        setting = self.setting
        if self.state is None:
            raw = setting.engine.begin_from(setting.players, list(setting.opt), self.draws)
            self.state = State(setting.engine, raw)
        else:
            self.state.deal(self.deck, self.draws)
        self.memory.note(self.state.copy())
        self._settle(self.state)

    def play(self, decision: int) -> None:
        """Let the seat that is asked decide."""
        seat, state = self.player, self.state
        if state is None or decision == self.setting.take_back or not state.play(seat, decision):
            raise pyspiel.SpielError(f"decision {decision} is not legal now")
        self.memory.note((seat, decision))
        if state.asked >= 0:
            self.player = state.asked
        else:
            self._settle(state)

    def _settle(self, state: State) -> None:
        """Find out who comes next."""
        if state.asked >= 0:
            self.player = state.asked
        elif state.record.ended == MATCH_OVER:
            self.player = TERMINAL
        else:
            self.player = CHANCE
            self.cards = self.setting.engine.pack_of(state.raw)
            self.deck = []
            self.bounds = self.setting.engine.deal_bounds(state.raw)
            self.draws = []

    def elsewhere(self, seat: int, choose: Choose) -> Walk:
        """Return a walk in another world that the seat cannot tell from this one.

        What others decided in secret they have not decided in a sampled world; there they choose
        anew, in any way that the seat does not notice, until the same player is asked.
        """
        if self.state is None or self.player == CHANCE:
            raise pyspiel.SpielError("there is no world to sample while cards are dealt")
        engine = self.setting.engine
        world = _world(engine, self.state.veil(seat), seat, self.state.asked, choose)
        twin = self.copy()
        twin.state = world
        twin.memory = self.memory.elsewhere(seat, world)
        return twin

    @classmethod
    def within(cls, setting: MatchSetting, view: Bytes, seat: int, choose: Choose) -> Walk:
        """Return a walk without a past, in a world that fits the view of a seat that is asked."""
        walk = cls(setting)
        walk.state = _world(setting.engine, view, seat, seat, choose)
        walk.memory = Memory(setting.players)
        walk.memory.note(walk.state.copy())
        walk.player = seat
        return walk

    def random_winners(self, numbers: Random) -> int:
        """Play a copy of the match to its end at random; return the winners as bits."""
        engine = self.setting.engine
        draw = numbers.random
        if self.state is None:
            draws = [int(draw() * bound) for bound in self.bounds]
            draws[: len(self.draws)] = self.draws
            raw = engine.begin_from(self.setting.players, list(self.setting.opt), draws)
            state, deck, cards = State(engine, raw), list[int](), engine.pack_of(raw)
            dealt: list[int] = []
        else:
            state, deck, cards = self.state.copy(), self.deck.copy(), self.cards.copy()
            dealt = self.draws
        while True:
            while state.asked >= 0:
                choices = state.choices()
                state.play(state.asked, choices[int(draw() * len(choices))])
            if state.ended == MATCH_OVER:
                winners: int = engine.winners(state.raw)
                return winners
            if not deck and not cards:
                cards = engine.pack_of(state.raw)
            numbers.shuffle(cards)
            bounds = engine.deal_bounds(state.raw)
            rest = [int(draw() * bound) for bound in bounds[len(dealt) :]]
            state.deal(deck + cards, dealt + rest)
            deck, cards, dealt = [], [], []

    # A saved walk holds no compiled code: it is found again by the setting.

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.setting
        agreed = (setting.id, setting.players, setting.opt)
        state = self.state.bytes if self.state else b""
        chance = (self.player, self.cards, self.deck, self.bounds, self.draws)
        return _read, (agreed, state, self.memory.saved(), chance)


def _read(
    agreed: tuple[Any, ...], state: bytes, memory: tuple[Any, ...], chance: tuple[Any, ...]
) -> Walk:
    """Restore a pickled walk."""
    walk = object.__new__(Walk)
    walk.setting = MatchSetting(*agreed)
    walk.state = None
    if state:
        raw = walk.setting.engine.new()
        raw[: len(state)] = np.frombuffer(state, np.uint8)
        walk.state = State(walk.setting.engine, raw)
    walk.memory = Memory.restored(walk.state, *memory)
    walk.player, walk.cards, walk.deck, walk.bounds, walk.draws = chance
    return walk


def _world(engine: Engine, view: Bytes, seat: int, asked: int, choose: Choose) -> State:
    """Return a world that fits the view of a seat and in which another, or the same, is asked."""
    raw = engine.new()
    engine.sample(view, new_stream(choose(2**53)), raw)
    world = State(engine, raw)
    while world.asked != asked:
        world = _after_something_unseen(world, seat, view.tobytes(), choose)
    return world


def _after_something_unseen(world: State, seat: int, view: bytes, choose: Choose) -> State:
    """Return a world in which another seat has decided something that this seat cannot see."""
    choices = list(world.choices())
    while choices:
        after = world.copy()
        after.play(world.asked, choices.pop(choose(len(choices))))
        if after.veil(seat).tobytes() == view:
            return after
    raise pyspiel.SpielError("no other world fits what this seat knows")
