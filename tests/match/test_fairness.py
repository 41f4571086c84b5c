"""Verifiable deals: from a promised secret and everybody's words; and what they do not prove."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.match.test_records import resealed
from tirelire import Match, Record, RecordError, StaleMove
from tirelire.core.chance import seeded
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import catalogue
from tirelire.games import GAMES
from tirelire.match import fairness
from tirelire.match.fairness import (
    Fairness,
    VoidDraw,
    commitment,
    deal_chance,
    fingerprint,
    new_secret,
    promise,
)
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


def void_draw(secret: str, *missing: str) -> VoidDraw:
    """A draw that some of three seats gave up."""
    promised = promise(secret)
    words = [f"{i}a" * 16 for i in range(3)]
    return VoidDraw(
        promised,
        secret,
        tuple(commitment(promised, said) for said in words),
        tuple("" if name else said for said, name in zip(words, missing, strict=True)),
        missing,
    )


def with_void_draws() -> str:
    """The record of a match after two draws that were given up."""
    record = finished("cash_oder_crash")
    assert record.fairness is not None
    draws = (void_draw("ab" * 32, "", "Bob", ""), void_draw("cd" * 32, "Zoé", "", "Eva"))
    return str(replace(record, fairness=replace(record.fairness, void_draws=draws)))


def test_void_draws_are_read_as_they_are_written() -> None:
    text = with_void_draws()
    record = Record.parse(text)
    assert str(record) == text
    assert [draw.names for draw in record.verify().void_draws] == [["Bob"], ["Zoé", "Eva"]]


@pytest.mark.parametrize(
    ("found", "put"),
    [
        ("void secret [0-9a-f]*\n", ""),
        ("void promise [0-9a-f]*\n", ""),
        ("void promise ", "void promise x"),
        ("void commitment A [0-9a-f]*\n", "void commitment A 12\n"),
        ("void commitment A ", "void commitment D "),
        ("void commitment B ", "void commitment A "),
        ("void missing B Bob\n", "void missing B\n"),
        ("void missing B Bob\n", "void nonsense\n"),
        ("void missing B Bob\n", "missing B Bob\n"),
        ("promise ", "commitment A 12\npromise "),
    ],
)
def test_records_with_damaged_void_draws_are_refused(found: str, put: str) -> None:
    text = re.sub(f"(?m)^{found}", put, with_void_draws(), count=1)
    assert text != with_void_draws()
    with pytest.raises(RecordError):
        Record.parse(resealed(text))


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
"""What no text may claim: without commitments, the owner can choose the deck by their words, and
with them a draw can still be given up. A text says who could not choose."""
TRIES = 400
SECRET = "5e" * 32


def worth(hand: str) -> int:
    """Return the sum of the values of a hand of Money!, as printed on the notes."""
    return sum(int(number) for number in re.findall(r"[A-Z]{3}(\d+)", hand))


def dealt(words: str) -> Match:
    """Begin a match in which seat A knows the secret and was the last to add words."""
    chance = deal_chance(SECRET, (words, "piggy bank", "tirelire é"))
    return Match.begin("money", 3, SHORTEST["money"], chance=chance)


def grind(deck_of: Callable[[str], Match]) -> tuple[str, dict[str, int]]:
    """Try many words; return the best, and what hand each of them gives."""
    tried = [f"{i:032x}" for i in range(TRIES)]
    hands = {words: worth(deck_of(words).item("hand A")) for words in tried}
    return max(hands, key=lambda words: hands[words]), hands


def test_without_commitments_whoever_knows_the_secret_can_grind_words_for_a_good_deck() -> None:
    """So it was in older houses: `verify` cannot tell this from luck, and says so."""
    best, hands = grind(dealt)
    assert hands[best] > 1.4 * sum(hands.values()) / TRIES
    match, source = dealt(best), seeded(4)
    while match.ended != "match":
        match.play(random_move(match.view(match.asked), source), match.asked)
    words = (best, "piggy bank", "tirelire é")
    record = Record.of(match, Fairness(promise(SECRET), words, SECRET))
    assert not record.verify(promise(SECRET)).are_words_committed


HONEST = [f"{seed:02x}" * 16 for seed in range(1, 41)]
"""What the honest player may have committed to; nobody else can know which."""


def test_with_commitments_the_best_words_are_worth_no_more_than_any() -> None:
    """The owner must fix words before those of the honest player are revealed.

    Whatever they guess these to be and grind for, the true ones give a hand like any other.
    """

    def deck(mine: str, honest: str) -> Match:
        chance = deal_chance(SECRET, (mine, honest, ""))
        return Match.begin("money", 3, SHORTEST["money"], chance=chance)

    guess, *true = HONEST
    best, hands = grind(lambda words: deck(words, guess))
    usual = sum(hands.values()) / TRIES
    assert hands[best] > 1.4 * usual
    got = [worth(deck(best, honest).item("hand A")) for honest in true]
    assert abs(sum(got) / len(got) - usual) < 0.1 * usual


def test_other_words_than_committed_to_are_found_whatever_the_deck() -> None:
    """The owner grinds after the words of the others are revealed, and writes a record with it."""
    promised, honest = promise(SECRET), "0b" * 16
    fixed = (commitment(promised, "0a" * 16), commitment(promised, honest), "")

    def deck(words: str) -> Match:
        chance = deal_chance(SECRET, (words, honest, ""))
        return Match.begin("money", 3, SHORTEST["money"], chance=chance)

    best, _ = grind(deck)
    match, source = deck(best), seeded(4)
    while match.ended != "match":
        match.play(random_move(match.view(match.asked), source), match.asked)
    words = (best, honest, "")
    seen = fingerprint(promised, fixed)
    kept = Record.of(match, Fairness(promised, words, SECRET, fixed))
    with pytest.raises(RecordError, match="committed to"):
        kept.verify(promised, seen)
    changed = (commitment(promised, best), *fixed[1:])
    forged = Record.of(match, Fairness(promised, words, SECRET, changed))
    with pytest.raises(RecordError, match="fingerprint"):
        forged.verify(promised, seen)
    dropped = Record.of(match, Fairness(promised, words, SECRET))
    with pytest.raises(RecordError, match="fingerprint"):
        dropped.verify(promised, seen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_claims_that_the_deck_was_chosen_by_nobody(lang: str) -> None:
    texts = {key: str(text) for key, text in catalogue(lang).items()}
    assert [key for key, text in texts.items() if CLAIM.search(text)] == []
    knows = {
        "en": r"knows? the secret",
        "fr": r"connaît le secret",
        "de": r"Geheimnis kennt|kennt das Geheimnis",
    }[lang]
    proofs = ("keep.proof", "keep.bound_proof")
    for key in (*proofs, "page.replay.fair.not_proved", "page.lobby.fair_text"):
        assert re.search(knows, texts[key]), key
    for key in (*proofs, "keep.half_proof", "page.replay.fair.not_proved"):
        assert {"en": "trust", "fr": "confiance", "de": "vertrauen"}[lang] in texts[key], key


def test_the_documents_say_what_is_not_proven() -> None:
    folder = Path(__file__).parents[2]
    for file in (folder / "README.md", *(folder / "docs").glob("*.md"), Path(fairness.__file__)):
        assert not CLAIM.search(file.read_text("utf-8")), file.name
    hosting = (folder / "docs/hosting.md").read_text("utf-8")
    part = hosting.split("## What the verifiable deal proves")[1].split("\n## ")[0]
    for word in ("does not prove", "try many words", "must be trusted", "no player added words"):
        assert word in part
