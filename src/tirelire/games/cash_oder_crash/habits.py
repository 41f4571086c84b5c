"""Opponents that can be seen through: each has one fixed habit, and is there to be beaten."""

from __future__ import annotations

from typing import Any

from tirelire.core.moves import Move
from tirelire.games.cash_oder_crash.rules.material import COLOURS, KINDS, LAYING, NUMBERS


def always_own(record: Any) -> Move | None:
    """Lay the own colour when a colour is asked for."""
    if record.phase == LAYING and record.seat == record.active:
        return Move("lay", (COLOURS[record.seat],))
    return None


def always_highest(record: Any) -> Move | None:
    """Lay the highest number when a number is asked for."""
    if record.phase == LAYING and record.seat != record.active:
        held = (
            NUMBERS[card % KINDS] for card, zone in enumerate(record.zone) if zone == record.seat
        )
        return Move("lay", (f"{max(held):+d}",))
    return None


HABITS = {"always_own": always_own, "always_highest": always_highest}
