"""Draw and trade: P8 and P9."""

from collections import Counter

import pytest

from .helpers import BASE, TEN, base, hand, pile, refused, verbs

THEIRS = Counter(BASE["hand_B"].split())


# --- P8: draw


@pytest.mark.rule("P8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_top_of_the_draw_pile_goes_into_the_hand(players: int) -> None:
    m = base(players)
    under = pile(m, "draw")[1:]
    m.play("A draw")
    assert hand(m, "A") == TEN + Counter(["GO"])
    assert pile(m, "draw") == under
    assert pile(m, "A") == ["BRN1", "LBL1", "PNK1"]


@pytest.mark.rule("P8", "P13")
@pytest.mark.parametrize("thrown", ["RED1", "GO", "TOKEN"])
def test_after_drawing_one_card_is_discarded_the_drawn_one_too(thrown: str) -> None:
    m = base()
    m.play("A draw")
    assert m.actors == "A"
    assert verbs(m, "A") == {"discard"}
    m.play(f"A discard {thrown}")
    assert hand(m, "A") == TEN + Counter(["GO"]) - Counter([thrown])
    assert pile(m, "A") == ["BRN1", "LBL1", "PNK1", thrown]
    assert m.actors == m.item("turn") == "B"


@pytest.mark.rule("P8", "P9", "P12")
@pytest.mark.parametrize("first", ["draw", "trade B 1"])
def test_a_turn_is_one_draw_or_one_trade(first: str) -> None:
    m = base()
    m.play(f"A {first}")
    for second in ("draw", "trade B 1", "trade C 1", "trade B 1 RED1", "out"):
        refused(m, f"A {second}")


@pytest.mark.rule("P8", "P9", "P14")
def test_a_turn_cannot_be_left_out() -> None:
    m = base()
    for move in ("skip", "discard RED1", "stay", "pass RED1", "swap B", "lay RED1"):
        refused(m, f"A {move}")
    assert "draw" in m.legal("A")
    for move in ("draw", "trade A 1", "trade C 1"):
        refused(m, f"B {move}")


# --- P9: trade


@pytest.mark.rule("P9")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_top_cards_of_both_piles_go_into_the_other_hands(n: int) -> None:
    m = base()
    m.play(f"A trade B {n}")
    mine, yours = BASE["pile_A"].split(), BASE["pile_B"].split()
    assert hand(m, "A") == TEN + Counter(yours[3 - n :])
    assert hand(m, "B") == THEIRS + Counter(mine[3 - n :])
    assert pile(m, "A") == mine[: 3 - n]
    assert pile(m, "B") == yours[: 3 - n]
    assert m.actors == "A"  # B is not asked


@pytest.mark.rule("P9")
@pytest.mark.parametrize(("players", "other"), [(2, "B"), (3, "C"), (4, "C"), (4, "D")])
def test_any_opponent_can_be_traded_with(players: int, other: str) -> None:
    m = base(players, **{"pile_B": "YEL1", f"pile_{other}": "GRN1 DBL1"})
    before = hand(m, other)
    m.play(f"A trade {other} 1")
    assert hand(m, other) == before + Counter(["PNK1"])
    assert hand(m, "A") == TEN + Counter(["DBL1"])
    assert pile(m, other) == ["GRN1"]


@pytest.mark.rule("P9")
def test_a_card_from_the_hand_may_be_laid_on_the_own_pile_first() -> None:
    m = base()
    m.play("A trade B 2 TOKEN")
    assert hand(m, "A") == TEN - Counter(["TOKEN"]) + Counter(["GRN1", "DBL1"])
    assert hand(m, "B") == THEIRS + Counter(["PNK1", "TOKEN"])
    assert pile(m, "A") == ["BRN1", "LBL1"]
    assert pile(m, "B") == ["YEL1"]


@pytest.mark.rule("P9")
@pytest.mark.parametrize(
    ("mine", "yours", "move", "legal"),
    [
        (3, 3, "trade B 3", True),
        (3, 3, "trade B 4", False),
        (3, 3, "trade B 4 RED1", False),  # B has three
        (3, 5, "trade B 4", False),  # A has three
        (3, 5, "trade B 4 RED1", True),
        (3, 5, "trade B 5 RED1", False),
        (0, 3, "trade B 1", False),
        (0, 3, "trade B 1 RED1", True),
        (0, 3, "trade B 2 RED1", False),
        (3, 0, "trade B 1", False),
        (3, 0, "trade B 1 RED1", False),
        (3, 3, "trade B 0", False),
        (3, 3, "trade B 0 RED1", False),
        (3, 3, "trade A 1", False),
        (3, 3, "trade E 1", False),
        (3, 3, "trade B 2 RED1 RED2", False),  # one card only
        (3, 3, "trade B 1 RED3", False),  # not in the hand of A
        (3, 3, "trade B 1 PNK1", False),  # it lies on the pile already
    ],
)
def test_as_many_cards_are_traded_as_both_piles_have(
    mine: int, yours: int, move: str, legal: bool
) -> None:
    m = base(
        pile_A=" ".join(("BRN1", "LBL1", "PNK1")[:mine]) or "-",
        pile_B=" ".join(("YEL1", "GRN1", "DBL1", "BRN2", "LBL2")[:yours]) or "-",
    )
    if legal:
        m.play(f"A {move}")
        assert len(pile(m, "B")) == yours - int(move.split()[2])
        assert len(pile(m, "A")) == mine + ("RED1" in move) - int(move.split()[2])
    else:
        refused(m, f"A {move}", "P9")
