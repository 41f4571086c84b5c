"""The value of cards in Cache ton Cash, in thousands, as far as a seat can know.

Everything is a guess from counts: how many cards of a kind the seat has not seen, how many cards
others hold, how many it will still draw. The numbers below were found by letting policies with
different ones play against each other. What pays is to keep wilds, and to keep cards, until the
draw pile is empty and others can no longer defend.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.games.cache_ton_cash.rules.material import (
    BOX,
    CARDS,
    COPIES,
    DRAW,
    FIRST,
    GOLD,
    JAR,
    KIND_VALUES,
    NEUTRAL,
    NONE,
    PILES,
    SILVER,
    STACK,
    SWAP_CARD,
)
from tirelire.games.cache_ton_cash.rules.material import VALUES as CARD_WORTH
from tirelire.policy.toolkit import trait
from tirelire.policy.traits import MEMORY, NERVE

VALUES = np.array(KIND_VALUES, np.float64)
CARD_VALUES = np.array(CARD_WORTH, np.int64)
_FIRST = np.array(FIRST, np.int64)
_COPIES = np.array(COPIES, np.int64)
_KINDS = len(COPIES)
_PLANE = 16  # see `lists`
_KIND_BITS, _TOP_BITS = 4, 10

_DRAWN = 15.0  # to use a card early and to draw another for it
_WAITING = 70.0  # late, to have a card more than otherwise: the last player takes any set
_PREY = 1.5  # late, the value of a wild, as a multiple of the best set that can be challenged
_SPITE = 1.6  # a loss of all others together, for each thousand
_PAIRED = 0.5  # what equal cards of a hand bring in the end, as a share of their value
_SINGLE = 3.5  # a single card: to wait with, and to fight with
_MATCHES = 0.7  # how likely a card to come makes a pair with a single card
_LATE = 0.9  # extra cards that still come: discards and neutral cards
_SILVER_HELD, _GOLD_HELD, _JAR_HELD = 66.0, 63.0, 40.0
_ACTION_HELD = 9.0
_RISK = 1.5  # how often one card of another's hand that matches becomes a challenge
_WILD_ATTACKS = 0.3  # the same for a wild, as a share of it
_TEMPTING = 33.0  # a set of this worth is challenged half as often as the dearest one
_GUARD = 0.5  # how much a card that can defend a set deters


class Outlook(NamedTuple):
    """The knowledge of a seat while it makes one decision."""

    memory: float
    """How far it trusts its count of cards that are gone, from 0 to 1."""
    usual: float
    """How much of a kind it expects among the unseen cards without having counted."""
    counted: int
    """How many cards of each kind it has not seen, packed."""
    tops: int
    """The values of the top sets of all seats, packed."""
    unseen: float
    """How many cards it has not seen."""
    wilds: float
    """How many wilds it expects among them."""
    danger: float
    """How much others can take."""
    fear: float
    """How dangerous it thinks others are; 1 is right."""
    left: float
    """How many cards it can still expect to draw."""
    drawn: float
    """The value of using a card and drawing another for it."""
    hunt: float
    """What a wild can still win in fights."""
    spite: float
    """The value of a loss of another seat."""


@kernel
def outlook(s: Any, seat: int, traits: Any) -> Outlook:
    """Look at the table once, for all that is weighed in one decision."""
    players, drawable = int(s.players), int(s.count[DRAW])
    hands, threat, tops, prey = 0, 0, 0, 0
    for other in range(players):
        if s.sets[other] > 0:
            worth = set_worth(s, other, int(s.sets[other]) - 1, int(s.top[other]))
            tops |= worth << other * _TOP_BITS
            if other != seat:
                threat += int(s.count[other])
                prey = max(prey, worth if s.sets[other] > 1 else 0)
        hands += int(s.count[other]) if other != seat else 0
    hidden = drawable + hands
    for pile in range(PILES):
        hidden += int(s.count[NEUTRAL + pile]) - int(s.tops[pile] != NONE)
    unseen = max(1.0, float(hidden))
    counted = unseen_kinds(s, int(s.hand[seat]))
    memory = trait(traits, seat, MEMORY) / 100.0
    usual = (1.0 - memory) * unseen / (CARDS - int(s.count[BOX]))
    wilds = 0.0
    for kind in range(SILVER, SWAP_CARD):
        wilds += likely_unseen(counted, kind, memory, usual)
    left = drawable / players
    drawn, hunt = _DRAWN, 0.0
    if drawable == 0:
        drawn = -_WAITING if hands > 0 else 0.0
        hunt = _PREY * prey
    fear = 1.0 - trait(traits, seat, NERVE) / 200.0
    danger = _RISK * fear * threat
    spite = _SPITE / (players - 1)
    return Outlook(
        memory, usual, counted, tops, unseen, wilds, danger, fear, left, drawn, hunt, spite
    )


@kernel
def unseen_kinds(s: Any, hand: int) -> int:
    """Count the cards of each kind that neither lie open nor are in a hand, four bits for each."""
    counts = 0
    for kind in range(_KINDS):
        count = -copies(hand, kind)
        for card in range(int(_FIRST[kind]), int(_FIRST[kind + 1])):
            count += 1 if s.seen[card] != FACE_UP else 0
        counts |= count << kind * _KIND_BITS
    return counts


@inlined
def likely_unseen(counted: int, kind: int, memory: float, usual: float) -> float:
    """Guess how many cards of a kind a seat has not seen: as counted, and as is usual."""
    count = counted >> kind * _KIND_BITS & (1 << _KIND_BITS) - 1
    return memory * count + usual * float(_COPIES[kind])


@inlined
def share_of(kind: int, o: Outlook) -> float:
    """Guess the share of a kind in the cards that a seat has not seen."""
    return likely_unseen(o.counted, kind, o.memory, o.usual) / o.unseen


@inlined
def top_worth(seat: int, o: Outlook) -> int:
    """Tell what a top set is worth."""
    return o.tops >> seat * _TOP_BITS & (1 << _TOP_BITS) - 1


@inlined
def copies(hand: int, kind: int) -> int:
    """Count the cards of a kind in a packed hand."""
    low = (hand >> kind & 1) | (hand >> (_PLANE + kind) & 1) << 1
    return low | (hand >> (2 * _PLANE + kind) & 1) << 2 | (hand >> (3 * _PLANE + kind) & 1) << 3


# --- cards in the hand --------------------------------------------------------------------------


@kernel
def held(kind: int, count: int, o: Outlook) -> float:
    """Return the value of holding `count` cards of a kind: what they will gain later."""
    value = float(VALUES[kind])
    if kind < SILVER:
        pairs = _PAIRED * value * (count - count % 2)
        if count % 2 == 0:
            return pairs
        odds = _MATCHES * share_of(kind, o) * (o.left + _LATE)
        return pairs + _SINGLE + value * odds / (1.0 + odds)
    if kind == SILVER:
        return count * (_SILVER_HELD + o.hunt)
    if kind == GOLD:
        return count * (_GOLD_HELD + o.hunt)
    if kind == JAR:
        return count * (_JAR_HELD + o.hunt)
    return count * _ACTION_HELD * min(1.0, o.left)


@kernel
def spent(s: Any, seat: int, kind: int, used: int, o: Outlook) -> float:
    """Tell what it costs to use cards of a kind."""
    count = copies(int(s.hand[seat]), kind)
    return held(kind, count, o) - held(kind, count - used, o)


# --- sets ---------------------------------------------------------------------------------------


@kernel
def set_worth(s: Any, seat: int, number: int, kind: int) -> int:
    """Add up the cards of a set of a stack."""
    total = 0
    for card in range(int(_FIRST[kind]), int(_FIRST[kind + 1])):
        total += lying_worth(s, card, STACK + seat, number)
    for card in range(FIRST[SILVER], FIRST[SWAP_CARD]):
        total += lying_worth(s, card, STACK + seat, number)
    return total


@inlined
def lying_worth(s: Any, card: int, zone: int, place: int) -> int:
    """Return the value of a card if it lies in a place of a zone; 0 if it does not."""
    return int(CARD_VALUES[card]) if (s.zone[card] == zone) & (s.place[card] == place) else 0


@kernel
def exposed(kind: int, worth: float, guards: float, o: Outlook) -> float:
    """Tell how much of a top set, not at the bottom, one must expect to lose until it is covered.

    `guards` are cards of the hand that can defend it.
    """
    matching = share_of(kind, o) + _WILD_ATTACKS * o.wilds / o.unseen
    odds = o.danger * matching * worth / (worth + _TEMPTING)
    return worth * odds / (1.0 + odds) / (1.0 + _GUARD * guards)


@kernel
def top_exposed(s: Any, seat: int, o: Outlook) -> float:
    """Tell how much of its top set a seat must expect to lose as it lies."""
    if s.sets[seat] < 2:
        return 0.0
    kind = int(s.top[seat])
    return exposed(kind, float(top_worth(seat, o)), float(copies(int(s.hand[seat]), kind)), o)
