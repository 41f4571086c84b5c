"""Material and set-up: C1 to C5, and the options with their defaults."""

from __future__ import annotations

from collections import Counter

import pytest

from tirelire import Match, NotationError, OptionError

from .helpers import COLOURS, GAME, NUMBERS, any_turn, begin, left_of, seats, table

OPTIONS = {
    "board": ("ring13", "ring17", "line"),
    "rounds": ("3", "1", "12"),
    "big_deal_by": ("pair", "anyone"),
    "big_deal_priority": ("colour", "number", "random"),
    "insolvency": ("debt", "pay_what_you_have"),
    "youngest": ("seat_order", "random"),
    "tie": ("shared", "extra_round"),
}
VALUES = [(name, value) for name, values in OPTIONS.items() for value in values]
both_sizes = pytest.mark.parametrize("players", [3, 4])


def hands(m: Match) -> dict[str, list[str]]:
    return {seat: m.cards(f"hand {seat}") for seat in seats(m)}


@pytest.mark.rule("C2", "C5", "C8", "C13", "C14", "C15")
def test_every_option_has_its_first_value_unless_told() -> None:
    options = begin().options
    assert {name: str(options[name]) for name in OPTIONS} == {
        name: values[0] for name, values in OPTIONS.items()
    }


@pytest.mark.rule("C2", "C5", "C8", "C13", "C14", "C15")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_option_value_is_taken(name: str, value: str) -> None:
    m = table(options=f"{name}={value}")
    assert str(m.options[name]) == value
    assert m.actors == "AB"


@pytest.mark.rule("C2", "C5", "C8", "C13", "C14", "C15")
@pytest.mark.parametrize("name", [*(name for name in OPTIONS if name != "rounds"), "colour_blind"])
def test_unknown_options_and_values_are_refused(name: str) -> None:
    with pytest.raises(OptionError):
        Match.begin(GAME, players=3, options={name: "maybe"}, seed=0)


@pytest.mark.rule("C1")
@both_sizes
def test_the_kept_sets_hold_one_of_each_number_per_player(players: int) -> None:
    for seed in range(5):
        cards = Counter(card for hand in hands(begin(players, seed)).values() for card in hand)
        assert cards == dict.fromkeys(NUMBERS, players)


@pytest.mark.rule("C1", "C4")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_exists_as_often_as_there_are_players(number: str) -> None:
    for players in (3, 4):
        m = table(f"hand A {number}x{players} *", players=players)
        assert m.cards("hand A").count(number) == players
        with pytest.raises(NotationError):
            table(f"hand A {number}x{players} *", f"hand B {number} *", players=players)


@pytest.mark.rule("C1")
@pytest.mark.parametrize("number", ["+3", "-1", "-6", "+5"])
def test_no_other_number_exists(number: str) -> None:
    with pytest.raises(NotationError):
        table(f"hand A {number} *")


@pytest.mark.rule("C1")
@pytest.mark.parametrize("players", [2, 5])
def test_only_three_or_four_can_play(players: int) -> None:
    with pytest.raises((OptionError, NotationError, ValueError)):
        begin(players)


@pytest.mark.rule("C1", "C3")
def test_with_four_players_each_colour_card_exists_twice() -> None:
    cards: Counter[str] = Counter()
    for seat in "ABCD":
        cards.update(table(f"active {seat}", players=4).legal(seat))
    assert cards == {f"lay {colour}": 2 for colour in COLOURS.values()}


@pytest.mark.rule("C1", "C5")
def test_four_players_begin_with_all_the_chips_of_the_box() -> None:
    assert sum(begin(4).totals.values()) == 40 * 1 + 20 * 5


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("board", "low", "high"), [("ring13", "-6", "+6"), ("ring17", "-6", "+10")]
)
def test_a_ring_has_a_last_place_on_either_side(board: str, low: str, high: str) -> None:
    m = table(f"pawns A {low} B {high}", options=f"board={board}")
    assert m.item("pawns") == f"A {low} B {high} C 0"
    for beyond in (int(low) - 1, int(high) + 1):
        with pytest.raises(NotationError):
            table(f"pawns A {beyond:+d}", options=f"board={board}")


@pytest.mark.rule("C2")
def test_the_line_has_no_last_place() -> None:
    m = table("pawns A +40 B -40", options="board=line")
    assert m.item("pawns") == "A +40 B -40 C 0"


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("players", "pawns", "holders"), [(3, "A 0 B 0 C 0", "ABC"), (4, "A 0 B 0 C 0 D 0", "ABCD")]
)
def test_all_pawns_begin_on_zero_and_all_have_a_big_deal(
    players: int, pawns: str, holders: str
) -> None:
    m = begin(players)
    assert m.item("pawns") == pawns
    assert m.item("big_deal") == holders


@pytest.mark.rule("C3", "C6")
@both_sizes
def test_in_every_turn_of_two_rounds_a_player_has_his_colour_and_his_left_neighbours(
    players: int,
) -> None:
    m = begin(players)
    for _ in range(2):
        while m.ended == "running":
            active = m.item("active")
            own, left = COLOURS[active], COLOURS[left_of(m, active)]
            assert sorted(m.legal(active)) == sorted((f"lay {own}", f"lay {left}"))
            any_turn(m)
        m.next_deal()


@pytest.mark.rule("C4")
@both_sizes
def test_each_player_is_dealt_five_number_cards(players: int) -> None:
    assert [len(hand) for hand in hands(begin(players)).values()] == [5] * players


@pytest.mark.rule("C4")
@both_sizes
def test_the_sets_are_shuffled_together(players: int) -> None:
    dealt = [hands(begin(players, seed)) for seed in range(30)]
    for seat in dealt[0]:
        assert len({tuple(sorted(deal[seat])) for deal in dealt}) > 5
        # nobody just receives one whole set
        assert any(len(set(deal[seat])) < len(NUMBERS) for deal in dealt)
        assert {card for deal in dealt for card in deal[seat]} == set(NUMBERS)


@pytest.mark.rule("C4")
def test_the_same_seed_deals_the_same_cards() -> None:
    assert hands(begin(4, 7)) == hands(begin(4, 7))


@pytest.mark.rule("C4", "C14")
@pytest.mark.parametrize(("players", "dealer"), [(3, "C"), (4, "D")])
def test_the_last_seat_deals_first_and_the_first_seat_begins(players: int, dealer: str) -> None:
    m = begin(players)
    assert m.item("dealer") == dealer
    assert m.item("active") == "A"
    assert m.item("turn") == "1"


@pytest.mark.rule("C5")
@both_sizes
def test_everybody_begins_with_35_chips(players: int) -> None:
    m = begin(players)
    assert m.totals == dict.fromkeys("ABCD"[:players], 35)
    assert m.item("totals") == " ".join(f"{seat} 35" for seat in "ABCD"[:players])


@pytest.mark.rule("C5")
@pytest.mark.parametrize("rounds", [0, 13, -1])
def test_one_to_twelve_rounds_can_be_agreed(rounds: int) -> None:
    with pytest.raises(OptionError):
        Match.begin(GAME, players=3, options={"rounds": rounds}, seed=0)
