"""How an action, a turn (K9, K14), a round and the match end (K10, K12); scoring (K11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.compiling import inlined, kernel
from tirelire.core.header import left_of
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.cache_ton_cash.rules.material import (
    ASKED,
    CARDS,
    FIRST_TO_TWO,
    MATCH,
    MILLION,
    MOST_ROUNDS,
    NONE,
    QUICK,
    ROUNDS,
    SEATS,
    STACK,
    THREE,
    TIE,
    TURN_OVER,
    TWO_ACTIONS,
    VALUES,
    WINS,
)
from tirelire.games.cache_ton_cash.rules.state import draw_up, open_turn

_VALUES = np.array(VALUES, np.int64)


@inlined
def end_action(s: Any) -> int:
    """K14: a second action if the option allows it and there are cards, otherwise the turn ends."""
    if s.action == 1 and s.opt[TWO_ACTIONS] == 1 and s.count[s.active] > 0:
        s.action = 2
        return ASKED
    return TURN_OVER


@inlined
def end_turn(s: Any) -> bool:
    """K9, K10: all who used cards draw; tell whether a next player, who has cards, was found."""
    draw_up(s, int(s.active))
    i = 0
    while i < SEATS and s.used[i] != NONE:
        draw_up(s, int(s.used[i]))
        i += 1
    open_turn(s)
    seat = int(s.active)
    for _ in range(int(s.players)):
        seat = left_of(s, seat)
        if s.count[seat] > 0:
            s.active = seat
            return True
    return False


@kernel
def worth(zones: Any, zone: int) -> int:
    """K11: add up the cards of a zone, in thousands."""
    total = 0
    for card in range(CARDS):
        total += _VALUES[card] if zones[card] == zone else 0
    return total


@kernel
def finish(s: Any) -> None:
    """K10–K12: score the stacks, and end the round and perhaps the match."""
    for seat in range(int(s.players)):
        s.gained[seat] = worth(s.zone, STACK + seat)
    book(s)
    s.reason = 1
    last = s.deals >= MOST_ROUNDS
    agreed = int(s.deals) if last or is_decided(s) else MOST_ROUNDS
    plays_on = s.opt[TIE] == 1 and not last
    end_after(s, agreed, leading(s), plays_on, MOST_ROUNDS)


@kernel
def is_decided(s: Any) -> bool:
    """K12: whether the match is at its agreed end."""
    match = s.opt[MATCH]
    if match == QUICK:
        return True
    if match == THREE:
        return bool(s.deals >= ROUNDS)
    for seat in range(int(s.players)):
        if match == FIRST_TO_TWO:
            if s.won[seat] >= WINS:
                return True
        elif s.total[seat] >= MILLION:
            return True
    return False


@kernel
def leading(s: Any) -> int:
    """K12: the most rounds won, or the highest total."""
    if s.opt[MATCH] == FIRST_TO_TWO:
        return leaders(s.won, s.players)
    return leaders(s.total, s.players)
