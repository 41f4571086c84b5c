"""What a beginner is told about Cash oder Crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.moves import Move
from tirelire.core.texts import say
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.words import signed


def role(code: str, lang: str) -> str:
    """Say what a card is good for."""
    return say(lang, f"role.cash_oder_crash.{'colour' if code in c.COLOURS else 'number'}")


def advice(v: Any, _legal: Sequence[Move], names: Sequence[str], lang: str) -> str:
    """Say which pawns may move, and where they stand."""
    players, seat, active = int(v.players), int(v.seat), int(v.active)
    left = (active + 1) % players
    if v.phase == c.CALLING:
        known = {active: "call_colour", left: "call_number"}.get(seat, "call_neither")
        return say(lang, f"coach.cash_oder_crash.{known}")
    other = left if seat == active else active
    key = "colour" if seat == active else "number"
    own, theirs = signed(int(v.pawn[seat])), signed(int(v.pawn[other]))
    return say(lang, f"coach.cash_oder_crash.{key}", who=names[other], own=own, theirs=theirs)
