"""Forming sets and discarding: K4 and K5, and that a turn is exactly one action."""

import pytest

from .helpers import at, hand, listed, moves, pile, play, refused, rejected, stack, value, verbs

# --- K4: sets from the hand


@pytest.mark.rule("K4", "K9")
def test_two_equal_possessions_of_the_hand_make_a_set() -> None:
    m = at(hand_A="BD PIANO TRAIN AUTO AUTO")
    m.play("A pair AUTO AUTO")
    assert stack(m, "A") == "AUTO AUTO"
    assert hand(m, "A") == "BD PIANO TRAIN TIRELIRE SCOOTER"
    assert pile(m, "discard") == "CABANE"
    assert m.asked == m.item("turn") == "B"


@pytest.mark.rule("K4", "K20")
@pytest.mark.parametrize(("wild", "worth"), [("ARGENT", 40), ("OR", 65), ("ECO", 16)])
def test_a_possession_and_a_wild_make_a_set(wild: str, worth: int) -> None:
    m = at("4 penny_jar=on", hand_A=f"BD PIANO TRAIN AUTO {wild}")
    m.play(f"A pair AUTO {wild}")
    assert stack(m, "A") == f"AUTO {wild}"
    assert value(m.item("stack A")) == worth


@pytest.mark.rule("K4")
def test_the_wild_of_a_set_lies_under_its_possession_however_it_was_said() -> None:
    one, two = (at(hand_A="BD PIANO TRAIN AUTO OR") for _ in range(2))
    one.play("A pair AUTO OR")
    two.play("A pair OR AUTO")
    assert one.position() == two.position()


@pytest.mark.rule("K4")
@pytest.mark.parametrize(
    "cards", ["ARGENT ARGENT", "OR OR", "ARGENT OR", "ARGENT ECO", "OR ECO", "ECO ECO"]
)
def test_two_wilds_are_no_set(cards: str) -> None:
    m = at("4 penny_jar=on", hand_A=f"BD PIANO TRAIN {cards}")
    refused(m, f"A pair {cards}", "K4")
    assert f"pair {cards}" not in moves(m, "A")


@pytest.mark.rule("K4")
def test_two_different_possessions_are_no_set() -> None:
    m = at(hand_A="BD BD PIANO TRAIN AUTO")
    refused(m, "A pair BD PIANO", "K4")
    refused(m, "A pair TRAIN AUTO", "K4")


@pytest.mark.rule("K4")
@pytest.mark.parametrize("cards", ["AUTO", "OR", "AUTO AUTO AUTO", "AUTO AUTO OR", "AUTO OR OR"])
def test_a_set_is_formed_of_exactly_two_cards(cards: str) -> None:
    rejected(at(hand_A="AUTO AUTO AUTO OR OR"), f"A pair {cards}")


@pytest.mark.rule("K4")
@pytest.mark.parametrize("cards", ["AUTO AUTO", "CABANE CABANE", "BD OR"])
def test_a_set_needs_cards_that_one_holds(cards: str) -> None:
    m = at(hand_A="BD PIANO TRAIN AUTO ARGENT", hand_B="AUTO AUTO OR CABANE CABANE")
    refused(m, f"A pair {cards}")


@pytest.mark.rule("K4")
def test_a_set_takes_only_the_two_cards_named() -> None:
    m = at(hand_A="AUTO AUTO AUTO AUTO OR", draw="-")
    m.play("A pair AUTO OR")
    assert stack(m, "A") == "AUTO OR"
    assert hand(m, "A") == "AUTO AUTO AUTO"


# --- K4: sets with the discard pile


@pytest.mark.rule("K4")
@pytest.mark.parametrize(
    ("card", "top"),
    [
        ("AUTO", "AUTO"),
        ("AUTO", "OR"),
        ("AUTO", "ARGENT"),
        ("AUTO", "ECO"),
        ("OR", "AUTO"),
        ("ARGENT", "AUTO"),
        ("ECO", "AUTO"),
    ],
)
def test_a_card_of_the_hand_and_the_top_of_the_discard_pile_make_a_set(card: str, top: str) -> None:
    m = at("4 penny_jar=on", hand_A=f"BD PIANO TRAIN BIJOUX {card}", discard=f"CABANE BAS {top}")
    m.play(f"A pick {card}")
    assert sorted(stack(m, "A").split()) == sorted([card, top])
    assert pile(m, "discard") == "CABANE BAS"
    assert hand(m, "A") == "BD PIANO TRAIN BIJOUX TIRELIRE"  # one card left the hand


@pytest.mark.rule("K4")
@pytest.mark.parametrize(
    ("card", "top"),
    [("AUTO", "BD"), ("OR", "OR"), ("OR", "ARGENT"), ("ARGENT", "ARGENT"), ("ECO", "OR")],
)
def test_a_hand_card_and_a_top_that_make_no_set(card: str, top: str) -> None:
    m = at("4 penny_jar=on", hand_A=f"PIANO TRAIN BIJOUX BAS {card}", discard=top)
    refused(m, f"A pick {card}", "K4")
    assert f"pick {card}" not in moves(m, "A")


