"""Challenging the second set: K19."""

import pytest

from tirelire import Match

from .helpers import at, duel, hand, moves, pile, play, refused, rejected, stack

TOP_TWO = "4 top_two=on"
JARS = f"{TOP_TWO} penny_jar=on"
THREE = "TRAIN TRAIN / AUTO AUTO / BAS BAS"


def second(first: str = TOP_TWO, /, **items: str | None) -> Match:
    """A may challenge B's second set, two cars under two socks."""
    table: dict[str, str | None] = {"stack_B": THREE, "hand_A": "BD PIANO AUTO AUTO OR"}
    table.update(items)
    return duel(first, **table)


def on_second(m: Match) -> set[str]:
    """Return A's challenges of second sets."""
    return {move for move in moves(m, "A", "challenge") if "second" in move}


# --- opening


@pytest.mark.rule("K19")
@pytest.mark.parametrize(
    "cards", ["AUTO AUTO", "AUTO ARGENT", "AUTO OR", "ARGENT ARGENT", "ARGENT OR", "OR OR"]
)
def test_two_matching_cards_open_a_challenge_of_the_second_set(cards: str) -> None:
    m = second(hand_A=f"BD PIANO TRAIN {cards}")
    m.play(f"A challenge B second {cards}")
    assert m.item("fight") == f"B 2 {cards}"
    assert (m.asked, m.item("demand")) == ("B", "1")
    assert hand(m, "A") == "BD PIANO TRAIN"
    m.play("B stop")
    top = " ".join(sorted([*cards.split(), "AUTO", "AUTO"], key=["AUTO", "ARGENT", "OR"].index))
    assert stack(m, "A") == f"BD BD / {top}"
    assert stack(m, "B") == "TRAIN TRAIN / BAS BAS"  # the top stays where it is


