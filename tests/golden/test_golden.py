"""Golden records: the same matches are played today, and all kept records still replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.scenarios import HERE, SCENARIOS, Scenario
from tests.match.test_records import resealed
from tirelire import Record, RecordError
from tirelire.core.languages import LANGUAGES
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


# --- records of version 1 of the rules, kept as they were

OLD = sorted(HERE.glob("version_1/*/*.record"))
DIFFERENT = {"chance_as_a_token": "P18", "three_players_first_to_two": "K27"}
"""Old records that come out differently by today's rules, and by which."""


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays_where_nothing_differs(path: Path) -> None:
    text = path.read_text("utf-8")
    record = Record.parse(text)
    assert (record.rules, str(record)) == (1, text)
    if path.stem not in DIFFERENT:
        match = record.replay()
        assert match.ended == "match"
        assert Record.parse(str(record.renewed())).replay().state.bytes == match.state.bytes


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_of_version_1_is_refused_with_the_version_and_what_differs(path: Path) -> None:
    if path.stem in DIFFERENT:
        record = Record.parse(path.read_text("utf-8"))
        for until in (None, 0, 3):
            with pytest.raises(RecordError) as caught:
                record.replay(until)
            for lang in LANGUAGES:
                said = caught.value.say(lang)
                assert "version 1" in said.lower()
                assert DIFFERENT[path.stem] in said


@pytest.mark.rule("P31")
def test_a_deal_that_the_limit_ended_is_refused_where_it_is_void_today() -> None:
    text = (HERE / "version_1/monopoly/turns_used_up.record").read_text("utf-8")
    void = resealed(text.replace("empty_pile=one_more_round", "empty_pile=void"))
    with pytest.raises(RecordError, match=r"version 1 .*P31"):
        Record.parse(void).replay()


def test_a_record_of_version_1_that_names_a_later_option_is_refused() -> None:
    text = (HERE / "version_1/monopoly/somebody_goes_out.record").read_text("utf-8")
    with pytest.raises(RecordError, match="usual form"):
        Record.parse(resealed(text.replace("target=500", "target=500 first_dealer=A")))
