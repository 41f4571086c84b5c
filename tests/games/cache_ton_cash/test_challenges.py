"""Who may challenge whom with what, and where the set goes: K6 and K8."""

import pytest

from tirelire import score

from .helpers import (
    GAME,
    at,
    duel,
    hand,
    listed,
    moves,
    pile,
    play,
    refused,
    rejected,
    stack,
    verbs,
)

# --- K6: opening a challenge


@pytest.mark.rule("K6")
@pytest.mark.parametrize("card", ["AUTO", "ARGENT", "OR", "ECO"])
def test_one_matching_card_or_a_wild_opens_a_challenge(card: str) -> None:
    m = duel("4 penny_jar=on", hand_A=f"BD PIANO TRAIN BIJOUX {card}")
    m.play(f"A challenge B {card}")
    assert m.item("fight") == f"B 1 {card}"
    assert hand(m, "A") == "BD PIANO TRAIN BIJOUX"
    assert m.asked == m.actors == "B"


@pytest.mark.rule("K6")
@pytest.mark.parametrize("card", ["BD", "PIANO", "TRAIN"])
def test_another_possession_opens_no_challenge(card: str) -> None:
    m = duel(hand_A="BD PIANO TRAIN AUTO OR")  # TRAIN lies under the top set
    refused(m, f"A challenge B {card}", "K6")


@pytest.mark.rule("K6", "K16")
@pytest.mark.parametrize("card", ["ECHANGE", "DEMENAGEMENT"])
def test_an_action_card_opens_no_challenge(card: str) -> None:
    m = duel("4 action_cards=on", hand_A=f"BD PIANO TRAIN AUTO {card}")
    rejected(m, f"A challenge B {card}")


@pytest.mark.rule("K6")
def test_a_set_with_a_wild_is_challenged_by_the_kind_of_its_possession() -> None:
    m = duel(stack_B="TRAIN TRAIN / BD ARGENT ARGENT")
    assert moves(m, "A", "challenge") == {"challenge B BD", "challenge B OR"}
    refused(m, "A challenge B AUTO", "K6")
    m.play("A challenge B BD")
    m.play("B stop")
    assert stack(m, "A") == "BD BD / BD BD ARGENT ARGENT"


@pytest.mark.rule("K6")
def test_the_challenger_needs_a_set_of_his_own() -> None:
    m = duel(stack_A="-")
    assert "challenge" not in verbs(m, "A")
    refused(m, "A challenge B AUTO", "K6")
    refused(m, "A challenge B OR", "K6")
    assert "challenge" in verbs(duel(stack_A="PIANO OR"), "A")


@pytest.mark.rule("K6")
@pytest.mark.parametrize("sets", ["-", "AUTO AUTO", "AUTO AUTO AUTO OR"])
def test_the_bottom_set_of_a_stack_is_never_at_risk(sets: str) -> None:
    m = duel(stack_B=sets)
    assert "challenge" not in verbs(m, "A")
    refused(m, "A challenge B AUTO", "K6")
    refused(m, "A challenge B OR", "K6")


@pytest.mark.rule("K6")
def test_nobody_challenges_himself() -> None:
    m = duel(stack_A="BD BD / AUTO AUTO")
    rejected(m, "A challenge A AUTO")
    assert not any(move.startswith("challenge A") for move in moves(m, "A"))


@pytest.mark.rule("K6")
def test_any_other_player_may_be_challenged_on_his_top_set() -> None:
    m = at(
        hand_A="PIANO TRAIN BIJOUX AUTO ARGENT",
        stack_A="BD BD",
        stack_B="TRAIN TRAIN / AUTO AUTO",
        stack_C="PIANO PIANO",
        stack_D="BIJOUX BIJOUX / TRAIN TRAIN / PIANO OR",
    )
    assert moves(m, "A", "challenge") == listed(
        "challenge B AUTO", "challenge B ARGENT", "challenge D PIANO", "challenge D ARGENT"
    )
    m.play("A challenge D PIANO")
    assert m.asked == "D"


