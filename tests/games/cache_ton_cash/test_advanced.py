"""Upgrading a set and playing action cards: K15 to K18."""

import pytest

from tirelire import Match

from .helpers import (
    at,
    begin,
    deck,
    duel,
    hand,
    listed,
    moves,
    pile,
    play,
    play_out,
    refused,
    rejected,
    stack,
    verbs,
)

UPGRADE, ACTIONS = "4 upgrade=on", "4 action_cards=on"


# --- K15: upgrading


@pytest.mark.rule("K15")
@pytest.mark.parametrize(
    ("sets", "card", "result"),
    [
        ("BD BD / AUTO AUTO", "AUTO", "BD BD / AUTO AUTO AUTO"),
        ("AUTO AUTO", "AUTO", "AUTO AUTO AUTO"),  # also the bottom set
        ("AUTO OR", "AUTO", "AUTO AUTO OR"),
        ("AUTO AUTO / AUTO ARGENT", "AUTO", "AUTO AUTO / AUTO AUTO ARGENT"),
        ("BD BD BD ARGENT OR", "BD", "BD BD BD BD ARGENT OR"),
    ],
)
def test_a_matching_possession_joins_the_own_top_set(sets: str, card: str, result: str) -> None:
    m = at(UPGRADE, stack_A=sets, hand_A=f"PIANO TRAIN BIJOUX BAS {card}")
    m.play(f"A upgrade {card}")
    assert stack(m, "A") == result
    assert hand(m, "A") == "PIANO TRAIN BIJOUX BAS TIRELIRE"
    assert m.asked == "B"


@pytest.mark.rule("K15")
@pytest.mark.parametrize("card", ["ARGENT", "OR", "ECO", "TRAIN", "BD"])
def test_no_wild_and_nothing_else_joins_a_set(card: str) -> None:
    m = at(f"{UPGRADE} penny_jar=on", stack_A="BD BD / AUTO OR", hand_A=f"PIANO AUTO {card}")
    assert moves(m, "A", "upgrade") == {"upgrade AUTO"}
    refused(m, f"A upgrade {card}", "K15")


@pytest.mark.rule("K15")
def test_an_upgrade_takes_one_card_of_the_hand_and_a_set_of_ones_own() -> None:
    m = at(UPGRADE, stack_A="AUTO AUTO", hand_A="AUTO AUTO BD", discard="AUTO")
    rejected(m, "A upgrade AUTO AUTO")
    m.play("A upgrade AUTO")
    assert pile(m, "discard") == "AUTO"
    m = at(UPGRADE, stack_B="AUTO AUTO", hand_A="AUTO AUTO BD", discard="AUTO")
    refused(m, "A upgrade AUTO", "K15")
    refused(at(UPGRADE, stack_A="AUTO AUTO", discard="AUTO"), "A upgrade AUTO")  # not in hand


@pytest.mark.rule("K15")
def test_there_is_no_upgrade_without_the_option() -> None:
    m = at("4 upgrade=off", stack_A="BD BD / AUTO AUTO", hand_A="PIANO AUTO")
    assert "upgrade" not in verbs(m, "A")
    refused(m, "A upgrade AUTO")


@pytest.mark.rule("K8", "K15")
def test_an_upgraded_set_is_one_set_and_is_taken_whole() -> None:
    m = at(
        UPGRADE,
        stack_A="BD BD / AUTO AUTO",
        hand_A="PIANO AUTO",
        stack_B="PIANO PIANO",
        hand_B="OR",
    )
    play(m, "A upgrade AUTO", "B challenge A OR", "A stop")
    assert stack(m, "B") == "PIANO PIANO / AUTO AUTO AUTO OR"
    assert stack(m, "A") == "BD BD"


# --- K16: action cards


