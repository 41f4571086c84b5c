"""The report of a contest."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tirelire.arena.board import BoardResult, Incident
from tirelire.arena.contest import SURE, Contest
from tirelire.arena.rating import Rating, rate
from tirelire.arena.statistics import LEVEL, Entrant, RunningMean, running_lead, running_share

MOST_OF_A_KIND = 3
"""Faults of one kind by one bot that are told with their positions; all are counted."""


@dataclass(frozen=True)
class Standing:
    """The results of one bot."""

    entrant: Entrant
    share: RunningMean
    lead: RunningMean
    rating: Rating
    faults: int


@dataclass(frozen=True)
class Report:
    """The boards that count, in the order of their numbers, and what follows from them."""

    contest: Contest
    boards: list[BoardResult]
    verdict: str
    """Whether the first bot's share is surely ABOVE or BELOW the bar, or UNSURE."""

    @cached_property
    def standings(self) -> list[Standing]:
        """All bots, in the order in which they were named."""
        ratings = rate(match for board in self.boards for match in board.matches)
        faults: Counter[str] = Counter()
        for board in self.boards:
            faults.update(board.faults)
        any_time = self.contest.until_sure
        standings = []
        for entrant in self.contest.entrants:
            shares = np.array([entrant.win_share(board) for board in self.boards])
            leads = np.array([entrant.lead(board) for board in self.boards])
            share = running_share(shares, entrant, any_time=any_time)
            lead = running_lead(leads, any_time=any_time)
            spec = entrant.spec
            standings.append(Standing(entrant, share, lead, ratings[spec], faults[spec]))
        return standings

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(len(board.matches) for board in self.boards)

    @property
    def incidents(self) -> list[Incident]:
        """The first faults of each kind by each bot, with their positions."""
        told: Counter[tuple[str, str]] = Counter()
        first = []
        for incident in (x for board in self.boards for x in board.incidents):
            told[incident.bot, incident.kind] += 1
            if told[incident.bot, incident.kind] <= MOST_OF_A_KIND:
                first.append(incident)
        return first

    def summary(self) -> dict[str, Any]:
        """Return everything as plain numbers, for tables and JSON."""
        contest = self.contest
        return {
            **contest.settings(),
            "boards": len(self.boards),
            "matches": self.matches,
            "moves": sum(match.moves for board in self.boards for match in board.matches),
            "until_sure": contest.until_sure,
            "interval_level": LEVEL,
            "verdict": {
                "bot": contest.specs[0],
                "bar": contest.bar,
                "level": SURE,
                "sure": self.verdict or None,
            },
            "entrants": [_plain(standing, contest.fair) for standing in self.standings],
            "incidents": [asdict(incident) for incident in self.incidents],
        }


def _plain(standing: Standing, fair: float) -> dict[str, Any]:
    rating = standing.rating
    return {
        "bot": standing.entrant.spec,
        "seats": standing.entrant.seats,
        "win_share": _last(standing.share),
        "fair_share": round(fair, 6),
        "score_difference": _last(standing.lead),
        "rating": {
            "mu": round(rating.mu, 4),
            "sigma": round(rating.sigma, 4),
            "ordinal": round(rating.ordinal, 4),
        },
        "faults": standing.faults,
    }


def _last(running: RunningMean) -> dict[str, float | None]:
    """Return the last mean and interval; NaN becomes None, since JSON has no NaN."""
    values = {name: float(getattr(running, name)[-1]) for name in ("mean", "low", "high")}
    return {name: None if math.isnan(x) else round(x, 6) for name, x in values.items()}
