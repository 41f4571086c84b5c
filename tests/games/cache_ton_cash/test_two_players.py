"""Two players and what they may claim: K21 and K22."""

from collections import Counter

import pytest

from tirelire import OptionError, score

from .helpers import (
    COPIES,
    GAME,
    at,
    begin,
    deck,
    hand,
    listed,
    moves,
    pile,
    play,
    refused,
    rejected,
    stack,
    verbs,
    words,
)

A_HAND = "BD TRAIN BIJOUX TIRELIRE SCOOTER OR"


# --- K21: the table


@pytest.mark.rule("K21", "K13")
@pytest.mark.parametrize("seed", range(4))
def test_six_cards_three_piles_of_ten_a_discard_and_the_rest_to_draw(seed: int) -> None:
    m = begin(2, seed)
    assert len(m.cards("hand A")) == len(m.cards("hand B")) == 6
    assert [len(words(m.item(f"neutral {n}"))) for n in (1, 2, 3)] == [10, 10, 10]
    assert len(words(m.item("discard"))) == 1
    assert len(words(m.item("draw"))) == 76 - 12 - 30 - 1
    gone = {"PIANO", "BAS", "AUTO"}
    assert deck(m) == Counter({k: n for k, n in COPIES.items() if k not in gone})


@pytest.mark.rule("K21")
@pytest.mark.parametrize(
    "removed",
    [
        ["none"],
        ["CABANE"],
        ["PIANO", "BAS", "AUTO"],
        ["TRAIN", "BIJOUX", "AVION"],
        ["BD", "PIANO", "TRAIN", "BIJOUX", "BAS", "SCOOTER"],  # leaves 47
    ],
)
def test_all_copies_of_the_removed_kinds_leave_the_deck(removed: list[str]) -> None:
    m = begin(2, 1, removed=",".join(removed))
    assert deck(m) == Counter({k: n for k, n in COPIES.items() if k not in removed})
    assert m.item("gone") == "-"  # nothing left the game in play


@pytest.mark.rule("K21")
@pytest.mark.parametrize(
    "removed",
    [
        "BIJOUX,BAS,TIRELIRE,SCOOTER,AVION,AUTO,CABANE",  # leaves 42
        "BD,PIANO,TRAIN,BIJOUX,BAS,TIRELIRE,SCOOTER",
    ],
)
def test_at_least_forty_three_cards_must_be_left(removed: str) -> None:
    with pytest.raises(OptionError):
        begin(2, 0, removed=removed)


@pytest.mark.rule("K21", "K25")
@pytest.mark.parametrize("players", [3, 4])
def test_kinds_are_removed_with_two_players_only(players: int) -> None:
    assert deck(begin(players, 1, removed="CABANE,BD")) == Counter(COPIES)


@pytest.mark.rule("K9", "K21")
def test_two_players_draw_up_to_six() -> None:
    for six_cards in ("off", "on"):
        m = at(f"2 six_cards={six_cards}", hand_A="BD BD TRAIN BIJOUX TIRELIRE AVION")
        m.play("A pair BD BD")
        assert hand(m, "A") == "TRAIN BIJOUX TIRELIRE TIRELIRE AVION AVION"


@pytest.mark.rule("K4", "K6", "K21")
def test_the_usual_actions_remain() -> None:
    m = at("2", hand_A=A_HAND, stack_A="BD BD", stack_B="TRAIN TRAIN / AVION AVION")
    assert verbs(m, "A") == {"pair", "pick", "discard", "challenge", "claim"}
    play(m, "A challenge B OR", "B stop")
    assert stack(m, "A") == "BD BD / AVION AVION OR"
    assert "claim" not in verbs(at("4", hand_A="BD OR"), "A")


# --- K22: claims


