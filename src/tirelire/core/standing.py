"""Who leads, and what follows from it when a deal is over: shared by all games."""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import kernel
from tirelire.core.phase import DEAL_OVER, MATCH_OVER


@kernel
def leaders(values: Any, players: int) -> int:
    """Tell who has the most, as a bitmask of seats."""
    best = values[0]
    mask = 0
    for seat in range(players):
        if values[seat] > best:
            best = values[seat]
            mask = 0
        if values[seat] == best:
            mask |= 1 << seat
    return mask


@kernel
def is_one_seat(mask: int) -> bool:
    """Tell whether a bitmask holds one seat only."""
    return mask & (mask - 1) == 0


@kernel
def book(s: Any) -> None:
    """Add the gains to the totals, and count the deal as won for the highest gain."""
    best = leaders(s.gained, s.players)
    for seat in range(s.players):
        s.total[seat] += s.gained[seat]
        s.won[seat] += (best >> seat) & 1


@kernel
def end_after(s: Any, agreed: int, lead: int, plays_on: bool, most_extra: int) -> None:
    """End the deal; end the match after the agreed deals, or play on while the lead is shared.

    `lead` is who leads the match, `plays_on` whether a tie is broken by extra deals, of which there
    are at most `most_extra`.
    """
    s.ended = DEAL_OVER
    if s.deals < agreed:
        return
    if plays_on and not is_one_seat(lead) and s.extra < most_extra:
        s.extra += 1
        return
    s.ended = MATCH_OVER
