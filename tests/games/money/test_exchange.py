"""Who acts, and what he may do with his bid: M8 to M12."""

import pytest

from tirelire import IllegalMove, Match, NotationError

from .helpers import (
    SEATS,
    acting_order,
    at,
    cards,
    deck_without,
    in_play,
    play,
    refused,
    serials,
    step,
)


def revealed() -> Match:
    """A bids 110, C 50, B 40; every bid has another size."""
    return at(bid_A="EUR20a EUR40 EUR50", bid_B="USD40", bid_C="GBP20a GBP30a")


def numbered(numbers: dict[str, int], **bids: str) -> Match:
    """Bids with the serial numbers given to some cards."""
    return at("money 3 serials=shuffled", serials=serials(numbers), **bids)


ALL_FIFTY = {"bid_A": "EUR50", "bid_B": "USD50", "bid_C": "GBP20a GBP30a"}


# --- M8: the order


@pytest.mark.rule("M8")
@pytest.mark.parametrize(
    ("a", "b", "c", "order"),
    [
        ("EUR60", "USD50", "GBP40", "ABC"),
        ("EUR40", "USD50", "GBP60", "CBA"),
        ("EUR50", "USD60", "GBP40", "BAC"),
        ("EUR20a EUR20b", "USD60", "GBP50", "BCA"),  # value, not number of cards
        ("EUR20a EUR20b EUR30a", "USD60", "GBP50", "ABC"),  # value, not best card
    ],
)
def test_bids_act_from_the_highest_value_down(a: str, b: str, c: str, order: str) -> None:
    assert acting_order(at(bid_A=a, bid_B=b, bid_C=c)) == order


@pytest.mark.rule("M3", "M8")
@pytest.mark.parametrize(
    ("a", "b", "numbers", "order"),
    [
        ("EUR50", "USD50", {"EUR50": 40, "USD50": 41}, "AB"),
        ("EUR50", "USD50", {"EUR50": 41, "USD50": 40}, "BA"),
        # the lowest single number: not the sum, the mean, the highest or the first card's
        ("EUR20a EUR30a", "USD20a USD30a", {"EUR20a": 69, "EUR30a": 1, "USD20a": 2}, "AB"),
        ("EUR20a EUR30a", "USD50", {"EUR20a": 1, "EUR30a": 69, "USD50": 2}, "AB"),
        ("EUR20a EUR30a", "USD50", {"EUR20a": 2, "EUR30a": 3, "USD50": 1}, "BA"),
        # coins count as notes do
        ("EUR40 COIN3", "USD50", {"EUR40": 60, "COIN3": 1, "USD50": 9}, "AB"),
        ("EUR50", "USD40 COIN3", {"EUR50": 9, "USD40": 60, "COIN3": 1}, "BA"),
        ("COIN3 COIN4", "USD20a", {"COIN3": 50, "COIN4": 5, "USD20a": 6}, "AB"),
        # numbers kept in the hand or lying in a lot do not count
        ("EUR50", "USD50", {"EUR60": 1, "EUR50": 50, "USD50": 49, "RUB20a": 2}, "BA"),
        # a higher value needs no number
        ("EUR60", "USD50", {"EUR60": 69, "USD50": 1}, "AB"),
    ],
)
def test_equal_bids_are_ranked_by_their_lowest_single_number(
    a: str, b: str, numbers: dict[str, int], order: str
) -> None:
    assert acting_order(numbered(numbers, bid_A=a, bid_B=b)) == order


@pytest.mark.rule("M8")
def test_three_equal_bids_are_ranked_among_themselves() -> None:
    numbers = {"EUR50": 30, "USD50": 9, "GBP50": 12}
    m = numbered(numbers, bid_A="EUR50", bid_B="USD50", bid_C="GBP50")
    assert acting_order(m) == "BCA"


@pytest.mark.rule("M8")
@pytest.mark.parametrize("move", ["take right", "take left", "swap A", "swap C", "withdraw"])
def test_nobody_acts_before_his_turn(move: str) -> None:
    m = revealed()
    assert m.actors == m.asked == "A"
    assert m.legal("B") == []
    refused(m, f"B {move}", "M8")


