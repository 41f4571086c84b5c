"""The goal of a match, as people are told it, is the one by which the rules end it."""

from __future__ import annotations

from typing import Any

import pytest

from tirelire import Match
from tirelire.core.chance import seeded
from tirelire.core.goals import Goal
from tirelire.games import GAMES
from tirelire.match.random_player import random_move

GOALS: list[tuple[str, int, dict[str, Any], Goal]] = [
    ("money", 3, {}, Goal(deals=3)),
    ("money", 4, {"match": "single"}, Goal(deals=1)),
    ("money", 4, {"match": "hands_won", "hands": 5}, Goal(deals=5)),
    ("cash_oder_crash", 4, {"rounds": 2}, Goal(deals=2)),
    ("monopoly", 4, {}, Goal(points=10_000)),
    ("monopoly", 5, {}, Goal(points=7_000)),
    ("monopoly", 2, {"target": 2_000}, Goal(points=2_000)),
    ("cache_ton_cash", 4, {}, Goal(points=1_000)),
    ("cache_ton_cash", 4, {"match": "quick"}, Goal(deals=1)),
    ("cache_ton_cash", 4, {"match": "three"}, Goal(deals=3)),
    ("cache_ton_cash", 4, {"match": "first_to_two"}, Goal(wins=2)),
]


def finished(game: str, players: int, options: dict[str, Any]) -> Match:
    match = Match.begin(game, players, options, seed=5)
    source = seeded(6)
    while match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    return match


@pytest.mark.rule("M18", "C5", "P30", "K12")
@pytest.mark.parametrize(("game", "players", "options", "goal"), GOALS)
def test_the_goal_is_what_the_rules_say(
    game: str, players: int, options: dict[str, Any], goal: Goal
) -> None:
    match = Match.begin(game, players, options, seed=5)
    assert match.game.table.goal(match.view(None).plain) == goal


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("money", 3, {"hands": 2}),
        ("cash_oder_crash", 3, {"rounds": 2}),
        ("monopoly", 3, {"target": 500}),
        ("cache_ton_cash", 3, {"match": "three"}),
    ],
)
def test_a_match_ends_when_its_goal_is_reached(
    game: str, players: int, options: dict[str, Any]
) -> None:
    match = finished(game, players, options)
    goal = match.game.table.goal(match.view(None).plain)
    if goal.deals is not None:
        assert match.deals >= goal.deals  # a tie may prolong it
    else:
        assert goal.points is not None
        assert max(match.totals.values()) >= goal.points


def test_every_game_tells_its_goal() -> None:
    for name in GAMES:
        match = Match.begin(name, 3, {}, seed=1)
        goal = match.game.table.goal(match.view(None).plain)
        assert sum(part is not None for part in goal) == 1
