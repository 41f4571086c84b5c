"""Luck against skill: which part of the differences between seats is the bot's, and which is not.

The matches of a board have the same cards, and every bot sits in every seat once. So what a bot
does better in all seats of all boards is its own; what a seat of a board does better with every bot
is due to the cards, or to the seat; and the rest is due to what happens in between.

Squares of means hold chance of their own. They are estimated by products of different boards, or of
different matches of a board, which hold none: no part is too large on average, and a part that is
zero can come out slightly negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.lab.estimates import Sums, ratio
from tirelire.lab.sample import by_bot

PARTS = ("bot", "cards", "seat", "rest")
"""In the order of `shares_of_variance`."""


def luck_sums(values: Sequence[NDArray[Any]]) -> Sums:
    """Sum the components of the parts, by block; values are by board, rotation and seat.

    The values of a match add up to 0. A row has the number of boards, the squares, the
    products of different matches of a board in the same seat; then for every bot the means of the
    boards and their squares, and the same for every seat.
    """
    rows = []
    for x in values:
        squares = (x**2).sum()
        same_seat = (x.sum(axis=1) ** 2).sum() - squares
        bots, seats = by_bot(x).mean(axis=1), x.mean(axis=1)
        means = [part for y in (bots, seats) for part in (*y.sum(axis=0), *(y**2).sum(axis=0))]
        rows.append([len(x), squares, same_seat, *means])
    return np.array(rows, np.float64)


def shares_of_variance(sums: Any) -> Any:
    """Return which share of the variance each part has, from sums of blocks.

    Law: the shares add up to 1.
    """
    n = (sums.shape[-1] - 3) // 4
    boards, squares, same_seat = sums[..., 0], sums[..., 1], sums[..., 2]
    total = ratio(squares, boards * n**2)
    bot = _square_of_means(sums[..., 3 : 3 + n], sums[..., 3 + n : 3 + 2 * n], boards)
    seat = _square_of_means(sums[..., 3 + 2 * n : 3 + 3 * n], sums[..., 3 + 3 * n :], boards)
    # In different matches the same seat has different bots, whose effects add up to 0.
    place = ratio(same_seat, boards * n**2 * (n - 1)) + bot / (n - 1)
    parts = np.stack([bot, place - seat, seat, total - bot - place], axis=-1)
    return ratio(parts, total[..., None])


def _square_of_means(means: Any, squares: Any, boards: Any) -> Any:
    """Return the mean square of what some have on average, by products of different boards."""
    return ratio((means**2 - squares).mean(axis=-1), boards * (boards - 1))
