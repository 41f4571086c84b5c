"""Heuristics for the arena: none of them knows what a hand scores (see `contract.opponents`).

They look at the face values of cards, and at how much of each currency they have already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tirelire.core.chance import Source
from tirelire.games.money.rules.material import (
    BID,
    BIDDING,
    CURRENCIES,
    LEFT,
    NOTE_VALUES,
    NOTES,
    PER_CURRENCY,
    RIGHT,
    SEAL,
    SWAP,
    TAKE_LEFT,
    TAKE_RIGHT,
    VALUES,
    WITHDRAW,
)

LEAST, MOST = 50, 60
"""What the bids of `steady` make."""
TARGETS = range(10, 110, 10)
"""What the bids of `mixer` should make, each equally likely."""
_WHOLE = sum(NOTE_VALUES)
_COIN = 0.5
"""A coin is liked as much as a note of a currency of which the seat has half."""

Likes = Callable[[Any, Sequence[int]], float]
"""How much a seat likes some cards."""


def own_cards(r: Any) -> list[int]:
    """List the cards of the viewing seat: its hand, and its bid where one lies open."""
    return [*r.cards_in(r.seat), *r.cards_in(BID + r.seat)]


def shares(r: Any) -> list[float]:
    """Return which part of each currency the viewing seat has."""
    totals = [0] * len(CURRENCIES)
    for card in own_cards(r):
        if card < NOTES:
            totals[card // PER_CURRENCY] += VALUES[card]
    return [total / _WHOLE for total in totals]


def by_currency(r: Any, cards: Sequence[int]) -> float:
    """Like what goes with the currencies that the seat collects."""
    share = shares(r)
    return sum(VALUES[x] * (share[x // PER_CURRENCY] if x < NOTES else _COIN) for x in cards)


def by_face(_r: Any, cards: Sequence[int]) -> float:
    """Like money."""
    return sum(VALUES[card] for card in cards)


def by_number(_r: Any, cards: Sequence[int]) -> float:
    """Like many cards."""
    return len(cards)


def exchange(r: Any, legal: Sequence[int], likes: Likes) -> list[int]:
    """Swap with what the seat likes the most, or keep the bid where it likes that more."""
    zones = {TAKE_RIGHT: RIGHT, TAKE_LEFT: LEFT}
    zones |= {SWAP + seat: BID + seat for seat in range(r.players)}
    offers = {x: likes(r, r.cards_in(zones[x])) for x in legal if x != WITHDRAW}
    best = max(offers, key=lambda x: offers[x], default=WITHDRAW)
    own = likes(r, r.cards_in(BID + r.seat))
    return [best if offers and offers[best] > own else WITHDRAW]


def bid(cards: Sequence[int]) -> list[int]:
    """Lay some cards, ascending, and seal."""
    return [*sorted(cards), SEAL]


def cheapest(r: Any) -> list[int]:
    """List the hand: first what helps the seat least for its face value."""
    share = shares(r)

    def rank(card: int) -> tuple[float, int]:
        return (share[card // PER_CURRENCY] if card < NOTES else _COIN, VALUES[card])

    return sorted(r.cards_in(r.seat), key=rank)


def up_to(cards: Sequence[int], least: int, most: int) -> list[int]:
    """Choose cards, the first ones where they fit, that make at least so much and at most more."""
    chosen: list[int] = []
    total = 0
    for card in cards:
        if total < least and total + VALUES[card] <= most:
            chosen.append(card)
            total += VALUES[card]
    return chosen


# --- the opponents ------------------------------------------------------------------------------


def _played_by(
    choose_bid: Callable[[Any, Source], Sequence[int]], likes: Likes
) -> Callable[[Any, Sequence[int], Source], list[int]]:
    """Make an opponent from how it bids and from what it likes."""

    def choose(r: Any, legal: Sequence[int], rng: Source) -> list[int]:
        if r.phase != BIDDING:
            return exchange(r, legal, likes)
        if not r.cards_in(r.seat):  # nothing to lay but the bluff card
            return [legal[-1]]
        return bid(choose_bid(r, rng))

    return choose


def _steady(r: Any, _rng: Source) -> list[int]:
    """Bid the cheapest cards that make 50 to 60."""
    cards = cheapest(r)
    return up_to(cards, LEAST, MOST) or cards[:1]


def _single(r: Any, _rng: Source) -> list[int]:
    """Bid one card, the cheapest."""
    return cheapest(r)[:1]


def _smallest(r: Any, _rng: Source) -> list[int]:
    """Bid the card of the lowest face value."""
    return [min(r.cards_in(r.seat), key=lambda card: VALUES[card])]


def _all_else(r: Any, _rng: Source) -> list[int]:
    """Bid everything but the currency of which the seat has the most."""
    share = shares(r)
    best = share.index(max(share))
    rest = [x for x in r.cards_in(r.seat) if x >= NOTES or x // PER_CURRENCY != best]
    return rest or cheapest(r)[:1]


def _mixed(r: Any, rng: Source) -> list[int]:
    """Bid cards that make a sum drawn at random."""
    target = TARGETS[rng.below(len(TARGETS))]
    cards = cheapest(r)
    return up_to(cards, target, target + LEAST) or cards[:1]


OPPONENTS = {
    "steady": _played_by(_steady, by_currency),
    "miser": _played_by(_single, by_currency),
    "hoarder": _played_by(_smallest, by_number),
    "spender": _played_by(_all_else, by_face),
    "mixer": _played_by(_mixed, by_currency),
}
