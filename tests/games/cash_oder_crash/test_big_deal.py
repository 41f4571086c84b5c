"""BIG DEAL: C8 with every value of big_deal_by; test_asking.py has the order of asking."""

from __future__ import annotations

import pytest

from .helpers import (
    ANYONE,
    COLOURS,
    NUMBERS,
    any_turn,
    lay,
    lay_any,
    pass_all,
    pawns,
    refused,
    table,
    window,
    window_open,
)


@pytest.mark.rule("C8", "C9")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("caller", ["A", "B"])
@pytest.mark.parametrize("seat", ["A", "B"])
def test_it_doubles_plus_and_minus_whoever_of_the_pair_calls(
    number: str, caller: str, seat: str
) -> None:
    m = table(f"hand B {number} *", options="board=line")
    lay(m, COLOURS[seat], number)
    m.play(f"{caller} call")
    assert pawns(m) == {**dict.fromkeys("ABC", 0), seat: 2 * int(number)}


@pytest.mark.rule("C8")
def test_without_a_call_nothing_is_doubled_and_all_keep_their_card() -> None:
    m = window()
    m.play("A pass")
    m.play("B pass")
    assert m.item("pawns") == "A +2 B 0 C 0"
    assert m.item("big_deal") == "ABC"


@pytest.mark.rule("C8")
@pytest.mark.parametrize("caller", ["A", "B"])
def test_only_the_card_of_the_caller_is_used_up(caller: str) -> None:
    m = window()
    m.play(f"{caller} call")
    assert m.item("big_deal") == "ABC".replace(caller, "")


# --- when it may be called ----------------------------------------------------------------------


@pytest.mark.rule("C8")
@pytest.mark.parametrize("options", ["", ANYONE])
@pytest.mark.parametrize("first", ["", "A lay RED", "B lay +2"])
def test_the_window_opens_only_when_both_cards_lie(options: str, first: str) -> None:
    m = table("hand B +2 *", options=options)
    if first:
        m.play(first)
    for seat in "ABC":
        assert not {"call", "pass"} & set(m.legal(seat))
        refused(m, f"{seat} call", "C8")
        refused(m, f"{seat} pass", "C8")


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("options", "caller", "late"), [("", "A", "B"), ("", "B", "A"), (ANYONE, "C", "A")]
)
def test_the_first_call_closes_the_window_and_a_late_call_keeps_its_card(
    options: str, caller: str, late: str
) -> None:
    m = window(options=options)
    m.play(f"{caller} call")
    assert not window_open(m)
    assert (m.item("turn"), m.item("active")) == ("2", "B")
    refused(m, f"{late} call", "C8")
    assert late in m.item("big_deal")
    assert m.item("pawns") == "A +4 B 0 C 0"  # doubled once


@pytest.mark.rule("C8")
def test_a_pass_is_final() -> None:
    m = window()
    m.play("A pass")
    assert m.actors == "B"
    assert m.legal("A") == []
    refused(m, "A call", "C8")
    refused(m, "A pass", "C8")


@pytest.mark.rule("C8")
@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("B", "A")])
def test_the_other_may_still_call_after_a_pass(first: str, second: str) -> None:
    m = window(number="-3")
    m.play(f"{first} pass")
    assert window_open(m)
    assert set(m.legal(second)) == {"call", "pass"}
    m.play(f"{second} call")
    assert m.item("pawns") == "A -6 B 0 C 0"
    assert m.item("big_deal") == "ABC".replace(second, "")


@pytest.mark.rule("C8")
def test_a_written_pass_counts() -> None:
    m = table("hand B +2 *", "colour RED", "number +2", "passed A")
    assert m.actors == m.asked == "B"
    refused(m, "A call", "C8")
    m.play("B pass")
    assert m.item("pawns") == "A +2 B 0 C 0"


