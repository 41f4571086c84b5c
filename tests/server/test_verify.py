"""`tirelire verify`: what a record proves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.match.test_fairness import CLAIM
from tests.server.changed_records import (
    with_another_promise,
    with_false_void_draw,
    with_other_words,
    with_void_draws,
    without_commitments,
    without_secret,
)
from tests.server.stored_house import GAME, Change, call, ids, refused, told
from tirelire import Match, Record
from tirelire.core.chance import seeded
from tirelire.match.fairness import (
    Fairness,
    promise,
)
from tirelire.match.random_player import random_move


@pytest.fixture
def record(stored: str, tmp_path: Path) -> Path:
    """The record of a match to which somebody added words."""
    file = tmp_path / "match.txt"
    told("export", "--table", ids("over")[1], file)
    return file


def test_a_verified_record_says_what_it_proves(record: Path) -> None:
    said = told("verify", record)
    assert "not by the owner of the house, who knows the secret" in said
    assert "Not proven: that no player was shown a card" in said
    french = told("verify", record, "--lang", "fr")
    assert "ni par la personne qui tient la maison et connaît le secret" in french
    for text in (said, french):
        assert not CLAIM.search(text)
    shown = json.loads(told("verify", record, "--json"))
    found = {
        "game": GAME,
        "over": True,
        "deals": 1,
        "words": True,
        "committed": True,
        "promise": fairness_of(record).promised,
        "fingerprint": fairness_of(record).fingerprint,
        "void_draws": [],
    }
    assert shown == {"verified": True, "records": [found]}


def test_words_without_commitments_prove_less(record: Path) -> None:
    """Records of older houses: the owner can have tried many words."""
    record.write_text(without_commitments(record.read_text("utf-8")), "utf-8")
    said = told("verify", record)
    assert "the house could not fit its secret to the words" in said
    assert "they can have tried many words until the deck suited them" in said
    assert "Nor is it proven that nobody was shown a card" in said
    french = told("verify", record, "--lang", "fr")
    assert "elle a pu en essayer beaucoup jusqu’à ce que l’ordre des cartes lui convienne" in french
    for text in (said, french):
        assert not CLAIM.search(text)
    assert json.loads(told("verify", record, "--json"))["records"][0]["committed"] is False


def fairness_of(record: Path) -> Fairness:
    fairness = Record.parse(record.read_text("utf-8")).fairness
    assert fairness is not None
    return fairness


def test_a_record_is_compared_with_the_fingerprint_that_somebody_noted(record: Path) -> None:
    fixed = fairness_of(record).fingerprint
    said = told("verify", record)
    assert fixed in said
    assert "--fingerprint" in said
    compared = told("verify", record, "--fingerprint", fixed.upper())
    assert "--fingerprint" not in compared
    assert "--promise" not in compared
    assert "whose fingerprint you noted" in refused(
        "verify", record, "--fingerprint", fairness_of(record).promised, status=1
    )


def test_the_record_of_a_closed_match_is_verified(record: Path) -> None:
    whole = Record.parse(record.read_text("utf-8"))
    match = whole.replay(3)
    record.write_text(str(Record.of(match, whole.fairness)), "utf-8")
    said = told("verify", record)
    assert "as far as it was played" in said
    assert "not by the owner of the house, who knows the secret" in said
    assert json.loads(told("verify", record, "--json"))["records"][0]["over"] is False


def test_draws_that_were_given_up_are_told(record: Path) -> None:
    text = with_void_draws(record.read_text("utf-8"), "Bob", "Eva")
    record.write_text(text, "utf-8")
    assert str(Record.parse(text)) == text
    said = told("verify", record)
    assert "2 draws were given up because a player did not reveal their words: Bob and Eva." in said
    shown = json.loads(told("verify", record, "--json"))["records"][0]
    assert shown["void_draws"] == [["Bob"], ["Eva"]]


def test_a_record_is_compared_with_the_promise_that_somebody_noted(record: Path) -> None:
    promise = fairness_of(record).promised
    said = told("verify", record)
    assert promise in said
    assert "--promise" in said  # only that it is the same is missing
    assert "--promise" not in told("verify", record, "--promise", promise.upper())
    other = promise[:-1] + ("0" if promise[-1] != "0" else "1")
    assert "not the one that you noted" in refused("verify", record, "--promise", other, status=1)


def test_without_words_of_the_players_it_proves_less(stored: str, tmp_path: Path) -> None:
    told("export", "--table", ids("over")[0], tmp_path / "match.txt")
    said = told("verify", tmp_path / "match.txt")
    assert "the house can have chosen the secret, and the deck with it" in said
    assert not CLAIM.search(said)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_secret, "no secret"),
        (lambda text: with_other_words(without_commitments(text)), "not follow"),
        (with_other_words, "not those that they committed to"),
        (with_false_void_draw, "given up"),
        (with_another_promise, "not the one"),
        (lambda text: text.replace("\nwords A ", "\nwords A 0", 1), "damaged"),
        (lambda text: text[:-40], "cut off"),
        (lambda text: "nonsense", "not a record"),
    ],
)
def test_a_false_record_is_not_verified(record: Path, change: Change, message: str) -> None:
    record.write_text(change(record.read_text("utf-8")), "utf-8")
    assert message in refused("verify", record, status=1)
    assert json.loads(call("verify", record, "--json").stdout)["verified"] is False


def test_other_cards_than_promised_are_found(record: Path) -> None:
    """A cheat deals cards of their choice, and writes the true secret and words under them."""
    honest = Record.parse(record.read_text("utf-8"))
    assert honest.fairness is not None
    match = Match.begin(GAME, 3, {"rounds": 1}, seed=5, names=honest.names)
    source = seeded(1)
    while match.ended != "match":
        match.play(random_move(match.view(match.asked), source), match.asked)
    record.write_text(str(Record.of(match, honest.fairness)), "utf-8")
    assert "not follow from the secret" in refused("verify", record, status=1)
    secret = "ab" * 32
    record.write_text(
        str(Record.of(match, Fairness(promise(secret), honest.fairness.words, secret))), "utf-8"
    )
    assert "not follow from the secret" in refused("verify", record, status=1)


def test_several_records_are_verified_each(stored: str, record: Path) -> None:
    both = told("export")
    record.write_text(both, "utf-8")
    assert "2 of 2" in told("verify", record)
    record.write_text(both.replace("\nwords A ", "\nwords A 0", 1), "utf-8")
    assert "1 of 2" in refused("verify", record, status=1)


def test_a_file_that_cannot_be_read_is_misuse(tmp_path: Path) -> None:
    assert "/nowhere" in refused("verify", "/nowhere/record")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "bytes" in refused("verify", tmp_path / "bytes")
