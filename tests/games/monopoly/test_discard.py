"""Discarding down to ten: P13."""

import pytest

from tirelire import Match

from .helpers import BASE, base, can, draw_turn, finish_turn, hand, pile, play, refused, step


@pytest.mark.rule("P13")
@pytest.mark.parametrize(
    ("move", "surplus"),
    [
        ("draw", 1),
        ("trade B 1", 1),
        ("trade B 1 RED1", 0),
        ("trade B 2", 2),
        ("trade B 2 RED1", 1),
        ("trade B 3", 3),
    ],
)
def test_the_hand_is_discarded_down_to_ten(move: str, surplus: int) -> None:
    m = base()
    m.play(f"A {move}")
    before = pile(m, "A")
    thrown = ["H1", "STA1", "ORG2"][:surplus]
    if surplus:
        assert m.actors == "A"
        refused(m, "A discard H1 STA1 ORG2 UTI1", "P13")
        m.play(f"A discard {' '.join(thrown)}")
    assert hand(m, "A").total() == 10
    assert pile(m, "A") == before + thrown
    assert m.actors == "B"


@pytest.mark.rule("P13")
def test_a_turn_is_not_over_before_ten_cards_are_left() -> None:
    m = base()
    m.play("A trade B 3")
    for thrown in ("H1", "H2", "H3"):
        assert m.actors == m.item("turn") == "A"
        if can(m, f"A discard {thrown}"):  # one by one, where that is taken for a move
            m.play(f"A discard {thrown}")
        else:
            m.play("A discard H1 H2 H3")
            break
    assert hand(m, "A").total() == 10
    assert m.item("turn") == "B"


@pytest.mark.rule("P13")
@pytest.mark.parametrize("order", ["H1 STA1", "STA1 H1"])
def test_discards_lie_in_the_order_of_ones_choice(order: str) -> None:
    m = base()
    play(m, "A trade B 2", f"A discard {order}")
    assert pile(m, "A") == ["BRN1", *order.split()]


@pytest.mark.rule("P13")
@pytest.mark.parametrize("thrown", ["RED3", "PNK1", "MR", "H1 H1"])
def test_only_cards_of_the_own_hand_can_be_discarded(thrown: str) -> None:
    m = base()
    m.play(f"A {'trade B 2' if ' ' in thrown else 'draw'}")
    refused(m, f"A discard {thrown}")


@pytest.mark.rule("P13")
def test_an_opponent_keeps_more_than_ten_until_his_own_turn_ends() -> None:
    m = base()
    play(m, "A trade B 3", "A discard H1 H2 H3")
    assert hand(m, "B").total() == 13
    refused(m, "B discard YEL3 GRN3 UTI2")  # not before he has drawn or traded
    m.play("B draw")
    assert hand(m, "B").total() == 14
    finish_turn(m)
    assert hand(m, "B").total() == 10
    assert len(pile(m, "B")) == 4


@pytest.mark.rule("P13")
def test_who_is_not_active_never_discards() -> None:
    m = base()
    play(m, "A trade C 1", "A discard H1")
    assert hand(m, "C").total() == 11
    draw_turn(m)
    assert m.item("turn") == "C"
    assert hand(m, "C").total() == 11
    draw_turn(m)
    assert hand(m, "C").total() == 10
    assert len(pile(m, "C")) == 2


@pytest.mark.rule("P13")
def test_a_hand_of_nine_fills_up_to_ten_without_a_discard() -> None:
    m = base(hand_A="RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN STA1")
    m.play("A draw")
    assert hand(m, "A").total() == 10
    assert m.item("turn") == "B"
    assert pile(m, "A") == ["BRN1", "LBL1", "PNK1"]


@pytest.mark.rule("P13")
@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (10, "draw", 10),
        (9, "draw", 9),  # a hand of nine stays at nine
        (10, "trade B 1", 10),
        (10, "trade B 1 RED1", 9),
        (9, "trade B 1 RED1", 8),
        (10, "trade B 3", 10),  # never more than ten at the end of a turn
        (11, "trade B 1 RED1", 10),
    ],
)
def test_always_one_discards_at_least_one_card(before: int, move: str, after: int) -> None:
    cards = f"{BASE['hand_A']} YEL2".split()[:before]
    m = base(options="discard=always_one", hand_A=" ".join(cards))
    m.play(f"A {move}")
    assert m.actors == m.item("turn") == "A"
    finish_turn(m)
    assert hand(m, "A").total() == after
    assert m.item("turn") == "B"


@pytest.mark.rule("P13")
def test_always_one_never_takes_two_from_a_hand_of_eleven() -> None:
    m = base(options="discard=always_one")
    m.play("A draw")
    refused(m, "A discard H1 H2", "P13")
    m.play("A discard H1")
    assert m.item("turn") == "B"


@pytest.mark.rule("P13")
def test_a_position_may_be_written_in_the_middle_of_a_turn() -> None:
    m = base(hand_A=f"{BASE['hand_A']} YEL2 GRN2", must="discard")
    assert m.actors == "A"
    refused(m, "A draw")
    play(m, "A discard YEL2 GRN2")
    assert pile(m, "A")[-2:] == ["YEL2", "GRN2"]
    assert m.item("turn") == "B"


@pytest.mark.rule("P8", "P9", "P13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_hand_is_over_ten_when_its_turn_has_ended(players: int) -> None:
    m = Match.begin("monopoly", players=players, seed=7)
    for _ in range(12):
        seat = m.item("turn")
        trades = [move for move in m.legal(seat) if move.startswith("trade")]
        if trades:
            m.play(f"{seat} {trades[-1]}")
        while m.ended == "running" and m.item("turn") == seat:
            step(m)
        if m.ended != "running":
            break
        assert hand(m, seat).total() == 10
