"""Decisive moments of a match: where the lead changed, and the largest gains."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.page.test_replay import played
from tirelire.games import GAMES
from tirelire.server.schemas.responses import Moment
from tirelire.server.tables import moments as found
from tirelire.server.tables.moments import find_moments, leader, moments, standing
from tirelire.server.tables.replay import steps_of

DEAL = "deal"


def course(*standings: Any) -> list[Any]:
    """Make the steps of a match from what each seat would have; DEAL begins a deal."""
    steps: list[Any] = []
    deals = 0
    for i, one in enumerate(standings):
        is_deal = one[0] == DEAL
        deals += is_deal
        after = SimpleNamespace(deals=deals, points=one[is_deal:], winners="")
        step = SimpleNamespace(number=i + 1, is_deal=is_deal, after=after)
        steps.append(step)
    return steps


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let standings be those that are written."""
    monkeypatch.setattr(
        found, "standing", lambda match: dict(zip("ABC", match.points, strict=False))
    )


@pytest.mark.usefixtures("written")
def test_the_last_change_of_the_lead_in_a_deal_is_a_moment() -> None:
    steps = course((DEAL, 5, 0), (5, 7), (8, 7), (8, 9), (8, 10))
    steps[-1].after.winners = "A"
    assert [one for one in find_moments(steps) if one.kind == "lead"] == [Moment(4, "lead", "B", 1)]


@pytest.mark.usefixtures("written")
def test_the_last_change_of_all_is_decisive_if_it_brought_the_winner_ahead() -> None:
    steps = course((DEAL, 5, 0), (5, 9), (DEAL, 5, 9), (15, 9), (16, 9))
    steps[-1].after.winners = "A"
    kinds = {one.number: (one.kind, one.seat) for one in find_moments(steps)}
    assert kinds == {2: ("lead", "B"), 4: ("decisive", "A")}


@pytest.mark.usefixtures("written")
def test_who_only_draws_level_does_not_take_the_lead() -> None:
    steps = course((DEAL, 5, 0), (5, 5), (6, 5))
    assert [one.kind for one in find_moments(steps)] == ["gain"]
    assert leader({"A": 5, "B": 5}) == ""


@pytest.mark.usefixtures("written")
def test_the_largest_gains_of_three_deals_are_moments() -> None:
    steps = course(*(one for gain in (3, 9, 5, 7) for one in ((DEAL, 100, 0), (100 + gain, 0))))
    found_gains = [(one.number, one.points) for one in find_moments(steps) if one.kind == "gain"]
    assert found_gains == [(4, 9), (6, 5), (8, 7)]


@pytest.mark.parametrize("name", GAMES)
def test_the_standing_at_the_end_of_a_deal_is_the_total(name: str) -> None:
    for step in steps_of(played(name)):
        now = standing(step.after)
        assert list(now) == list(step.after.totals)
        if step.after.ended != "running":
            assert now == step.after.totals


@pytest.mark.parametrize("name", GAMES)
def test_moments_are_moves_of_the_match_in_order(name: str) -> None:
    record = played(name)
    steps = {step.number: step for step in steps_of(record)}
    got = moments(record).moments
    assert got
    assert [one.number for one in got] == sorted({one.number for one in got})
    for one in got:
        assert not steps[one.number].is_deal
        assert one.points > 0
