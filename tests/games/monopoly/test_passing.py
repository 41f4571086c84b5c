"""Passing a card to the left with five or six players: P23."""

from collections import Counter

import pytest

from tirelire import Match

from .helpers import DECK, SEATS, can, everything, hand, pass_all, pile, refused, swapped


@pytest.mark.rule("P23")
@pytest.mark.parametrize("order", ["ABCDE", "EDCBA", "CAEBD"])
def test_all_pass_one_card_to_the_left_at_the_same_time(order: str) -> None:
    m = swapped()
    before = {seat: hand(m, seat) for seat in "ABCDE"}
    piles = [pile(m, seat) for seat in "ABCDE"]
    passed = {seat: m.legal(seat)[-1].split()[1] for seat in "ABCDE"}
    for index, seat in enumerate(order):
        assert m.item("turn") == "A"
        assert set(m.actors) == set(order[index:])
        m.play(f"{seat} pass {passed[seat]}")
    for seat, left in zip("ABCDE", "BCDEA", strict=True):
        given, got = Counter([passed[left]]), Counter([passed[seat]])
        assert hand(m, left) == before[left] - given + got
    assert [pile(m, seat) for seat in "ABCDE"] == piles
    assert m.item("turn") == m.actors == "B"


@pytest.mark.rule("P23")
def test_each_chooses_before_he_sees_what_he_gets() -> None:
    m = swapped()
    m.play("A pass ORG1")
    assert hand(m, "B")["ORG1"] == 0
    refused(m, "B pass ORG1")
    refused(m, "A pass ORG2")  # he has chosen
    refused(m, "B pass LBL1")  # his trade card is not in his hand
    refused(m, "B swap C")
    assert m.actors == "BCDE"


@pytest.mark.rule("P23", "P22")
@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("option", ["both", "active_only"])
def test_every_turn_ends_with_a_passing_and_hands_keep_their_size(
    players: int, option: str
) -> None:
    m = Match.begin("monopoly", players=players, options={"trade_discard": option}, seed=3)
    seats = SEATS[:players]
    for turn in range(2 * players):
        assert m.item("turn") == seats[turn % players]
        while m.ended == "running" and m.actors != seats:
            seat = m.asked
            m.play(f"{seat} {next(move for move in m.legal(seat) if not move.startswith('out'))}")
        assert m.ended == "running"
        sizes = [hand(m, seat).total() for seat in seats]
        if option == "both":
            assert sizes == [60 // players - 1] * players
        pass_all(m)
        assert [hand(m, seat).total() for seat in seats] == sizes
        assert everything(m, players) == DECK


@pytest.mark.rule("P22", "P13", "P14")
def test_a_hand_of_five_has_no_limit_of_ten_and_no_empty_pile() -> None:
    m = swapped()
    pass_all(m)
    assert m.ended == "running"
    assert hand(m, "A").total() == 11
    assert can(m, "B swap A")
