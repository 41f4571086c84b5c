"""Fan-out: readers of a table get their news a few at a time, after requests are answered.

A move is news for all who follow its table, and encoding what each of them sees takes longer than
making it. So they take turns, and between two turns requests are answered. Players who are asked
something new come first: the match waits for them. The others come when nothing else is to be done,
and at the latest after `PATIENCE`. Under load, a reader gets several steps in one message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import Protocol

_AT_ONCE = 2
"""Recipients that are served before requests are answered again,"""
_SHARE = 32
"""or one in this many of those who wait: an endless series of requests must not starve readers."""
PATIENCE = 0.15
"""Seconds after which a reader for whom the match does not wait is served like the others."""
_IDLE = 0.0001
"""Seconds between two turns in which the event loop can have done next to nothing else."""


class Recipient(Protocol):
    """A reader who waits for their turn."""

    def take_turn(self) -> bool:
        """Send the news; return whether there was anything to do."""


class FanOut:
    """The queue of readers who wait for their turn."""

    def __init__(self) -> None:
        self._waiting: deque[Recipient] = deque()
        self._patient: deque[tuple[float, Recipient]] = deque()
        """Readers for whom no match waits, and when they are served at the latest."""
        self._is_scheduled = False
        self._served_at = 0.0

    def wait(self, recipient: Recipient) -> None:
        """Queue a reader."""
        self._waiting.append(recipient)
        self._schedule()

    def wait_patiently(self, recipient: Recipient) -> None:
        """Queue a reader for whom no match waits."""
        self._patient.append((monotonic() + PATIENCE, recipient))
        self._schedule()

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        now = monotonic()
        try:
            self._take_turns()
            self._take_patient_turns(now, is_idle=now - self._served_at < _IDLE)
        finally:  # one reader's failure must not stop the others
            self._served_at = monotonic()
            self._is_scheduled = False
            if self._waiting or self._patient:
                self._schedule()

    def _take_turns(self) -> None:
        left = max(_AT_ONCE, len(self._waiting) // _SHARE)
        while left and self._waiting:
            left -= self._waiting.popleft().take_turn()

    def _take_patient_turns(self, now: float, *, is_idle: bool) -> None:
        patient = self._patient
        left = max(_AT_ONCE, len(patient) // _SHARE)
        while left and patient and (patient[0][0] <= now or (is_idle and not self._waiting)):
            left -= patient.popleft()[1].take_turn()
