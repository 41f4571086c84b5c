"""Whether an older version of the rules would have gone on differently from a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.games.cache_ton_cash.rules import material as c


def departs(version: int, before: Any, after: Any, draws: Sequence[int] | None) -> bool:
    """K27: tell whether version 1 would have put an action card back at another place.

    It drew the place `number % left`, which could be the bottom. `draws` are those of a deal that
    has just been dealt, None after a move; then the size of the pile is not known exactly, and
    every size that it can have had counts.
    """
    if version > 1 or not c.has_piles(int(after.players)):
        return False
    if draws is not None:
        used = list(draws[: int(after.put_back)])
        sizes = {c.PILE - 1}
    else:
        used = [int(number) for number in before.places[int(before.put_back) : after.put_back]]
        sizes = _sizes(before, after)
    return any(number % left == 0 for number in used for left in sizes)


def _sizes(before: Any, after: Any) -> set[int]:
    """List how many other cards a pile can have had when an action card went back into it."""
    sizes: set[int] = set()
    for pile in range(c.PILES):
        most, least = (int(r.count[c.NEUTRAL + pile]) for r in (before, after))
        if most != least or int(before.piles) >> pile & 1:
            sizes.update(range(max(c.FEW_LEFT, least - 1), most))
    return sizes
