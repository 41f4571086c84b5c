"""The deal, the sealed bids and the reveal: M5 to M7."""

import pytest

from tirelire import IllegalMove, Match, NotationError
from tirelire.games.money import bid_value

from .helpers import (
    BASE,
    SEATS,
    acting_order,
    at,
    cards,
    deck_without,
    idle_round,
    in_play,
    play,
    play_out,
    refused,
)

ALL_OF_A = BASE["hand_A"]


@pytest.mark.rule("M5")
@pytest.mark.parametrize(("players", "stock"), [(3, 25), (4, 28), (5, 31)])
def test_six_cards_each_two_lots_of_four_and_the_rest_is_the_stock(
    players: int, stock: int
) -> None:
    m = Match.begin("money", players=players, seed=3)
    for seat in SEATS[players]:
        assert len(m.cards(f"hand {seat}")) == 6
    assert len(m.cards("right")) == 4
    assert len(m.cards("left")) == 4
    assert len(m.cards("stock")) == stock
    for viewer in (*SEATS[players], None):
        assert m.view(viewer).item("right") == m.item("right")
        assert m.view(viewer).item("left") == m.item("left")


@pytest.mark.rule("M5")
def test_notes_and_coins_are_shuffled_together() -> None:
    deals = [Match.begin("money", players=5, seed=seed) for seed in range(30)]
    assert len({m.item("hand A") for m in deals}) == 30
    for place in ("hand A", "hand E", "right", "left"):
        assert any("COIN" in m.item(place) for m in deals)
    last_drawn = {m.cards("stock")[-1] for m in deals}
    assert len(last_drawn) > 10


@pytest.mark.rule("M5")
@pytest.mark.parametrize(("players", "dealers"), [(3, "CAB"), (4, "DAB"), (5, "EAB")])
def test_the_last_seat_deals_first_and_the_deal_passes_left(players: int, dealers: str) -> None:
    m = Match.begin("money", players=players, seed=5)
    for number, dealer in enumerate(dealers, 1):
        assert m.item("dealer") == dealer
        assert m.item("deal") == str(number)
        assert [len(m.cards(f"hand {seat}")) for seat in SEATS[players]] == [6] * players
        assert in_play(m, SEATS[players]) == deck_without(set(m.item("gone").split()))
        play_out(m)
        if m.ended == "deal":
            m.next_deal()
    assert m.ended == "match"


# --- M6: the bid


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    "bid",
    ["EUR20a", "EUR20b EUR60", "EUR60 BLUFF", ALL_OF_A, f"{ALL_OF_A} BLUFF", "BLUFF"],
)
def test_any_subset_of_the_hand_may_be_bid(bid: str) -> None:
    m = at("money 3 bluff_only_bid=allowed")
    m.play(f"A bid {bid}")
    assert cards(m, "sealed A") == set(bid.split())
    assert cards(m, "hand A") == set(ALL_OF_A.split()) - set(bid.split())


@pytest.mark.rule("M6")
def test_every_card_of_the_hand_may_be_laid_and_nothing_else() -> None:
    m = at()
    assert set(m.legal("A")) == {f"lay {card}" for card in [*ALL_OF_A.split(), "BLUFF"]}
    m.play("A lay EUR60")
    assert {"back", "seal"} <= set(m.legal("A"))
    assert "lay EUR60" not in m.legal("A")


@pytest.mark.rule("M6")
def test_an_empty_bid_cannot_be_sealed() -> None:
    m = at()
    assert "seal" not in m.legal("A")
    refused(m, "A seal", "M6")
    play(m, "A lay EUR60", "A back")
    assert "seal" not in m.legal("A")
    refused(m, "A seal", "M6")


@pytest.mark.rule("M6")
def test_the_bluff_card_alone_may_be_forbidden_as_a_bid() -> None:
    allowed = at("money 3 bluff_only_bid=allowed", laid_A="BLUFF")
    assert "seal" in allowed.legal("A")
    m = at("money 3 bluff_only_bid=forbidden")
    refused(m, "A bid BLUFF", "M6")
    m.play("A lay BLUFF")
    assert "seal" not in m.legal("A")
    refused(m, "A seal", "M6")
    m.play("A lay EUR20a")
    assert "seal" in m.legal("A")
    m.play("A seal")
    assert cards(m, "sealed A") == {"EUR20a", "BLUFF"}


@pytest.mark.rule("M6")
@pytest.mark.parametrize("bid", ["COIN3", "COIN3 BLUFF", "EUR60"])
def test_one_real_card_is_enough_where_the_bluff_alone_is_forbidden(bid: str) -> None:
    m = at("money 3 bluff_only_bid=forbidden", hand_A="COIN3 EUR60")
    m.play(f"A bid {bid}")
    assert m.actors == "BC"


@pytest.mark.rule("M6")
@pytest.mark.parametrize("card", ["USD60", "RUB40", "JPY20a", "EUR30c"])
def test_only_cards_of_the_own_hand_can_be_bid(card: str) -> None:
    refused(at(), f"A bid EUR60 {card}", "M6")
    refused(at(), f"A lay {card}", "M6")


