"""A full state that Python drives: list legal decisions, play, copy. It holds all secrets."""

from __future__ import annotations

from typing import Any

from tirelire.core.chance import Source
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import OptionError
from tirelire.core.raw import handle_of
from tirelire.core.refusals import Refusal


class State:
    """The true state of one match.

    It knows everything: what a seat may know is what `veil` returns.
    """

    __slots__ = (
        *("_behind", "_count", "_handle", "_play", "_record", "_unpack"),
        *("asked", "engine", "raw"),
    )

    def __init__(self, engine: Engine, raw: Bytes) -> None:
        self.engine = engine
        self.raw = raw
        """The bytes of the record, and space for decisions behind them."""
        self._play = engine.play
        self._unpack = engine.unpack
        self._behind: memoryview[int] | None = None
        self._handle: Any = None
        self._record: Any = None
        self._look()

    def _look(self) -> None:
        """Find out who is asked and what that seat can choose from."""
        seat = self.engine.turn(self.raw) >> 8
        self.asked: int = -1 if seat == 0xFF else seat
        """The seat that is asked first where no clock decides; -1 when the deal is over."""
        self._count: int = 0
        if self.asked >= 0:
            legal = self.legal(seat)
            self._count = len(legal) - (legal[-1] == self.engine.kernel.TAKE_BACK)

    @classmethod
    def begin(cls, engine: Engine, players: int, opt: list[int], source: Source) -> State:
        """Set up a match and deal its first cards."""
        draws = engine.draw_match(players, opt, source)
        state = cls(engine, engine.begin_from(players, opt, draws))
        state.deal(*engine.draw_deal(state.raw, source))
        return state

    def deal(self, deck: list[int], draws: list[int]) -> None:
        """Deal the next cards in a given order, with given draws."""
        self.engine.deal_from(self.raw, deck, draws)
        self._look()

    @property
    def bytes(self) -> bytes:
        """The bytes of the record alone: they are the whole state."""
        return self.raw[: self.engine.state_type.itemsize].tobytes()

    @property
    def record(self) -> Any:
        """The record itself, to be read."""
        if self._record is None:
            self._record = self.engine.record(self.raw)
        return self._record

    @property
    def ended(self) -> int:
        """Whether the deal or the match is over, as `contract` says it."""
        return int(self.raw[self.engine.ended_at])

    @property
    def actors(self) -> int:
        """The seats that may decide now, as a bitmask."""
        return int(self.engine.turn(self.raw) & 0xFF)

    def legal(self, seat: int) -> tuple[int, ...]:
        """Return the legal decisions of a seat, ascending; none if it may not decide."""
        count = self.engine.legal(self.raw, seat)
        decisions: tuple[int, ...] = self._unpack[count](self._listed())
        if seat != self.asked:
            self._count = 0  # what the asked seat can choose from was written over
        return decisions

    def choices(self) -> tuple[int, ...]:
        """Return the choices of the seat that is asked: its legal decisions without taking back.

        They are known already: a loop over them costs no other call.
        """
        if not self._count:
            self._look()
        unpack = self._unpack[self._count]
        return unpack(self._behind or self._listed())

    def _listed(self) -> memoryview[int]:
        """Return the bytes behind the record: the decisions that the last call wrote."""
        if self._behind is None:
            self._behind = self.raw.data[self.engine.state_type.itemsize :]
        return self._behind

    def play(self, seat: int, decision: int) -> bool:
        """Play a decision if it is legal, and tell whether it was."""
        handle = self._handle
        if handle is None:
            handle = self._handle = handle_of(self.raw)
        count = self._count if seat == self.asked else 0
        answer: int = self._play(handle, seat, decision, count)
        if answer > 0:
            self.asked = answer >> 16
            self._count = answer & 0xFFFF
            return True
        self._look()
        return answer == 0

    def copy(self) -> State:
        """Return a state of its own with the same content."""
        twin = object.__new__(State)
        twin.engine = self.engine
        twin.raw = self.raw.copy()
        twin.asked = self.asked
        twin._count = self._count
        twin._behind = None
        twin._handle = None
        twin._record = None
        twin._play = self._play
        twin._unpack = self._unpack
        return twin

    def veil(self, seat: int) -> Bytes:
        """Return what a seat (or SPECTATOR) may know, as the bytes of a view."""
        view = self.engine.new_view()
        self.engine.veil(self.raw, seat, view)
        return view

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` decisions from here.

        Seats are asked in turn, and taking back is left out, so that every choice is counted once.
        A sequence that reaches the end of the deal earlier counts once.
        """
        if depth < 0:
            raise OptionError(Refusal("depth"))
        if depth == 0 or self.asked < 0:
            return 1
        decisions = self.choices()
        if depth == 1:
            return len(decisions)
        count = 0
        for decision in decisions:
            after = self.copy()
            after.play(self.asked, decision)
            count += after.perft(depth - 1)
        return count
