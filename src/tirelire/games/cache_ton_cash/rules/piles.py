"""The neutral piles of Cache ton Cash, for 2 and 3 players, and the action cards in them."""

from __future__ import annotations

from typing import Any

from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.games.cache_ton_cash.rules.material import (
    ACTING,
    ASKED,
    CARDS,
    DONE,
    FEW_LEFT,
    GONE,
    MOVE_CARD,
    NEUTRAL,
    NONE,
    PILES,
    PLACES,
    SEATS,
    SHIFTING,
    SWAP_CARD,
    TURNING,
    UNDECIDED,
    UP,
    seats_at,
)
from tirelire.games.cache_ton_cash.rules.stacks import move_set, swap_tops
from tirelire.games.cache_ton_cash.rules.state import KIND_TABLE, card_at, put

_seats_at = kernel(seats_at)


@inlined
def other_at(s: Any, pile: int, seat: int) -> int:
    """K26: the other player at a neutral pile."""
    one, other = _seats_at(int(s.players), pile)
    return one + other - seat


@kernel
def top_of(s: Any, pile: int) -> int:
    """Find the top card of a neutral pile that is not empty, turned up or not."""
    return card_at(s, NEUTRAL + pile, int(s.count[NEUTRAL + pile]) - 1)


@kernel
def other_lies_under(s: Any, pile: int, kind: int) -> bool:
    """Tell whether a card of another kind lies under the top of a pile."""
    under = int(s.count[NEUTRAL + pile]) - 1
    for card in range(CARDS):
        if s.zone[card] == NEUTRAL + pile and s.place[card] < under and KIND_TABLE[card] != kind:
            return True
    return False


@kernel
def place_inside(drawn: int, left: int) -> int:
    """K27: the place of a card among so many others, neither the top (left) nor the bottom (0).

    Version 1 of the rules took `drawn % left`, which is still the place unless it is the bottom:
    so older records replay. PLACE_BOUND is a multiple of left * (left - 1): no place is favoured.
    """
    place = drawn % left
    return place if place != 0 else 1 + drawn // left % (left - 1)


@kernel
def put_back(s: Any, pile: int, card: int) -> None:
    """K27, K28: an action card goes from the top back into its pile, face down.

    Its place is drawn from those inside the pile; with few cards left it is the bottom.
    """
    left = int(s.count[NEUTRAL + pile]) - 1
    place = 0
    if left >= FEW_LEFT:
        place = 1
        if s.put_back < PLACES:
            place = place_inside(int(s.places[s.put_back]), left)
            s.places[s.put_back] = 0
            s.put_back += 1
    for under in range(CARDS):
        if s.zone[under] == NEUTRAL + pile and s.place[under] >= place:
            s.place[under] += 1
    s.place[card] = place
    s.seen[card] = 0
    s.buried[PILES * (KIND_TABLE[card] - SWAP_CARD) + pile] += 1


@kernel
def dig_up(s: Any, pile: int, kind: int) -> None:
    """K27: one action card less lies in the pile of those that everybody saw going back."""
    i = PILES * (kind - SWAP_CARD) + pile
    if s.buried[i] > 0:
        s.buried[i] -= 1


@kernel
def is_closed(s: Any, pile: int) -> bool:
    """K24, K27: a pile that is empty or holds nothing but action cards before play begins."""
    for card in range(CARDS):
        if s.zone[card] == NEUTRAL + pile and KIND_TABLE[card] < SWAP_CARD:
            return False
    return True


@kernel
def begin_pile(s: Any, pile: int) -> None:
    """K27: turn up the first card before play begins; action cards go back."""
    s.tops[pile] = NONE
    if is_closed(s, pile):
        return
    card = top_of(s, pile)
    while KIND_TABLE[card] >= SWAP_CARD:
        dig_up(s, pile, int(KIND_TABLE[card]))
        put_back(s, pile, card)
        card = top_of(s, pile)
    s.seen[card] = FACE_UP
    s.tops[pile] = KIND_TABLE[card]


@kernel
def turn_up(s: Any) -> int:
    """K24: the piles that were used turn up their next card, in order; then the action is done.

    It stops where players must choose, and goes on when they have.
    """
    for pile in range(PILES):
        if (int(s.piles) >> pile) & 1:
            if not turn_next(s, pile):
                return ASKED
            s.piles = int(s.piles) & ~(1 << pile)
    return DONE


@kernel
def turn_next(s: Any, pile: int) -> bool:
    """K24, K28: turn up the next card of a pile; tell whether no player has to choose first."""
    while s.count[NEUTRAL + pile] > 0:
        card = top_of(s, pile)
        kind = int(KIND_TABLE[card])
        s.seen[card] = FACE_UP
        if kind < SWAP_CARD:
            s.tops[pile] = kind
            return True
        dig_up(s, pile, kind)
        if kind == MOVE_CARD:
            s.shift = pile + 1
            if choosers(s) != 0:
                s.tops[pile] = kind
                s.phase = SHIFTING
                return False
            s.shift = 0
            put(s, card, GONE, 0, FACE_UP)
        else:
            turn_swap(s, pile, card)
    s.tops[pile] = NONE
    return True


@kernel
def turn_swap(s: Any, pile: int, card: int) -> None:
    """K28: the two players exchange their top sets; if one has none, the card goes back."""
    seat = int(s.active)
    other = other_at(s, pile, seat)
    both = s.sets[seat] > 0 and s.sets[other] > 0
    if not both and other_lies_under(s, pile, SWAP_CARD):
        put_back(s, pile, card)
        return
    if both:
        swap_tops(s, seat, other)
    put(s, card, GONE, 0, FACE_UP)


@kernel
def choosers(s: Any) -> int:
    """K28: who must still choose for the other player, as a bitmask of seats."""
    pile = int(s.shift) - 1
    waiting = 0
    for seat in _seats_at(int(s.players), pile):
        if s.choice[seat] == UNDECIDED and s.sets[other_at(s, pile, seat)] > 1:
            waiting |= 1 << seat
    return waiting


@kernel
def choose(s: Any, seat: int, choice: int) -> int:
    """K28: choose for the other player; when all have, the stacks move and the card is gone."""
    s.choice[seat] = choice
    if choosers(s) != 0:
        return ASKED
    pile = int(s.shift) - 1
    for chooser in range(SEATS):
        if s.choice[chooser] != UNDECIDED:
            move_set(s, other_at(s, pile, chooser), s.choice[chooser] == UP)
            s.choice[chooser] = UNDECIDED
    s.shift = 0
    s.phase = ACTING
    put(s, top_of(s, pile), GONE, 0, FACE_UP)
    return TURNING
