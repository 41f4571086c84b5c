"""The check of the deals in the browser finds what `Record.verify` finds."""

from __future__ import annotations

import hashlib
import hmac
import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import tirelire
from tests.programs import NODE, need
from tirelire import Match, Record, RecordError
from tirelire.core.chance import seeded
from tirelire.games import GAMES
from tirelire.match.events import Deal
from tirelire.match.fairness import (
    Fairness,
    VoidDraw,
    commitment,
    deal_chance,
    fingerprint,
    promise,
)
from tirelire.match.random_player import random_move
from tirelire.server.tables.replay import packs

SCRIPT = Path(tirelire.__file__).parent / "page/static/js/fair.js"

WORDS = ("piggy bank", "", "tirelire é €")
SECRET = "5a" * 32
OPTIONS: dict[str, list[dict[str, str | int]]] = {
    "money": [{"match": "total"}, {"match": "single", "serials": "shuffled"}],
    "cash_oder_crash": [
        {"rounds": 2},
        {"rounds": 1, "youngest": "random", "big_deal_priority": "random"},
    ],
    "monopoly": [{"target": 500}],
    "cache_ton_cash": [{"match": "quick", "action_cards": "on"}],
}
CASES = [(name, number) for name in GAMES for number in range(len(OPTIONS[name]))]


@cache
def finished(
    name: str, number: int = 0, words: tuple[str, ...] = WORDS, *, committed: bool = False
) -> Record:
    """Play a match with three players whose deals come from a secret."""
    match = Match.begin(name, 3, OPTIONS[name][number], chance=deal_chance(SECRET, words))
    source = seeded(4)
    while match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    made = tuple(said and commitment(promise(SECRET), said) for said in words)
    fairness = Fairness(promise(SECRET), words, SECRET, made if committed else ())
    return Record.of(match, fairness)


NOTE = {"promise": promise(SECRET), "words": ["piggy bank"]}
"""What the browser of the first player noted before the match."""
RANDOM = ("1a" * 16, "", "2b" * 16)
"""Words that can be committed to."""


def bound(*, void_draws: tuple[VoidDraw, ...] = ()) -> Record:
    """A match whose players committed to their words, after draws that were given up."""
    record = finished("cash_oder_crash", 0, RANDOM, committed=True)
    return with_fairness(void_draws=void_draws)(record)


def note_of(record: Record, **more: Any) -> dict[str, Any]:
    """What the browser of the first player noted of a match with commitments."""
    assert record.fairness
    fixed = {"fingerprint": record.fairness.fingerprint, "voids": []}
    return {"promise": record.fairness.promised, "words": [RANDOM[0]], **fixed, **more}


def void_draw(secret: str = "77" * 32, **change: Any) -> VoidDraw:
    """A draw that C gave up."""
    promised = promise(secret)
    made = tuple(said and commitment(promised, said) for said in RANDOM)
    draw = VoidDraw(promised, secret, made, (RANDOM[0], "", ""), ("", "", "Eva"))
    return replace(draw, **change)


