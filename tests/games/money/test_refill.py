"""The refill, the last round and the end of a hand: M13, M14 and M21."""

import pytest

from .helpers import acting_order, at, cards, idle_round, play, refused

SIX = "JPY20a JPY20b JPY20c JPY30a JPY30b JPY30c"


# --- M13: the refill


@pytest.mark.rule("M13")
def test_the_right_lot_is_filled_first_then_the_left_from_the_top_of_the_stock() -> None:
    m = at(bid_A="EUR60", bid_B="USD20a USD20b")
    play(m, "A take left", "B take right")
    assert cards(m, "right") == {"USD20a", "USD20b", "JPY20a", "JPY20b"}
    assert cards(m, "left") == {"EUR60", "JPY20c", "JPY30a", "JPY30b"}
    assert m.cards("stock") == ["JPY30c", "JPY40", "JPY50", "JPY60", "COIN3", "COIN4"]
    assert m.actors == "ABC"


@pytest.mark.rule("M13")
def test_the_stock_is_drawn_in_its_own_order_and_not_in_card_order() -> None:
    m = at(bid_A="EUR60", stock="COIN4 JPY60 JPY20a JPY50 JPY20b")
    m.play("A take left")
    assert cards(m, "left") == {"EUR60", "COIN4", "JPY60", "JPY20a"}
    assert m.cards("stock") == ["JPY50", "JPY20b"]


@pytest.mark.rule("M13")
def test_nothing_is_filled_while_a_bid_lies_on_the_table() -> None:
    m = at(bid_A="EUR60", bid_B="USD50", bid_C="GBP40")
    stock = m.item("stock")
    play(m, "A take right", "B take left")
    assert cards(m, "right") == {"EUR60"}
    assert cards(m, "left") == {"USD50"}
    assert m.item("stock") == stock
    m.play("C withdraw")
    assert len(m.cards("right")) == len(m.cards("left")) == 4


@pytest.mark.rule("M13")
@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("size", range(1, 8))
def test_a_lot_is_filled_up_to_four_and_never_beyond(side: str, size: int) -> None:
    # example 7 is in here: 2 cards bid leave a lot that is filled, 7 cards one that is not
    hand = ["EUR20a", "EUR20b", "EUR20c", "EUR30a", "EUR40", "EUR50", "EUR60"]
    m = at(hand_A="EUR30b EUR30c", bid_A=" ".join(hand[:size]))
    other, stock = m.item("left" if side == "right" else "right"), m.cards("stock")
    drawn = {1: 3, 2: 2, 3: 1}.get(size, 0)
    m.play(f"A take {side}")
    assert cards(m, side) == {*hand[:size], *stock[:drawn]}
    assert m.cards("stock") == stock[drawn:]
    assert m.item("left" if side == "right" else "right") == other


@pytest.mark.rule("M13")
def test_a_large_lot_stays_as_it_is_while_the_other_is_filled() -> None:
    m = at(right="RUB20a RUB30a RUB40 COIN1 COIN5", bid_A="EUR60")
    m.play("A take left")
    assert cards(m, "right") == {"RUB20a", "RUB30a", "RUB40", "COIN1", "COIN5"}
    assert cards(m, "left") == {"EUR60", "JPY20a", "JPY20b", "JPY20c"}


# --- M14: the last round


@pytest.mark.rule("M13", "M14")
@pytest.mark.parametrize(
    ("stock", "right", "left", "last"),
    [
        (1, 3, 1, "yes"),  # the left lot stays short
        (2, 4, 1, "yes"),  # emptied exactly by the right lot
        (3, 4, 2, "yes"),
        (5, 4, 4, "yes"),  # emptied exactly, both lots full
        (6, 4, 4, "no"),
    ],
)
def test_a_refill_that_empties_the_stock_announces_the_last_round(
    stock: int, right: int, left: int, last: str
) -> None:
    m = at(bid_A="EUR60", bid_B="USD20a USD20b", stock=" ".join(SIX.split()[:stock]))
    play(m, "A take left", "B take right")
    assert len(m.cards("right")) == right
    assert len(m.cards("left")) == left
    assert m.item("last") == last
    assert m.ended == "running"
    assert m.reason == ""
    assert m.actors == "ABC"