def table(card: str, first: str = ACTIONS, /, **items: str | None) -> Match:
    """A holds the action card; A and B have two sets, C one and D none."""
    sets: dict[str, str | None] = {
        "hand_A": f"BD PIANO TRAIN BIJOUX {card}",
        "stack_A": "BD BD / PIANO PIANO",
        "stack_B": "TRAIN TRAIN / AUTO AUTO OR",
        "stack_C": "BAS BAS",
    }
    sets.update(items)
    return at(first, **sets)


@pytest.mark.rule("K16", "K9")
@pytest.mark.parametrize(("card", "move"), [("ECHANGE", "swap B"), ("DEMENAGEMENT", "move B down")])
def test_a_played_action_card_is_an_action_and_leaves_the_game(card: str, move: str) -> None:
    m = table(card, hand_B="OR AUTO AUTO PIANO ARGENT")
    m.play(f"A {move}")
    assert m.item("gone") == card
    assert pile(m, "discard") == "CABANE"
    assert hand(m, "A") == "BD PIANO TRAIN BIJOUX TIRELIRE"
    assert (m.asked, m.item("turn")) == ("B", "B")  # nobody could counter it
    assert "stop" not in m.legal("B")
    assert "discard" in verbs(m, "B")


@pytest.mark.rule("K16", "K14")
def test_two_action_cards_are_two_actions() -> None:
    m = table("ECHANGE", f"{ACTIONS} two_actions=on", hand_A="BD PIANO ECHANGE ECHANGE")
    m.play("A swap B")
    assert (m.asked, m.item("action")) == ("A", "2")
    assert len(m.cards("hand A")) == 3
    m.play("A swap C")
    assert pile(m, "gone") == "ECHANGE ECHANGE"
    assert m.asked == "B"


@pytest.mark.rule("K16")
@pytest.mark.parametrize("card", ["ECHANGE", "DEMENAGEMENT"])
def test_an_action_card_may_be_discarded_and_nobody_can_take_it(card: str) -> None:
    m = table(card, hand_B=f"PIANO AUTO ARGENT OR {card}", hand_C="BD PIANO")
    m.play(f"A discard {card}")
    assert pile(m, "discard") == f"CABANE {card}"
    assert m.item("gone") == "-"
    assert "pick" not in verbs(m, "B")
    for held in ("AUTO", "OR", card):
        rejected(m, f"B pick {held}")
    play(m, "B discard OR", "C pick BD")
    assert stack(m, "C") == "BAS BAS / BD OR"
    assert pile(m, "discard") == f"CABANE {card}"  # it lies on top again
    assert "pick" not in verbs(m, "D")


@pytest.mark.rule("K16", "K4", "K7", "K15")
@pytest.mark.parametrize("card", ["ECHANGE", "DEMENAGEMENT"])
def test_an_action_card_is_neither_possession_nor_wild(card: str) -> None:
    m = table(card, f"{ACTIONS} upgrade=on", hand_A=f"BD OR {card} {card}")
    for move in (f"pair BD {card}", f"pair OR {card}", f"pair {card} {card}", f"upgrade {card}"):
        rejected(m, f"A {move}")
    m = duel(ACTIONS, hand_B=f"BD PIANO {card}")
    m.play("A challenge B AUTO")
    assert moves(m, "B") == {"stop"}
    rejected(m, f"B answer {card}")


@pytest.mark.rule("K16")
def test_action_cards_are_back_in_the_next_round() -> None:
    m = begin(4, 12, action_cards="on", match="three")
    play_out(m, 5)
    m.next_deal()
    assert m.item("gone") == "-"
    assert deck(m)["ECHANGE"] == deck(m)["DEMENAGEMENT"] == 2


@pytest.mark.rule("K16")
def test_a_card_that_one_does_not_hold_is_not_played() -> None:
    refused(table("ECHANGE"), "A move B down")
    refused(table("DEMENAGEMENT"), "A swap B")
    assert not {"swap", "move"} & verbs(table("OR"), "A")


# --- K17: swap


