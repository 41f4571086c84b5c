"""A turn with five or six players: P22."""

from collections import Counter

import pytest

from tirelire.core.moves import Move

from .helpers import (
    FIVE,
    PLAIN,
    PLAIN_VALUE,
    SEATS,
    can,
    five,
    hand,
    pass_all,
    pile,
    play,
    refused,
    swapped,
    table,
    verbs,
)

ACTIVE = "trade_discard=active_only"
# Nine cards that can go out with the second utility, which C has as his trade card.
NEARLY: dict[str, str] = {
    "hand_A": f"{PLAIN.rpartition(' ')[0]} ORG1",
    "pile_A": "YEL1",
    "pile_C": "UTI2",
}


# --- P22: the swap


@pytest.mark.rule("P22")
@pytest.mark.parametrize("players", [5, 6])
def test_a_player_who_cannot_go_out_swaps_trade_cards(players: int) -> None:
    m = table(players, hand_A="RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN STA1")
    assert m.actors == m.item("turn") == "A"
    assert set(m.legal("A")) == {f"swap {seat}" for seat in SEATS[1:players]}
    for move in ("draw", "stay", "pass RED1", "lay RED1", "swap A", "trade B 1", "skip", "out"):
        refused(m, f"A {move}")
    refused(m, "B swap A")


@pytest.mark.rule("P22")
@pytest.mark.parametrize("other", "BCDE")
def test_both_take_the_card_of_the_other_in_hand(other: str) -> None:
    m = five()
    before = {seat: hand(m, seat) for seat in "ABCDE"}
    theirs = pile(m, other)
    m.play(f"A swap {other}")
    assert hand(m, "A") == before["A"] + Counter(theirs)
    assert hand(m, other) == before[other] + Counter(["BRN1"])
    assert pile(m, "A") == pile(m, other) == []
    assert all(hand(m, seat) == before[seat] for seat in "BCDE" if seat != other)


@pytest.mark.rule("P22")
@pytest.mark.parametrize("order", ["AC", "CA"])
def test_each_of_the_two_lays_a_new_trade_card_in_either_order(order: str) -> None:
    m = five()
    m.play("A swap C")
    assert m.actors == "AC"
    assert verbs(m, "A") == verbs(m, "C") == {"lay"}
    refused(m, "B lay RED3")
    cards = {"A": "RED1", "C": "BRN2"}
    first, second = order[0], order[1]
    m.play(f"{first} lay {cards[first]}")
    assert m.actors == second
    m.play(f"{second} lay {cards[second]}")
    assert (pile(m, "A"), pile(m, "C")) == (["RED1"], ["BRN2"])
    assert hand(m, "A") == Counter(FIVE["hand_A"].split()) - Counter(["RED1"]) + Counter(["PNK1"])
    assert hand(m, "C") == Counter(FIVE["hand_C"].split()) - Counter(["BRN2"]) + Counter(["BRN1"])


@pytest.mark.rule("P22")
def test_both_cards_of_a_swap_are_told() -> None:
    m = five()
    before = m.view("C").record
    m.play("A swap C")
    (told,) = m.game.stories.story(before, m.view("C").record, 0, Move.parse("swap C"))
    assert told.cards == {"cards": ["PNK1"], "gave": ["BRN1"]}


@pytest.mark.rule("P22")
def test_the_card_just_received_may_be_laid_and_no_card_of_others() -> None:
    m = five()
    m.play("A swap C")
    refused(m, "A lay BRN1")  # C has it now
    refused(m, "A lay RED3")
    play(m, "A lay PNK1", "C lay BRN1")
    assert (pile(m, "A"), pile(m, "C")) == (["PNK1"], ["BRN1"])
    assert hand(m, "A") == Counter(FIVE["hand_A"].split())


@pytest.mark.rule("P22")
def test_there_is_one_swap_in_a_turn() -> None:
    m = swapped()
    refused(m, "A swap B")
    refused(m, "A swap C")


