"""Who knows what in Cash oder Crash (C16)."""

from __future__ import annotations

from typing import Any

from tirelire.core.cards import sample_cards, sort_copies, veil_cards
from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.games.cash_oder_crash.rules.big_deal import orders
from tirelire.games.cash_oder_crash.rules.material import (
    CARDS,
    HAND,
    KINDS,
    NOT_LAID,
    PRIORITY,
    SEATS,
    SETS,
    TURNS,
)
from tirelire.games.cash_oder_crash.rules.state import copy_public


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """C16: all but the number hands, the cards laid face down and who has passed is public."""
    copy_public(s, v)
    v.seat = seat
    v.laid = (1 if s.colour != NOT_LAID else 0) | (2 if s.number != NOT_LAID else 0)
    v.own_colour = s.colour if seat == s.active else NOT_LAID
    v.own_number = s.number if seat == left_of(s, s.active) else NOT_LAID
    v.own_pass = (int(s.passed) >> seat) & 1
    veil_cards(s, seat, v)
    for kind in range(KINDS):
        sort_copies(v, kind, KINDS, SETS)


@kernel
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown numbers, choose the cards that lie face down and the orders not yet used."""
    copy_public(v, s)
    s.passed = int(v.own_pass) << int(v.seat)
    sample_cards(v, stream, s, SEATS, -1)
    s.colour = v.own_colour
    if int(v.laid) & 1 and v.own_colour == NOT_LAID:
        s.colour = below(stream, 2)
    s.number = v.own_number
    if int(v.laid) & 2 and v.own_number == NOT_LAID:
        s.number = any_number(s, left_of(s, s.active), stream)
    for turn in range(TURNS):
        drawn = s.opt[PRIORITY] == 2 and int(v.turn) <= turn < HAND * int(v.players)
        s.order[turn] = below(stream, orders(s)) if drawn else 0


@kernel
def any_number(s: Any, seat: int, stream: Any) -> int:
    """Choose one of the number cards that a seat holds."""
    pick = below(stream, int(s.count[seat]))
    for card in range(CARDS):
        if s.zone[card] == seat:
            if pick == 0:
                return card % KINDS
            pick -= 1
    return NOT_LAID