def checked(text: str, given: dict[str, Any], note: Any = NOTE) -> Any:
    """Run the script on a record, as a browser would."""
    values = ", ".join(json.dumps(one) for one in (text, given, note) if one is not None)
    call = f"verify({values})"
    source = f"{SCRIPT.read_text('utf-8')}\nconsole.log(JSON.stringify(await {call}));"
    command = [str(need(NODE)), "--input-type=module", "-"]
    done = subprocess.run(
        command, input=source, capture_output=True, text=True, timeout=60, cwd=SCRIPT.parent
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def packs_of(record: Record) -> Any:
    """Return what was shuffled, as a page gets it."""
    return to_builtins(packs(record))


def deals_of(record: Record) -> int:
    return sum(isinstance(event, Deal) for event in record.events)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_an_honest_match_is_verified(name: str, number: int) -> None:
    record = finished(name, number)
    record.verify()
    deals = deals_of(record)
    assert checked(str(record), packs_of(record)) == {
        "ok": True,
        "deals": deals,
        "message": "page.replay.fair.good",
        "n": deals,
        "promise": promise(SECRET),
        "voids": [],
    }


def test_words_that_all_committed_to_bind_everybody() -> None:
    record = bound(void_draws=(void_draw(), void_draw("88" * 32)))
    record.verify()
    note = note_of(record, voids=[promise("88" * 32)])
    found = checked(str(record), packs_of(record), note)
    assert (found["ok"], found["message"]) == (True, "page.replay.fair.bound")
    assert found["voids"] == [["Eva"], ["Eva"]]


@pytest.mark.parametrize("lacking", ["fingerprint", "words"])
def test_whoever_noted_less_is_told_less(lacking: str) -> None:
    record = bound()
    note = note_of(record, **{lacking: [] if lacking == "words" else None})
    said = {"fingerprint": "page.replay.fair.good", "words": "page.promise.follows"}[lacking]
    assert checked(str(record), packs_of(record), note)["message"] == said


def test_words_of_one_seat_without_a_commitment_bind_nobody() -> None:
    """Its player can have known the words of the others."""
    record = bound()
    assert record.fairness
    made = (*record.fairness.commitments[:2], "")
    changed = with_fairness(commitments=made)(record)
    assert changed.fairness
    assert not changed.fairness.are_words_committed
    found = checked(str(changed), packs_of(record), note_of(changed))
    assert (found["ok"], found["message"]) == (True, "page.replay.fair.good")


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"words": (RANDOM[0], "", "3c" * 16)}, "other_words"),
        ({"words": (RANDOM[0], "", "")}, "other_words"),
        ({"void_draws": (void_draw(secret="99" * 32, promised=promise("77" * 32)),)}, "void"),
        ({"void_draws": (void_draw(words=("3c" * 16, "", "")),)}, "void"),
        ({"void_draws": (void_draw(words=(RANDOM[0], "", RANDOM[2])),)}, "void"),
        ({"void_draws": (void_draw(missing=("", "", "")),)}, "void"),
        ({"void_draws": (void_draw(missing=("", "Bob", "")),)}, "void"),
    ],
)
def test_what_does_not_fit_the_commitments_is_found(change: dict[str, Any], finding: str) -> None:
    record = bound()
    changed = with_fairness(**change)(record)
    with pytest.raises(RecordError):
        changed.verify()
    for note in (note_of(record), None):
        found = checked(str(changed), packs_of(record), note)
        assert (found["ok"], found["message"]) == (False, f"page.replay.fair.{finding}")


def test_other_commitments_than_the_browser_saw_are_found() -> None:
    """The house lets a player choose other words after it has got those of the others."""
    record = bound()
    note = note_of(record, fingerprint=fingerprint(promise(SECRET), ["0" * 64, "", "1" * 64]))
    found = checked(str(record), packs_of(record), note)
    assert (found["ok"], found["message"]) == (False, "page.replay.fair.other_commitments")
    with pytest.raises(RecordError, match="fingerprint"):
        record.verify(fingerprint=note["fingerprint"])


def test_a_void_draw_that_was_left_out_of_the_record_is_found() -> None:
    record = bound(void_draws=(void_draw(),))
    note = note_of(record, voids=[promise("77" * 32), promise("88" * 32)])
    found = checked(str(record), packs_of(record), note)
    assert (found["ok"], found["message"]) == (False, "page.replay.fair.hidden_void")


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 200])
def test_the_hashes_of_the_page_are_those_of_python(length: int) -> None:
    text = ("aé€𝄞" * length)[:length]
    source = (
        "import { hashOf, hmac, toHex } from './hashes.js';\nconst bytes = new TextEncoder()"
        + (
            f".encode({json.dumps(text)});\n"
            "console.log(JSON.stringify([hashOf(new TextDecoder().decode(bytes)),"
            " toHex(hmac(bytes, bytes))]));"
        )
    )
    command = [str(need(NODE)), "--input-type=module", "-"]
    done = subprocess.run(
        command, input=source, capture_output=True, text=True, timeout=60, cwd=SCRIPT.parent
    )
    given = text.encode()
    made = [hashlib.sha256(given).hexdigest(), hmac.digest(given, given, "sha256").hex()]
    assert json.loads(done.stdout) == made


@pytest.mark.parametrize("note", [None, {**NOTE, "words": []}, {**NOTE, "words": ["others"]}])
def test_whoever_added_no_words_to_a_promise_is_told_only_what_follows(note: Any) -> None:
    record = finished("cash_oder_crash")
    found = checked(str(record), packs_of(record), note)
    assert (found["ok"], found["message"]) == (True, "page.promise.follows")


def test_a_promise_that_was_not_seen_proves_nothing_about_a_deal_without_words() -> None:
    record = finished("cash_oder_crash", 0, ("", "", ""))
    found = checked(str(record), packs_of(record), None)
    assert (found["ok"], found["message"]) == (True, "page.promise.follows")


