"""The record of a match of Monopoly, what a seat may know of it, and how cards move in it.

Until a move is whole its cards stay in the hand and are only noted: the card laid for a trade, the
cards dropped and the roles said to go out, the card chosen to be passed. So others see nothing of
it. Equal cards cannot be told apart; where a kind is put down, the copy that others know best goes,
so that what they know stays true.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.cards import FACE_UP, put_on
from tirelire.core.compiling import kernel
from tirelire.core.header import header, public_copier, record_type
from tirelire.games.monopoly.rules.hand_bits import KIND_BITS
from tirelire.games.monopoly.rules.material import (
    ACTING,
    CARDS,
    DRAW,
    MOST_CHANCES,
    MOST_DRAWING,
    NOTHING,
    OPTIONS,
    SEATS,
    ZONES,
)

_PUBLIC: list[tuple[Any, ...]] = [
    ("turns", "i2"),  # P31: turns played in this deal
    ("phase", "i1"),
    ("active", "i1"),
    ("left", "i1"),  # P14: turns left since the draw pile ran out, or NOTHING
    ("swapped", "i1"),  # P22: 1 when the active player has swapped in this turn
    ("laying", "i1"),  # P22: seats that must lay a trade card now, as bits
    ("out", "i1"),  # who went out, once the deal is over, or NOBODY
    ("role", "i1", (MOST_CHANCES,)),  # P18: the roles that they said, ascending, or NOTHING
]
_CARDS: list[tuple[Any, ...]] = [
    ("zone", "i1", (CARDS,)),
    ("place", "i1", (CARDS,)),
    ("seen", "i1", (CARDS,)),
    ("count", "i1", (ZONES,)),
]
STATE = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        ("held", "i8", (SEATS,)),  # the cards of each hand as bits, as `zone` has them
        ("drop", "i8"),  # P12: cards dropped to go out, the first copies of their kinds
        ("going", "i1"),  # 1: the active player has begun to go out
        ("said", "i1", (MOST_CHANCES,)),  # P18: the roles that they have said so far, or NOTHING
        ("laid", "i1"),  # P9: the kind laid for a trade, or NOTHING
        ("stayed", "i1"),  # P22: 1 in the passing when the active player cannot go out, or stays
        ("chosen", "i1", (SEATS,)),  # P23: the kind that each seat passes, or NOTHING
        *_CARDS,
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        ("own_drop", "i8"),
        ("ready", "i1"),  # P23: seats that have chosen what to pass, as bits
        ("own_going", "i1"),
        ("own_said", "i1", (MOST_CHANCES,)),
        ("own_laid", "i1"),
        ("own_stayed", "i1"),
        ("own_chosen", "i1"),
        ("seat", "i1"),
        *_CARDS,
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


@kernel
def draws_cards(s: Any) -> bool:
    """P4, P5: tell whether there is a draw pile, and hands of ten cards."""
    return bool(s.players <= MOST_DRAWING)


@kernel
def take_back_all(s: Any) -> None:
    """Forget what the active player has begun and not finished."""
    s.drop = 0
    s.going = 0
    for i in range(MOST_CHANCES):
        s.said[i] = NOTHING
    s.laid = NOTHING


@kernel
def clear_turn(s: Any) -> None:
    """Nothing has happened yet in this turn."""
    take_back_all(s)
    s.phase = ACTING
    s.swapped = 0
    s.laying = 0
    s.stayed = 0
    for seat in range(SEATS):
        s.chosen[seat] = NOTHING


@kernel
def note_hands(s: Any) -> None:
    """Note the cards of each hand as bits."""
    for seat in range(SEATS):
        s.held[seat] = 0
    zones = s.zone
    for card in range(CARDS):
        zone = int(zones[card])
        if zone < SEATS:
            s.held[zone] = int(s.held[zone]) | 1 << card


# --- cards that move ----------------------------------------------------------------------------


@kernel
def top_cards(s: Any, zone: int, count: int) -> int:
    """Find the top cards of a pile, as bits."""
    wanted = np.int8(zone)
    cut = np.int8(s.count[zone] - count)
    zones, places = s.zone, s.place
    found = np.uint64(0)
    for card in range(CARDS):
        lies = (zones[card] == wanted) & (places[card] >= cut)
        found |= np.uint64(lies) << np.uint64(card)
    return int(np.int64(found))


@kernel
def take_up(s: Any, cards: int, zone: int, seat: int) -> None:
    """Take cards of a pile into a hand; who has seen them does not change."""
    count = ones(cards)
    s.held[seat] = int(s.held[seat]) | cards
    s.count[zone] -= count
    s.count[seat] += count
    while cards != 0:
        card = lowest(cards)
        s.zone[card] = seat
        s.place[card] = 0
        cards &= cards - 1


@kernel
def draw_card(s: Any, seat: int) -> None:
    """P8: the top card of the draw pile goes into a hand; only its holder sees it."""
    pile = DRAW
    card = top_cards(s, pile, 1)
    take_up(s, card, pile, seat)
    s.seen[lowest(card)] = 1 << seat


@kernel
def lay_openly(s: Any, seat: int, kind: int, zone: int) -> None:
    """Put a card of a kind from a hand on top of a pile, for all to see."""
    copies = int(s.held[seat]) & KIND_BITS[kind]
    card = lowest(copies)
    if copies & (copies - 1) != 0:
        card = best_known(s, copies)
        forget_one(s, seat, copies & ~(1 << card), int(s.seen[card]))
    s.held[seat] = int(s.held[seat]) & ~(1 << card)
    put_on(s, card, zone)
    s.seen[card] = FACE_UP


@kernel
def best_known(s: Any, copies: int) -> int:
    """Find the copy that the most seats know."""
    found = int(lowest(copies))
    copies &= copies - 1
    while copies != 0:
        card = int(lowest(copies))
        if ones(int(s.seen[card])) > ones(int(s.seen[found])):
            found = card
        copies &= copies - 1
    return found


@kernel
def forget_one(s: Any, seat: int, copies: int, seen: int) -> None:
    """Make everybody who knew another copy than the one that left know one copy less."""
    others = FACE_UP & ~seen & ~(1 << seat)
    while copies != 0 and others != 0:
        card = lowest(copies)
        lost = int(s.seen[card]) & others
        s.seen[card] = int(s.seen[card]) & ~lost
        others &= ~lost
        copies &= copies - 1
