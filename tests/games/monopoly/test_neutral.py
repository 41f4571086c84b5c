"""The neutral piles of three and of two players: P10 and P11."""

from collections import Counter

import pytest

from tirelire import Match

from .helpers import TEN, base, can, finish_turn, hand, pile, play, refused, table

ONE = "neutral_trades=one_for_one"
COMBO = "neutral_combo_two_players=on"
NEUTRAL = "YEL2 GRN2 DBL2"


def three(options: str = "", **changes: str) -> Match:
    """Return a table of three with three cards in the neutral pile."""
    return base(3, options, **{"neutral_1": NEUTRAL, **changes})


def two(options: str = "", **changes: str) -> Match:
    """Return a table of two with one card in the first neutral pile and three in the second."""
    return base(2, options, **{"neutral_1": "LBL2", "neutral_2": NEUTRAL, **changes})


# --- P10: swaps


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("n", "left", "mine"),
    [
        (1, ["YEL2", "GRN2", "PNK1"], ["BRN1", "LBL1"]),
        (2, ["YEL2", "LBL1", "PNK1"], ["BRN1"]),
        (3, ["BRN1", "LBL1", "PNK1"], []),
    ],
)
def test_the_own_top_cards_take_the_place_of_the_neutral_ones_in_their_order(
    n: int, left: list[str], mine: list[str]
) -> None:
    m = three()
    under = pile(m, "draw")
    m.play(f"A neutral 1 {n}")
    assert hand(m, "A") == TEN + Counter(NEUTRAL.split()[3 - n :])
    assert pile(m, "neutral 1") == left
    assert pile(m, "A") == mine
    assert pile(m, "draw") == under
    assert m.actors == "A"
    finish_turn(m)
    assert hand(m, "A").total() == 10
    assert m.item("turn") == "B"


@pytest.mark.rule("P10")
def test_a_card_from_the_hand_may_be_laid_before_a_neutral_swap() -> None:
    m = three()
    m.play("A neutral 1 2 TOKEN")
    assert hand(m, "A") == TEN - Counter(["TOKEN"]) + Counter(["GRN2", "DBL2"])
    assert pile(m, "neutral 1") == ["YEL2", "PNK1", "TOKEN"]
    assert pile(m, "A") == ["BRN1", "LBL1"]
    m = three()
    m.play("A neutral 1 1 TOKEN")
    assert pile(m, "neutral 1") == ["YEL2", "GRN2", "TOKEN"]
    assert pile(m, "A") == ["BRN1", "LBL1", "PNK1"]
    assert m.item("turn") == "B"  # ten cards: nothing to discard


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("move", "mine", "legal"),
    [
        ("neutral 1 3", "BRN1 LBL1 PNK1", True),
        ("neutral 1 4 RED1", "BRN1 LBL1 PNK1", False),  # the neutral pile has three
        ("neutral 1 3", "BRN1 LBL1", False),
        ("neutral 1 3 RED1", "BRN1 LBL1", True),
        ("neutral 1 1", "-", False),
        ("neutral 1 1 RED1", "-", True),
        ("neutral 1 0", "BRN1", False),
        ("neutral 2 1", "BRN1", False),  # three players have one neutral pile
        ("neutral 1 1 RED3", "BRN1", False),  # in the hand of B
        ("neutral 1 2 RED1 RED2", "BRN1", False),
    ],
)
def test_a_neutral_swap_needs_as_many_cards_on_both_piles(
    move: str, mine: str, legal: bool
) -> None:
    m = three(pile_A=mine)
    assert can(m, f"A {move}") == legal
    if not legal:
        refused(m, f"A {move}", "P10", "P9", "P4")


@pytest.mark.rule("P10", "P4")
def test_four_players_have_no_neutral_pile() -> None:
    m = base(4)
    for move in ("neutral 1 1", "neutral 1 1 RED1", "combo 1", "combo 1 RED1"):
        refused(m, f"A {move}")


@pytest.mark.rule("P10", "P13")
def test_three_players_still_trade_with_each_other_as_four_do() -> None:
    m = three()
    play(m, "A trade B 2", "A discard H1 H2")
    assert pile(m, "neutral 1") == NEUTRAL.split()
    m.play("B neutral 1 1")
    assert hand(m, "B")["DBL2"] == 1


# --- P10: the combination with the draw pile


@pytest.mark.rule("P10")
def test_the_combination_takes_the_neutral_and_the_drawn_card_for_the_own_top_two() -> None:
    m = three()
    under = pile(m, "draw")[1:]
    m.play("A combo 1")
    assert hand(m, "A") == TEN + Counter(["DBL2", "GO"])
    assert pile(m, "neutral 1") == ["YEL2", "GRN2", "LBL1", "PNK1"]
    assert pile(m, "A") == ["BRN1"]
    assert pile(m, "draw") == under
    m.play("A discard H1 H2")
    assert pile(m, "A") == ["BRN1", "H1", "H2"]
    assert m.item("turn") == "B"


@pytest.mark.rule("P10")
def test_a_card_from_the_hand_may_be_laid_before_the_combination() -> None:
    m = three()
    m.play("A combo 1 TOKEN")
    assert hand(m, "A") == TEN - Counter(["TOKEN"]) + Counter(["DBL2", "GO"])
    assert pile(m, "neutral 1") == ["YEL2", "GRN2", "PNK1", "TOKEN"]
    assert pile(m, "A") == ["BRN1", "LBL1"]


