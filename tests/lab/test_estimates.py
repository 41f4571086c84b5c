"""Intervals and the parts of luck, on numbers whose truth is known."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tests.lab.common import figure, made_up
from tirelire.games import game
from tirelire.lab.count_layout import WHOLE_WIN, CountLayout
from tirelire.lab.estimates import Estimate, Histogram, estimate, ratio
from tirelire.lab.figures import figures_of
from tirelire.lab.luck import PARTS, luck_sums, shares_of_variance

SEATS = 4


def test_the_interval_of_a_mean_is_students() -> None:
    values = np.random.default_rng(1).normal(5, 2, (30, 1))
    found = estimate(lambda x: ratio(x[..., 0], x[..., 1]), np.hstack([values, np.ones((30, 1))]))
    half = stats.t.ppf(0.975, 29) * values.std(ddof=1) / math.sqrt(30)
    assert found.value == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half), 1e-3)


def test_one_block_has_no_interval() -> None:
    found = estimate(lambda x: x[..., 0], np.array([[3.0]]))
    assert found.value == 3
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_intervals_hold_what_they_should_about_as_often_as_they_say() -> None:
    """The ratio of two means, whose distribution nobody wrote down."""
    numbers = np.random.default_rng(2)
    held = 0
    for _ in range(300):
        top, bottom = numbers.exponential(3, (25, 40)), numbers.exponential(2, (25, 40))
        found = estimate(ratio, top.sum(axis=1), bottom.sum(axis=1))
        held += found.low <= 1.5 <= found.high
    assert 0.91 < held / 300 < 0.99


def test_a_difference_of_settings_with_the_same_cards_is_surer_than_either() -> None:
    luck = np.random.default_rng(3).normal(0, 5, 50)
    one, other = luck + 10, luck + 10.5 + np.random.default_rng(4).normal(0, 0.1, 50)
    ones = np.ones(50)
    alone = estimate(lambda x, n: ratio(x, n), one, ones)
    gap = estimate(lambda x, y, n: ratio(y - x, n), one, other, ones)
    assert alone.high - alone.low > 2
    assert 0.4 < gap.low < 0.5 < gap.high < 0.6


def test_quantiles_are_numbers_that_occur() -> None:
    blocks = [np.arange(1, 101) for _ in range(20)]
    histogram = Histogram(blocks)
    assert histogram.quantile(0.5) == Estimate(50, 50, 50)
    assert histogram.mean() == Estimate(50.5, 50.5, 50.5)
    assert histogram.spread().value == pytest.approx(np.std(np.arange(1, 101)))
    uneven = [np.random.default_rng(i).integers(1, 101, 50) for i in range(20)]
    median = Histogram(uneven).quantile(0.5)
    assert median.low < median.value < median.high
    assert median.low == int(median.low)


def values(bot: Any, cards: float, noise: float, boards: int = 2000) -> list[Any]:
    """Make up leads by board, rotation and seat: of bots, of cards, and of nothing."""
    numbers = np.random.default_rng(5)
    made = numbers.normal(0, cards, (boards, 1, SEATS)) * np.ones((1, SEATS, 1))
    made = made + numbers.normal(0, noise, (boards, SEATS, SEATS))
    for rotation in range(SEATS):
        made[:, rotation] += np.roll(np.array(bot, float), rotation)
    made -= made.mean(axis=-1, keepdims=True)
    return np.split(made, 50)


@pytest.mark.parametrize(
    ("bot", "cards", "noise", "truth"),
    [
        ((3, 1, -1, -3), 2, 2, (5 / 11, 3 / 11, 0, 3 / 11)),
        ((0, 0, 0, 0), 2, 2, (0, 0.5, 0, 0.5)),
        ((3, 1, -1, -3), 0, 0, (1, 0, 0, 0)),
        ((0, 0, 0, 0), 0, 1, (0, 0, 0, 1)),
        ((0, 0, 0, 0), 1, 0, (0, 1, 0, 0)),
    ],
)
def test_a_variance_is_taken_apart_as_it_was_put_together(
    bot: Any, cards: float, noise: float, truth: Any
) -> None:
    found = estimate(shares_of_variance, luck_sums(values(bot, cards, noise)))
    assert sum(x.value for x in found) == pytest.approx(1)
    for part, share, expected in zip(PARTS, found, truth, strict=True):
        slack = 0.003  # a seat of nought varies by less than its interval can tell
        assert share.low - slack <= expected <= share.high + slack, part
        assert share.high - share.low < 0.06


def test_a_better_seat_is_the_seats() -> None:
    leads = [x + np.array([1.5, 0.5, -0.5, -1.5]) for x in values((0, 0, 0, 0), 1, 1)]
    found = dict(zip(PARTS, estimate(shares_of_variance, luck_sums(leads)), strict=True))
    truth = 1.25 / (1.25 + 1.5)
    assert found["seat"].low <= truth <= found["seat"].high
    assert found["bot"].low <= 0 <= found["bot"].high


def test_a_symmetric_game_has_no_seat_effect() -> None:
    numbers = np.random.default_rng(6)
    figures = figures_of(made_up([numbers.integers(0, 100, (20, 4, 4)) for _ in range(40)]))
    for seat in "ABCD":
        share, lead = (figure(figures, "seats", x, seat) for x in ("share", "lead"))
        assert share.low < 0.25 < share.high
        assert lead.low < 0 < lead.high


def test_a_seat_that_always_wins_has_all_wins() -> None:
    totals = np.zeros((10, 3, 3), np.int64) + np.array([5, 2, 1])
    figures = figures_of(made_up([totals] * 4))
    assert figure(figures, "seats", "share", "A") == Estimate(1, 1, 1)
    assert figure(figures, "seats", "lead", "A").value == pytest.approx(5 - 8 / 3)
    assert figure(figures, "scores", "mean", "margin").value == 3
    never = figure(figures, "scores", "shared", "")
    assert never.value == 0
    assert 0 < never.high < 0.1  # never seen in forty boards


def test_a_shared_win_counts_in_equal_parts() -> None:
    totals = np.zeros((10, 3, 3), np.int64) + np.array([5, 5, 1])
    figures = figures_of(made_up([totals] * 4))
    assert [figure(figures, "seats", "share", x).value for x in "ABC"] == [0.5, 0.5, 0]
    assert figure(figures, "scores", "shared", "").value == 1


def test_cards_get_back_the_value_that_was_put_into_them() -> None:
    """Hands of five numbers whose points are the sum of what each number is worth, and noise."""
    players, worth = 3, np.array([-4.0, -1.0, 0.0, 2.0, 3.0])
    layout, kinds = (
        CountLayout(game("cash_oder_crash"), players),
        game("cash_oder_crash").sorts.kinds,
    )
    numbers = np.random.default_rng(7)
    sums = []
    for _ in range(40):
        hands = numbers.multinomial(5, [0.2] * 5, 300)
        points = np.rint(players * (hands @ worth + numbers.normal(0, 2, 300))).astype(np.int64)
        wins = np.where(points > 0, WHOLE_WIN, 0)
        block = np.zeros(layout.at[-1], np.int64)
        layout.part("cross", block)[:] = hands.T @ hands
        layout.part("points", block)[:] = hands.T @ points
        layout.part("wins", block)[:] = hands.T @ wins
        layout.part("cards", block)[:] = hands.sum(axis=0)
        sums.append(block)
    figures = figures_of(made_up([np.ones((2, 3, 3), np.int64)] * 40, sums))
    for kind, value in zip(kinds, worth, strict=True):
        found = figure(figures, "cards", "dealt_points", kind)
        assert found.low < value < found.high
        assert found.high - found.low < 0.2
    shares = [figure(figures, "cards", "dealt_share", kind).value for kind in kinds]
    assert shares == sorted(shares)
