"""Who knows what in Cache ton Cash (K29)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import UNKNOWN, sample_cards, sort_copies, veil_cards
from tirelire.core.chance import below
from tirelire.core.compiling import allocating, kernel
from tirelire.games.cache_ton_cash.rules.material import (
    CARDS,
    COPIES,
    DOWN,
    DRAW,
    FEW_LEFT,
    FIRST,
    KINDS,
    NEUTRAL,
    PILES,
    PLACE_BOUND,
    PLACES,
    SEATS,
    SWAP_CARD,
    UNDECIDED,
    draws_places,
    has_piles,
)
from tirelire.games.cache_ton_cash.rules.state import card_at, copy_public, index_cards

_FIRST = np.array(FIRST, np.int64)
_COPIES = np.array(COPIES, np.int64)
_ACTION_CARDS = FIRST[SWAP_CARD]
_draws_places = kernel(draws_places)
_has_piles = kernel(has_piles)


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """K28, K29: all but the hands, what lies face down and the choices of a shift is public."""
    copy_public(s, v)
    veil_cards(s, seat, v)
    for kind in range(len(KINDS)):
        sort_copies(v, _FIRST[kind], 1, _COPIES[kind])
    v.seat = seat
    v.chose = 0
    for other in range(SEATS):
        if s.choice[other] != UNDECIDED:
            v.chose = int(v.chose) | 1 << other
    v.own_choice = s.choice[seat] if seat < SEATS else UNDECIDED


@allocating
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown cards, and choose for those who have chosen secretly."""
    copy_public(v, s)
    sample_cards(v, stream, s, SEATS, DRAW)
    if _has_piles(int(v.players)):
        placed = sample_buried(v, stream, s)
        for pile in range(PILES):
            sample_order(s, pile, placed, stream)
    index_cards(s)
    for seat in range(SEATS):
        s.choice[seat] = UNDECIDED
        if seat == v.seat:
            s.choice[seat] = v.own_choice
        elif (int(v.chose) >> seat) & 1:
            s.choice[seat] = DOWN + below(stream, 2)
    drawn = _draws_places(int(v.players), v.opt)
    for i in range(PLACES):
        s.places[i] = below(stream, PLACE_BOUND) if drawn and i >= v.put_back else 0


@kernel
def sample_buried(v: Any, stream: Any, s: Any) -> int:
    """K27: lay action cards that everybody saw going back into a pile, and not elsewhere, there.

    Each changes places with any face-down card of the pile, so that all the rest stays as random as
    it was. Returns the bits of these cards.
    """
    placed = 0  # bits of the action cards that have their pile
    for i in range(2 * PILES):
        kind, zone = SWAP_CARD + i // PILES, NEUTRAL + i % PILES
        for _ in range(v.buried[i]):
            card = int(_FIRST[kind])
            while v.zone[card] != UNKNOWN or is_placed(card, placed):
                card += 1
            placed |= 1 << (card - _ACTION_CARDS)
            if s.zone[card] == zone:
                continue
            other = any_loose(s, zone, placed, stream)
            s.zone[card], s.zone[other] = s.zone[other], s.zone[card]
            s.place[card], s.place[other] = s.place[other], s.place[card]
            s.seen[card], s.seen[other] = s.seen[other], s.seen[card]
    return placed


@kernel
def is_placed(card: int, placed: int) -> bool:
    """Tell whether a card is an action card that has its pile."""
    return card >= _ACTION_CARDS and (placed >> (card - _ACTION_CARDS)) & 1 == 1


@kernel
def is_loose(s: Any, card: int, zone: int, placed: int) -> bool:
    """Tell whether a card lies face down in a pile and may as well lie elsewhere."""
    return bool(s.zone[card] == zone and s.seen[card] == 0 and not is_placed(card, placed))


@kernel
def loose(s: Any, zone: int, placed: int) -> int:
    """Count such cards of a pile."""
    count = 0
    for card in range(CARDS):
        if is_loose(s, card, zone, placed):
            count += 1
    return count


@kernel
def any_loose(s: Any, zone: int, placed: int, stream: Any) -> int:
    """Choose one of them."""
    skip = below(stream, loose(s, zone, placed))
    card = -1
    while skip >= 0:
        card += 1
        if is_loose(s, card, zone, placed):
            skip -= 1
    return card


@kernel
def sample_order(s: Any, pile: int, placed: int, stream: Any) -> None:
    """Give the face-down cards of a pile places in any order.

    K27: a card that went back while three or more others were left is not at the bottom.
    """
    zone = NEUTRAL + pile
    count = 0
    for card in range(CARDS):
        if s.zone[card] == zone and s.seen[card] == 0:
            s.place[card] = count
            count += 1
    for place in range(count - 1, 0, -1):
        one, other = card_at(s, zone, place), card_at(s, zone, below(stream, place + 1))
        s.place[one], s.place[other] = s.place[other], s.place[one]
    if placed != 0 and int(s.count[zone]) > FEW_LEFT and loose(s, zone, placed) > 0:
        bottom = card_at(s, zone, 0)
        if is_placed(bottom, placed):
            other = any_loose(s, zone, placed, stream)
            s.place[bottom], s.place[other] = s.place[other], s.place[bottom]