@pytest.mark.rule("M8", "M10")
def test_the_order_is_found_anew_after_every_exchange() -> None:
    m = revealed()
    play(m, "A swap B", "B swap C")
    assert m.actors == "C"  # with A's 110; B, once second last, is done
    m.play("C take left")
    assert cards(m, "left") == {"EUR20a", "EUR40", "EUR50", "JPY20a"}
    assert m.actors == "ABC"


@pytest.mark.rule("M8", "M10")
def test_after_a_swap_the_rest_follows_in_order_of_what_lies_there() -> None:
    numbers = {"USD50": 8, "GBP50": 7}
    m = numbered(numbers, bid_A="EUR60", bid_B="USD50", bid_C="GBP50")
    m.play("A swap B")  # B's 50 is gone into A's hand, A's 60 lies before B
    assert acting_order(m) == "BC"


# --- M9: exchange with a lot


@pytest.mark.rule("M9", "M12")
@pytest.mark.parametrize("side", ["right", "left"])
def test_the_whole_bid_goes_for_the_whole_lot_and_the_other_lot_stays(side: str) -> None:
    m = revealed()
    other = "left" if side == "right" else "right"
    lot, untouched = cards(m, side), cards(m, other)
    m.play(f"A take {side}")
    assert cards(m, "hand A") == {"EUR20b", "EUR30a", "EUR60"} | lot
    assert cards(m, side) == {"EUR20a", "EUR40", "EUR50"}
    assert cards(m, other) == untouched
    assert m.cards("bid A") == []
    assert m.actors == "C"


@pytest.mark.rule("M9")
@pytest.mark.parametrize("bid", ["EUR60", "EUR20a EUR20b EUR30a EUR40 EUR50 EUR60"])
@pytest.mark.parametrize(
    "lot", ["COIN3", "RUB20a RUB20b RUB20c RUB30a RUB30b RUB30c RUB40", "COIN3 COIN4 COIN5 COIN6"]
)
def test_sizes_do_not_matter(bid: str, lot: str) -> None:
    m = at(bid_A=bid, bid_B="USD20a", right=lot, left="RUB50 RUB60 COIN1 COIN2")
    m.play("A take right")
    assert set(lot.split()) <= cards(m, "hand A")
    assert cards(m, "right") == set(bid.split())


@pytest.mark.rule("M9")
def test_a_bid_left_as_a_lot_is_at_once_there_for_the_next_player() -> None:
    m = revealed()
    play(m, "A take right", "C take right")
    assert {"EUR20a", "EUR40", "EUR50"} <= cards(m, "hand C")
    assert cards(m, "right") == {"GBP20a", "GBP30a"}
    m.play("B take right")
    assert {"GBP20a", "GBP30a"} <= cards(m, "hand B")


# --- M10: exchange with a bid


@pytest.mark.rule("M8", "M10", "M12")
def test_the_player_swapped_with_holds_the_bid_and_acts_at_once() -> None:
    # example 8: A has 5 cards and the highest bid, B 2 cards, C the second highest bid
    m = at(bid_A="EUR20a EUR20b EUR40 EUR50 EUR60", bid_B="USD20a USD30a", bid_C="GBP40 GBP50")
    lots = m.item("right"), m.item("left")
    m.play("A swap B")
    assert cards(m, "hand A") == {"EUR30a", "USD20a", "USD30a"}
    assert m.cards("bid A") == []
    assert cards(m, "bid B") == {"EUR20a", "EUR20b", "EUR40", "EUR50", "EUR60"}
    assert cards(m, "hand B") == {"USD20b", "USD40", "USD50", "USD60"}
    assert (m.item("right"), m.item("left")) == lots
    assert m.actors == m.asked == "B"
    assert acting_order(m) == "BC"


@pytest.mark.rule("M10")
def test_only_bids_of_others_that_still_lie_there_can_be_swapped_with() -> None:
    m = at(
        "money 4",
        gone="CHF",
        hand_D="SEK20a SEK20b",
        bid_A="EUR60",
        bid_B="USD50",
        bid_C="GBP40",
        bid_D="SEK30a",
    )
    lots = {"take right", "take left", "withdraw"}
    assert set(m.legal("A")) == lots | {"swap B", "swap C", "swap D"}
    refused(m, "A swap A", "M10")
    m.play("A swap D")
    assert set(m.legal("D")) == lots | {"swap B", "swap C"}
    refused(m, "D swap A", "M10", "M12")
    m.play("D withdraw")
    assert set(m.legal("B")) == lots | {"swap C"}
    refused(m, "B swap D", "M10", "M12")
    m.play("B take left")
    assert set(m.legal("C")) == lots


