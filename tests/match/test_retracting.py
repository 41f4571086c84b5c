"""Taking back a secret choice: free until somebody has learnt something, then never."""

from __future__ import annotations

import numpy as np
import pytest

from tests.match.test_leaks import SHIFT
from tests.match.test_positions import CASES
from tirelire import IllegalMove, Match, NotationError
from tirelire.contract.covering import Setting
from tirelire.core.chance import Source, new_stream, seeded
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.state import State
from tirelire.games import GAMES, game
from tirelire.match.events import Deal, Played, Retracted
from tirelire.match.random_player import random_move
from tirelire.match.record import Record, read_event, write_event
from tirelire.match.retracting import MOST_RETRACTIONS, standing


def go_on(match: Match, source: Source) -> None:
    """Deal, or let any of the actors move, not only the one that is asked first."""
    if match.ended == "deal":
        match.next_deal()
        return
    seat = match.actors[source.below(len(match.actors))]
    match.play(random_move(match.view(seat), source), seat)


def differing_fields(one: Match, other: Match, seat: str | None) -> set[str]:
    """Return the fields in which two matches look different to a reader."""
    first, second = one.view(seat).record, other.view(seat).record
    return {name for name in first.dtype.names if not np.array_equal(first[name], second[name])}


def without(match: Match, seat: str) -> Match:
    """Return a match of its own in which a seat has taken back its last move."""
    return match.after(match.prepare_retraction(seat))


def last_move(match: Match, seat: str) -> Played:
    moves = [event for event in match.events if isinstance(event, Played) and event.seat == seat]
    return moves[-1]


def another_world(match: Match, seat: str, seed: int) -> Match:
    """Return a match that looks the same to a seat, which has just chosen what it chose here."""
    engine = match.game.engine
    world = engine.new()
    engine.sample(without(match, seat).view(seat).raw, new_stream(seed), world)
    twin = Match(match.game, State(engine, world), None)
    twin.play(last_move(match, seat).move, seat)
    return twin


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_nobody_else_learns_anything_and_the_match_is_the_one_without_the_move(
    name: str, players: int, setting: Setting
) -> None:
    match = Match.begin(name, players, setting, seed=players)
    source, seats = seeded(players), SEAT_LETTERS[:players]
    for step in range(48):
        if match.ended == "match":
            break
        views = {seat: match.view(seat).bytes for seat in seats}
        may = {seat: match.may_retract(seat) for seat in seats}
        able = [seat for seat in seats if may[seat]]
        for seat in set(seats) - set(able):
            with pytest.raises(IllegalMove):
                match.prepare_retraction(seat)
        for seat in able:
            back = without(match, seat)
            assert set(back.actors) == {*match.actors, seat} != set(match.actors)
            for reader in [None, *seats]:
                if reader != seat:
                    assert differing_fields(match, back, reader) <= set(match.game.chosen)
            again = Match.begin(name, players, setting, seed=players)
            for event in standing(back.events)[1:]:
                again.apply(event)
            assert again.state.bytes == back.state.bytes
            world = another_world(match, seat, step)
            assert world.view(seat).bytes == views[seat]
            assert world.may_retract(seat)
        if able and source.below(4) == 0:
            match.retract(able[source.below(len(able))])
            continue
        go_on(match, source)
        for seat in seats:  # what a seat does not see changes nothing about what it may take back
            if match.view(seat).bytes == views[seat]:
                assert match.may_retract(seat) == may[seat]


@pytest.mark.rule("M6")
def test_a_sealed_bid_can_be_taken_back_until_all_are_in() -> None:
    match = Match.begin("money", 3, seed=1)
    hand = match.view("A").item("hand A").split()
    match.play(f"A bid {hand[0]} BLUFF")
    match.play("B bid BLUFF")
    assert [match.may_retract(seat) for seat in "ABC"] == [True, True, False]
    match.retract("A")
    assert match.actors == "AC"
    assert match.view("C").item("sealed A") == "-"
    match.play(f"A bid {hand[1]}")
    match.play("C bid BLUFF")
    assert match.item("bid A") == hand[1]
    assert not any(map(match.may_retract, "ABC"))
    with pytest.raises(IllegalMove):
        match.retract("A")


