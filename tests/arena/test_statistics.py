"""Statistics: seldom wrong, as often as promised, and not blind."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as student

from tirelire.arena.board import BoardResult, MatchResult
from tirelire.arena.rating import rate
from tirelire.arena.statistics import (
    Entrant,
    entrants_of,
    running_share,
    student_quantile,
    with_any_time_intervals,
    with_student_intervals,
)
from tirelire.arena.wager import ABOVE, BELOW, UNSURE, Numbers, Trial, wager_bounds

SURE = 0.99


def shares(seed: int, share: float, boards: int, matches: int = 3) -> Numbers:
    """Shares of the wins of a bot, board by board."""
    return np.random.default_rng(seed).binomial(matches, share, boards) / matches


def verdict(values: Numbers, bar: float) -> str:
    trial = Trial(bar, SURE)
    for value in values:
        trial.add(float(value))
    return trial.verdict


@pytest.mark.parametrize(("share", "matches"), [(1 / 3, 3), (0.25, 1)])
def test_false_alarms_are_rarer_than_promised(share: float, matches: int) -> None:
    runs = [verdict(shares(seed, share, 200, matches), share) for seed in range(200)]
    assert sum(run != UNSURE for run in runs) <= 200 * (1 - SURE)


def test_a_clear_difference_is_found_on_the_right_side() -> None:
    assert {verdict(shares(seed, 0.45, 300), 1 / 3) for seed in range(20)} == {ABOVE}
    assert {verdict(shares(seed, 0.22, 300), 1 / 3) for seed in range(20)} == {BELOW}


def test_a_verdict_is_not_taken_back() -> None:
    assert verdict(np.array([1.0] * 30 + [0.0] * 300), 0.5) == ABOVE


def test_who_always_or_never_wins_is_soon_found_out() -> None:
    assert verdict(np.ones(12), 1 / 3) == ABOVE
    assert verdict(np.zeros(32), 1 / 3) == BELOW
    low, high = wager_bounds(np.zeros(100), 0.95)
    assert low[-1] == 0
    assert high[-1] < 0.1


def test_intervals_of_shares_hold_all_the_time() -> None:
    missed = 0
    for seed in range(60):
        low, high = wager_bounds(shares(seed, 0.4, 150), 0.95)
        missed += bool(np.any((low > 0.4) | (high < 0.4)))
    assert missed <= 60 * 0.05


def test_a_sure_verdict_agrees_with_the_interval() -> None:
    values = shares(1, 0.45, 300)
    trial, count = Trial(1 / 3, SURE), 0
    while not trial.verdict:
        trial.add(float(values[count]))
        count += 1
    low, _ = wager_bounds(values[:count], SURE)
    assert low[-2] < 1 / 3
    assert low[-1] >= 0.333
    running = running_share(values[:count], Entrant("x", 1), any_time=True)
    assert running.low[-1] > 1 / 3


def test_intervals_of_leads_hold_all_the_time() -> None:
    source = np.random.default_rng(5)
    missed = 0
    for _ in range(400):
        leads = source.exponential(2, (600, 3)).mean(axis=1) + 5
        running = with_any_time_intervals(leads)
        missed += bool(np.any((running.low[29:] > 7) | (running.high[29:] < 7)))
    assert missed <= 400 * 0.05


def test_students_intervals_hold_as_often_as_promised() -> None:
    source = np.random.default_rng(6)
    held = 0
    for _ in range(2000):
        running = with_student_intervals(source.normal(-3, 5, 8))
        held += bool(running.low[-1] <= -3 <= running.high[-1])
    assert 0.94 <= held / 2000 <= 0.96
    assert np.isnan(running.low[0])


def test_students_quantiles_are_those_of_scipy() -> None:
    freedom = np.array([1.0, 2, 3, 4, 7, 30, 2000])
    assert student_quantile(freedom) == pytest.approx(student.ppf(0.975, freedom), rel=2e-3)


def board(*matches: tuple[str, tuple[int, ...], tuple[int, ...]]) -> BoardResult:
    played = [
        MatchResult(tuple(seats.split()), totals, winners, 9) for seats, totals, winners in matches
    ]
    return BoardResult(0, tuple(played))


def test_shares_and_leads_are_counted_by_seat() -> None:
    one, other = entrants_of(["a", "b", "b"])
    assert (one.seats, other.seats) == (1, 2)
    played = board(
        ("a b b", (30, 20, 10), (0,)), ("b a b", (6, 6, 0), (0, 1)), ("b b a", (9, 0, 0), (0,))
    )
    assert one.win_share(played) == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert other.win_share(played) == pytest.approx((0 + 1 / 2 + 1) / 6)
    assert one.lead(played) == pytest.approx((15 + 3 - 4.5) / 3)
    assert one.lead(played) + 2 * other.lead(played) == pytest.approx(0)


def test_a_bot_with_two_seats_can_win_half_at_most() -> None:
    running = running_share(np.full(200, 0.5), Entrant("b", 2), any_time=True)
    assert running.low[-1] > 0.45
    assert running.high[-1] == 0.5


def test_ratings_follow_the_results() -> None:
    always = [MatchResult(("c", "a", "b"), (10, 30, 20), (1,), 9)] * 20
    ratings = rate(always)
    assert sorted(ratings, key=lambda bot: -ratings[bot].ordinal) == ["a", "b", "c"]
    assert ratings["a"].sigma < 25 / 3


def test_seats_of_one_bot_share_their_rating() -> None:
    first = rate([MatchResult(("a", "b", "b"), (30, 20, 10), (0,), 9)])
    assert first["a"].mu > 25 > first["b"].mu
    tied = rate([MatchResult(("a", "a", "a"), (30, 20, 10), (0,), 9)])
    assert tied["a"].mu == pytest.approx(25, abs=0.01)
