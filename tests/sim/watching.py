"""Helpers of the tests of observations: one match of a batch, seen by any seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.contract.covering import Setting
from tirelire.core.chance import new_stream
from tirelire.sim.batch import Batch


class Watched:
    """One match that is played at random, with what each seat is told of it."""

    def __init__(self, name: str, players: int, setting: Setting, seed: int) -> None:
        self.batch = Batch(name, 1, seed, players=players, options=setting, workers=1)
        self.stepper = self.batch._stepper
        self.engine = self.batch.game.engine
        self.remembered: int = self.stepper.observation.MEMORY

    def step(self) -> None:
        self.batch.step(self.batch.sample())

    def told(self, seat: int, state: Any = None, memory: Any = None) -> tuple[bytes, bytes]:
        """Return the observation and the mask of a seat, in this state or in another one."""
        states = self.batch._rows.states if state is None else state
        memories = self.batch._rows.memories
        if state is not None:
            memories = np.zeros_like(memories)
            memories[0, : self.remembered] = self.memory if memory is None else memory
        listed = np.zeros(self.batch.decisions, np.int16)
        mask = np.ones(self.batch.decisions, np.int8)
        out = np.full(self.batch.layout.size, 77, np.int16)
        self.stepper.observe(states, memories, 0, seat, listed, mask, out)
        return out.tobytes(), mask.tobytes()

    @property
    def memory(self) -> NDArray[np.int16]:
        memory: NDArray[np.int16] = self.batch._rows.memories[0, : self.remembered]
        return memory

    def view(self, seat: int) -> NDArray[np.uint8]:
        raw = self.engine.new()
        size = self.engine.state_type.itemsize
        raw[:size] = self.batch._rows.states.view(np.uint8)[:size]
        view: NDArray[np.uint8] = self.engine.new_view()
        self.engine.veil(raw, seat, view)
        return view

    def by_view(self, seat: int) -> bytes:
        """Return the observation that is made from the view and the memory alone."""
        memory = np.zeros_like(self.batch._rows.memories[0])
        memory[: self.remembered] = self.memory
        out = np.full(self.batch.layout.size, 77, np.int16)
        self.stepper.observe_view(self.view(seat).view(self.engine.view_type), memory, out)
        return out.tobytes()

    def world(self, seat: int, seed: int) -> Any:
        """Return another state that looks the same to a seat."""
        raw = self.engine.new()
        self.engine.sample(self.view(seat), new_stream(seed), raw)
        size = self.engine.state_type.itemsize
        return raw[:size].copy().view(self.engine.state_type)