@pytest.mark.rule("C7")
def test_a_card_laid_face_down_can_be_taken_back_until_the_other_lies_there() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    match.play("A lay RED")
    match.retract("A")
    match.play("A lay YELLOW")
    assert match.may_retract("A")
    match.play(match.legal("B")[0], "B")
    assert not match.may_retract("A")
    assert not match.may_retract("B")


@pytest.mark.rule("C8")
def test_a_pass_is_final() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    match.play("A lay RED")
    match.play(match.legal("B")[0], "B")
    match.play("A pass")
    assert match.actors == "B"
    assert not match.may_retract("A")


@pytest.mark.rule("P23")
def test_a_card_chosen_to_pass_can_be_taken_back_until_all_have_chosen() -> None:
    match = Match.begin("monopoly", 5, seed=2)
    match.play(next(move for move in match.legal("A") if move.startswith("swap")), "A")
    layers = match.actors
    assert len(layers) == 2
    match.play(match.legal(layers[0])[0], layers[0])
    assert not match.may_retract(layers[0])  # it lies open
    match.play(match.legal(layers[1])[0], layers[1])
    for seat in "BCDE":
        match.play(match.legal(seat)[0], seat)
    assert all(map(match.may_retract, "BCDE"))
    match.retract("C")
    assert [match.view("A").item(f"passed {seat}") for seat in "BC"] == ["?", "-"]
    match.play(match.legal("C")[-1], "C")
    while match.actors == "A":
        match.play(match.legal("A")[0], "A")
    assert not any(map(match.may_retract, "BCDE"))


@pytest.mark.rule("K28")
def test_a_choice_of_a_shift_can_be_taken_back_until_all_have_chosen() -> None:
    match = Match.at(SHIFT, seed=3)
    first, second, *_ = list(match.actors)
    match.play("shift up", first)
    match.retract(first)
    match.play("shift down", first)
    assert match.may_retract(first)
    match.play("shift up", second)
    while match.actors and match.actors[0] not in (first, second):
        match.play("shift up", match.actors[0])
    assert not match.may_retract(first)


def test_a_seat_takes_back_only_so_often_while_one_choice_is_open() -> None:
    match = Match.begin("money", 3, seed=1)
    for _ in range(MOST_RETRACTIONS):
        match.play("A bid BLUFF")
        match.retract("A")
    match.play("A bid BLUFF")
    assert not match.may_retract("A")
    match.play("B bid BLUFF")
    assert match.may_retract("B")


def test_what_is_taken_back_stays_in_the_events_but_is_not_in_the_record() -> None:
    match = Match.begin("money", 3, seed=1)
    match.play("A bid BLUFF", time=5)
    match.retract("A", time=9)
    match.play("B bid BLUFF", time=12)
    assert match.events[1:] == [
        Played("A", match.events[1].move, 5),  # type: ignore[union-attr]
        Retracted("A", 9),
        Played("B", match.events[3].move, 12),  # type: ignore[union-attr]
    ]
    record = Record.of(match)
    assert record.events == [match.events[0], match.events[3]]
    assert record.replay().state.bytes == match.state.bytes
    assert Record.parse(str(record)) == record
    match.undo(2)
    assert [type(event) for event in match.events] == [Deal]


@pytest.mark.parametrize("name", GAMES)
def test_a_retraction_is_written_and_read_in_the_event_log(name: str) -> None:
    for event, text in ((Retracted("B"), "retract B"), (Retracted("C", 17), "retract C @17")):
        assert write_event(event, name) == text
        assert read_event(text, name) == event
    for text in ("retract", "retract Z", "retract A B", "retract A @x", "retract A @1 @2"):
        with pytest.raises(NotationError):
            read_event(text, name)


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_that_tell_who_has_chosen_are_fields_of_the_view(name: str) -> None:
    assert set(game(name).chosen) <= set(game(name).engine.view_type.names or ())
