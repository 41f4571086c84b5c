"""Confidence sequences by betting, for the mean of bounded numbers: they hold at any time.

For every candidate of the mean there are two gamblers, who each begin with 1. One bets before every
number that it will be above the candidate, the other that it will be below. If the candidate is the
true mean, their games are fair, and the probability that a gambler ever has 1/a is at most a
(Ville's inequality). So a gambler that rich refutes the candidate, however often one has looked
before. I. Waudby-Smith and A. Ramdas: Estimating means of bounded random
variables by betting (2024); the stakes are those of its section on approximate GRAPA.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

BOLDNESS = 0.5
"""The part of what it could lose that a gambler stakes at most: it is never ruined."""
CANDIDATES = 1000
"""Parts into which candidates for an interval cut the numbers from 0 to 1."""

ABOVE, BELOW, UNSURE = "above", "below", ""


class Wager:
    """The capital of the gamblers for some candidates, each above 0 and below 1."""

    def __init__(self, candidates: Numbers) -> None:
        self.candidates = candidates
        self.above = np.zeros(len(candidates))
        """The logarithm of the capital of those who bet that the mean is above the candidate."""
        self.below = np.zeros(len(candidates))
        self._highest = BOLDNESS / candidates
        self._lowest = BOLDNESS / (1 - candidates)
        # Before the first number: one imagined number, in the middle and as spread as can be.
        self._count = 1
        self._sum = 0.5
        self._squares = 0.25

    def add(self, value: float) -> None:
        """Let all gamblers stake by the numbers so far, then reveal the next number."""
        mean = self._sum / self._count
        edge = mean - self.candidates
        stake = edge / (self._squares / self._count + edge**2)
        gain = value - self.candidates
        self.above += np.log1p(np.clip(stake, 0, self._highest) * gain)
        self.below += np.log1p(np.clip(stake, -self._lowest, 0) * gain)
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / self._count) ** 2


class Trial:
    """The question whether a mean lies above or below a bar, asked after every number."""

    def __init__(self, bar: float, level: float) -> None:
        self._wager = Wager(np.array([bar]))
        self._enough = _enough(level)
        self.verdict = UNSURE
        """ABOVE or BELOW as soon as it is sure; it is not taken back then."""

    def add(self, value: float) -> None:
        """See the next number."""
        self._wager.add(value)
        if not self.verdict:
            if self._wager.above[0] >= self._enough:
                self.verdict = ABOVE
            elif self._wager.below[0] >= self._enough:
                self.verdict = BELOW


def wager_bounds(values: Numbers, level: float) -> tuple[Numbers, Numbers]:
    """Return after each number the bounds of the candidates that are not refuted.

    Law: with the probability of the level the mean of the source is within all of these bounds.
    """
    edges = np.arange(CANDIDATES + 1) / CANDIDATES
    wager = Wager(edges[1:-1])
    enough = _enough(level)
    low, high = np.empty(len(values)), np.empty(len(values))
    means = np.cumsum(values) / np.arange(1, len(values) + 1)
    for i, value in enumerate(values):
        wager.add(float(value))
        (kept,) = np.nonzero((wager.above < enough) & (wager.below < enough))
        # The nearest candidates that are wrong bound those that are not.
        first, last = (edges[kept[0]], edges[kept[-1] + 2]) if len(kept) else (means[i], means[i])
        low[i], high[i] = min(first, means[i]), max(last, means[i])
    return low, high


def _enough(level: float) -> float:
    """Return the logarithm of the capital that proves something; two gamblers share the doubt."""
    return math.log(2 / (1 - level))
