"""Kernels that the policies of all games share."""

from __future__ import annotations

import math
from typing import Any

from tirelire.core.bits import ones
from tirelire.core.chance import below
from tirelire.core.compiling import inlined, kernel
from tirelire.policy.traits import TRAITS

_LOGISTIC = 1.7  # a normal distribution is nearly a logistic one of this many times its width


@inlined
def trait(traits: Any, seat: int, number: int) -> int:
    """Read a trait of a seat."""
    return int(traits[seat * TRAITS + number])


@inlined
def happens(stream: Any, percent: int) -> bool:
    """Draw something that happens so often."""
    return below(stream, 100) < percent


@inlined
def noise(stream: Any, width: float) -> float:
    """Draw a number between -width and width."""
    return width * (below(stream, 2001) - 1000) / 1000.0


@inlined
def write(decision: int, out: Any, at: int) -> int:
    """Write a move of one decision."""
    out[at] = decision
    return 1


@kernel
def won_share(winners: int, seat: int) -> float:
    """Return the share of a match that is over."""
    return float((winners >> seat) & 1) / float(ones(winners))


@kernel
def lead_share(values: Any, players: int, seat: int, spread: float) -> float:
    """Guess the share of the win from the totals of all seats.

    `spread` is the standard deviation of what one seat will still gain. The difference of two seats
    is taken as normal; all seats together then have shares in proportion to exponentials.
    """
    width = max(spread, 1e-6) * math.sqrt(2.0) / _LOGISTIC
    total = 0.0
    for other in range(players):
        total += math.exp(min(50.0, (values[other] - values[seat]) / width))
    return 1.0 / total