@pytest.mark.rule("M6")
@pytest.mark.parametrize("bid", ["EUR60 EUR60", "EUR60 BLUFF BLUFF"])
def test_a_card_cannot_be_bid_twice(bid: str) -> None:
    m = at()
    before = m.position()
    with pytest.raises((IllegalMove, NotationError)):
        m.play(f"A bid {bid}")
    assert m.position() == before


@pytest.mark.rule("M6")
def test_all_players_bid_at_the_same_time_in_any_order() -> None:
    m = at()
    assert m.actors == "ABC"
    play(m, "C lay GBP60", "A lay EUR60", "C seal")
    assert m.actors == "AB"
    m.play("B bid USD60")
    assert m.actors == "A"
    m.play("A seal")
    assert cards(m, "bid C") == {"GBP60"}


@pytest.mark.rule("M6")
def test_a_bid_may_be_changed_until_it_is_sealed() -> None:
    m = at()
    play(m, "A lay EUR60 BLUFF", "A back")
    assert m.cards("laid A") == []
    assert cards(m, "hand A") == set(ALL_OF_A.split())
    play(m, "A lay EUR60", "A lay EUR50")
    assert cards(m, "laid A") == {"EUR50", "EUR60"}
    m.play("A bid EUR20a")
    assert cards(m, "sealed A") == {"EUR20a"}
    assert {"EUR50", "EUR60"} <= cards(m, "hand A")


@pytest.mark.rule("M6")
@pytest.mark.parametrize("move", ["back", "seal", "lay EUR20a", "bid EUR20a", "bid EUR60"])
def test_a_sealed_bid_is_final(move: str) -> None:
    m = at()
    m.play("A bid EUR60")
    assert m.legal("A") == []
    refused(m, f"A {move}", "M6")


@pytest.mark.rule("M6")
@pytest.mark.parametrize(
    ("bid", "value"),
    [
        ("EUR20 COINx3 USD50", 100),  # example 1
        ("EUR30 RUB20x2 COIN", 80),  # example 2
        ("EUR20x3", 60),
        ("JPY60 JPY50 JPY40", 150),
        ("COINx6 BLUFF", 60),
    ],
)
def test_the_value_of_a_bid_is_the_plain_sum_of_the_faces(bid: str, value: int) -> None:
    assert bid_value(bid) == value


@pytest.mark.rule("M6", "M8")
@pytest.mark.parametrize(
    ("a", "b", "c", "order"),
    [
        ("EUR20a COIN3 COIN4 COIN5 USD50", "USD40 USD30a USD20a", "GBP60 GBP50", "CAB"),
        ("EUR30a RUB20a RUB20b COIN3", "USD50 USD20a", "GBP50 GBP40", "CAB"),
        ("EUR20a EUR20b EUR20c", "USD60 COIN3", "GBP50", "BAC"),
    ],
)
def test_bids_of_mixed_currencies_are_ranked_by_their_plain_sum(
    a: str, b: str, c: str, order: str
) -> None:
    assert acting_order(at(bid_A=a, bid_B=b, bid_C=c)) == order


# --- M7: the reveal


@pytest.mark.rule("M7")
def test_the_bids_are_turned_up_together_after_the_last_seal() -> None:
    m = at(sealed_A="EUR60 BLUFF", sealed_B="USD20a USD20b")
    assert m.cards("bid A") == m.cards("bid B") == []
    m.play("C bid GBP50")
    assert cards(m, "bid A") == {"EUR60"}
    assert cards(m, "bid B") == {"USD20a", "USD20b"}
    assert cards(m, "bid C") == {"GBP50"}
    assert all(m.cards(f"sealed {seat}") == [] for seat in "ABC")


@pytest.mark.rule("M7")
def test_the_bluff_card_is_never_exchanged() -> None:
    m = at()
    play(m, "A bid EUR60 BLUFF", "B bid USD50 BLUFF", "C bid GBP40 BLUFF")
    play(m, "A swap B", "B take right", "C take right", "A bid USD50 BLUFF")
    play(m, "B bid BLUFF", "C bid BLUFF")
    assert cards(m, "bid A") == {"USD50"}
    assert all("BLUFF" not in m.item(lot) for lot in ("right", "left"))


@pytest.mark.rule("M7")
@pytest.mark.parametrize("mode", ["bid BLUFF", "written"])
def test_a_player_with_the_bluff_card_alone_sits_the_round_out(mode: str) -> None:
    if mode == "written":
        m = at(bid_A="EUR60", bid_C="GBP50")
    else:
        m = at(sealed_A="EUR60", sealed_C="GBP50")
        m.play(f"B {mode}")
    assert m.cards("bid B") == []
    assert set(m.legal("A")) == {"take right", "take left", "swap C", "withdraw"}
    refused(m, "A swap B", "M7", "M10")
    assert m.legal("B") == []
    refused(m, "B take right")
    assert acting_order(m) == "AC"
    assert m.actors == "ABC"


@pytest.mark.rule("M7", "M13")
def test_a_round_of_bluff_cards_alone_goes_straight_to_the_refill() -> None:
    m = at(right="RUB20a RUB30a", stock="JPY20a JPY20b JPY20c")
    idle_round(m)
    assert cards(m, "right") == {"RUB20a", "RUB30a", "JPY20a", "JPY20b"}
    assert m.actors == "ABC"
    assert cards(m, "hand A") == set(ALL_OF_A.split())
