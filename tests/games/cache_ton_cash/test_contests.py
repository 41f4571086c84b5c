"""Contests of claims and the turning of the neutral piles: K23 and K24."""

import pytest

from .helpers import at, hand, listed, moves, pile, play, refused, rejected, stack, words

A_HAND = "BD TRAIN BIJOUX TIRELIRE SCOOTER OR"
B_HAND = "TRAIN BIJOUX AVION SCOOTER SCOOTER ARGENT"


# --- K23: contests


@pytest.mark.rule("K23")
def test_the_opponent_may_contest_with_a_matching_card_and_the_fight_goes_on() -> None:
    m = at("2", hand_A="BD TRAIN SCOOTER SCOOTER ARGENT OR", hand_B=B_HAND)
    m.play("A claim SCOOTER 2")
    assert m.asked == m.actors == "B"
    assert moves(m, "B") == {"contest SCOOTER", "contest ARGENT", "stop"}
    refused(m, "B contest TRAIN", "K23")
    refused(m, "B contest OR")
    assert words(m.item("claim")) == ["SCOOTER", "SCOOTER"]
    assert m.item("piles") == "2"
    m.play("B contest SCOOTER")
    assert m.asked == m.actors == "A"
    assert words(m.item("contest")) == ["SCOOTER"]
    assert moves(m, "A") == {"answer SCOOTER", "answer ARGENT", "answer OR", "stop"}
    refused(m, "A answer BD", "K7", "K23")
    m.play("A answer OR")
    assert moves(m, "B") == {"answer SCOOTER", "answer ARGENT", "stop"}
    play(m, "B answer ARGENT", "A answer SCOOTER", "B stop")
    assert stack(m, "A") == "SCOOTER SCOOTER SCOOTER SCOOTER ARGENT OR"
    assert stack(m, "B") == "-"
    assert m.asked == m.item("turn") == "B"


@pytest.mark.rule("K23", "K6")
@pytest.mark.parametrize(
    ("sets_a", "sets_b"), [("-", "-"), ("BD BD", "-"), ("-", "BD BD"), ("BD BD", "TRAIN TRAIN")]
)
@pytest.mark.parametrize("card", ["SCOOTER", "ARGENT"])
def test_nobody_needs_a_set_for_a_contest_and_a_first_set_is_not_safe(
    sets_a: str, sets_b: str, card: str
) -> None:
    m = at("2", hand_A=A_HAND, hand_B=B_HAND, stack_A=sets_a, stack_B=sets_b)
    play(m, "A claim SCOOTER 1 2", f"B contest {card}", "A stop")
    won = "SCOOTER SCOOTER SCOOTER " + card
    assert stack(m, "B") == (won if sets_b == "-" else f"{sets_b} / {won}")
    assert stack(m, "A") == sets_a
    assert m.asked == m.item("turn") == "B"  # the action is used up


@pytest.mark.rule("K4", "K23")
@pytest.mark.parametrize("winner", ["A", "B"])
def test_a_claimed_set_lies_on_top_and_never_merges(winner: str) -> None:
    sets = "SCOOTER SCOOTER"
    m = at("2", hand_A=A_HAND, hand_B=B_HAND, stack_A=sets, stack_B=sets)
    m.play("A claim SCOOTER 1")
    won = "SCOOTER SCOOTER"
    if winner == "B":
        play(m, "B contest ARGENT", "A stop")
        won += " ARGENT"
    else:
        m.play("B stop")
    assert stack(m, winner) == f"{sets} / {won}"


@pytest.mark.rule("K22", "K23")
def test_a_claim_with_a_wild_is_contested_by_the_kind_of_its_possession() -> None:
    m = at("2", hand_A=A_HAND, hand_B=B_HAND)
    m.play("A claim OR 3")
    assert moves(m, "B") == {"contest TRAIN", "contest ARGENT", "stop"}


@pytest.mark.rule("K9", "K23")
def test_claimer_then_opponent_draw_after_a_contest() -> None:
    m = at("2", hand_A=A_HAND, hand_B=B_HAND)
    play(m, "A claim SCOOTER 1", "B contest SCOOTER", "A answer OR", "B answer ARGENT", "A stop")
    assert hand(m, "A") == "BD TRAIN BIJOUX TIRELIRE TIRELIRE AVION"
    assert hand(m, "B") == "BD TRAIN BIJOUX SCOOTER AVION CABANE"


# --- K24: the piles


@pytest.mark.rule("K24")
@pytest.mark.parametrize("contested", [False, True])
def test_used_piles_turn_up_their_next_card_after_the_fight_whoever_won(contested: bool) -> None:
    m = at("2", hand_A=A_HAND, hand_B=B_HAND, neutral_1="SCOOTER CABANE BD")
    m.play("A claim SCOOTER 1")
    assert "CABANE" not in m.view(None).item("neutral 1")
    if contested:
        m.play("B contest SCOOTER")
        assert "CABANE" not in m.view("A").item("neutral 1")
        m.play("A stop")
    else:
        m.play("B stop")
    assert pile(m, "neutral 1") == "CABANE BD"
    assert words(m.view("A").item("neutral 1")) == ["CABANE", "?"]
    assert pile(m, "neutral 2") == "SCOOTER TRAIN TRAIN"


@pytest.mark.rule("K14", "K24")
def test_a_pile_turns_up_before_a_second_action() -> None:
    m = at("2 two_actions=on", hand_A="BD TRAIN SCOOTER SCOOTER", neutral_1="SCOOTER BD AVION")
    play(m, "A claim SCOOTER 1", "B stop")
    assert len(m.cards("hand A")) == 3
    assert "claim BD 1" in m.legal("A")
    play(m, "A claim BD 1", "B stop")
    assert stack(m, "A") == "SCOOTER SCOOTER / BD BD"
    assert pile(m, "neutral 1") == "AVION"


@pytest.mark.rule("K24")
def test_an_empty_pile_is_closed() -> None:
    m = at("2", hand_A=A_HAND, hand_B=B_HAND, neutral_1="SCOOTER", neutral_3="-")
    rejected(m, "A claim OR 3")
    play(m, "A claim SCOOTER 1", "B stop")
    assert pile(m, "neutral 1") == "-"
    assert moves(m, "B", "claim") == listed("claim SCOOTER 2", "claim ARGENT 2")
    rejected(m, "B claim SCOOTER 1")
    rejected(m, "B claim SCOOTER 1 2")


@pytest.mark.rule("K10", "K24")
def test_the_last_card_of_a_round_turns_a_pile_and_what_is_left_there_scores_for_nobody() -> None:
    m = at(
        "2",
        hand_A="SCOOTER",
        hand_B="-",
        draw="-",
        stack_B="BD BD",
        neutral_1="SCOOTER OR OR",
    )
    play(m, "A claim SCOOTER 1", "B stop")
    assert m.reason == "played"
    assert pile(m, "neutral 1") == "OR OR"
    assert words(m.view("B").item("neutral 1"))[0] == "OR"
    assert m.gained == {"A": 30, "B": 10}