@pytest.mark.rule("K4")
def test_only_the_top_of_the_discard_pile_can_be_used() -> None:
    m = at(hand_A="BD PIANO TRAIN BIJOUX AUTO", discard="OR AUTO CABANE")
    refused(m, "A pick AUTO", "K4")
    assert moves(m, "A", "pick") == set()


@pytest.mark.rule("K4")
def test_the_discard_pile_gives_one_card_only_and_the_hand_the_other() -> None:
    m = at(hand_A="BD PIANO TRAIN AUTO AUTO", discard="AUTO AUTO")
    rejected(m, "A pick AUTO AUTO")
    m.play("A pick AUTO")
    assert stack(m, "A") == "AUTO AUTO"
    assert pile(m, "discard") == "AUTO"
    refused(at(hand_A="BD PIANO TRAIN BIJOUX BAS", discard="AUTO AUTO"), "A pick AUTO")


# --- K4: the stack


@pytest.mark.rule("K4")
@pytest.mark.parametrize("how", ["pair AUTO AUTO", "pair AUTO OR", "pick AUTO"])
def test_a_new_set_lies_on_top_and_never_merges(how: str) -> None:
    m = at(
        hand_A="BD PIANO AUTO AUTO OR",
        discard="AUTO",
        stack_A="BD BD / AUTO AUTO",
    )
    m.play(f"A {how}")
    new = how.removeprefix("pair ") if how.startswith("pair") else "AUTO AUTO"
    assert stack(m, "A") == f"BD BD / AUTO AUTO / {new}"


@pytest.mark.rule("K4", "K5")
@pytest.mark.parametrize(
    ("discard", "picks"),
    [
        ("TRAIN", ("pick ARGENT", "pick OR")),
        ("BD", ("pick BD", "pick ARGENT", "pick OR")),
        ("BD OR", ("pick BD", "pick AUTO")),
        ("-", ()),
    ],
)
def test_all_that_can_be_done_with_a_hand(discard: str, picks: tuple[str, ...]) -> None:
    m = at(hand_A="BD BD AUTO ARGENT OR", discard=discard)
    pairs = ("pair BD BD", "pair BD ARGENT", "pair BD OR", "pair AUTO ARGENT", "pair AUTO OR")
    thrown = ("discard BD", "discard AUTO", "discard ARGENT", "discard OR")
    assert moves(m, "A") == listed(*pairs, *picks, *thrown)
    assert len(m.legal("A")) == len(moves(m, "A"))


# --- a turn


@pytest.mark.rule("K4", "K5")
def test_passing_is_not_allowed_and_a_turn_is_one_action() -> None:
    m = at(hand_A="BD PIANO AUTO AUTO OR")
    assert m.actors == "A"
    for move in ("A end", "A stop", "B discard BD"):
        refused(m, move)
    assert verbs(m, "A") == {"pair", "pick", "discard"}
    m.play("A pair AUTO AUTO")
    assert m.actors == "B"
    for move in ("A discard BD", "A pair BD OR", "A end"):
        refused(m, move)


# --- K5: discarding


@pytest.mark.rule("K5", "K9")
@pytest.mark.parametrize("card", ["BD", "AUTO", "ARGENT", "OR", "ECO"])
def test_any_card_may_be_discarded_on_top_of_the_pile(card: str) -> None:
    m = at("4 penny_jar=on", hand_A=f"PIANO TRAIN BIJOUX BAS {card}", discard="BD CABANE")
    m.play(f"A discard {card}")
    assert pile(m, "discard") == f"BD CABANE {card}"
    assert hand(m, "A") == "PIANO TRAIN BIJOUX BAS TIRELIRE"
    assert stack(m, "A") == "-"
    assert m.asked == "B"


@pytest.mark.rule("K4", "K5")
def test_the_next_player_may_use_what_was_discarded() -> None:
    m = at(hand_A="PIANO TRAIN BIJOUX BAS OR", hand_B="BD PIANO TRAIN BIJOUX AUTO")
    play(m, "A discard OR", "B pick AUTO")
    assert stack(m, "B") == "AUTO OR"
    assert pile(m, "discard") == "CABANE"


@pytest.mark.rule("K5")
def test_one_discards_a_card_that_one_holds_and_just_one() -> None:
    m = at()
    refused(m, "A discard AUTO")
    rejected(m, "A discard BD PIANO")
    rejected(m, "A discard")


@pytest.mark.rule("K5")
def test_an_emptied_discard_pile_stays_empty_until_the_next_discard() -> None:
    m = at(
        hand_A="BD PIANO TRAIN BIJOUX AUTO",
        hand_B="BD PIANO TRAIN BIJOUX OR",
        hand_C="BD PIANO TRAIN BIJOUX OR",
        discard="AUTO",
    )
    m.play("A pick AUTO")
    assert pile(m, "discard") == "-"
    assert pile(m, "draw").split()[0] == "SCOOTER"  # only A drew
    assert "pick" not in verbs(m, "B")
    refused(m, "B pick OR", "K4", "K5")
    m.play("B discard BD")
    assert pile(m, "discard") == "BD"
    m.play("C pick BD")
    assert stack(m, "C") == "BD BD"
    assert pile(m, "discard") == "-"
