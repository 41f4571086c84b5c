"""Statistics of each bot: its share of the wins and its lead, with intervals.

Boards are independent of each other; the matches of a board are not. So a board counts as one
observation, and all that is computed here goes by boards in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from tirelire.arena.board import BoardResult
from tirelire.arena.wager import Numbers, wager_bounds

LEVEL = 0.95
"""Share of intervals that cover the true value."""
_TUNED_FOR = 200
"""The number of boards at which intervals that hold all the time are the narrowest."""


@dataclass(frozen=True)
class RunningMean:
    """The mean after each board, with its interval; bounds that are not known yet are NaN."""

    mean: Numbers
    low: Numbers
    high: Numbers


@dataclass(frozen=True)
class Entrant:
    """A bot of the contest; bots that are called alike are one."""

    spec: str
    seats: int
    """How many seats it has at every table."""

    def win_share(self, board: BoardResult) -> float:
        """Return the mean share of the win that one seat of the bot had.

        Law: between 0 and 1/seats; 1/players for bots that are equally good.
        """
        shares = [
            share
            for match in board.matches
            for spec, share in zip(match.seats, match.win_shares(), strict=True)
            if spec == self.spec
        ]
        return sum(shares) / len(shares)

    def lead(self, board: BoardResult) -> float:
        """Return by how much a seat of the bot was ahead of the average of all other seats."""
        leads = [
            total - (sum(match.totals) - total) / (len(match.totals) - 1)
            for match in board.matches
            for spec, total in zip(match.seats, match.totals, strict=True)
            if spec == self.spec
        ]
        return sum(leads) / len(leads)


def entrants_of(specs: Sequence[str]) -> list[Entrant]:
    """Return the different bots, in the order in which they were named."""
    return [Entrant(spec, list(specs).count(spec)) for spec in dict.fromkeys(specs)]


def running_share(values: Numbers, entrant: Entrant, *, any_time: bool) -> RunningMean:
    """Return the running mean of a share of the wins.

    The intervals are Student's, for a number of boards that was fixed before. With `any_time` they
    hold all at once, whatever the reason to stop.
    """
    if not any_time:
        running = with_student_intervals(values)
        highest = 1 / entrant.seats
        return RunningMean(
            running.mean, running.low.clip(0, highest), running.high.clip(0, highest)
        )
    low, high = wager_bounds(values * entrant.seats, LEVEL)
    mean, _ = _running(values)
    return RunningMean(mean, low / entrant.seats, high / entrant.seats)


def running_lead(values: Numbers, *, any_time: bool) -> RunningMean:
    """Return the running mean of a lead, with intervals as in `running_share`."""
    return with_any_time_intervals(values) if any_time else with_student_intervals(values)


def with_student_intervals(values: Numbers) -> RunningMean:
    """Return means with Student's intervals; the first board alone has none."""
    mean, variance = _running(values)
    count = np.arange(1, len(values) + 1)
    half = np.full(len(values), np.nan)
    freedom = (count[1:] - 1).astype(np.float64)
    half[1:] = student_quantile(freedom) * np.sqrt(variance[1:] / freedom)
    return RunningMean(mean, mean - half, mean + half)


def with_any_time_intervals(values: Numbers) -> RunningMean:
    """Return means with intervals that hold all at once, for numbers without known bounds.

    They are asymptotic, as Student's are for numbers that are not normal: after a few boards they
    hold only roughly. I. Waudby-Smith and others: Time-uniform central limit theory and asymptotic
    confidence sequences (2024).
    """
    doubt = 1 - LEVEL
    tuning = (-2 * np.log(doubt) + np.log(1 - 2 * np.log(doubt))) / _TUNED_FOR
    mean, variance = _running(values)
    count = np.arange(1, len(values) + 1)
    weight = count * tuning + 1
    half = np.sqrt(variance * 2 * weight / (count**2 * tuning) * np.log(np.sqrt(weight) / doubt))
    half[:1] = np.nan
    return RunningMean(mean, mean - half, mean + half)


def student_quantile(freedom: Numbers) -> Numbers:
    """Return how many standard errors an interval goes to each side, by degrees of freedom.

    Exact for one and two; else the expansion of Fisher and Cornish, within 0.2 %.
    """
    p = (1 + LEVEL) / 2
    z = NormalDist().inv_cdf(p)
    expansion = (
        z
        + (z**3 + z) / 4 / freedom
        + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / freedom**2
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160 / freedom**4
    )
    one = np.tan(np.pi * (p - 0.5))
    two = (2 * p - 1) / np.sqrt(2 * p * (1 - p))
    quantile: Numbers = np.select([freedom == 1, freedom == 2], [one, two], expansion)
    return quantile


def _running(values: Numbers) -> tuple[Numbers, Numbers]:
    """Return mean and variance (of the numbers themselves) after each number."""
    count = np.arange(1, len(values) + 1)
    middle = values.mean()  # near zero no digits are lost
    mean = np.cumsum(values - middle) / count
    variance = np.cumsum((values - middle) ** 2) / count - mean**2
    return mean + middle, variance.clip(0)
