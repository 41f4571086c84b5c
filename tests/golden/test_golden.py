"""Golden records: the same matches are played today, and all kept records still replay."""

from __future__ import annotations

import pytest

from tests.golden.scenarios import HERE, SCENARIOS, Scenario
from tirelire import Record
from tirelire.games import GAMES, game
from tirelire.match.events import Played


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda x: f"{x.game}-{x.name}")
def test_a_golden_match_is_played_as_it_was(scenario: Scenario) -> None:
    assert scenario.record() == scenario.path.read_text("utf-8")


def test_every_kept_record_belongs_to_a_scenario_and_replays() -> None:
    kept = sorted(HERE.glob("*/*.record"))
    assert kept == sorted(scenario.path for scenario in SCENARIOS)
    for path in kept:
        text = path.read_text("utf-8")
        record = Record.parse(text)
        assert str(record) == text
        assert record.replay().ended == "match"


@pytest.mark.parametrize("name", GAMES)
def test_every_way_in_which_a_deal_can_end_is_kept(name: str) -> None:
    reasons = set()
    for scenario in SCENARIOS:
        if scenario.game == name:
            record = Record.parse(scenario.path.read_text("utf-8"))
            match = record.replay(0)
            for event in record.events:
                match.apply(event)
                if isinstance(event, Played) and match.ended != "running":
                    reasons.add(match.reason)
    assert reasons == set(game(name).reasons) - {""}
