"""What moves would bring, as a seat is told before it decides, is what they bring."""

from __future__ import annotations

from typing import Any

import pytest

from tirelire import Match
from tirelire.core.chance import seeded
from tirelire.core.moves import Move, split_seat
from tirelire.games import GAMES
from tirelire.match.events import Played
from tirelire.match.random_player import random_move


def prospects(match: Match, seat: str) -> dict[str, int]:
    moves = [split_seat(text)[1] for text in match.legal(seat)]
    return match.game.table.prospects(match.view(seat).record, moves)


def positions(game: str, options: dict[str, Any], steps: int) -> list[tuple[Match, str]]:
    """Return matches at many moments, each with a seat that is asked."""
    match = Match.begin(game, 3, options, seed=8)
    source = seeded(9)
    found: list[tuple[Match, str]] = []
    while len(found) < steps and match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
            continue
        found.append((Match.at(match.position()), match.asked))
        match.play(random_move(match.view(match.asked), source), match.asked)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_prospects_are_told_for_legal_moves_only(game: str) -> None:
    for match, seat in positions(game, {}, 40):
        legal = {str(split_seat(text)[1]) for text in match.legal(seat)}
        assert set(prospects(match, seat)) <= {"", *legal}


@pytest.mark.rule("M15", "M16", "M17")
def test_an_exchange_of_money_brings_what_was_told() -> None:
    seen = 0
    for match, seat in positions("money", {}, 120):
        told = prospects(match, seat)
        for text, points in told.items():
            if text.startswith(("take", "swap", "withdraw")):
                after = Match.at(match.position())
                after.play(text, seat)
                if after.ended == "running":
                    assert prospects(after, seat)[""] == points
                    seen += 1
    assert seen > 20


@pytest.mark.rule("M15", "M16", "M17")
def test_a_bid_of_money_would_bring_what_was_told_for_each_lot() -> None:
    lots = {"right": "GBP60 GBP50 GBP40 GBP30a", "left": "COIN1 EUR20a EUR20b EUR20c"}
    table = f"money 3; gone RUB JPY; right {lots['right']}; left {lots['left']}"
    hand = "USD20a USD20b USD20c USD50 USD60 CHF40"
    match = Match.at(f"{table}; hand A {hand}")
    record = match.view("A").record
    told = match.game.table.prospects(record, [Move("bid", ("USD20c", "CHF40", "BLUFF"))])
    kept = "USD20a USD20b USD50 USD60"
    for side, cards in lots.items():
        after = Match.at(f"{table.replace(cards, 'USD20c CHF40')}; hand A {kept} {cards}")
        assert told[f"take {side}"] == prospects(after, "A")[""]
    assert told[""] == prospects(match, "A")[""]
    assert len(set(told.values())) == 3


@pytest.mark.rule("P12", "P18")
def test_a_preview_of_going_out_is_what_the_hand_scores_without_its_reward() -> None:
    seen = 0
    for seed in range(40):
        match = Match.begin("monopoly", 3, {}, seed=seed)
        source = seeded(seed)
        for _ in range(400):
            if match.ended != "running":
                break
            seat = match.asked
            if "out" in match.legal(seat):
                move = match.prepare("out", seat).event
                assert isinstance(move, Played)
                told = match.game.table.preview(match.view(seat).record, move.move)
                assert told is not None
                match.play(move.move, seat)
                sheet = match.game.sheet.of_seat(match.view(None).record, "ABC".index(seat))
                assert told.total <= sheet.total
                assert told.total > 0
                seen += 1
                break
            match.play(random_move(match.view(seat), source), seat)
    assert seen > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_does_not_end_the_deal_has_no_preview(game: str) -> None:
    for match, seat in positions(game, {}, 20):
        for text in match.legal(seat):
            move = split_seat(text)[1]
            if move.verb != "out":
                assert match.game.table.preview(match.view(seat).record, move) is None
