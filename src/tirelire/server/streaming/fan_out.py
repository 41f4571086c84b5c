"""Who looks when: whoever asks for something is answered before others are told what is new.

A move is news for all who follow its table, and to write what each of them sees takes longer than
to make it. So they take turns, a few at a time, and between two turns requests are answered. Where
much happens at once, whoever waits longest is told several things together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

_AT_ONCE = 2
"""So many look before requests are answered again,"""
_SHARE = 32
"""or one in so many of those who wait: whoever asks without end must not keep others waiting."""


class Recipient(Protocol):
    """Somebody who waits for his turn."""

    def take_turn(self) -> bool:
        """Look what is new; tell whether there was anything to do."""


class FanOut:
    """Everybody who waits for his turn to look."""

    def __init__(self) -> None:
        self._waiting: deque[Recipient] = deque()
        self._is_going_on = False

    def wait(self, who: Recipient) -> None:
        """Let somebody wait for his turn."""
        self._waiting.append(who)
        if not self._is_going_on:
            self._is_going_on = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        left = max(_AT_ONCE, len(self._waiting) // _SHARE)
        try:
            while left and self._waiting:
                left -= self._waiting.popleft().take_turn()
        finally:  # whatever is wrong with one, the others have their turn
            self._is_going_on = bool(self._waiting)
            if self._is_going_on:
                asyncio.get_running_loop().call_soon(self._go_on)
