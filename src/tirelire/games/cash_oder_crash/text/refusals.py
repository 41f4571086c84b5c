"""Why a decision in Cash oder Crash is not legal, told from what the seat knows."""

from __future__ import annotations

from typing import Any

from tirelire.core.phase import RUNNING
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.moves import FOREIGN_COLOUR
from tirelire.games.cash_oder_crash.text.positions import number_code


def refusal(v: Any, seat: int, decision: int) -> Refusal:
    """Say why a decision is not legal, from what the seat knows."""
    if v.ended != RUNNING:
        return Refusal("over", "C11")
    active = int(v.active)
    neighbour = (active + 1) % int(v.players)
    if decision in (c.CALL, c.PASS):
        if v.phase != c.CALLING:
            return Refusal("cash_oder_crash.no_window", "C8")
        if not int(v.big_deal) >> seat & 1:
            return Refusal("cash_oder_crash.no_big_deal", "C8")
        if v.own_pass:
            return Refusal("cash_oder_crash.passed", "C8")
        return Refusal("cash_oder_crash.not_in_pair", "C8")
    if decision in (c.LAY_OWN, c.LAY_LEFT, FOREIGN_COLOUR):
        if seat != active:
            return Refusal("cash_oder_crash.not_colour_turn", "C6", who=seat_of(active))
        if int(v.laid) & 1:
            return Refusal("cash_oder_crash.laid_already", "C6")
        return Refusal("cash_oder_crash.foreign_colour", "C6")
    if seat != neighbour:
        return Refusal("cash_oder_crash.not_number_turn", "C7", who=seat_of(neighbour))
    if int(v.laid) & 2:
        return Refusal("cash_oder_crash.laid_already", "C7")
    card = number_code(decision - c.LAY_NUMBER).replace("-", "−")
    return Refusal("cash_oder_crash.not_held", "C7", card=card)
