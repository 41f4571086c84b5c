"""The record of a match of Money, and what a seat may know of it.

Until a bid is revealed its cards stay in the zone of the owner's hand and are marked as laid: so
what others know about that hand stays true, and which cards are in the bid stays secret.
"""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import kernel
from tirelire.core.header import header, public_copier, record_type
from tirelire.games.money.rules.material import BIDDING, CARDS, NOBODY, OPTIONS, SEATS, ZONES

_PUBLIC: list[tuple[Any, ...]] = [
    ("offer", "i2", (SEATS,)),  # value of the bid that lies open before a seat, 0 without one
    ("lowest", "i1", (SEATS,)),  # lowest serial number in it
    ("sealed", "i1", (SEATS,)),  # cards in a sealed bid, the bluff card included; 0: not sealed
    ("phase", "i1"),
    ("acting", "i1"),  # M8: whose exchange it is, or NOBODY
    ("idle", "i1"),  # M21
    ("last", "i1"),  # M14: 1 in the last round
    ("gone", "i2"),  # M4: currencies that left the game, as bits
]
_CARDS: list[tuple[Any, ...]] = [
    ("zone", "i1", (CARDS,)),
    ("place", "i1", (CARDS,)),
    ("seen", "i1", (CARDS,)),
    ("count", "i1", (ZONES,)),
    ("serial", "i1", (CARDS,)),  # in a view 0 where the seat does not know it
]
STATE = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("laid", "i1", (CARDS,)),  # 1: the holder has laid the card, face down
        ("lying", "i1", (SEATS,)),  # how many cards a seat has laid, the bluff card included
        ("bluffed", "i1", (SEATS,)),  # 1: the bluff card is among them
        ("highest", "i1", (SEATS,)),  # the highest of the others, or -1
        ("least", "i1", (SEATS,)),  # their lowest serial number
        ("stake", "i2", (SEATS,)),  # their value
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("own_laid", "i1", (CARDS,)),
        ("own_bluffed", "i1"),
        ("seat", "i1"),
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


@kernel
def open_hand(s: Any) -> None:
    """Nothing has happened yet in this hand."""
    s.idle = 0
    s.last = 0
    clear_bids(s)


@kernel
def clear_bids(s: Any) -> None:
    """No bid is sealed and none lies open."""
    s.phase = BIDDING
    s.acting = NOBODY
    for seat in range(SEATS):
        forget_laid(s, seat)
        s.offer[seat] = 0
        s.lowest[seat] = 0
        s.sealed[seat] = 0


@kernel
def forget_laid(s: Any, seat: int) -> None:
    """The seat has laid nothing."""
    s.lying[seat] = 0
    s.bluffed[seat] = 0
    s.highest[seat] = -1
    s.least[seat] = 0
    s.stake[seat] = 0