@pytest.mark.rule("P10")
@pytest.mark.parametrize("neutral", ["YEL2", "YEL2 GRN2", NEUTRAL])
def test_the_neutral_pile_grows_by_one_with_every_combination(neutral: str) -> None:
    m = three(neutral_1=neutral)
    size = len(neutral.split())
    m.play("A combo 1")
    finish_turn(m)
    assert len(pile(m, "neutral 1")) == size + 1
    m.play("B combo 1")
    finish_turn(m)
    assert len(pile(m, "neutral 1")) == size + 2


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("mine", "move", "legal"),
    [
        ("BRN1 LBL1", "combo 1", True),
        ("BRN1", "combo 1", False),
        ("BRN1", "combo 1 RED1", True),
        ("-", "combo 1 RED1", False),
        ("BRN1 LBL1", "combo 2", False),
        ("BRN1 LBL1", "combo 1 RED3", False),
    ],
)
def test_the_combination_needs_two_cards_on_the_own_pile(mine: str, move: str, legal: bool) -> None:
    m = three(pile_A=mine)
    assert can(m, f"A {move}") == legal
    if not legal:
        refused(m, f"A {move}", "P10", "P9", "P4")


@pytest.mark.rule("P10", "P14")
def test_the_combination_needs_a_card_on_the_draw_pile() -> None:
    m = table(3, pile_A="BRN1 LBL1", neutral_1="YEL2", draw="-", left="3", rest="pile_C")
    refused(m, "A combo 1", "P10", "P14")
    assert can(m, "A neutral 1 1")


# --- P10: the seed's letter


@pytest.mark.rule("P10")
def test_one_for_one_swaps_a_single_neutral_card() -> None:
    m = three(ONE)
    for move in ("neutral 1 2", "neutral 1 3", "neutral 1 2 RED1"):
        refused(m, f"A {move}", "P10")
    for move in ("neutral 1 1", "neutral 1 1 RED1", "combo 1", "combo 1 RED1", "trade B 2"):
        assert can(m, f"A {move}")
    m.play("A neutral 1 1")
    assert pile(m, "neutral 1") == ["YEL2", "GRN2", "PNK1"]


# --- P11: two players


@pytest.mark.rule("P11")
def test_two_players_swap_with_either_neutral_pile() -> None:
    m = two()
    m.play("A neutral 1 1")
    assert hand(m, "A") == TEN + Counter(["LBL2"])
    assert pile(m, "neutral 1") == ["PNK1"]
    assert pile(m, "neutral 2") == NEUTRAL.split()
    m = two()
    m.play("A neutral 2 2 TOKEN")
    assert hand(m, "A") == TEN - Counter(["TOKEN"]) + Counter(["GRN2", "DBL2"])
    assert pile(m, "neutral 2") == ["YEL2", "PNK1", "TOKEN"]
    assert pile(m, "neutral 1") == ["LBL2"]


@pytest.mark.rule("P11")
@pytest.mark.parametrize("move", ["neutral 1 2", "neutral 2 4 RED1", "neutral 3 1", "neutral 1 0"])
def test_two_players_swap_no_more_cards_than_there_are(move: str) -> None:
    refused(two(), f"A {move}", "P11", "P10", "P9", "P4")


@pytest.mark.rule("P11")
@pytest.mark.parametrize("move", ["combo 1", "combo 2", "combo 1 RED1", "combo 2 RED1"])
def test_two_players_have_no_combination_unless_the_option_says_so(move: str) -> None:
    refused(two(), f"A {move}", "P11", "P10")
    refused(two("neutral_combo_two_players=off"), f"A {move}", "P11", "P10")
    assert can(two(COMBO), f"A {move}")


@pytest.mark.rule("P11")
@pytest.mark.parametrize(
    ("n", "first", "second"),
    [
        (1, ["LBL1", "PNK1"], NEUTRAL.split()),
        (2, ["LBL2"], ["YEL2", "GRN2", "LBL1", "PNK1"]),
    ],
)
def test_with_the_option_the_combination_works_with_either_pile(
    n: int, first: list[str], second: list[str]
) -> None:
    m = two(COMBO)
    under = pile(m, "draw")[1:]
    m.play(f"A combo {n}")
    assert pile(m, "neutral 1") == first
    assert pile(m, "neutral 2") == second
    assert hand(m, "A") == TEN + Counter(["GO", "LBL2" if n == 1 else "DBL2"])
    assert pile(m, "draw") == under


@pytest.mark.rule("P10", "P11")
def test_one_for_one_holds_for_two_players_too() -> None:
    m = two(ONE)
    refused(m, "A neutral 2 2", "P10", "P11")
    assert can(m, "A neutral 2 1")


@pytest.mark.rule("P11")
def test_the_combination_option_is_for_two_players_only() -> None:
    assert can(three("neutral_combo_two_players=off"), "A combo 1")


@pytest.mark.rule("P11")
def test_without_the_combination_the_neutral_piles_keep_one_card() -> None:
    m = Match.begin("monopoly", players=2, seed=4)
    for turn in range(8):
        seat = m.item("turn")
        n = 1 + turn % 2
        top = pile(m, f"neutral {n}")[-1]
        before = hand(m, seat)[top]
        m.play(f"{seat} neutral {n} 1")
        assert hand(m, seat)[top] == before + 1
        finish_turn(m)
        assert len(pile(m, "neutral 1")) == len(pile(m, "neutral 2")) == 1
