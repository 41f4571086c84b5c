"""How a round, a hand and the match end (M13, M14, M18, M19, M21); scoring (M15–M17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import allocating, kernel
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.money.rules.material import (
    CARDS,
    COIN_VALUE,
    COINS,
    CURRENCIES,
    HANDS,
    HANDS_WON,
    LOT,
    MATCH,
    MOST_EXTRA,
    MOST_IDLE,
    NOTES,
    PER_CURRENCY,
    REDUCTION,
    RIGHT,
    SEATS,
    SINGLE,
    STOCK,
    TIE,
    TRIPLE,
    VALUES,
    WHOLE,
)
from tirelire.games.money.rules.state import clear_bids

_VALUES = np.array(VALUES, np.int64)


# --- the end of a round -------------------------------------------------------------------------


@kernel
def end_round(s: Any) -> None:
    """M13, M14, M21: refill, right lot first; after the last round the hand is over."""
    if s.last == 1:
        finish(s)
        return
    drawn = 0
    for lot in range(2):
        drawn += refill(s, RIGHT + lot)
    s.idle = 0 if drawn > 0 else int(s.idle) + 1
    if s.count[STOCK] == 0 or s.idle == MOST_IDLE:
        s.last = 1
    clear_bids(s)


@kernel
def refill(s: Any, lot: int) -> int:
    """M13: fill a lot from the top of the stock; return how many cards were drawn."""
    drawn = min(LOT - int(s.count[lot]), int(s.count[STOCK]))
    if drawn <= 0:
        return 0
    left = int(s.count[STOCK]) - drawn
    for card in range(CARDS):
        taken = (s.zone[card] == STOCK) & (s.place[card] >= left)
        s.zone[card] = lot if taken else s.zone[card]
        s.place[card] = 0 if taken else s.place[card]
        s.seen[card] = FACE_UP if taken else s.seen[card]
    s.count[STOCK] = left
    s.count[lot] += drawn
    return drawn


# --- the end of a hand --------------------------------------------------------------------------


@allocating
def finish(s: Any) -> None:
    """M14–M19: score the hand, and end the match after the agreed hands."""
    clear_bids(s)
    s.reason = 1 if s.count[STOCK] == 0 else 2
    lines = np.zeros((len(CURRENCIES) + 1, 4), np.int64)
    for seat in range(int(s.players)):
        s.gained[seat] = sheet(s.zone, seat, lines)
    for card in range(CARDS):
        if s.zone[card] < SEATS:
            s.seen[card] = FACE_UP  # hands are laid open to be counted
    book(s)
    agreed = 1 if s.opt[MATCH] == SINGLE else s.opt[HANDS]
    end_after(s, agreed, leading(s), s.opt[TIE] == 1, MOST_EXTRA)


@kernel
def leading(s: Any) -> int:
    """M18: the most hands won, or the highest total."""
    if s.opt[MATCH] == HANDS_WON:
        return leaders(s.won, s.players)
    return leaders(s.total, s.players)


# --- scoring ------------------------------------------------------------------------------------


@kernel
def sheet(zone: Any, seat: int, lines: Any) -> int:
    """M15–M17: score the cards in a zone line by line; return the sum.

    A line has for each currency its total, the points for it, the bonus for three 20s and for three
    30s; the last line has the number of coins and the points for them.
    """
    coins = 0
    for card in range(NOTES, NOTES + COINS):
        if zone[card] == seat:
            coins += 1
    lines[len(CURRENCIES), 0] = coins
    lines[len(CURRENCIES), 1] = coins * COIN_VALUE
    score = coins * COIN_VALUE
    for currency in range(len(CURRENCIES)):
        total = 0
        twenties = 0
        thirties = 0
        for i in range(PER_CURRENCY):
            held = 1 if zone[currency * PER_CURRENCY + i] == seat else 0
            total += held * _VALUES[i]
            twenties += held if i < 3 else 0
            thirties += held if 3 <= i < 6 else 0
        lines[currency, 0] = total
        lines[currency, 1] = points(total)
        lines[currency, 2] = TRIPLE if twenties == 3 else 0
        lines[currency, 3] = TRIPLE if thirties == 3 else 0
        score += lines[currency, 1] + lines[currency, 2] + lines[currency, 3]
    return score


@kernel
def points(total: int) -> int:
    """M15: what the notes of one currency score."""
    if total >= WHOLE:
        return total
    return max(0, total - REDUCTION)
