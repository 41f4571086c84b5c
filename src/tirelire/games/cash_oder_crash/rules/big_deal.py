"""Calling BIG DEAL: who may, and in which order the seats are asked (C8)."""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.games.cash_oder_crash.rules.material import BIG_DEAL_BY, NOBODY


@kernel
def may_call(s: Any) -> int:
    """C8: seats that still have the card and, with `pair`, laid one of the two cards."""
    if s.opt[BIG_DEAL_BY] == 1:
        return int(s.big_deal)
    pair = 1 << int(s.active) | 1 << left_of(s, s.active)
    return int(s.big_deal) & pair


@kernel
def orders(s: Any) -> int:
    """Count the orders in which the seats can be asked."""
    return 6 if s.players == 3 else 24


@kernel
def first_of_drawn(waiting: int, players: int, order: int) -> int:
    """Find who of `waiting` stands first in the permutation of the seats numbered `order`."""
    rest = (1 << players) - 1
    for left in range(players, 0, -1):
        pick = order % left
        order //= left
        for seat in range(players):
            if (rest >> seat) & 1:
                if pick == 0:
                    rest &= ~(1 << seat)
                    if (waiting >> seat) & 1:
                        return seat
                    break
                pick -= 1
    return NOBODY
