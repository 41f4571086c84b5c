"""Opponents of Cash oder Crash that can be seen through: they have one fixed habit.

They are there to be beaten: whoever plays well must notice the habit and use it.
"""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.games.cash_oder_crash.rules.material import COLOURS, KINDS, LAYING, NUMBERS
from tirelire.match.view import View
from tirelire.policy.traits import REGULAR


class AlwaysOwn(RuleOfThumb):
    """Always lays its own colour; otherwise plays as regular does."""

    def __init__(self) -> None:
        super().__init__("always_own", REGULAR)

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        """Lay the own colour when a colour is asked for."""
        record = view.record
        if record.phase == LAYING and record.seat == record.active:
            return Move("lay", (COLOURS[record.seat],))
        return super().choose(view, rng, time)


class AlwaysHighest(RuleOfThumb):
    """Always lays its highest number; otherwise plays as regular does."""

    def __init__(self) -> None:
        super().__init__("always_highest", REGULAR)

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        """Lay the highest number when a number is asked for."""
        record = view.record
        if record.phase == LAYING and record.seat != record.active:
            held = max(
                NUMBERS[card % KINDS]
                for card, zone in enumerate(record.zone)
                if zone == record.seat
            )
            return Move("lay", (f"{held:+d}",))
        return super().choose(view, rng, time)