@pytest.mark.rule("K17")
def test_the_two_top_sets_change_places() -> None:
    m = table("ECHANGE")
    m.play("A swap B")
    assert stack(m, "A") == "BD BD / AUTO AUTO OR"
    assert stack(m, "B") == "TRAIN TRAIN / PIANO PIANO"
    assert stack(m, "C") == "BAS BAS"


@pytest.mark.rule("K17")
def test_an_only_set_can_be_swapped_too() -> None:
    m = table("ECHANGE")
    m.play("A swap C")
    assert stack(m, "A") == "BD BD / BAS BAS"
    assert stack(m, "C") == "PIANO PIANO"
    m = table("ECHANGE", stack_A="CABANE CABANE")
    m.play("A swap B")
    assert stack(m, "A") == "AUTO AUTO OR"
    assert stack(m, "B") == "TRAIN TRAIN / CABANE CABANE"


@pytest.mark.rule("K4", "K17")
def test_a_swapped_set_never_merges() -> None:
    m = table("ECHANGE", stack_A="AUTO AUTO / PIANO PIANO")
    m.play("A swap B")
    assert stack(m, "A") == "AUTO AUTO / AUTO AUTO OR"


@pytest.mark.rule("K17")
def test_both_must_have_a_set_and_the_other_is_another_player() -> None:
    m = table("ECHANGE")
    assert moves(m, "A", "swap") == {"swap B", "swap C"}
    refused(m, "A swap D", "K17")
    rejected(m, "A swap A")
    m = table("ECHANGE", stack_A="-")
    assert moves(m, "A", "swap") == set()
    refused(m, "A swap B", "K17")


# --- K18: move


@pytest.mark.rule("K18")
@pytest.mark.parametrize(
    ("sets", "way", "result"),
    [
        ("BD BD / PIANO PIANO", "down", "PIANO PIANO / BD BD"),
        ("BD BD / PIANO PIANO", "up", "PIANO PIANO / BD BD"),
        (
            "BD BD / PIANO PIANO / TRAIN OR / AUTO AUTO",
            "down",
            "AUTO AUTO / BD BD / PIANO PIANO / TRAIN OR",
        ),
        (
            "BD BD / PIANO PIANO / TRAIN OR / AUTO AUTO",
            "up",
            "PIANO PIANO / TRAIN OR / AUTO AUTO / BD BD",
        ),
    ],
)
@pytest.mark.parametrize("seat", ["A", "C"])
def test_the_top_set_goes_down_or_the_bottom_set_up(
    sets: str, way: str, result: str, seat: str
) -> None:
    hands = dict.fromkeys(("stack_A", "stack_B", "stack_C"), "-")
    m = table("DEMENAGEMENT", **{**hands, f"stack_{seat}": sets})
    m.play(f"A move {seat} {way}")
    assert stack(m, seat) == result
    assert m.item("gone") == "DEMENAGEMENT"


@pytest.mark.rule("K18")
def test_a_stack_needs_two_sets_for_a_move() -> None:
    m = table("DEMENAGEMENT")
    assert moves(m, "A", "move") == listed("move A down", "move A up", "move B down", "move B up")
    for move in ("move C down", "move C up", "move D down", "move D up"):
        refused(m, f"A {move}", "K18")


@pytest.mark.rule("K4", "K6", "K18")
def test_a_moved_set_merges_with_none_and_what_was_safe_is_not() -> None:
    m = table(
        "DEMENAGEMENT",
        f"{ACTIONS} two_actions=on",
        hand_A="BD PIANO OR DEMENAGEMENT",
        stack_B="AUTO AUTO / TRAIN TRAIN / AUTO OR",
    )
    m.play("A move B up")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO OR / AUTO AUTO"
    play(m, "A challenge B OR", "B stop")
    assert stack(m, "A") == "BD BD / PIANO PIANO / AUTO AUTO OR"
    assert stack(m, "B") == "TRAIN TRAIN / AUTO OR"
