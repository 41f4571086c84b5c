"""Bids: laid face down, sealed, and revealed together (M6–M8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import zone_lister
from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.games.money.rules.exchanges import choose_acting
from tirelire.games.money.rules.material import (
    BID,
    BLUFF_ONLY,
    CARDS,
    EXCHANGING,
    LAY_BLUFF,
    SEAL,
    SEATS,
    TAKE_BACK,
    VALUES,
)
from tirelire.games.money.rules.state import forget_laid

cards_in = zone_lister(CARDS)
_VALUES = np.array(VALUES, np.int64)


# --- what may be done ---------------------------------------------------------------------------


@inlined
def legal_bid(s: Any, seat: int, out: Any) -> int:
    """M6: lay one more card, seal, or take back."""
    # The bluff card first, then ascending: one path to every bid.
    count = cards_in(s.zone, seat, int(s.highest[seat]), out)
    # No branches: what is laid differs from hand to hand, and a wrong guess costs more than this.
    nothing = 1 if s.lying[seat] == 0 else 0
    alone = 1 if s.opt[BLUFF_ONLY] == 0 else 0
    real = 1 if s.lying[seat] > s.bluffed[seat] else 0
    out[count] = LAY_BLUFF
    count += nothing
    out[count] = SEAL
    count += (real | alone) & (1 - nothing)
    out[count] = TAKE_BACK
    return count + 1 - nothing


# --- what happens -------------------------------------------------------------------------------


@kernel
def lay(s: Any, seat: int, card: int) -> None:
    """M6: one more card of the bid, face down and not yet final."""
    s.lying[seat] += 1
    if card == LAY_BLUFF:
        s.bluffed[seat] = 1
    else:
        s.highest[seat] = card
        s.laid[card] = 1
        weigh(s, seat, card)


@kernel
def weigh(s: Any, seat: int, card: int) -> None:
    """M6, M8: what a card adds to the value of a bid, and its serial number."""
    s.stake[seat] += _VALUES[card]
    if s.least[seat] == 0 or s.serial[card] < s.least[seat]:
        s.least[seat] = s.serial[card]


@inlined
def take_back(s: Any, seat: int) -> None:
    """M6: until a bid is sealed, all cards of it may be taken back."""
    forget_laid(s, seat)
    for card in range(CARDS):
        if s.zone[card] == seat:
            s.laid[card] = 0


@kernel
def reveal(s: Any) -> None:
    """M7: bids lie open, bluff cards are back in the hands, the highest bid acts."""
    for card in range(CARDS):
        s.seen[card] |= s.laid[card] * FACE_UP
        s.zone[card] += s.laid[card] * BID
        s.laid[card] = 0
    for seat in range(int(s.players)):
        cards = int(s.lying[seat]) - int(s.bluffed[seat])
        s.count[seat] -= cards
        s.count[BID + seat] += cards
    open_bids(s)


@kernel
def open_bids(s: Any) -> None:
    """M7, M8: what was laid is now what is offered."""
    s.phase = EXCHANGING
    for seat in range(SEATS):
        s.offer[seat] = s.stake[seat]
        s.lowest[seat] = s.least[seat]
        s.sealed[seat] = 0
        forget_laid(s, seat)
    choose_acting(s)
