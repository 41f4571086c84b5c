"""Exchanging bids against lots and other bids (M8–M12)."""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import kernel
from tirelire.games.money.rules.ending import end_round
from tirelire.games.money.rules.material import (
    BID,
    CARDS,
    NOBODY,
    RIGHT,
    SEATS,
    SWAP,
    TAKE_RIGHT,
    WITHDRAW,
)

# --- what may be done ---------------------------------------------------------------------------


@kernel
def legal_exchange(s: Any, seat: int, out: Any) -> int:
    """M9–M11: a lot, the bid of another seat that lies open, or withdraw."""
    count = 0
    for lot in range(2):
        if s.count[RIGHT + lot] > 0:
            out[count] = TAKE_RIGHT + lot
            count += 1
    for other in range(int(s.players)):
        if other != seat and s.count[BID + other] > 0:
            out[count] = SWAP + other
            count += 1
    out[count] = WITHDRAW
    return count + 1


# --- what happens -------------------------------------------------------------------------------


@kernel
def choose_acting(s: Any) -> None:
    """M8: the highest open bid acts, of equal ones that with the lowest serial number."""
    found = NOBODY
    best = 0
    for seat in range(SEATS):
        rank = int(s.offer[seat]) * (CARDS + 1) - int(s.lowest[seat])
        found = seat if rank > best else found
        best = max(best, rank)
    s.acting = found
    if found == NOBODY:
        end_round(s)


@kernel
def exchange(s: Any, seat: int, decision: int) -> None:
    """M9–M12: the whole bid against a lot or another bid, or back into the hand."""
    target = seat
    if decision != WITHDRAW:
        target = BID + decision - SWAP if decision >= SWAP else RIGHT + decision - TAKE_RIGHT
        transfer(s, target, seat)
    transfer(s, BID + seat, target)
    if target >= BID:
        s.offer[target - BID] = s.offer[seat]
        s.lowest[target - BID] = s.lowest[seat]
    s.offer[seat] = 0
    s.lowest[seat] = 0
    choose_acting(s)


@kernel
def transfer(s: Any, origin: int, target: int) -> None:
    """M12: all cards of a zone go to another, never a part."""
    for card in range(CARDS):
        zone = s.zone[card]
        s.zone[card] = target if zone == origin else zone
    s.count[target] += s.count[origin]
    s.count[origin] = 0