# --- M11: withdraw


@pytest.mark.rule("M11")
def test_a_withdrawn_bid_goes_back_to_the_hand_and_nothing_else_moves() -> None:
    m = revealed()
    lots = m.item("right"), m.item("left")
    m.play("A withdraw")
    assert cards(m, "hand A") == {"EUR20a", "EUR20b", "EUR30a", "EUR40", "EUR50", "EUR60"}
    assert (m.item("right"), m.item("left")) == lots
    assert m.cards("bid A") == []
    assert m.actors == "C"
    refused(m, "C swap A", "M10", "M12")


@pytest.mark.rule("M10", "M11")
@pytest.mark.parametrize("choice", ["take right", "take left", "swap C", "withdraw"])
def test_a_player_who_received_a_bid_has_the_same_choices(choice: str) -> None:
    m = revealed()
    m.play("A swap B")
    assert set(m.legal("B")) == {"take right", "take left", "swap C", "withdraw"}
    received = cards(m, "bid B")
    item = {"swap C": "bid C", "withdraw": "bid B"}.get(choice, choice.removeprefix("take "))
    wanted = cards(m, item)
    m.play(f"B {choice}")
    assert wanted <= cards(m, "hand B")
    assert cards(m, "hand B" if choice == "withdraw" else item) >= received
    assert m.cards("bid B") == []
    assert m.actors == "C"


# --- M12: always the whole bid, and once


@pytest.mark.rule("M12")
@pytest.mark.parametrize("move", ["take right EUR20a", "swap B EUR20a", "withdraw EUR20a"])
def test_there_is_no_partial_exchange(move: str) -> None:
    m = revealed()
    before = m.position()
    with pytest.raises((IllegalMove, NotationError)):
        m.play(f"A {move}")
    assert m.position() == before


@pytest.mark.rule("M12")
@pytest.mark.parametrize("done", ["take right", "take left", "swap B", "withdraw"])
def test_cards_taken_into_a_hand_are_out_of_reach(done: str) -> None:
    m = revealed()
    m.play(f"A {done}")
    hand = cards(m, "hand A")
    while m.legal("A") == []:
        assert "swap A" not in m.legal(m.actors)
        refused(m, f"{m.actors} swap A", "M10", "M12")
        refused(m, "A take right", "M8", "M12")
        m.play(f"{m.actors} take left")
    assert cards(m, "hand A") == hand


@pytest.mark.rule("M12")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_only_change_places_in_a_whole_deal(players: int) -> None:
    m = Match.begin("money", players=players, options={"match": "single"}, seed=players)
    seats = SEATS[players]
    everything = deck_without(set(m.item("gone").split()))
    while m.ended == "running":
        assert in_play(m, seats) == everything
        step(m)
    assert in_play(m, seats) == everything


# --- the order in a view


@pytest.mark.rule("M8")
def test_a_view_names_the_order_and_the_numbers_that_decide() -> None:
    m = numbered({"EUR50": 30, "USD50": 3, "GBP20a": 13, "GBP30a": 40}, **ALL_FIFTY)
    for seat in (*"ABC", None):
        items = m.view(seat).items
        assert (items["order"], items["decides"]) == ("B C A", "USD50 GBP20a")
    assert revealed().view(None).items["order"] == "A C B"
    assert revealed().view(None).items["decides"] == "-"
    assert at().view("A").items["order"] == "-"


@pytest.mark.rule("M8")
@pytest.mark.parametrize("numbers", [{"EUR50": 9, "USD50": 3}, {"EUR50": 3, "GBP30a": 1}])
def test_the_order_of_a_view_is_that_in_which_all_act(numbers: dict[str, int]) -> None:
    m = numbered(numbers, **ALL_FIFTY)
    order = m.view("A").items["order"].split()
    assert "".join(order) == acting_order(m)
