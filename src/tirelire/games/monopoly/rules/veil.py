"""Who sees what: trade piles lie open, hands and the draw pile are secret (P7, P23).

Cards that were seen on their way into a hand are known there until they can have left it.
"""

from __future__ import annotations

from typing import Any

from tirelire.core.bits import lowest, ones
from tirelire.core.cards import sample_cards, sort_copies, veil_cards
from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.phase import RUNNING
from tirelire.games.monopoly.rules.hand_bits import KIND, KIND_BITS
from tirelire.games.monopoly.rules.material import (
    CARDS,
    DEEDS,
    DRAW,
    KINDS,
    MOST_CHANCES,
    NOTHING,
    PASSING,
    SEATS,
)
from tirelire.games.monopoly.rules.passing import settle
from tirelire.games.monopoly.rules.state import copy_public, note_hands, take_back_all


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """P7, P9, P12, P23: hands, the draw pile, moves not yet whole and chosen cards are secret."""
    copy_public(s, v)
    v.seat = seat
    v.ready = 0
    for other in range(SEATS):
        v.ready |= (1 << other) if s.chosen[other] != NOTHING else 0
    active = seat == s.active
    v.own_drop = s.drop if active else 0
    v.own_going = s.going if active else 0
    for i in range(MOST_CHANCES):
        v.own_said[i] = s.said[i] if active else NOTHING
    v.own_laid = s.laid if active else NOTHING
    v.own_stayed = s.stayed if active else 0
    v.own_chosen = s.chosen[seat] if seat < SEATS else NOTHING
    veil_cards(s, seat, v)
    for kind in range(DEEDS, len(KINDS)):
        sort_copies(v, lowest(KIND_BITS[kind]), 1, ones(KIND_BITS[kind]))


@kernel
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown cards, and let others choose what they pass."""
    copy_public(v, s)
    sample_cards(v, stream, s, SEATS, DRAW)
    note_hands(s)
    take_back_all(s)
    s.stayed = 0
    for seat in range(SEATS):
        s.chosen[seat] = NOTHING
        if (int(v.ready) >> seat) & 1:
            s.chosen[seat] = v.own_chosen if seat == v.seat else any_kind(s, seat, stream)
    if v.seat == v.active:
        s.drop = v.own_drop
        s.going = v.own_going
        for i in range(MOST_CHANCES):
            s.said[i] = v.own_said[i]
        s.laid = v.own_laid
        s.stayed = v.own_stayed
    elif v.ended == RUNNING and v.phase == PASSING:
        s.stayed = (int(v.ready) >> int(v.active)) & 1
        settle(s)


@kernel
def any_kind(s: Any, seat: int, stream: Any) -> int:
    """Choose the kind of one of the cards that a seat holds."""
    pick = below(stream, int(s.count[seat]))
    for card in range(CARDS):
        if s.zone[card] == seat:
            if pick == 0:
                return int(KIND[card])
            pick -= 1
    return NOTHING
