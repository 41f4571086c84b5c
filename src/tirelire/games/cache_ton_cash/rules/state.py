"""The record of Cache ton Cash, and how its cards move.

Rules and views speak of kinds, never of copies. So a hand is also kept as one number in which the
counts of all kinds stand (see `hand_counts`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import zone_finder
from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.core.header import header, public_copier, record_type
from tirelire.games.cache_ton_cash.rules.hand_counts import with_card, without_card
from tirelire.games.cache_ton_cash.rules.material import (
    ACTING,
    CARDS,
    DISCARDED,
    DRAW,
    FIRST,
    KIND_OF,
    NONE,
    OPTIONS,
    PILES,
    PLACES,
    SEATS,
    ZONES,
    hand_size,
)

KIND_TABLE = np.array(KIND_OF, np.int64)
_FIRST = np.array(FIRST, np.int64)
_hand_size = kernel(hand_size)
_first_in = zone_finder(CARDS, 16)  # there are at most ten cards of a kind

_PUBLIC: list[tuple[Any, ...]] = [
    ("phase", "i1"),
    ("active", "i1"),
    ("action", "i1"),  # 1 or 2
    ("barred", "i1"),  # K14: seats that may not be challenged any more in this turn, as bits
    ("used", "i1", (SEATS,)),  # K9: other seats that used cards in this turn, in order, then NONE
    ("rival", "i1"),  # the seat that fights with the active one, or is asked about a claim, or NONE
    ("nth", "i1"),  # which set of the rival is fought about, from the top; 0: a claim, or none
    ("prize", "i1"),  # the kind of the set that is fought about or claimed, or NONE
    ("asked", "i1"),  # who must answer in a fight or about a claim, or NONE
    ("demand", "i1"),  # K20: how many cards the answer needs
    ("piles", "i1"),  # K24: neutral piles whose next card is still to be turned up, as bits
    ("shift", "i1"),  # K28: 1 + the pile on which a move card was turned up, or 0
    ("sets", "i1", (SEATS,)),  # how many sets the stack of a seat has
    ("top", "i1", (SEATS,)),  # the kind of its top set, or NONE
    ("second", "i1", (SEATS,)),  # the kind of the set under it, or NONE
    ("face", "i1"),  # the kind on top of the discard pile, or NONE
    ("tops", "i1", (PILES,)),  # the kind that is turned up on a neutral pile, or NONE
    ("buried", "i1", (2 * PILES,)),  # K27: swaps, then moves, seen going back into each pile
    ("put_back", "i1"),  # K27: how many of the places drawn for this deal are used
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
        *_CARDS,
        ("hand", "i8", (SEATS,)),  # the hands, packed
        ("order", "i1", (CARDS,)),  # cards of the draw pile by place; from the end the discards
        ("places", "i2", (PLACES,)),  # K27: numbers drawn for the places, nought once used
        ("choice", "i1", (SEATS,)),  # K28: DOWN or UP for the other player, or UNDECIDED
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("chose", "i1"),  # K28: seats that have chosen, as bits
        ("own_choice", "i1"),
        ("seat", "i1"),
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


@inlined
def open_turn(s: Any) -> None:
    """Begin a turn: nothing has been done in it."""
    s.action = 1
    s.barred = 0
    for i in range(SEATS):
        s.used[i] = NONE


@kernel
def clear_fight(s: Any) -> None:
    """There is no fight and no claim, and only the active player is asked."""
    s.phase = ACTING
    s.rival = NONE
    s.nth = 0
    s.prize = NONE
    s.asked = NONE
    s.demand = 1


@kernel
def note_use(s: Any, seat: int) -> None:
    """K9: remember who used cards in the turn of another."""
    if seat == s.active:
        return
    i = 0
    while s.used[i] != NONE and s.used[i] != seat:
        i += 1
    s.used[i] = seat


# --- cards that move ----------------------------------------------------------------------------


@inlined
def put(s: Any, card: int, zone: int, place: int, seen: int) -> None:
    """Put a card, not of a hand, into another zone; `seen` is who knows that it lies there."""
    s.count[s.zone[card]] -= 1
    s.zone[card] = zone
    s.place[card] = place
    s.seen[card] = seen
    s.count[zone] += 1


@inlined
def from_hand(s: Any, seat: int, kind: int) -> int:
    """Find a card of a kind that a seat holds, and strike it out of the packed hand."""
    s.hand[seat] = without_card(int(s.hand[seat]), kind)
    return _first_in(s.zone, int(_FIRST[kind]), seat)


@inlined
def lay(s: Any, seat: int, kind: int, zone: int, place: int) -> None:
    """Lay a card of a kind from a hand face up into another zone."""
    put(s, from_hand(s, seat, kind), zone, place, FACE_UP)


@inlined
def discard(s: Any, seat: int, kind: int) -> None:
    """K5: lay a card on the discard pile."""
    place = int(s.count[DISCARDED])
    card = from_hand(s, seat, kind)
    put(s, card, DISCARDED, place, FACE_UP)
    s.order[CARDS - 1 - place] = card
    s.face = kind


@inlined
def pick(s: Any, zone: int, place: int) -> None:
    """K4: take the top of the discard pile into a set."""
    below = int(s.count[DISCARDED]) - 1
    put(s, s.order[CARDS - 1 - below], zone, place, FACE_UP)
    s.order[CARDS - 1 - below] = 0
    s.face = NONE if below == 0 else KIND_TABLE[s.order[CARDS - below]]


@kernel
def card_at(s: Any, zone: int, place: int) -> int:
    """Find the card at a place of an ordered zone."""
    wanted_zone, wanted_place, found = np.int8(zone), np.int8(place), np.int8(0)
    for card in range(CARDS):
        fits = (s.zone[card] == wanted_zone) & (s.place[card] == wanted_place)
        found = np.int8(found | np.int8(card if fits else 0))
    return int(found)


@inlined
def draw_up(s: Any, seat: int) -> None:
    """K9: draw up to the hand size, as far as the draw pile reaches."""
    left = int(s.count[DRAW])
    drawn = min(_hand_size(int(s.players), s.opt) - int(s.count[seat]), left)
    if drawn <= 0:
        return
    hand = int(s.hand[seat])
    for _ in range(drawn):
        left -= 1
        card = int(s.order[left])
        s.order[left] = 0
        s.zone[card] = seat
        s.place[card] = 0
        s.seen[card] = 1 << seat
        hand = with_card(hand, int(KIND_TABLE[card]))
    s.hand[seat] = hand
    s.count[seat] += drawn
    s.count[DRAW] = left


@kernel
def index_cards(s: Any) -> None:
    """Set what follows from where the cards lie: packed hands, and the order of the two piles."""
    for seat in range(SEATS):
        s.hand[seat] = 0
    for i in range(CARDS):
        s.order[i] = 0
    for card in range(CARDS):
        zone = int(s.zone[card])
        if zone < SEATS:
            s.hand[zone] = with_card(int(s.hand[zone]), int(KIND_TABLE[card]))
        elif zone == DRAW:
            s.order[s.place[card]] = card
        elif zone == DISCARDED:
            s.order[CARDS - 1 - s.place[card]] = card
    below = int(s.count[DISCARDED])
    s.face = NONE if below == 0 else KIND_TABLE[s.order[CARDS - below]]
