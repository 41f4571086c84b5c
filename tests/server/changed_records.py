"""Records of a match that were changed in one way."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.match.test_records import resealed
from tirelire import Match, Record
from tirelire.core.chance import seeded
from tirelire.match.fairness import (
    VoidDraw,
    commitment,
    deal_chance,
    new_words,
    promise,
)
from tirelire.match.random_player import random_move


def without_secret(text: str) -> str:
    return resealed(re.sub(r"(?m)^secret .*\n", "", text))


def without_names(text: str) -> str:
    return resealed(re.sub(r"(?m)^seat .*\n", "", text))


def with_another_promise(text: str) -> str:
    return resealed(re.sub("promise .", "promise 1" if "promise 0" in text else "promise 0", text))


def with_another_move(text: str) -> str:
    """The same cards and promise, but another snapshot of the match."""
    record = Record.parse(text)
    assert record.fairness is not None
    chance = deal_chance(record.fairness.secret, record.fairness.words)
    match = Match.begin(
        record.game, record.players, record.options, chance=chance, names=record.names
    )
    source = seeded(3)
    while match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    return str(Record.of(match, record.fairness))


def without_commitments(text: str) -> str:
    """The same match as an older house would have written it down."""
    return resealed(re.sub(r"(?m)^commitment .*\n", "", text))


def with_other_words(text: str) -> str:
    return resealed(re.sub("(?m)^words A .*$", f"words A {new_words()}", text))


def with_void_draws(text: str, *names: str) -> str:
    """The same match, after draws that B gave up under these names."""
    record = Record.parse(text)
    assert record.fairness is not None
    draws = []
    for secret, name in zip(("ab" * 32, "cd" * 32), names, strict=False):
        words = (new_words(), new_words())
        made = (*(commitment(promise(secret), said) for said in words), "")
        draws.append(VoidDraw(promise(secret), secret, made, (words[0], "", ""), ("", name, "")))
    fairness = replace(record.fairness, void_draws=tuple(draws))
    return str(replace(record, fairness=fairness))


def with_false_void_draw(text: str) -> str:
    """The secret of a void draw is not the one that was promised."""
    given_up = with_void_draws(text, "Bob")
    return resealed(re.sub("(?m)^void secret .*$", f"void secret {'00' * 32}", given_up))


def unfinished(text: str) -> str:
    record = Record.parse(text)
    return str(Record.of(record.replay(5), record.fairness))