@pytest.mark.rule("C8")
def test_a_pass_binds_for_one_turn_only() -> None:
    m = window("hand C +1 *")
    pass_all(m)
    assert m.item("passed") == "-"
    lay(m, "YELLOW", "+1")
    assert m.actors == "BC"
    m.play("B call")
    assert m.item("pawns") == "A +2 B +2 C 0"


# --- who may call -------------------------------------------------------------------------------


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("options", "players", "active", "holders", "actors"),
    [
        ("", 3, "A", "ABC", "AB"),
        ("", 3, "C", "ABC", "AC"),
        ("", 4, "C", "ABCD", "CD"),
        ("", 4, "D", "ABCD", "AD"),
        ("", 4, "D", "BCD", "D"),
        ("big_deal_by=pair", 4, "A", "BCD", "B"),
        (ANYONE, 3, "A", "ABC", "ABC"),
        (ANYONE, 4, "C", "ABCD", "ABCD"),
        (ANYONE, 4, "C", "ABD", "ABD"),
        (ANYONE, 4, "C", "B", "B"),
    ],
)
def test_who_may_call(options: str, players: int, active: str, holders: str, actors: str) -> None:
    m = table(f"active {active}", f"big_deal {holders}", players=players, options=options)
    lay_any(m)
    assert m.actors == actors
    for seat in "ABCD"[:players]:
        if seat in actors:
            assert set(m.legal(seat)) == {"call", "pass"}
        else:
            assert m.legal(seat) == []
            refused(m, f"{seat} call", "C8")
            refused(m, f"{seat} pass", "C8")


@pytest.mark.rule("C8")
def test_anyone_may_double_a_move_of_two_others() -> None:
    m = window(players=4, options=ANYONE, number="-3")
    m.play("D call")
    assert m.item("pawns") == "A -6 B 0 C 0 D 0"
    assert m.item("big_deal") == "ABC"


@pytest.mark.rule("C8")
def test_with_anyone_the_window_waits_for_the_last_pass() -> None:
    m = window(options=ANYONE)
    for seat, left in (("B", "AC"), ("C", "A")):
        m.play(f"{seat} pass")
        assert m.actors == left
        assert m.item("pawns") == "A 0 B 0 C 0"
    m.play("A pass")
    assert m.item("pawns") == "A +2 B 0 C 0"


@pytest.mark.rule("C8")
@pytest.mark.parametrize(("options", "holders"), [("", "C"), ("", "-"), (ANYONE, "-")])
def test_where_nobody_may_call_the_cards_are_revealed_at_once(options: str, holders: str) -> None:
    m = window(f"big_deal {holders}", options=options)
    assert m.item("pawns") == "A +2 B 0 C 0"
    assert m.item("turn") == "2"


# --- once in a round ----------------------------------------------------------------------------


@pytest.mark.rule("C8")
def test_a_used_card_is_out_for_the_whole_round_laying_colour_or_number() -> None:
    m = window()
    m.play("A call")
    any_turn(m)
    for active, actors in (("C", "C"), ("A", "B")):  # A lays the number, then the colour
        assert m.item("active") == active
        lay_any(m)
        assert m.actors == actors
        refused(m, "A call", "C8")
        pass_all(m)
    assert m.item("big_deal") == "BC"


@pytest.mark.rule("C8")
def test_a_card_kept_back_can_be_played_in_the_last_turn() -> None:
    m = table()
    while m.item("turn") != "15":
        any_turn(m)
    before = pawns(m)["C"]
    card = m.cards("hand A")[0]
    lay(m, "GREEN", card)
    m.play("A call")
    assert (pawns(m)["C"] - before - 2 * int(card)) % 13 == 0
    assert m.reason == "played"


@pytest.mark.rule("C8")
def test_everybody_can_play_his_card_in_the_same_round_in_different_turns() -> None:
    m = table(options="board=line")
    for active, rest in zip("ABC", ("BC", "C", "-"), strict=True):
        lay_any(m)
        m.play(f"{active} call")
        assert m.item("big_deal") == rest
    lay_any(m)
    assert m.item("turn") == "5"  # nobody is left to be asked
