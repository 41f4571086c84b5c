"""Figures with intervals, from blocks of boards that are independent of each other.

Everything that the lab says is a function of sums over blocks. Its error is found by leaving out
one block after the other (the jackknife), for any function: a mean, a difference of
settings that were dealt the same cards, a regression, or a share of variance. Matches of a board
share their cards, and so lie in one block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.arena.statistics import student_quantile

Sums = NDArray[np.float64]
"""Sums of one kind: the first dimension is the block."""
Function = Callable[..., Any]
"""A figure, or an array of figures, from sums whose first dimension is kept."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval; bounds that cannot be told are not numbers."""

    value: float
    low: float
    high: float


def estimate(function: Function, *sums: Sums) -> Any:
    """Return the estimates of a function of sums: one, or a list of them, or a list of lists.

    Law: the value is the function of the sums over all blocks; the interval is Student's, around
    the value, by the jackknife. One block alone has no interval.
    """
    blocks = len(sums[0])
    whole = [values.sum(axis=0, keepdims=True) for values in sums]
    value = np.asarray(function(*whole), np.float64)[0]
    if blocks < 2:
        half = np.full(value.shape, np.nan)
    else:
        rest = [total - values for total, values in zip(whole, sums, strict=True)]
        without = np.asarray(function(*rest), np.float64)
        spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0) * (blocks - 1) / blocks
        half = float(student_quantile(np.array([blocks - 1.0]))[0]) * np.sqrt(spread)
    return _listed(value, half)


def _listed(value: Any, half: Any) -> Any:
    if value.ndim:
        return [_listed(v, h) for v, h in zip(value, half, strict=True)]
    return Estimate(float(value), float(value - half), float(value + half))


def ratio(part: Any, whole: Any) -> Any:
    """Divide; what nothing was counted of is not a number."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole != 0, part / np.where(whole != 0, whole, 1), np.nan)


class Histogram:
    """How often whole numbers occur, by block: what quantiles are computed from."""

    def __init__(self, numbers: Sequence[NDArray[np.int64]]) -> None:
        """Count the numbers of each block."""
        self.values, places = np.unique(np.concatenate(numbers), return_inverse=True)
        ends = np.cumsum([len(block) for block in numbers])[:-1]
        parts = np.split(places.reshape(-1), ends)
        size = len(self.values)
        self.counts: Sums = np.array([np.bincount(part, minlength=size) for part in parts], float)

    def quantile(self, share: float) -> Estimate:
        """Return the number below which, or at which, this share of all lies.

        The interval is that of the share, read off as numbers again (R. S. Woodruff, 1952): whole
        numbers have quantiles that jump.
        """
        whole = self.counts.sum(axis=0)
        upto = np.cumsum(whole) / whole.sum()
        place = int(np.argmax(upto >= share))

        def below(counts: Any) -> Any:
            return ratio(counts[..., : place + 1].sum(axis=-1), counts.sum(axis=-1))

        reached: Estimate = estimate(below, self.counts)
        half = reached.high - reached.value
        if np.isnan(half):
            return Estimate(float(self.values[place]), np.nan, np.nan)
        ends = np.searchsorted(upto, [max(share - half, 0), min(share + half, 1)])
        low, high = self.values[np.minimum(ends, len(upto) - 1)]
        return Estimate(float(self.values[place]), float(low), float(high))

    def mean(self) -> Estimate:
        """Return the mean."""
        found: Estimate = estimate(self._mean, self.counts)
        return found

    def spread(self) -> Estimate:
        """Return the standard deviation."""
        found: Estimate = estimate(self._spread, self.counts)
        return found

    def _mean(self, counts: Any) -> Any:
        return ratio(counts @ self.values, counts.sum(axis=1))

    def _spread(self, counts: Any) -> Any:
        squares = ratio(counts @ (self.values.astype(float) ** 2), counts.sum(axis=1))
        return np.sqrt(np.maximum(squares - self._mean(counts) ** 2, 0))
