"""Standing orders of Cache ton Cash: whether and with what a seat defends its sets (K7, K23)."""

from __future__ import annotations

from typing import Any

from tirelire.contract.orders import ASK, Order
from tirelire.games.cache_ton_cash.rules.material import (
    ANSWER,
    CARDS,
    CONTEST,
    CONTESTING,
    FIGHTING,
    GOLD,
    JAR,
    KIND_OF,
    KINDS,
    MATCHING,
    POSSESSIONS,
    SILVER,
    STOP,
    TWO,
    WITH_GOLD,
    WITH_JAR,
    WITH_SILVER,
)

ORDERS = (
    Order("defend", ("ask", "never", "matching", "cheapest")),
    Order("abandon", ("none", *KINDS[:POSSESSIONS])),
)
DEFEND, ABANDON = range(2)
NEVER, ONLY_MATCHING, CHEAPEST = range(1, 4)
"""Values of the order `defend`."""


def applies(r: Any, seat: int) -> bool:
    """K7, K23: whether a seat must answer for a set in the turn of another."""
    is_fight = r.phase == FIGHTING or r.phase == CONTESTING
    return bool(is_fight and r.active != seat and r.asked == seat)


def obey(r: Any, seat: int, orders: Any) -> int:
    """K7, K20, K23: stop, or answer with the cheapest that the order allows."""
    if orders[ABANDON] > 0 and orders[ABANDON] - 1 == r.prize:
        return STOP
    order = orders[DEFEND]
    if order == 0:
        return ASK
    if order == NEVER:
        return STOP
    matching = silver = gold = jar = 0
    for card in range(CARDS):
        if r.zone[card] == seat:
            kind = KIND_OF[card]
            matching += int(kind == r.prize)
            silver += int(kind == SILVER)
            gold += int(kind == GOLD)
            jar += int(kind == JAR)
    if order == ONLY_MATCHING:
        silver = gold = jar = 0
    if r.demand == 1:
        base = CONTEST if r.phase == CONTESTING else ANSWER
        if matching > 0:
            return base + MATCHING
        if silver > 0:
            return base + WITH_SILVER
        if gold > 0:
            return base + WITH_GOLD
        return base + WITH_JAR if jar > 0 else STOP
    # K20: a jar asks for two cards, or for another jar.
    if jar > 0:
        return ANSWER + WITH_JAR
    if matching > 1:
        return ANSWER + TWO
    if matching > 0 and silver > 0:
        return ANSWER + TWO + 1
    if matching > 0 and gold > 0:
        return ANSWER + TWO + 2
    if silver > 1:
        return ANSWER + TWO + 3
    if silver > 0 and gold > 0:
        return ANSWER + TWO + 4
    return ANSWER + TWO + 5 if gold > 1 else STOP
