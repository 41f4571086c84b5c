"""The cards, their numbers and the currencies that leave: M1 to M4, and the options' values."""

from collections import Counter
from itertools import combinations

import pytest

from tirelire import Match, OptionError
from tirelire.games.money import CARDS, SERIAL, bid_value

from .helpers import (
    CURRENCIES,
    SEATS,
    acting_order,
    at,
    cards,
    deck_without,
    idle_round,
    in_play,
    play_out,
    refused,
    serials,
)

FACES = ("20a", "20b", "20c", "30a", "30b", "30c", "40", "50", "60")


@pytest.mark.rule("M1", "M2")
def test_the_deck_is_nine_notes_of_each_of_seven_currencies_and_six_coins() -> None:
    notes = {currency + face for currency in CURRENCIES for face in FACES}
    coins = {f"COIN{n}" for n in range(1, 7)}
    assert len(CARDS) == 69
    assert set(CARDS) == notes | coins


@pytest.mark.rule("M1")
@pytest.mark.parametrize("currency", CURRENCIES)
def test_the_notes_of_a_currency_are_worth_three_hundred_together(currency: str) -> None:
    assert bid_value(" ".join(card for card in CARDS if card.startswith(currency))) == 300


@pytest.mark.rule("M1")
@pytest.mark.parametrize("face", FACES)
def test_a_note_is_worth_its_face(face: str) -> None:
    assert {bid_value(currency + face) for currency in CURRENCIES} == {int(face[:2])}


@pytest.mark.rule("M2")
def test_a_coin_is_worth_ten_and_the_bluff_card_nothing() -> None:
    assert [bid_value(f"COIN{n}") for n in range(1, 7)] == [10] * 6
    assert bid_value("BLUFF") == 0
    assert bid_value("EUR20a BLUFF") == 20