@pytest.mark.rule("K22", "K24")
def test_example_2_three_scooters() -> None:
    m = at("2", hand_A=A_HAND)
    play(m, "A claim SCOOTER 1 2", "B stop")
    assert stack(m, "A") == "SCOOTER SCOOTER SCOOTER"
    assert pile(m, "neutral 1") == "BD BD"
    assert pile(m, "neutral 2") == "TRAIN TRAIN"
    assert pile(m, "neutral 3") == "TRAIN BIJOUX BIJOUX"
    for item, top in (("neutral 1", "BD"), ("neutral 2", "TRAIN")):
        assert words(m.view("B").item(item))[0] == top
    assert hand(m, "A") == "BD TRAIN BIJOUX TIRELIRE TIRELIRE OR"
    assert m.asked == m.item("turn") == "B"


@pytest.mark.rule("K22", "K23", "K11")
def test_example_3_contested_jewels_with_two_wilds() -> None:
    m = at(
        "2",
        hand_A="BD TRAIN BIJOUX TIRELIRE AVION CABANE",
        hand_B="BD TRAIN BIJOUX TIRELIRE AVION CABANE",
        neutral_1="AVION BD",
        neutral_2="OR BD",
        neutral_3="ARGENT BD",
    )
    play(m, "A claim BIJOUX 2 3", "B contest BIJOUX", "A stop")
    assert stack(m, "B") == "BIJOUX BIJOUX ARGENT OR"
    assert stack(m, "A") == "-"
    assert score(GAME, "BIJOUX BIJOUX ARGENT OR").total == 95


@pytest.mark.rule("K22")
@pytest.mark.parametrize(
    ("tops", "cards", "claims"),
    [
        (
            ("SCOOTER", "SCOOTER", "TRAIN"),
            A_HAND,
            ["SCOOTER 1", "SCOOTER 2", "SCOOTER 1 2", "TRAIN 3", "OR 1", "OR 2", "OR 1 2", "OR 3"],
        ),
        (
            ("OR", "ARGENT", "SCOOTER"),
            "BD TRAIN SCOOTER ARGENT",
            [f"{card} {piles}" for card in ("BD", "TRAIN") for piles in ("1", "2", "1 2")]
            + [f"SCOOTER {piles}" for piles in ("1", "2", "3", "1 2", "1 3", "2 3", "1 2 3")]
            + [f"ARGENT {piles}" for piles in ("3", "1 3", "2 3", "1 2 3")],
        ),
        (("OR", "ARGENT", "OR"), "ARGENT ARGENT", []),
        (("AVION", "CABANE", "BD"), "TRAIN SCOOTER", []),
    ],
)
def test_one_hand_card_and_any_tops_that_make_a_set(
    tops: tuple[str, str, str], cards: str, claims: list[str]
) -> None:
    items = {f"neutral_{n}": f"{top} BIJOUX" for n, top in enumerate(tops, 1)}
    m = at("2", hand_A=cards, **items)
    assert moves(m, "A", "claim") == listed(*(f"claim {claim}" for claim in claims))


@pytest.mark.rule("K22")
@pytest.mark.parametrize(
    "claim", ["SCOOTER 3", "SCOOTER 1 3", "OR 1 3", "OR 1 2 3", "BD 1", "TRAIN 1 2 3"]
)
def test_possessions_of_a_claim_are_equal(claim: str) -> None:
    refused(at("2", hand_A=A_HAND), f"A claim {claim}", "K22")


@pytest.mark.rule("K22")
@pytest.mark.parametrize(
    "claim", ["SCOOTER", "SCOOTER OR 1", "SCOOTER 1 1", "SCOOTER 4", "SCOOTER 0", "AVION 1"]
)
def test_a_claim_is_one_card_of_the_hand_and_one_or_more_piles(claim: str) -> None:
    rejected(at("2", hand_A=A_HAND), f"A claim {claim}")


@pytest.mark.rule("K22", "K16")
def test_an_action_card_claims_nothing() -> None:
    rejected(at("2 action_cards=on", hand_A="SCOOTER ECHANGE"), "A claim ECHANGE 1")