@pytest.mark.rule("K19", "K20")
def test_one_penny_jar_alone_opens_it_too() -> None:
    m = second(JARS, hand_A="BD PIANO TRAIN BIJOUX ECO")
    m.play("A challenge B second ECO")
    assert m.item("fight") == "B 2 ECO"
    assert (m.asked, m.item("demand")) == ("B", "2")
    m.play("B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO ECO"


@pytest.mark.rule("K19")
@pytest.mark.parametrize(
    "cards",
    [
        *("AUTO", "OR", "AUTO AUTO OR", "AUTO BAS", "BAS BAS", "TRAIN TRAIN", "AUTO BD"),
        *("AUTO ECO", "OR ECO", "ECO ECO", "BAS OR", "AUTO AUTO ECO"),
    ],
)
def test_nothing_else_opens_it(cards: str) -> None:
    for held in ("AUTO AUTO OR BAS BAS", "TRAIN TRAIN AUTO BD OR", "AUTO AUTO ECO ECO OR"):
        rejected(second(JARS, hand_A=held), f"A challenge B second {cards}")


@pytest.mark.rule("K19", "K20")
def test_all_challenges_with_such_a_hand() -> None:
    m = second(JARS, hand_A="BAS AUTO AUTO OR ECO")
    assert moves(m, "A", "challenge") == {
        "challenge B BAS",
        "challenge B OR",
        "challenge B ECO",
        "challenge B second AUTO AUTO",
        "challenge B second AUTO OR",
        "challenge B second ECO",
    }


@pytest.mark.rule("K19")
def test_without_the_option_only_the_top_set_is_at_risk() -> None:
    m = second("4 top_two=off")
    assert on_second(m) == set()
    refused(m, "A challenge B second AUTO AUTO")
    assert "challenge B OR" in moves(m, "A")


@pytest.mark.rule("K19")
@pytest.mark.parametrize("sets", ["AUTO AUTO / BAS BAS", "AUTO AUTO", "-"])
def test_the_bottom_set_stays_safe(sets: str) -> None:
    m = second(stack_B=sets)
    assert on_second(m) == set()
    refused(m, "A challenge B second AUTO AUTO", "K19", "K6")
    assert ("challenge B OR" in moves(m, "A")) == (sets.count("/") == 1)


@pytest.mark.rule("K19")
def test_the_third_set_is_not_at_risk() -> None:
    m = second(stack_B="TRAIN TRAIN / AUTO AUTO / BIJOUX BIJOUX / BAS BAS", hand_A="AUTO AUTO OR")
    refused(m, "A challenge B second AUTO AUTO", "K19")
    assert on_second(m) == set()


@pytest.mark.rule("K6", "K19")
def test_the_challenger_needs_a_set_of_his_own_here_too() -> None:
    m = second(stack_A="-")
    assert moves(m, "A", "challenge") == set()
    refused(m, "A challenge B second AUTO AUTO", "K6", "K19")


@pytest.mark.rule("K6", "K19")
def test_the_top_set_still_costs_one_card() -> None:
    m = second(hand_A="BAS BAS AUTO AUTO OR")
    rejected(m, "A challenge B BAS BAS")
    play(m, "A challenge B BAS", "B stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO"
    assert stack(m, "A") == "BD BD / BAS BAS BAS"


@pytest.mark.rule("K19")
def test_top_and_second_set_of_one_kind_are_told_apart() -> None:
    sets = "TRAIN TRAIN / AUTO AUTO OR / AUTO AUTO"
    m = second(stack_B=sets)
    play(m, "A challenge B AUTO", "B stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO OR"
    m = second(stack_B=sets)
    play(m, "A challenge B second AUTO AUTO", "B stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO"
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO AUTO OR"


# --- the fight


@pytest.mark.rule("K7", "K19")
def test_after_the_opening_one_card_is_enough_for_every_answer() -> None:
    m = second(hand_A="BD AUTO AUTO AUTO OR", hand_B="TRAIN BIJOUX AUTO AUTO ARGENT")
    m.play("A challenge B second AUTO OR")
    assert moves(m, "B") == {"answer AUTO", "answer ARGENT", "stop"}
    rejected(m, "B answer AUTO AUTO")
    m.play("B answer AUTO")
    assert m.item("demand") == "1"
    rejected(m, "A answer AUTO AUTO")
    play(m, "A answer AUTO", "B answer ARGENT")
    assert m.asked == "A"


@pytest.mark.rule("K8", "K19")
def test_a_defended_second_set_stays_in_second_place_with_all_cards() -> None:
    m = second()
    play(m, "A challenge B second AUTO AUTO", "B answer ARGENT", "A answer OR", "B answer AUTO")
    m.play("A stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO AUTO AUTO ARGENT OR / BAS BAS"
    assert stack(m, "A") == "BD BD"


@pytest.mark.rule("K7", "K19")
def test_the_second_set_decides_what_matches() -> None:
    m = second(hand_B="TRAIN BAS BAS AUTO OR")
    m.play("A challenge B second AUTO AUTO")
    assert moves(m, "B") == {"answer AUTO", "answer OR", "stop"}
    refused(m, "B answer BAS", "K7")


@pytest.mark.rule("K9", "K19")
def test_two_cards_played_are_two_cards_drawn() -> None:
    m = second()
    play(m, "A challenge B second AUTO AUTO", "B stop")
    assert hand(m, "A") == "BD PIANO TIRELIRE SCOOTER OR"
    assert pile(m, "draw").split()[0] == "AVION"


@pytest.mark.rule("K19", "K23")
def test_a_contest_is_opened_with_one_card_also_here() -> None:
    m = at(
        "2 top_two=on",
        hand_A="SCOOTER BD TRAIN BIJOUX TIRELIRE OR",
        hand_B="SCOOTER SCOOTER TRAIN BIJOUX AVION OR",
    )
    m.play("A claim SCOOTER 1 2")
    assert moves(m, "B") == {"contest SCOOTER", "contest OR", "stop"}
    rejected(m, "B contest SCOOTER SCOOTER")
    rejected(m, "B contest SCOOTER OR")
    m.play("B contest SCOOTER")
    assert (m.asked, m.item("demand")) == ("A", "1")
