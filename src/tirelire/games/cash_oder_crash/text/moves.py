"""Moves of Cash oder Crash as text, and the decisions that they stand for (docs/notation.md)."""

from __future__ import annotations

from typing import Any

from tirelire.core.codes import unknown_card
from tirelire.core.moves import Move, no_parts, unknown_verb, wrong_parts
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.positions import CODES, number_code

VERBS = ("lay", "call", "pass")
FOREIGN_COLOUR = c.DECISIONS
"""No decision: a colour card that the seat does not hold."""


def decisions(v: Any, move: Move) -> list[int]:
    """Turn a move of the viewing seat into decisions, whether they are legal or not."""
    if move.verb in ("call", "pass"):
        no_parts(move)
        return [c.CALL if move.verb == "call" else c.PASS]
    if move.verb != "lay":
        raise unknown_verb(move, VERBS)
    cards = (*c.COLOURS[: int(v.players)], *CODES.cards[: c.KINDS])
    if len(move.parts) != 1:
        raise wrong_parts(move, " | ".join(cards))
    code = move.parts[0]
    if code in c.COLOURS[: int(v.players)]:
        own, left = c.COLOURS[v.seat], c.COLOURS[(int(v.seat) + 1) % int(v.players)]
        return [{own: c.LAY_OWN, left: c.LAY_LEFT}.get(code, FOREIGN_COLOUR)]
    if code not in CODES.cards:
        raise unknown_card(code, cards)
    return [c.LAY_NUMBER + CODES.cards.index(code)]


def move_of(r: Any, seat: int, decision: int) -> Move:
    """Say one decision as a move."""
    if decision in (c.LAY_OWN, c.LAY_LEFT):
        return Move("lay", (c.COLOURS[(seat + decision) % int(r.players)],))
    if decision in (c.CALL, c.PASS):
        return Move("call" if decision == c.CALL else "pass")
    return Move("lay", (number_code(decision - c.LAY_NUMBER),))


def combine(v: Any, chosen: list[int]) -> Move:
    """Say the decisions of one whole move of the viewing seat: always one."""
    (decision,) = chosen
    return move_of(v, int(v.seat), decision)
