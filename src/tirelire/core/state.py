"""A full state that Python drives: ask what is legal, play, copy. Not for players: it knows all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.core.chance import Source
from tirelire.core.contract import RUNNING
from tirelire.core.engine import Engine
from tirelire.core.errors import OptionError


class State:
    """The true state of one match.

    It knows everything: what a seat may know is what `veil` returns.
    """

    __slots__ = ("_legal", "_out", "_play", "_turn", "array", "engine")

    def __init__(self, engine: Engine, array: NDArray[Any]) -> None:
        self.engine = engine
        self.array = array
        """The record, as an array of one: its bytes are the whole state."""
        self._out = np.zeros(engine.decisions, np.int16)
        self._turn = engine.turn
        self._legal = engine.legal
        self._play = engine.play

    @classmethod
    def begin(cls, engine: Engine, players: int, opt: list[int], source: Source) -> State:
        """Set up a match and deal its first cards."""
        draws = engine.draw_match(players, opt, source)
        state = cls(engine, engine.begin_from(players, opt, draws))
        state.deal(source)
        return state

    def deal(self, source: Source) -> None:
        """Deal the next cards."""
        self.engine.deal_from(self.array, *self.engine.draw_deal(self.array, source))

    @property
    def record(self) -> Any:
        """The record itself."""
        return self.array[0]

    @property
    def running(self) -> bool:
        """Whether the deal is still running."""
        return bool(self.array["ended"][0] == RUNNING)

    @property
    def actors(self) -> int:
        """The seats that may decide now, as a bitmask."""
        return int(self._turn(self.array) & 0xFF)

    @property
    def asked(self) -> int:
        """The seat that is asked first where no clock decides; -1 when the deal is over."""
        seat = self._turn(self.array) >> 8
        return -1 if seat == 0xFF else int(seat)

    def legal(self, seat: int) -> list[int]:
        """Return the legal decisions of a seat, ascending; none if it may not decide."""
        decisions: list[int] = self._out[: self._legal(self.array, seat, self._out)].tolist()
        return decisions

    def play(self, seat: int, decision: int) -> bool:
        """Play a decision if it is legal, and tell whether it was."""
        played: bool = self._play(self.array, seat, decision, self._out)
        return played

    def copy(self) -> State:
        """Return a state of its own with the same content."""
        return State(self.engine, self.array.copy())

    def veil(self, seat: int) -> NDArray[Any]:
        """Return what a seat (or SPECTATOR) may know, as an array of one view."""
        views = np.zeros(1, self.engine.view_type)
        self.engine.veil(self.array, seat, views)
        return views

    def perft(self, depth: int) -> int:
        """Count the sequences of so many decisions from here.

        Seats are asked in turn, and taking back is left out, so that every choice is counted once.
        A sequence that reaches the end of the deal earlier counts once.
        """
        if depth < 0:
            raise OptionError("depth: allowed is 0 or more")
        if depth == 0 or not self.running:
            return 1
        seat = self.asked
        decisions = [d for d in self.legal(seat) if d != self.engine.kernel.TAKE_BACK]
        if depth == 1:
            return len(decisions)
        count = 0
        for decision in decisions:
            after = self.copy()
            after.play(seat, decision)
            count += after.perft(depth - 1)
        return count