@pytest.mark.rule("P22", "P12")
@pytest.mark.parametrize(
    ("players", "cards", "value"),
    [
        (5, f"{PLAIN} GO", PLAIN_VALUE + 200),  # eleven cards
        (5, PLAIN, PLAIN_VALUE),
        (6, PLAIN.replace("UTI1 UTI2", "GO"), PLAIN_VALUE - 300),
    ],
)
def test_a_player_may_go_out_at_once_with_all_his_cards(
    players: int, cards: str, value: int
) -> None:
    m = table(players, hand_A=cards)
    assert {"out", "swap"} <= verbs(m, "A")
    m.play("A out")  # no discard down to ten
    assert m.reason == "out"
    assert m.gained["A"] == value


@pytest.mark.rule("P22", "P12")
def test_nobody_discards_to_go_out() -> None:
    m = table(5, hand_A=f"{PLAIN} ORG1")
    refused(m, "A out")
    refused(m, "A out discard ORG1")


@pytest.mark.rule("P22")
def test_the_new_trade_cards_are_laid_before_anybody_goes_out() -> None:
    m = table(5, **NEARLY)
    refused(m, "A out")
    m.play("A swap C")
    refused(m, "A out")
    m.play("A lay ORG1")
    assert m.actors == "C"
    refused(m, "A out")
    m.play("C lay YEL1")
    assert can(m, "A out")


@pytest.mark.rule("P22", "P23")
@pytest.mark.parametrize("move", ["out", "stay"])
def test_where_going_out_is_possible_after_the_swap_the_player_is_asked(move: str) -> None:
    m = table(5, **NEARLY)
    play(m, "A swap C", "C lay YEL1", "A lay ORG1")
    assert m.asked == "A"  # the others choose meanwhile: who waits must not tell that A can go out
    assert {"out", "stay"} <= verbs(m, "A")
    refused(m, "A swap B")
    hands = [hand(m, seat) for seat in "BCDE"]
    m.play(f"A {move}")
    if move == "out":
        assert m.reason == "out"
        assert m.gained["A"] == PLAIN_VALUE
        assert [hand(m, seat) for seat in "BCDE"] == hands  # nothing is passed
    else:
        assert m.ended == "running"
        assert m.actors == "ABCDE"
        refused(m, "A out")
        pass_all(m)
        assert m.item("turn") == "B"


@pytest.mark.rule("P22", "P23")
def test_where_going_out_is_not_possible_all_pass_at_once() -> None:
    m = swapped()
    assert m.actors == "ABCDE"
    assert all(verbs(m, seat) == {"pass"} for seat in "ABCDE")
    refused(m, "A stay")


# --- P22: only the active player lays


@pytest.mark.rule("P22")
def test_active_only_leaves_the_other_without_a_trade_card_until_his_turn() -> None:
    m = five(ACTIVE)
    m.play("A swap C")
    assert m.actors == "A"
    refused(m, "C lay BRN2")
    m.play("A lay RED1")
    assert (pile(m, "A"), pile(m, "C")) == (["RED1"], [])
    assert hand(m, "C")["BRN1"] == 1
    assert m.actors == "ABCDE"
    pass_all(m)
    assert m.item("turn") == "B"
    refused(m, "B swap C", "P22")
    assert {move for move in m.legal("B") if move.startswith("swap")} == {
        "swap A",
        "swap D",
        "swap E",
    }


@pytest.mark.rule("P22")
def test_active_only_lays_at_the_start_of_the_own_turn_before_anything_else() -> None:
    m = five(ACTIVE)
    play(m, "A swap C", "A lay RED1")
    pass_all(m)
    play(m, "B swap D", f"B lay {m.cards('hand B')[0]}")
    pass_all(m)
    assert m.item("turn") == m.actors == "C"
    assert verbs(m, "C") == {"lay"}
    refused(m, "C swap A", "P22")
    card = m.cards("hand C")[0]
    m.play(f"C lay {card}")
    assert pile(m, "C") == [card]
    assert m.actors == "C"
    assert "swap A" in m.legal("C")
    refused(m, "C swap D", "P22")  # D has none in his turn


@pytest.mark.rule("P22")
def test_active_only_a_player_without_a_trade_card_lays_one_before_he_goes_out() -> None:
    cards = f"{PLAIN} ORG1"
    m = table(5, ACTIVE, hand_B=cards, pile_B="-", turn="B", must="lay B", pile_A="YEL1")
    refused(m, "B out")
    m.play("B lay ORG1")
    m.play("B out")
    assert m.reason == "out"