def test_another_promise_than_the_one_that_was_seen_is_found() -> None:
    record = finished("cash_oder_crash")
    found = checked(str(record), packs_of(record), {**NOTE, "promise": promise("00" * 32)})
    assert (found["ok"], found["message"]) == (False, "page.promise.changed")
    assert found["promise"] == promise(SECRET)


def test_draws_are_part_of_some_matches() -> None:
    drawn = [packs_of(finished(name, number)) for name, number in CASES]
    assert any(given["bounds"] for given in drawn)
    assert any(deal["bounds"] for given in drawn for deal in given["deals"])
    assert any(len(given["deals"]) > 1 for given in drawn)


def test_without_words_the_house_could_have_chosen_the_secret() -> None:
    record = finished("cash_oder_crash", 0, ("", "", ""))
    assert checked(str(record), packs_of(record))["message"] == "page.replay.fair.half"


def with_fairness(**change: Any) -> Callable[[Record], Record]:
    def changed(record: Record) -> Record:
        assert record.fairness
        return replace(record, fairness=replace(record.fairness, **change))

    return changed


def with_deck(record: Record) -> Record:
    """Change two cards in the order of the last deal."""
    number = max(i for i, event in enumerate(record.events) if isinstance(event, Deal))
    deal = record.events[number]
    assert isinstance(deal, Deal)
    other = next(i for i, card in enumerate(deal.deck) if card % 5 != deal.deck[0] % 5)
    deck = list(deal.deck)
    deck[0], deck[other] = deck[other], deck[0]
    events = [*record.events]
    events[number] = deal._replace(deck=tuple(deck))
    return replace(record, events=events)


def with_deal_draws(record: Record) -> Record:
    deal = record.events[0]
    assert isinstance(deal, Deal)
    draws = ((deal.draws[0] + 1) % 6, *deal.draws[1:])
    return replace(record, events=[deal._replace(draws=draws), *record.events[1:]])


@pytest.mark.parametrize(
    ("change", "number", "finding", "n"),
    [
        (with_fairness(words=("piggy bank", "", "other")), 0, "deal", 1),
        (with_fairness(words=("", "piggy bank", "tirelire é €")), 0, "deal", 1),
        (with_fairness(words=("piggy bank", "", "other")), 1, "draws", 0),
        (with_fairness(secret="00" * 32), 0, "other_secret", 0),
        (with_fairness(secret=""), 0, "no_secret", 0),
        (lambda record: replace(record, fairness=None), 0, "no_secret", 0),
        (lambda record: replace(record, draws=[0, 0]), 1, "draws", 0),
        (with_deck, 0, "deal", 2),
        (with_deal_draws, 1, "deal", 1),
    ],
)
def test_what_was_changed_is_found(
    change: Callable[[Record], Record], number: int, finding: str, n: int
) -> None:
    record = finished("cash_oder_crash", number)
    changed = change(record)
    with pytest.raises(RecordError):
        changed.verify()
    found = checked(str(changed), packs_of(record))
    assert (found["ok"], found["message"], found["n"]) == (False, f"page.replay.fair.{finding}", n)


def test_a_secret_and_its_promise_that_were_changed_together_are_found() -> None:
    record = finished("cash_oder_crash")
    changed = with_fairness(secret="00" * 32, promised=promise("00" * 32))(record)
    for note, finding in ((NOTE, "page.promise.changed"), (None, "page.replay.fair.deal")):
        found = checked(str(changed), packs_of(record), note)
        assert (found["ok"], found["message"]) == (False, finding)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("rules 2", "rules 1"),
        lambda text: text[:-1],
        lambda text: text[: text.index("check ")],
        lambda text: text.replace("tirelire record 1", "record"),
        lambda text: "",
    ],
)
def test_a_damaged_record_is_found(change: Callable[[str], str]) -> None:
    record = finished("cash_oder_crash")
    text = change(str(record))
    with pytest.raises(RecordError):
        Record.parse(text)
    assert checked(text, packs_of(record))["message"] == "page.replay.fair.damaged"


def test_a_house_that_tells_of_other_deals_is_found() -> None:
    record = finished("cash_oder_crash")
    given = packs_of(record)
    told = checked(str(record), {**given, "deals": given["deals"][:1]})
    assert told["message"] == "page.replay.fair.deals"
