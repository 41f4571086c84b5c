"""Ratings by OpenSkill: how good each bot is, from who finished before whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce

from tirelire.arena.board import MatchResult

_CAUTION = 3
"""Standard deviations that the cautious rating lies below the mean."""


@dataclass(frozen=True)
class Rating:
    """The estimated strength of a bot: a normal distribution."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A strength that the bot has almost surely; bots are ordered by it."""
        return self.mu - _CAUTION * self.sigma


def rate(matches: Iterable[MatchResult]) -> dict[str, Rating]:
    """Rate all bots by matches in their order.

    Where a bot has several seats, what each of them would change is averaged.
    """
    model = PlackettLuce()
    start = Rating(model.mu, model.sigma)
    ratings: dict[str, Rating] = {}
    for match in matches:
        teams = []
        for spec in match.seats:
            before = ratings.setdefault(spec, start)
            teams.append([model.rating(mu=before.mu, sigma=before.sigma)])
        after = [team[0] for team in model.rate(teams, ranks=places(match))]
        for spec in set(match.seats):
            own = [new for new, sat in zip(after, match.seats, strict=True) if sat == spec]
            mu, sigma = (sum(getattr(new, x) for new in own) / len(own) for x in ("mu", "sigma"))
            ratings[spec] = Rating(mu, sigma)
    return ratings


def places(match: MatchResult) -> list[float]:
    """Return the place of each seat, from 0: winners first, then by what they have.

    >>> places(MatchResult(("a", "b", "c"), (30, 50, 40), (1,), 60))
    [2.0, 0.0, 1.0]
    """
    merits = [(seat in match.winners, total) for seat, total in enumerate(match.totals)]
    return [float(sum(other > own for other in merits)) for own in merits]
