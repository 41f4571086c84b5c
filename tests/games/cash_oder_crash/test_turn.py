"""A turn and a round: C6, C7, C9, C10, C11, and the way of the pawns on each board (C2)."""

from __future__ import annotations

from collections import Counter

import pytest

from tirelire import IllegalMove, Match, NotationError

from .helpers import (
    COLOURS,
    NUMBERS,
    any_turn,
    lay,
    left_of,
    pass_all,
    pawns,
    place,
    refused,
    seats,
    table,
)

RINGS = {
    "ring13": (0, 1, 2, 3, 4, 5, 6, -6, -5, -4, -3, -2, -1),
    "ring17": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -6, -5, -4, -3, -2, -1),
}


def moved(board: str, start: int, number: str, doubled: bool) -> int:
    """Where the red pawn comes to stand."""
    m = table(
        f"pawns A {place(start)}",
        f"hand B {number} *",
        f"big_deal {'A' if doubled else '-'}",
        options=f"board={board}",
    )
    lay(m, "RED", number)
    if doubled:
        m.play("A call")
    return pawns(m)["A"]


# --- laying -----------------------------------------------------------------------------------


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("players", "active", "colours"),
    [
        (3, "A", {"RED", "YELLOW"}),
        (3, "B", {"YELLOW", "GREEN"}),
        (3, "C", {"GREEN", "RED"}),
        (4, "A", {"RED", "YELLOW"}),
        (4, "C", {"GREEN", "BLUE"}),
        (4, "D", {"BLUE", "RED"}),
    ],
)
def test_the_active_player_lays_his_own_colour_or_his_left_neighbours(
    players: int, active: str, colours: set[str]
) -> None:
    m = table(f"active {active}", players=players)
    assert set(m.legal(active)) == {f"lay {colour}" for colour in colours}
    for colour in set(list(COLOURS.values())[:players]) - colours:
        refused(m, f"{active} lay {colour}", "C6")


@pytest.mark.rule("C6")
def test_the_colour_of_a_pawn_that_does_not_play_cannot_be_laid() -> None:
    with pytest.raises((IllegalMove, NotationError)):
        table("active C").play("C lay BLUE")


@pytest.mark.rule("C6")
def test_only_the_active_player_lays_a_colour_and_only_one() -> None:
    m = table("active A")
    refused(m, "C lay GREEN", "C6")
    refused(m, "B lay YELLOW")
    m.play("A lay RED")
    refused(m, "A lay RED", "C6")
    refused(m, "A lay YELLOW", "C6")
    assert m.item("colour") == "RED"


@pytest.mark.rule("C7")
def test_the_left_neighbour_lays_one_of_the_numbers_in_his_hand() -> None:
    m = table("hand B +6 +6 +1 -3 -3")
    assert set(m.legal("B")) == {"lay +6", "lay +1", "lay -3"}
    refused(m, "B lay +2", "C7")
    refused(m, "B lay -2", "C7")
    m.play("B lay -3")
    assert m.item("number") == "-3"
    refused(m, "B lay -3", "C7")
    refused(m, "B lay +6", "C7")


@pytest.mark.rule("C7")
def test_nobody_else_lays_a_number() -> None:
    m = table("hand A +6 *", "hand C +6 *", "hand D +6 *", players=4)
    assert m.actors == "AB"
    refused(m, "A lay +6")
    refused(m, "C lay +6", "C7")
    refused(m, "D lay +6", "C7")
    assert m.legal("C") == m.legal("D") == []


@pytest.mark.rule("C7")
@pytest.mark.parametrize("moves", [("A lay YELLOW", "B lay -2"), ("B lay -2", "A lay YELLOW")])
def test_colour_and_number_may_be_laid_in_either_order(moves: tuple[str, str]) -> None:
    m = table("hand B -2 *", "big_deal -")
    assert m.actors == "AB"
    m.play(moves[0])
    assert m.actors == ("B" if moves[0].startswith("A") else "A")
    assert m.item("pawns") == "A 0 B 0 C 0"
    m.play(moves[1])
    assert m.item("pawns") == "A 0 B -2 C 0"


# --- the reveal ---------------------------------------------------------------------------------


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("start", "number", "end"), [("0", "-3", "-3"), ("-3", "+6", "+3")])
def test_the_two_examples_of_the_rule_sheet(start: str, number: str, end: str) -> None:
    m = table(f"pawns A {start}", f"hand B {number} *", "big_deal -")
    lay(m, "RED", number)
    assert m.item("pawns") == f"A {end} B 0 C 0"


@pytest.mark.rule("C9", "C10")
def test_the_two_examples_in_two_turns_in_a_row() -> None:
    m = table("active C", "hand A -3 *", "hand B +6 *")
    lay(m, "RED", "-3")  # laid by the right neighbour of red
    pass_all(m)
    assert m.item("pawns") == "A -3 B 0 C 0"
    lay(m, "RED", "+6")  # laid by red
    pass_all(m)
    assert m.item("pawns") == "A +3 B 0 C 0"


@pytest.mark.rule("C9")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("colour", "seat"), [("BLUE", "D"), ("RED", "A")])
def test_only_the_pawn_of_the_colour_moves(number: str, colour: str, seat: str) -> None:
    m = table("active D", f"hand A {number} *", "big_deal -", players=4, options="board=line")
    lay(m, colour, number)
    assert pawns(m) == {**dict.fromkeys("ABCD", 0), seat: int(number)}


