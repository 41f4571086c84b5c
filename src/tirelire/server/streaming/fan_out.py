"""Fan-out: readers of a table get their news a few at a time, after requests are answered.

A move is news for all who follow its table, and encoding what each of them sees takes longer than
making it. So they take turns, and between two turns requests are answered. Under load, a reader
gets several steps in one message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

_AT_ONCE = 2
"""Recipients that are served before requests are answered again,"""
_SHARE = 32
"""or one in this many of those who wait: an endless series of requests must not starve readers."""


class Recipient(Protocol):
    """A reader who waits for their turn."""

    def take_turn(self) -> bool:
        """Send the news; return whether there was anything to do."""


class FanOut:
    """The queue of readers who wait for their turn."""

    def __init__(self) -> None:
        self._waiting: deque[Recipient] = deque()
        self._is_scheduled = False

    def wait(self, recipient: Recipient) -> None:
        """Queue a reader."""
        self._waiting.append(recipient)
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        left = max(_AT_ONCE, len(self._waiting) // _SHARE)
        try:
            while left and self._waiting:
                left -= self._waiting.popleft().take_turn()
        finally:  # one reader's failure must not stop the others
            self._is_scheduled = bool(self._waiting)
            if self._is_scheduled:
                asyncio.get_running_loop().call_soon(self._serve)
