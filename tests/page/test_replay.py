"""Finished matches, moment by moment."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from msgspec import to_builtins

from tirelire import Match, Record
from tirelire.core.chance import seeded
from tirelire.core.texts import catalogue, load
from tirelire.games import GAMES, game
from tirelire.match.events import Deal
from tirelire.match.random_player import random_move
from tirelire.server.errors import Conflict
from tirelire.server.tables.replay import OPEN, frames, packs, replay_text

NAMES = ["Ann", "Émile", "Carla"]
SHORT: dict[str, dict[str, str | int]] = {
    "money": {"match": "single"},
    "cash_oder_crash": {"rounds": 2},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}


@cache
def played(name: str, most: int = 10**6) -> Record:
    match = Match.begin(name, 3, SHORT[name], seed=3, names=NAMES)
    source = seeded(4)
    while match.ended != "match" and match.number < most:
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    return Record.of(match)


def some(record: Record) -> list[int]:
    """Choose some moments to look at closely: there may be thousands."""
    every = max(1, len(record.events) // 60)
    return sorted({*range(0, len(record.events), every), len(record.events) - 1})


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_is_what_a_seat_saw(name: str) -> None:
    record = played(name)
    for seat in ("B", None):
        shown = to_builtins(list(frames(record, seat, "en")))
        assert [frame["number"] for frame in shown] == list(range(1, len(record.events) + 1))
        for i in some(record):
            match = record.replay(i + 1)
            frame = shown[i]
            assert frame["items"] == match.view(seat).items
            assert (frame["ended"], frame["totals"]) == (match.ended, match.totals)
            assert (frame["seat"], frame["legal"], frame["asked"]) == (seat, [], False)
            assert ("sheets" in frame) == (match.ended != "running")


@pytest.mark.parametrize("name", GAMES)
def test_with_all_cards_open_nothing_is_hidden(name: str) -> None:
    record = played(name)
    shown = to_builtins(list(frames(record, OPEN, "fr")))
    assert not [text for frame in shown for text in frame["items"].values() if "?" in text.split()]
    for i in some(record):
        match = record.replay(i + 1)
        assert shown[i]["items"].keys() == match.items().keys()
        assert shown[i]["awaited"] == match.actors
        for letter in "ABC":
            item = f"hand {letter}"
            assert shown[i]["items"][item] == match.view(letter).items[item]


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_what_it_could_know(name: str) -> None:
    record = played(name)
    own, watched = (to_builtins(list(frames(record, seat, "en"))) for seat in ("A", None))
    tell = [" ".join(frame["log"][0]["sentences"]) for frame in watched]
    assert any(tell)
    assert not any("You " in text for text in tell)
    assert any("You " in text for frame in own for text in frame["log"][0]["sentences"])
    assert all(frame["log"][0]["number"] == frame["number"] for frame in own)
    dealt = [i for i, event in enumerate(record.events) if isinstance(event, Deal)]
    assert [i for i, frame in enumerate(own) if frame["log"][0].get("deal")] == dealt


@pytest.mark.parametrize("name", GAMES)
def test_a_stranger_is_told_a_seat_by_its_name(name: str) -> None:
    record = played(name)
    own, told = (list(frames(record, "A", "en", addressed)) for addressed in (True, False))
    for mine, theirs in zip(own, told, strict=True):
        assert mine.items == theirs.items
        assert mine.log[0].scenes == theirs.log[0].scenes
        assert not any(re.search(r"\b[Yy]ou", text) for text in theirs.log[0].sentences)
        assert not re.search(r"\b[Yy]ou", str(to_builtins(theirs).get("ending", "")))
    assert any("Ann" in text for frame in told for text in frame.log[0].sentences)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_match_can_be_read_without_a_script(name: str, lang: str) -> None:
    record = played(name)
    told = replay_text(record, lang)
    assert len(told) == sum(isinstance(event, Deal) for event in record.events)
    for deal in told:
        assert len(deal) > 5
        assert all(any(line.startswith(who) for line in deal) for who in NAMES)
    winners = [NAMES["ABC".index(letter)] for letter in record.winners]
    assert all(who in told[-1][-1] for who in winners)


def test_every_deal_ends_with_its_score() -> None:
    told = replay_text(played("cash_oder_crash"), "en")
    record = played("cash_oder_crash")
    assert told[0][-4] == "All number cards have been played."
    total = record.totals["A"]
    assert told[-1][-4].endswith(f", now {total}")
    assert told[-1][-4].startswith("Ann: ")


def test_a_match_without_names_is_told_by_letters() -> None:
    record = played("cash_oder_crash")
    nameless = Record(**{**vars(record), "names": []})
    assert any("A: " in line for line in replay_text(nameless, "en")[-1])


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_runs_is_shown_to_nobody(name: str) -> None:
    record = played(name, most=9)
    asked: list[Any] = [
        lambda: to_builtins(list(frames(record, "A", "en"))),
        lambda: to_builtins(list(frames(record, None, "en"))),
        lambda: to_builtins(list(frames(record, OPEN, "en"))),
        lambda: replay_text(record, "en"),
        lambda: packs(record),
    ]
    for ask in asked:
        with pytest.raises(Conflict):
            ask()


def test_the_texts_are_the_same_in_both_languages() -> None:
    keys = [
        {key for key in catalogue(lang) if key.startswith("page.replay.")} for lang in ("fr", "en")
    ]
    assert keys[0] == keys[1]
    assert all(
        set(load("tirelire.texts", "replay", lang)["page"]) == {"replay"} for lang in ("fr", "en")
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_has_a_scene_that_says_who_did_it_with_which_cards(name: str) -> None:
    record = played(name)
    cards = {code for code, _, _ in game(name).table.deck("en")}
    told = [told for frame in frames(record, "B", "en") for told in frame.log]
    assert all(len(one.sentences) == len(one.scenes) for one in told)
    scenes = [
        (text, scene) for one in told for text, scene in zip(one.sentences, one.scenes, strict=True)
    ]
    assert any(scene.routine for _, scene in scenes)
    assert any(not scene.routine and scene.seat for _, scene in scenes)
    for text, scene in scenes:
        named = [code for codes in scene.cards.values() for code in codes]
        assert set(named) <= cards
        if scene.seat is not None and scene.seat != "B":
            assert NAMES["ABC".index(scene.seat)] in text
    assert any(any(scene.cards.values()) for _, scene in scenes)