@pytest.mark.rule("C9")
def test_nothing_moves_before_the_reveal() -> None:
    m = table("hand B +6 *", "pawns A +1 B -2 C +3")
    lay(m, "RED", "+6")
    assert m.item("pawns") == "A +1 B -2 C +3"
    m.play("A pass")
    assert m.item("pawns") == "A +1 B -2 C +3"
    m.play("B pass")
    assert m.item("pawns") == "A -6 B -2 C +3"


@pytest.mark.rule("C2", "C9")
@pytest.mark.parametrize(
    ("board", "start", "number", "doubled", "end"),
    [
        ("ring13", +6, "+1", False, -6),
        ("ring13", +5, "+2", False, -6),
        ("ring13", +6, "+6", False, -1),
        ("ring13", +1, "+6", False, -6),
        ("ring13", 0, "+6", True, -1),
        ("ring13", +6, "+6", True, +5),
        ("ring13", -1, "+2", False, +1),
        ("ring13", +1, "-3", False, -2),
        ("ring13", -6, "-2", False, +5),
        ("ring13", -4, "-3", False, +6),
        ("ring13", -6, "-3", True, +1),
        ("ring13", -4, "-2", True, +5),
        ("ring17", +6, "+1", False, +7),
        ("ring17", +10, "+1", False, -6),
        ("ring17", +9, "+2", False, -6),
        ("ring17", 0, "+6", True, -5),
        ("ring17", +10, "+6", True, +5),
        ("ring17", -6, "-2", False, +9),
        ("ring17", -4, "-3", False, +10),
        ("ring17", -6, "-3", True, +5),
        ("line", +6, "+1", False, +7),
        ("line", +10, "+6", True, +22),
        ("line", -6, "-2", False, -8),
        ("line", -6, "-3", True, -12),
    ],
)
def test_past_the_last_place_comes_the_other_side(
    board: str, start: int, number: str, doubled: bool, end: int
) -> None:
    assert moved(board, start, number, doubled) == end


@pytest.mark.rule("C2", "C8", "C9")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("board", RINGS)
def test_every_move_from_every_place_of_a_ring(board: str, number: str) -> None:
    ring = RINGS[board]
    for doubled in (False, True):
        for index, start in enumerate(ring):
            end = ring[(index + int(number) * (1 + doubled)) % len(ring)]
            assert moved(board, start, number, doubled) == end


# --- after the reveal ---------------------------------------------------------------------------


@pytest.mark.rule("C10")
def test_the_number_card_is_out_and_only_that_one() -> None:
    m = table("hand B +6 +6 +2 +1 -3", "big_deal -")
    m.play("B lay +6")
    assert len(m.cards("hand B")) == 5  # laid, but not yet played
    m.play("A lay RED")
    assert Counter(m.cards("hand B")) == Counter(("+6", "+2", "+1", "-3"))
    assert [len(m.cards(f"hand {seat}")) for seat in "AC"] == [5, 5]
    assert m.item("colour") == m.item("number") == "-"


@pytest.mark.rule("C7", "C10")
def test_a_played_number_cannot_be_laid_again_in_this_round() -> None:
    m = table("hand B +6 +2 +1 -2 -3")
    lay(m, "RED", "+6")
    pass_all(m)
    any_turn(m)
    any_turn(m)
    assert m.item("active") == "A"
    assert set(m.legal("B")) == {"lay +2", "lay +1", "lay -2", "lay -3"}
    refused(m, "B lay +6", "C7")


@pytest.mark.rule("C10")
@pytest.mark.parametrize("colour", ["RED", "YELLOW"])
def test_the_colour_card_is_back_in_the_hand(colour: str) -> None:
    m = table("big_deal -")
    for _ in range(5):
        assert set(m.legal("A")) == {"lay RED", "lay YELLOW"}
        m.play(f"A lay {colour}")
        m.play(f"B {m.legal('B')[0]}")
        any_turn(m)
        any_turn(m)


@pytest.mark.rule("C10")
@pytest.mark.parametrize(("players", "order"), [(3, "ABCABC"), (4, "ABCDAB"), (4, "CDABCD")])
def test_the_left_neighbour_is_the_next_active_player(players: int, order: str) -> None:
    m = table(f"active {order[0]}", players=players)
    for number, active in enumerate(order, 1):
        assert (m.item("turn"), m.item("active")) == (str(number), active)
        assert m.actors == "".join(sorted((active, left_of(m, active))))
        any_turn(m)


def count_turns(m: Match) -> tuple[Counter[str], Counter[str]]:
    """How often each seat was active, and laid a number, until the round was over."""
    active: Counter[str] = Counter()
    number: Counter[str] = Counter()
    while m.ended == "running":
        assert m.reason == ""
        active[m.item("active")] += 1
        number[left_of(m, m.item("active"))] += 1
        assert m.item("turn") == str(active.total())
        any_turn(m)
    return active, number


@pytest.mark.rule("C11")
@pytest.mark.parametrize(("players", "first"), [(3, "A"), (3, "C"), (4, "A"), (4, "B")])
def test_a_round_lasts_until_all_have_played_their_five_numbers(players: int, first: str) -> None:
    m = table(f"active {first}", players=players)
    five_each = dict.fromkeys(seats(m), 5)
    assert count_turns(m) == (five_each, five_each)
    assert (m.ended, m.reason, m.actors) == ("deal", "played", "")
    assert all(m.cards(f"hand {seat}") == [] for seat in seats(m))
    refused(m, "A lay RED")
