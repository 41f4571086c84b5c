"""Who may know what: M20, the secrecy of bids (M6) and of shuffled numbers (M3)."""

import pytest

from tirelire import Match

from .helpers import BASE, at, cards, play, play_out, seen, serials

RIGHT = {"RUB20a", "RUB30a", "RUB40", "COIN1"}
OTHERS = ("B", "C", None)


def same_for(viewers: tuple[str | None, ...], one: Match, two: Match) -> bool:
    """Tell whether the two matches look alike to every one of the viewers."""
    return all(one.view(viewer).bytes == two.view(viewer).bytes for viewer in viewers)


# --- M20: hands


@pytest.mark.rule("M20")
def test_a_hand_is_known_to_its_player_alone_and_its_size_to_everybody() -> None:
    m = at()
    assert m.view("A").item("hand A").split() == [*m.cards("hand A"), "BLUFF"]
    for viewer in OTHERS:
        assert m.view(viewer).item("hand A") == "?x7"  # six cards and the bluff card
        assert m.view(viewer).item("stock") == "?x11"
    assert m.view("A").item("stock") == "?x11"
    assert not any(card in m.view("B").text for card in BASE["hand_A"].split())


@pytest.mark.rule("M20")
def test_views_do_not_depend_on_cards_the_viewer_cannot_know() -> None:
    one = at()
    two = at(  # EUR60 and the last card of the stock have changed places
        hand_A="EUR20a EUR20b EUR30a EUR40 EUR50 COIN4",
        stock=BASE["stock"].replace("COIN4", "EUR60"),
    )
    assert same_for(OTHERS, one, two)
    assert one.view("A").bytes != two.view("A").bytes
    turned = at(stock=" ".join(reversed(BASE["stock"].split())))
    assert same_for(("A", *OTHERS), one, turned)


@pytest.mark.rule("M20")
def test_a_lot_taken_face_up_is_known_and_the_rest_of_the_hand_is_not() -> None:
    m = at(bid_A="EUR60 EUR50", bid_B="USD20a")
    for viewer in OTHERS:
        assert m.view(viewer).item("hand A") == "?x5"
    m.play("A take right")
    for viewer in OTHERS:
        assert seen(m.view(viewer).item("hand A")) == (RIGHT, 5)
    assert cards(m, "hand A") > RIGHT


@pytest.mark.rule("M20")
def test_a_withdrawn_bid_is_known() -> None:
    m = at(bid_A="EUR60 EUR50", bid_B="USD20a")
    m.play("A withdraw")
    for viewer in OTHERS:
        assert seen(m.view(viewer).item("hand A")) == ({"EUR50", "EUR60"}, 5)


@pytest.mark.rule("M20")
def test_swapped_bids_are_known_in_the_hands_they_went_to() -> None:
    m = at(bid_A="EUR60 EUR50", bid_B="USD20a", bid_C="GBP20a")
    play(m, "A swap B", "B withdraw")
    assert seen(m.view("C").item("hand A")) == ({"USD20a"}, 5)
    assert seen(m.view("C").item("hand B")) == ({"EUR50", "EUR60"}, 6)
    assert seen(m.view(None).item("bid C")) == ({"GBP20a"}, 0)


@pytest.mark.rule("M20")
def test_a_known_card_given_away_is_known_elsewhere() -> None:
    m = at(known_A="EUR60 EUR50")
    assert seen(m.view("B").item("hand A")) == ({"EUR50", "EUR60"}, 5)
    play(m, "A bid EUR60", "B bid USD50", "C bid BLUFF")
    assert seen(m.view("B").item("hand A")) == ({"EUR50"}, 5)
    m.play("A swap B")
    assert seen(m.view("C").item("hand A")) == ({"EUR50", "USD50"}, 5)
    m.play("B withdraw")
    assert seen(m.view("C").item("hand B")) == ({"EUR60"}, 6)


@pytest.mark.rule("M20")
def test_a_new_deal_makes_everything_secret_again() -> None:
    m = at(idle="5", last="", known_A="EUR60")
    play(m, "A bid EUR50", "B bid BLUFF", "C bid BLUFF", "A take right")
    m.next_deal()
    for seat in "ABC":
        assert m.view(None).item(f"hand {seat}") == "?x7"


# --- M6: bids before the reveal


@pytest.mark.rule("M6")
@pytest.mark.parametrize("lay", ["EUR60", "BLUFF", "EUR20a EUR30a BLUFF"])
def test_nothing_shows_before_a_bid_is_sealed(lay: str) -> None:
    m, untouched = at(), at()
    m.play(f"A lay {lay}")
    assert same_for(OTHERS, m, untouched)
    assert m.view("A").bytes != untouched.view("A").bytes
    assert set(m.view("A").item("laid A").split()) == set(lay.split())
    assert ("BLUFF" in m.view("A").item("hand A")) == ("BLUFF" not in lay)
    m.play("A back")
    assert same_for(("A", *OTHERS), m, untouched)


