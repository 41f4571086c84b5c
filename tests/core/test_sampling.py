"""Worlds sampled from a view are equally likely (chi-square tests with fixed seeds)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tirelire import Match
from tirelire.core.cards import UNKNOWN
from tirelire.core.chance import new_stream, seeded
from tirelire.games import GAMES, game
from tirelire.match.random_player import random_move

SAMPLES = 6000
UNLIKELY = 1e-6
"""A uniform sampler fails one of these tests once in a million times; the seeds are fixed."""


def worlds(match: Match, seat: str, samples: int = SAMPLES) -> list[Any]:
    """Sample worlds from what a seat sees, as records."""
    engine = match.game.engine
    view, stream, world = match.view(seat), new_stream(42), engine.new()
    found = []
    for _ in range(samples):
        engine.sample(view.raw, stream, world)
        found.append(engine.record(world.copy()))
    return found


def assert_uniform(counts: Counter[Any], kinds: int) -> None:
    assert len(counts) == kinds
    observed = list(counts.values())
    assert stats.chisquare(observed).pvalue > UNLIKELY, counts


@pytest.mark.parametrize("name", GAMES)
def test_every_unknown_card_is_as_likely_in_every_hidden_place(name: str) -> None:
    found = game(name)
    match = Match.begin(name, found.fewest, seed=3)
    source = seeded(8)
    for _ in range(12):
        match.play(random_move(match.view(match.asked), source), match.asked)
    view = match.view("B").record
    unknown = np.flatnonzero(view.zone == UNKNOWN)
    known = np.bincount(view.zone[view.zone != UNKNOWN], minlength=len(view.count))
    room = np.array(view.count) - known
    sampled = worlds(match, "B")
    for zone in np.flatnonzero(room):
        inside = sum(int((world.zone[unknown] == zone).sum()) for world in sampled)
        assert inside == room[zone] * len(sampled)
        per_card = [sum(int(world.zone[card] == zone) for world in sampled) for card in unknown]
        expected = len(sampled) * room[zone] / len(unknown)
        spread = sum((count - expected) ** 2 for count in per_card) / expected
        share = 1 - room[zone] / len(unknown)
        if share > 0:
            freedom = len(unknown) - 1
            assert stats.chi2.sf(spread / share * freedom / len(unknown), freedom) > UNLIKELY


def test_the_order_of_the_stock_is_uniform() -> None:
    hidden = "hand A EUR60; hand B EUR50; hand C EUR40; known A EUR60; known B EUR50; known C EUR40"
    match = Match.at(f"money 3 removed=USD,GBP; stock EUR20a EUR20b EUR20c; {hidden}")
    codes = match.game.positions.CODES
    stock = [codes.copies(x)[0] for x in ("EUR20a", "EUR20b", "EUR20c")]
    counts = Counter(tuple(int(w.place[card]) for card in stock) for w in worlds(match, "A"))
    assert_uniform(counts, 6)


@pytest.mark.parametrize(
    ("option", "size", "kinds"),
    [("allowed", 1, 4), ("allowed", 2, 6), ("forbidden", 1, 3), ("forbidden", 2, 6)],
)
def test_what_lies_in_a_sealed_bid_is_uniform(option: str, size: int, kinds: int) -> None:
    hand = ["EUR60", "EUR50", "EUR40"]
    bid, rest = hand[:size], hand[size:]
    match = Match.at(
        f"money 3 removed=USD,GBP bluff_only_bid={option}; hand B {' '.join(rest) or '-'}; "
        f"sealed B {' '.join(bid)}; known B {' '.join(hand)}"
    )
    cards = [match.game.positions.CODES.copies(code)[0] for code in hand]
    counts = Counter(
        (*(int(w.laid[card]) for card in cards), int(w.bluffed[1])) for w in worlds(match, "A")
    )
    assert all(sum(bits) == size for bits in counts)
    subsets = [x for x in combinations(range(4), size) if option == "allowed" or x != (3,)]
    assert len(subsets) == kinds
    assert_uniform(counts, kinds)


def test_serial_numbers_that_nobody_has_seen_are_uniform() -> None:
    match = Match.begin("money", 5, {"serials": "shuffled"}, seed=4)
    view = match.view("A").record
    unseen = np.flatnonzero(view.serial == 0)
    counts = Counter(int(world.serial[unseen[0]]) for world in worlds(match, "A"))
    assert_uniform(counts, len(unseen))


def test_cards_laid_face_down_in_cash_oder_crash_are_uniform() -> None:
    match = Match.at(
        "cash_oder_crash 3; turn 10; colour RED; number +1; hand A +6 -3; hand B +1 +2; hand C +6 *"
    )
    colours = Counter(int(world.colour) for world in worlds(match, "C"))
    assert_uniform(colours, 2)
    laid = Counter(
        (tuple(sorted(int(c) % 5 for c in np.flatnonzero(w.zone == 1))), int(w.number))
        for w in worlds(match, "C")
    )
    chosen: Counter[bool] = Counter()
    for (hand, number), count in laid.items():
        assert number in hand
        if hand[0] != hand[1]:
            chosen[number == hand[0]] += count
    assert_uniform(chosen, 2)
