"""Verifiable deals: from a promised secret and everybody's words; and what they do not prove."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tirelire import Match, Record, RecordError, StaleMove
from tirelire.core.chance import seeded
from tirelire.core.texts import LANGUAGES, catalogue
from tirelire.games import GAMES
from tirelire.match import fairness
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


# --- what is not proven ---------------------------------------------------------------------------

CLAIM = re.compile("nobody (chose|could choose|has chosen)|personne n’a (pu choisir|choisi)", re.I)
"""What no text may claim: whoever knows the secret can choose the deck by their words."""
TRIES = 400
SECRET = "5e" * 32


def worth(hand: str) -> int:
    """Return the sum of the values of a hand of Money!, as printed on the notes."""
    return sum(int(number) for number in re.findall(r"[A-Z]{3}(\d+)", hand))


def dealt(words: str) -> Match:
    """Begin a match in which seat A knows the secret and was the last to add words."""
    chance = deal_chance(SECRET, (words, "piggy bank", "tirelire é"))
    return Match.begin("money", 3, SHORTEST["money"], chance=chance)


def test_whoever_knows_the_secret_can_grind_words_for_a_good_deck() -> None:
    """Until players commit to their words first, `verify` cannot tell this from luck."""
    hands = {f"try {i}": worth(dealt(f"try {i}").item("hand A")) for i in range(TRIES)}
    best = max(hands, key=lambda words: hands[words])
    assert hands[best] > 1.4 * sum(hands.values()) / TRIES
    match, source = dealt(best), seeded(4)
    while match.ended != "match":
        match.play(random_move(match.view(match.asked), source), match.asked)
    words = (best, "piggy bank", "tirelire é")
    Record.of(match, Fairness(promise(SECRET), words, SECRET)).verify(promise(SECRET))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_claims_that_the_deck_was_chosen_by_nobody(lang: str) -> None:
    texts = {key: str(text) for key, text in catalogue(lang).items()}
    assert [key for key, text in texts.items() if CLAIM.search(text)] == []
    knows = {"en": "know the secret", "fr": "connaît le secret"}[lang]
    for key in ("keep.proof", "page.replay.fair.not_proved", "page.lobby.fair_text"):
        assert knows in texts[key].replace("knows", "know"), key
    for key in ("keep.proof", "keep.half_proof", "page.replay.fair.not_proved"):
        assert {"en": "trust", "fr": "confiance"}[lang] in texts[key], key


def test_the_documents_say_what_is_not_proven() -> None:
    folder = Path(__file__).parents[2]
    for file in (folder / "README.md", *(folder / "docs").glob("*.md"), Path(fairness.__file__)):
        assert not CLAIM.search(file.read_text("utf-8")), file.name
    hosting = (folder / "docs/hosting.md").read_text("utf-8")
    part = hosting.split("## What the verifiable deal proves")[1].split("\n## ")[0]
    for word in ("does not prove", "try many words", "must be trusted", "no player added words"):
        assert word in part