@pytest.mark.rule("M6")
@pytest.mark.parametrize("bid", ["EUR60 EUR50", "EUR20a BLUFF", "EUR20a EUR20b"])
def test_a_sealed_bid_shows_its_number_of_cards_bluff_included_and_nothing_else(bid: str) -> None:
    m, model = at(), at()
    m.play(f"A bid {bid}")
    model.play("A bid EUR30a EUR40")
    assert same_for(OTHERS, m, model)
    for viewer in OTHERS:
        assert m.view(viewer).item("sealed A") == "?x2"
        assert m.view(viewer).item("hand A") == "?x7"
    assert set(m.view("A").item("sealed A").split()) == set(bid.split())


@pytest.mark.rule("M6")
def test_bids_of_other_sizes_look_different() -> None:
    one, two = at(), at()
    one.play("A bid EUR60")
    two.play("A bid EUR60 BLUFF")
    assert seen(one.view("B").item("sealed A")) == (set(), 1)
    assert seen(two.view("B").item("sealed A")) == (set(), 2)
    assert not same_for(OTHERS, one, two)


@pytest.mark.rule("M6", "M20")
def test_the_bluff_card_alone_looks_like_any_single_card() -> None:
    one, two = at(), at()
    one.play("A bid BLUFF")
    two.play("A bid EUR60")
    assert same_for(OTHERS, one, two)


@pytest.mark.rule("M6", "M20")
def test_sealing_a_known_card_does_not_show_that_it_was_sealed() -> None:
    one, two = at(known_A="EUR60 EUR50"), at(known_A="EUR60 EUR50")
    one.play("A bid EUR60 EUR50")
    two.play("A bid EUR20a BLUFF")
    assert same_for(OTHERS, one, two)
    assert seen(one.view("B").item("hand A")) == ({"EUR50", "EUR60"}, 5)


@pytest.mark.rule("M6", "M7", "M20")
def test_the_reveal_shows_the_bids_and_leaves_the_bluff_card_in_the_count() -> None:
    one, two = at(), at()
    play(one, "A bid EUR60 BLUFF", "B bid USD50", "C bid BLUFF")
    play(two, "A bid EUR60", "B bid USD50 BLUFF", "C bid BLUFF")
    for m in (one, two):
        for viewer in OTHERS:
            assert m.view(viewer).item("bid A") == "EUR60"
        for viewer in ("A", None):
            assert m.view(viewer).item("hand C") == "?x7"
        assert m.view("C").item("hand A") == m.view("C").item("hand B") == "?x6"


# --- M3: shuffled numbers


@pytest.mark.rule("M3", "M20")
@pytest.mark.parametrize(
    ("cards_changed", "unaware", "aware"),
    [
        (("EUR20a", "EUR60"), ("B", "C", None), ("A",)),
        (("JPY20a", "JPY60"), ("A", "B", "C", None), ()),
        (("EUR60", "JPY60"), ("B", "C", None), ("A",)),
        (("RUB40", "JPY60"), (), ("A", "B", "C", None)),
    ],
)
def test_the_number_of_a_card_is_as_secret_as_the_card(
    cards_changed: tuple[str, str],
    unaware: tuple[str | None, ...],
    aware: tuple[str | None, ...],
) -> None:
    x, y = cards_changed
    one = at("money 3 serials=shuffled", serials=serials({x: 5, y: 50}))
    two = at("money 3 serials=shuffled", serials=serials({x: 50, y: 5}))
    assert same_for(unaware, one, two)
    assert not any(same_for((viewer,), one, two) for viewer in aware)


# --- M20: the memory aid


@pytest.mark.rule("M20")
@pytest.mark.parametrize("aid", ["off", "on"])
def test_the_table_lists_the_cards_seen_only_where_the_option_says_so(aid: str) -> None:
    m = at(f"money 3 memory_aid={aid}", bid_A="EUR60", bid_B="USD50", bid_C="GBP40")
    play(m, "A take right", "B swap C", "C withdraw")
    listed = {"A": RIGHT, "B": {"GBP40"}, "C": {"USD50"}}
    for seat, known in listed.items():
        for viewer in ("A", "B", "C", None):
            remembered = m.view(viewer).remembered(seat)
            assert sorted(remembered) == (sorted(known) if aid == "on" else [])
        assert seen(m.view(None).item(f"hand {seat}"))[0] == known  # a perfect memory needs no aid


@pytest.mark.rule("M20")
def test_the_memory_aid_keeps_only_what_a_player_must_still_hold() -> None:
    m = at("money 3 memory_aid=on", known_A="EUR60 EUR50", known_B="USD20a")
    assert sorted(m.view("C").remembered("A")) == ["EUR50", "EUR60"]
    m.play("A bid EUR60 EUR20a")
    assert sorted(m.view("C").remembered("A")) == ["EUR50", "EUR60"]  # sealed: nobody knows
    play(m, "B bid BLUFF", "C bid BLUFF")
    assert m.view("C").remembered("A") == ["EUR50"]  # the bid lies on the table
    m.play("A take left")
    left = {"RUB20b", "RUB30b", "RUB50", "COIN2"}
    assert set(m.view("C").remembered("A")) == left | {"EUR50"}
    assert m.view("C").remembered("B") == ["USD20a"]
    play_out(m)
    m.next_deal()
    assert all(m.view("C").remembered(seat) == [] for seat in "ABC")
