"""Action cards turned up one after the other, at three seats, and at the end: K24 and K28."""

import pytest

from .helpers import (
    A_SETS,
    B_SETS,
    CLAIMER,
    FIVE,
    TURNS,
    at,
    hand,
    pile,
    play,
    rejected,
    stack,
    turned,
)

# --- K24, K28: one after the other


@pytest.mark.rule("K28")
def test_another_action_card_under_it_takes_effect_too() -> None:
    m = turned("DEMENAGEMENT ECHANGE BD")
    play(m, "A shift down", "B shift up")
    assert stack(m, "A") == "TRAIN TRAIN / SCOOTER SCOOTER / AVION AVION"
    assert stack(m, "B") == "BIJOUX BIJOUX / CABANE CABANE / BD BD"
    assert pile(m, "neutral 1") == "BD"
    assert sorted(pile(m, "gone").split()) == ["DEMENAGEMENT", "ECHANGE"]


@pytest.mark.rule("K28")
def test_a_swap_card_that_goes_back_under_a_move_card_leaves_in_the_end() -> None:
    m = turned("ECHANGE DEMENAGEMENT", stack_B="-")
    assert m.actors == "B"
    m.play("B shift up")
    assert stack(m, "A") == "TRAIN TRAIN / SCOOTER SCOOTER / BD BD"
    assert pile(m, "neutral 1") == "-"
    assert sorted(pile(m, "gone").split()) == ["DEMENAGEMENT", "ECHANGE"]


@pytest.mark.rule("K24", "K28")
@pytest.mark.parametrize(
    ("first", "second", "at_choice", "after"),
    [
        ("ECHANGE", "DEMENAGEMENT", "BIJOUX BIJOUX", "TRAIN TRAIN / BIJOUX BIJOUX / BD BD"),
        ("DEMENAGEMENT", "ECHANGE", "SCOOTER SCOOTER SCOOTER", ""),
    ],
)
def test_each_action_card_is_resolved_before_the_next_pile_turns(
    first: str, second: str, at_choice: str, after: str
) -> None:
    m = at(
        TURNS,
        hand_A=CLAIMER,
        stack_A=A_SETS,
        stack_B=B_SETS,
        neutral_1=f"SCOOTER {first} BD",
        neutral_2=f"SCOOTER {second} TRAIN",
    )
    play(m, "A claim SCOOTER 1 2", "B stop")
    assert m.actors == "AB"
    assert stack(m, "A") == f"{A_SETS} / {at_choice}"
    if second == "ECHANGE":
        assert "ECHANGE" not in m.view("A").item("neutral 2")
    play(m, "A shift down", "B shift up")
    scooters = "SCOOTER SCOOTER SCOOTER"
    assert stack(m, "A") == (after or f"TRAIN TRAIN / {scooters} / AVION AVION")
    tops = [pile(m, f"neutral {n}") for n in (1, 2)]
    assert tops == ["BD", "TRAIN"]


@pytest.mark.rule("K14", "K24", "K28")
def test_the_second_action_comes_after_the_card() -> None:
    m = turned("ECHANGE BD", f"{TURNS} two_actions=on")
    assert stack(m, "A") == f"{A_SETS} / BIJOUX BIJOUX"
    assert (m.asked, m.item("action")) == ("A", "2")
    assert hand(m, "A") == "TRAIN BIJOUX TIRELIRE AVION CABANE"


# --- three players


@pytest.mark.rule("K28")
@pytest.mark.parametrize("sets_a", ["-", "BD BD / PIANO PIANO"])
def test_a_swap_card_concerns_the_two_players_at_its_pile(sets_a: str) -> None:
    m = at(
        "3 action_cards=on",
        turn="B",
        hand_B="BD PIANO TRAIN BIJOUX AVION",
        stack_A=sets_a,
        stack_B="TRAIN TRAIN",
        stack_C="BAS BAS / CABANE CABANE",
        neutral_2="AVION ECHANGE TRAIN",
    )
    play(m, "B claim AVION 2", "C stop")
    assert stack(m, "A") == sets_a
    assert stack(m, "B") == "TRAIN TRAIN / CABANE CABANE"
    assert stack(m, "C") == "BAS BAS / AVION AVION"
    assert (pile(m, "neutral 2"), m.item("gone"), m.asked) == ("TRAIN", "ECHANGE", "C")


@pytest.mark.rule("K28")
def test_a_swap_card_goes_back_if_a_neighbour_has_no_set_whatever_the_third_has() -> None:
    m = at(
        "3 action_cards=on",
        turn="B",
        hand_B="BD PIANO TRAIN BIJOUX AVION",
        stack_A="BD BD / PIANO PIANO",
        neutral_2="AVION ECHANGE TRAIN",
    )
    play(m, "B claim AVION 2", "C stop")
    assert stack(m, "B") == "AVION AVION"
    assert (pile(m, "neutral 2"), m.item("gone")) == ("TRAIN ECHANGE", "-")


@pytest.mark.rule("K28")
def test_a_move_card_is_decided_by_the_two_players_at_its_pile() -> None:
    m = at(
        "3 action_cards=on",
        turn="C",
        hand_A=FIVE,
        hand_C="BD PIANO TRAIN BIJOUX TIRELIRE",
        stack_A="BD BD / PIANO PIANO / TRAIN TRAIN",
        stack_B="SCOOTER SCOOTER / AVION AVION",
        stack_C="BAS BAS / CABANE CABANE",
        neutral_3="TIRELIRE DEMENAGEMENT PIANO",
    )
    play(m, "C claim TIRELIRE 3", "A stop")
    assert (m.actors, m.item("shift")) == ("AC", "3")
    assert m.legal("B") == []
    rejected(m, "B shift up")
    play(m, "C shift down", "A shift up")
    assert stack(m, "A") == "TRAIN TRAIN / BD BD / PIANO PIANO"
    assert stack(m, "B") == "SCOOTER SCOOTER / AVION AVION"
    assert stack(m, "C") == "CABANE CABANE / TIRELIRE TIRELIRE / BAS BAS"
    assert (m.asked, m.item("turn")) == ("A", "A")


# --- after the last card of a round


@pytest.mark.rule("K10", "K24", "K28")
def test_a_swap_card_turned_up_by_the_last_card_of_a_round_still_counts() -> None:
    m = turned("ECHANGE BD", hand_A="SCOOTER", hand_B="-", draw="-")
    assert m.reason == "played"
    assert m.gained == {"A": 10 + 10 + 20, "B": 40 + 30 + 30}
    assert pile(m, "neutral 1") == "BD"


@pytest.mark.rule("K10", "K24", "K28")
def test_a_move_card_turned_up_by_the_last_card_of_a_round_is_decided_too() -> None:
    m = turned("DEMENAGEMENT ECHANGE", hand_A="SCOOTER", hand_B="-", draw="-")
    assert (m.ended, m.actors) == ("running", "AB")
    play(m, "B shift down", "A shift up")
    assert m.reason == "played"
    # A: scooters / comics / trains, B: planes / jewels / cabins; then the tops change places
    assert m.gained == {"A": 30 + 10 + 40, "B": 30 + 20 + 10}