@pytest.mark.rule("M2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_player_has_exactly_one_bluff_card(players: int) -> None:
    m = Match.begin("money", players=players, seed=2)
    assert m.actors == SEATS[players]
    for seat in SEATS[players]:
        assert m.legal(seat).count("lay BLUFF") == 1
        m.play(f"{seat} lay BLUFF")
        assert "lay BLUFF" not in m.legal(seat)
    assert "BLUFF" not in cards(m, "right") | cards(m, "left") | cards(m, "stock")


@pytest.mark.rule("M2")
def test_the_bluff_card_is_kept_for_every_round_and_every_deal() -> None:
    m = at()
    for _ in range(2):
        idle_round(m)
        assert all("lay BLUFF" in m.legal(seat) for seat in "ABC")
    play_out(m)
    m.next_deal()
    assert all("lay BLUFF" in m.legal(seat) for seat in "ABC")


@pytest.mark.rule("M2")
def test_a_bluff_card_already_laid_cannot_be_laid_again() -> None:
    m = at(laid_A="BLUFF")
    refused(m, "A lay BLUFF")


@pytest.mark.rule("M3")
def test_the_fixed_numbers_are_one_to_sixty_nine_each_once() -> None:
    assert set(SERIAL) == set(CARDS)
    assert sorted(SERIAL.values()) == list(range(1, 70))


@pytest.mark.rule("M3")
def test_number_three_is_a_yen_and_thirteen_a_krona() -> None:
    holder = {number: card for card, number in SERIAL.items()}
    assert holder[3].startswith("JPY")
    assert holder[13].startswith("SEK")


@pytest.mark.rule("M3")
@pytest.mark.parametrize("currency", CURRENCIES)
def test_no_currency_is_favoured_by_the_fixed_numbers(currency: str) -> None:
    numbers = [SERIAL[currency + face] for face in FACES]
    assert 34 <= sum(numbers) / len(numbers) <= 36


@pytest.mark.rule("M3")
@pytest.mark.parametrize("value", ["20", "30", "40", "50", "60"])
def test_no_value_is_favoured_by_the_fixed_numbers(value: str) -> None:
    numbers = [SERIAL[c + face] for c in CURRENCIES for face in FACES if face[:2] == value]
    assert 34 <= sum(numbers) / len(numbers) <= 36


@pytest.mark.rule("M3", "M8")
@pytest.mark.parametrize("pair", list(combinations(CURRENCIES, 2)))
def test_the_fixed_numbers_break_ties(pair: tuple[str, str]) -> None:
    a, b = f"{pair[0]}60", f"{pair[1]}60"
    m = Match.at(f"money 5 serials=fixed; bid A {a}; bid B {b}", seed=0)
    assert acting_order(m) == ("AB" if SERIAL[a] < SERIAL[b] else "BA")


@pytest.mark.rule("M3", "M8")
@pytest.mark.parametrize(("low", "high"), [(3, 13), (9, 10), (7, 69), (2, 19)])
def test_numbers_are_compared_as_numbers_and_not_as_text(low: int, high: int) -> None:
    for lower, higher, order in (("EUR50", "USD50", "AB"), ("USD50", "EUR50", "BA")):
        m = at(
            "money 3 serials=shuffled",
            bid_A="EUR50",
            bid_B="USD50",
            serials=serials({lower: low, higher: high}),
        )
        assert acting_order(m) == order


@pytest.mark.rule("M3")
def test_fixed_numbers_stay_and_shuffled_numbers_are_drawn_anew_for_each_deal() -> None:
    fixed = Match.begin("money", players=3, options={"serials": "fixed"}, seed=4)
    shuffled = Match.begin("money", players=3, options={"serials": "shuffled"}, seed=4)
    drawn = []
    for _ in range(2):
        assert [int(n) for n in fixed.item("serials").split()] == [SERIAL[c] for c in CARDS]
        drawn.append([int(n) for n in shuffled.item("serials").split()])
        assert sorted(drawn[-1]) == list(range(1, 70))
        assert drawn[-1] != [SERIAL[c] for c in CARDS]
        for m in (fixed, shuffled):
            play_out(m)
            m.next_deal()
    assert drawn[0] != drawn[1]


@pytest.mark.rule("M4")
@pytest.mark.parametrize(("players", "leaving"), [(3, 2), (4, 1), (5, 0)])
def test_whole_currencies_leave_when_fewer_than_five_play(players: int, leaving: int) -> None:
    for seed in range(5):
        m = Match.begin("money", players=players, seed=seed)
        gone = {word for word in m.item("gone").split() if word != "-"}
        assert len(gone) == leaving
        assert in_play(m, SEATS[players]) == deck_without(gone)


@pytest.mark.rule("M4")
@pytest.mark.parametrize(("players", "leaving"), [(3, 2), (4, 1)])
def test_any_currency_may_be_drawn_to_leave(players: int, leaving: int) -> None:
    times: Counter[str] = Counter()
    for seed in range(80):
        m = Match.begin("money", players=players, options={"removed": "random"}, seed=seed)
        times.update(m.item("gone").split())
    assert set(times) == set(CURRENCIES)
    assert max(times.values()) < 40 * leaving


@pytest.mark.rule("M4")
def test_the_currencies_that_left_are_drawn_once_and_announced() -> None:
    m = Match.begin("money", players=3, seed=9)
    gone = m.item("gone")
    for _ in range(2):
        for viewer in ("A", "B", "C", None):
            assert m.view(viewer).item("gone") == gone
        play_out(m)
        m.next_deal()
        assert m.item("gone") == gone


@pytest.mark.rule("M4")
@pytest.mark.parametrize("currency", CURRENCIES)
def test_a_named_currency_leaves_with_four_players(currency: str) -> None:
    m = Match.at(f"money 4 removed={currency}", seed=1)
    assert m.item("gone") == currency
    assert in_play(m, "ABCD") == deck_without({currency})


@pytest.mark.rule("M4")
@pytest.mark.parametrize("pair", list(combinations(CURRENCIES, 2)))
def test_two_named_currencies_leave_with_three_players(pair: tuple[str, str]) -> None:
    m = Match.at(f"money 3 removed={pair[1]},{pair[0]}", seed=1)
    assert set(m.item("gone").split()) == set(pair)
    assert in_play(m, "ABC") == deck_without(set(pair))


@pytest.mark.rule("M3", "M4", "M6", "M18", "M19", "M20")
def test_the_options_and_their_defaults() -> None:
    options = Match.begin("money", players=3, seed=0).options
    assert {name: str(value) for name, value in options.items()} == {
        "serials": "fixed",
        "removed": "random",
        "bluff_only_bid": "allowed",
        "match": "total",
        "hands": "3",
        "tie": "shared",
        "memory_aid": "off",
    }


@pytest.mark.rule("M3", "M4", "M6", "M18", "M19", "M20")
@pytest.mark.parametrize(
    "wrong",
    [
        {"serials": "none"},
        {"removed": "DEM"},
        {"bluff_only_bid": "perhaps"},
        {"match": "best"},
        {"hands": 0},
        {"hands": 10},
        {"tie": "oldest"},
        {"memory_aid": "half"},
        {"colour": "blue"},
    ],
)
def test_an_unknown_option_value_is_refused(wrong: dict[str, str | int]) -> None:
    with pytest.raises(OptionError):
        Match.begin("money", players=4, options=wrong, seed=0)
