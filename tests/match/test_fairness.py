"""A deal that nobody chose: from a promised secret and everybody's words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tirelire import Match, Record, RecordError, StaleMove
from tirelire.core.chance import seeded
from tirelire.games import GAMES
from tirelire.match.fairness import Fairness, deal_chance, new_secret, promise
from tirelire.match.random_player import random_move

SHORTEST: dict[str, dict[str, str | int]] = {
    "money": {"match": "single"},
    "cash_oder_crash": {"rounds": 1},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}
WORDS = ("piggy bank", "", "tirelire é")


def finished(name: str) -> Record:
    """Play a short match with three players whose deals come from a secret."""
    secret = new_secret()
    match = Match.begin(name, 3, SHORTEST[name], chance=deal_chance(secret, WORDS))
    source = seeded(4)
    while match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    return Record.of(match, Fairness(promise(secret), WORDS, secret))


@pytest.mark.parametrize("name", GAMES)
def test_a_record_shows_what_its_deals_were_made_from(name: str) -> None:
    record = finished(name)
    text = str(record)
    assert str(Record.parse(text)) == text
    Record.parse(text).verify()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"words": ("piggy bank", "", "other")}, "follow"),
        ({"words": ("", "piggy bank", "tirelire é")}, "follow"),
        ({"secret": "00" * 32}, "promised"),
        ({"secret": "00" * 32, "promised": promise("00" * 32)}, "follow"),
        ({"secret": ""}, "no secret"),
    ],
)
def test_whatever_was_changed_is_found(change: dict[str, object], reason: str) -> None:
    record = finished("cash_oder_crash")
    assert record.fairness is not None
    with pytest.raises(RecordError, match=reason):
        replace(record, fairness=replace(record.fairness, **change)).verify()  # type: ignore[arg-type]
    with pytest.raises(RecordError):
        replace(record, fairness=None).verify()


def test_every_word_changes_every_deal() -> None:
    secret = new_secret()
    packs = []
    for words in (("a", "b", "c"), ("a", "b", "d"), ("ab", "", "c"), ("a", "b c", "")):
        match = Match.begin("money", 3, chance=deal_chance(secret, words))
        packs.append(match.position())
    assert len(set(packs)) == len(packs)


@pytest.mark.parametrize(
    "line",
    ["promise 12", "promise " + "g" * 64, "words B x", "words A  two", "secret 12"],
)
def test_records_with_damaged_fairness_are_refused(line: str) -> None:
    from tirelire.match.record import _digest

    record = finished("cash_oder_crash")
    lines = str(record).split("\n")
    start = line.split(" ")[0]
    lines = [line if x.startswith(f"{start} ") else x for x in lines]
    body = "\n".join(lines[:-2]) + "\n"
    with pytest.raises(RecordError):
        Record.parse(f"{body}check {_digest(body)}\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_prepared_move_has_not_happened(name: str) -> None:
    match = Match.begin(name, 3, seed=2)
    before, number = match.position(), match.number
    move = random_move(match.view(match.asked), seeded(1))
    prepared = match.prepare(move, match.asked)
    assert (match.position(), match.number) == (before, number)
    after = match.after(prepared)
    assert (match.position(), match.number) == (before, number)
    assert after.number == number + 1
    match.accept(prepared)
    assert match.position() == after.position()
    with pytest.raises(StaleMove):
        match.accept(prepared)
