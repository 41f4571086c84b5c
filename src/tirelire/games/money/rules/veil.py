"""Who knows what in Money (M3, M6, M20)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import is_known, sample_cards, veil_cards
from tirelire.core.chance import below, shuffle
from tirelire.core.compiling import allocating, kernel
from tirelire.games.money.rules.bidding import lay
from tirelire.games.money.rules.material import (
    BLUFF_ONLY,
    BOX,
    CARDS,
    LAY_BLUFF,
    SEATS,
    SERIAL,
    STOCK,
)
from tirelire.games.money.rules.state import copy_public, forget_laid


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """M3, M6, M20: hands, what is laid in them and the numbers of unknown cards are secret."""
    copy_public(s, v)
    veil_cards(s, seat, v)
    v.seat = seat
    plays = seat < SEATS
    v.own_bluffed = s.bluffed[seat] if plays else 0
    for card in range(CARDS):
        v.own_laid[card] = s.laid[card] if plays and s.zone[card] == seat else 0
        printed = s.opt[SERIAL] == 0
        v.serial[card] = s.serial[card] if printed or knows_serial(s, card, seat) else 0


@kernel
def knows_serial(s: Any, card: int, seat: int) -> bool:
    """M3: a drawn number is known to the seats that have seen the card, unless it is in the box."""
    return s.zone[card] != BOX and is_known(s, card, seat)


@allocating
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown cards, their numbers and what lies in the sealed bids of others."""
    copy_public(v, s)
    sample_cards(v, stream, s, SEATS, STOCK)
    sample_serials(v, stream, s)
    for card in range(CARDS):
        s.laid[card] = 0
    for seat in range(SEATS):
        forget_laid(s, seat)
        if seat == v.seat:
            lay_own(v, s)
        elif v.sealed[seat] > 0:
            sample_bid(s, seat, int(v.sealed[seat]), stream)


@kernel
def lay_own(v: Any, s: Any) -> None:
    """M6: lay what the viewing seat has laid."""
    seat = int(v.seat)
    if v.own_bluffed == 1:
        lay(s, seat, LAY_BLUFF)
    for card in range(CARDS):
        if v.own_laid[card] == 1:
            lay(s, seat, card)


@allocating
def sample_serials(v: Any, stream: Any, s: Any) -> None:
    """M3: hand out the numbers that the viewer has not seen."""
    known = np.zeros(CARDS + 1, np.int8)
    for card in range(CARDS):
        s.serial[card] = v.serial[card]
        known[v.serial[card]] = 1
    rest = np.empty(CARDS, np.int16)
    count = 0
    for number in range(1, CARDS + 1):
        if known[number] == 0:
            rest[count] = number
            count += 1
    if count == 0:
        return
    shuffle(stream, rest, count)
    for card in range(CARDS):
        if s.serial[card] == 0:
            count -= 1
            s.serial[card] = rest[count]


@kernel
def sample_bid(s: Any, seat: int, size: int, stream: Any) -> None:
    """M6: choose what a sealed bid of a known size holds, all possible bids equally likely."""
    bluff_fits = size > 1 or s.opt[BLUFF_ONLY] == 0
    left = int(s.count[seat])
    lays_bluff = bluff_fits and below(stream, left + 1) < size
    need = size
    if lays_bluff:
        lay(s, seat, LAY_BLUFF)
        need -= 1
    for card in range(CARDS):
        if s.zone[card] == seat:
            if below(stream, left) < need:
                lay(s, seat, card)
                need -= 1
            left -= 1