@pytest.mark.rule("M14")
def test_one_whole_round_is_played_after_the_stock_ran_out_and_then_the_hand_is_over() -> None:
    m = at(bid_A="EUR60", stock="JPY20a JPY20b")
    m.play("A take right")
    assert m.item("last") == "yes"
    play(m, "A bid EUR50", "B bid USD40", "C bid BLUFF")
    assert m.ended == "running"
    m.play("A take left")
    assert m.ended == "running"
    m.play("B take left")
    assert m.ended == "deal"
    assert m.reason == "stock"
    assert m.actors == ""
    assert "EUR50" in m.cards("hand B")
    assert set(m.gained) == {"A", "B", "C"}


@pytest.mark.rule("M14")
def test_the_hand_goes_on_while_one_card_is_left_in_the_stock() -> None:
    m = at(bid_A="EUR60", stock="JPY20a JPY20b JPY20c JPY30a")
    m.play("A take right")
    assert m.cards("stock") == ["JPY30a"]
    assert m.item("last") == "no"
    play(m, "A bid EUR50", "B bid BLUFF", "C bid BLUFF", "A take left")
    assert m.ended == "running"
    assert m.item("last") == "yes"


@pytest.mark.rule("M14")
def test_there_is_no_refill_after_the_last_round() -> None:
    m = at(bid_A="EUR60", idle="5", last="")
    stock = m.item("stock")
    m.play("A take right")
    assert m.ended == "deal"
    assert cards(m, "right") == {"EUR60"}
    assert m.item("stock") == stock


@pytest.mark.rule("M14")
@pytest.mark.parametrize("side", ["right", "left"])
def test_an_empty_lot_in_a_written_position_cannot_be_chosen(side: str) -> None:
    m = at(**{side: "-"}, bid_A="EUR60", bid_B="USD50", stock="-", last="")
    other = "left" if side == "right" else "right"
    assert set(m.legal("A")) == {f"take {other}", "swap B", "withdraw"}
    refused(m, f"A take {side}", "M9", "M14")
    assert acting_order(m) == "AB"


# --- M21: no endless hand


@pytest.mark.rule("M21")
def test_five_idle_refills_in_a_row_make_the_next_round_the_last() -> None:
    m = at()
    for idle in range(1, 6):
        assert m.item("last") == "no"
        idle_round(m)
        assert m.item("idle") == str(idle)
        assert m.ended == "running"
    assert m.item("last") == "yes"
    play(m, "A bid EUR60", "B bid BLUFF", "C bid BLUFF", "A take right")
    assert m.ended == "deal"
    assert m.reason == "idle"
    assert len(m.cards("stock")) == 11


@pytest.mark.rule("M21")
@pytest.mark.parametrize(
    ("bid", "move"),
    [("EUR60", "withdraw"), ("EUR20a EUR20b EUR30a EUR60", "take right")],
)
def test_exchanges_that_leave_full_lots_are_idle_too(bid: str, move: str) -> None:
    m = at(bid_A=bid, idle="3")
    m.play(f"A {move}")
    assert m.item("idle") == "4"
    assert m.item("last") == "no"
    idle_round(m)
    assert m.item("last") == "yes"


@pytest.mark.rule("M21")
@pytest.mark.parametrize("side", ["right", "left"])
def test_one_card_drawn_starts_the_count_again(side: str) -> None:
    m = at(bid_A="EUR20a EUR20b EUR60", idle="4")
    m.play(f"A take {side}")
    assert len(m.cards("stock")) == 10
    assert m.item("idle") == "0"
    assert m.item("last") == "no"
    for _ in range(4):
        idle_round(m)
    assert m.item("last") == "no"
    idle_round(m)
    assert m.item("last") == "yes"
    assert m.ended == "running"


@pytest.mark.rule("M21")
def test_every_deal_counts_its_idle_refills_anew() -> None:
    m = at(idle="4")
    idle_round(m)
    idle_round(m)
    assert m.ended == "deal"
    m.next_deal()
    assert m.item("idle") == "0"
    assert m.item("last") == "no"
