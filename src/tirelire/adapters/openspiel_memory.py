"""Digests of what each reader of a match has seen and done so far.

A reader is a seat, or a spectator. Their past is the sequence of their views, each when it changed,
and of their own decisions. Whole pasts would be large. Their digests are equal if and only if the
pasts are, except with a probability of one in 2¹²⁸.
"""

from __future__ import annotations

from hashlib import blake2b

from tirelire.core.cards import SPECTATOR
from tirelire.core.state import State

DIGEST = 16
"""Bytes of a digest."""

HistoryStep = State | tuple[int, int]
"""A state that was dealt, or a decision: the seat and its number."""


def digest(past: bytes, news: bytes) -> bytes:
    """Return the digest of a past to which something is added."""
    return blake2b(past + news, digest_size=DIGEST).digest()


class Memory:
    """The pasts of all readers, brought up to date on request."""

    __slots__ = ("_base", "_past", "_seen", "_steps")

    def __init__(self, players: int) -> None:
        readers = [*range(players), SPECTATOR]
        self._steps: list[HistoryStep] = []
        self._base: State | None = None
        self._seen = dict.fromkeys(readers, b"")
        self._past = dict.fromkeys(readers, bytes(DIGEST))

    def copy(self) -> Memory:
        """Return a memory of its own with the same content."""
        twin = object.__new__(Memory)
        twin._steps = self._steps.copy()
        twin._base = self._base  # never changed, only replaced
        twin._seen = self._seen.copy()
        twin._past = self._past.copy()
        return twin

    def note(self, step: HistoryStep) -> None:
        """Append a step; the digests follow on request."""
        self._steps.append(step)

    def past(self, reader: int) -> bytes:
        """Return the digest of what a reader has seen and done."""
        self._catch_up()
        return self._past[reader]

    def elsewhere(self, reader: int, world: State) -> Memory:
        """Return the memories of a world that only this reader remembers.

        The others remember only the world itself: their true past would leak to this reader.
        """
        twin = Memory(len(self._past) - 1)
        twin.note(world.copy())
        twin._catch_up()
        twin._past[reader] = self.past(reader)
        return twin

    def saved(self) -> tuple[dict[int, bytes], dict[int, bytes]]:
        """Return what `restored` needs beside the state."""
        self._catch_up()
        return self._seen, self._past

    @classmethod
    def restored(
        cls, state: State | None, seen: dict[int, bytes], past: dict[int, bytes]
    ) -> Memory:
        """Make a memory again that was saved when the match was at this state."""
        memory = object.__new__(cls)
        memory._steps = []
        memory._base = state.copy() if state else None
        memory._seen, memory._past = seen.copy(), past.copy()
        return memory

    def _catch_up(self) -> None:
        """Bring the digests up to date with the steps since the last request."""
        if not self._steps:
            return
        state = self._base.copy() if self._base else None
        for step in self._steps:
            if isinstance(step, State):
                state = step.copy()
            else:
                assert state  # no seat decides before the first deal
                seat, decision = step
                state.play(seat, decision)
                self._past[seat] = digest(self._past[seat], decision.to_bytes(2))
            for reader, seen in self._seen.items():
                view = state.veil(reader).tobytes()
                if view != seen:
                    self._seen[reader] = view
                    self._past[reader] = digest(self._past[reader], view)
        self._base = state
        self._steps.clear()