@pytest.mark.rule("K6")
def test_a_top_set_is_challenged_with_one_card() -> None:
    for cards in ("AUTO AUTO", "AUTO OR"):
        rejected(duel(), f"A challenge B {cards}")


@pytest.mark.rule("K6")
def test_a_challenge_needs_a_card_that_one_holds() -> None:
    refused(duel(hand_A="BD PIANO TRAIN BIJOUX OR"), "A challenge B AUTO")


# --- K8: the winner has the set


@pytest.mark.rule("K8")
def test_the_set_goes_on_top_of_the_stack_of_the_challenger_who_wins() -> None:
    m = duel()
    play(m, "A challenge B AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO"
    assert stack(m, "B") == "TRAIN TRAIN"
    assert pile(m, "discard") == "CABANE"
    assert m.item("fight") == "-"
    assert m.item("turn") == m.asked == "B"


@pytest.mark.rule("K8")
def test_the_challenger_wins_all_cards_of_the_fight() -> None:
    m = duel()
    play(m, "A challenge B OR", "B answer ARGENT", "A answer AUTO", "B answer AUTO")
    play(m, "A answer AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO AUTO AUTO ARGENT OR"
    assert stack(m, "B") == "TRAIN TRAIN"
    assert "AUTO" not in hand(m, "A") + hand(m, "B")


@pytest.mark.rule("K8")
def test_the_set_stays_in_its_place_with_all_cards_when_the_defender_wins() -> None:
    m = duel()
    play(m, "A challenge B OR", "B answer ARGENT", "A answer AUTO", "B answer AUTO", "A stop")
    assert stack(m, "A") == "BD BD"
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO AUTO ARGENT OR"
    assert pile(m, "discard") == "CABANE"


@pytest.mark.rule("K4", "K8")
def test_a_won_set_never_merges_with_the_set_under_it() -> None:
    m = duel(stack_A="BD BD / AUTO AUTO")
    play(m, "A challenge B AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO / AUTO AUTO AUTO"


@pytest.mark.rule("K4", "K8")
def test_a_set_that_comes_to_light_stays_a_set_of_its_own() -> None:
    m = duel(stack_B="TRAIN TRAIN / AUTO AUTO / AUTO AUTO")
    play(m, "A challenge B AUTO", "B stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO"
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO"


@pytest.mark.rule("K6", "K8")
def test_a_won_set_can_be_won_back_and_a_last_set_is_safe() -> None:
    m = duel()
    play(m, "A challenge B AUTO", "B stop")
    assert moves(m, "B", "challenge") == {"challenge A AUTO", "challenge A ARGENT"}
    play(m, "B challenge A ARGENT", "A stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO ARGENT"
    assert stack(m, "A") == "BD BD"


@pytest.mark.rule("K6", "K8")
def test_after_his_loss_a_defender_with_one_set_is_safe() -> None:
    m = duel(hand_C="TRAIN OR AUTO BIJOUX BAS", stack_C="PIANO PIANO")
    play(m, "A challenge B AUTO", "B stop", "B discard TRAIN")
    assert not any(move.startswith("challenge B") for move in moves(m, "C"))
    refused(m, "C challenge B TRAIN", "K6")
    assert "challenge A AUTO" in moves(m, "C")


@pytest.mark.rule("K7", "K8", "K11")
def test_example_1_four_cars_and_the_gold() -> None:
    m = duel(
        hand_A="AUTO AUTO",
        hand_B="OR",
        hand_C="-",
        hand_D="-",
        draw="-",
    )
    play(m, "A challenge B AUTO", "B answer OR", "A answer AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO AUTO OR"
    assert stack(m, "B") == "TRAIN TRAIN"
    assert score(GAME, "AUTO AUTO AUTO AUTO OR").total == 110
    assert m.reason == "played"
    assert m.gained == {"A": 10 + 110, "B": 10, "C": 0, "D": 0}
