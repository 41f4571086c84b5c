"""What bots of Cash oder Crash never do."""

from __future__ import annotations

from random import Random

import pytest

from tirelire import Match
from tirelire.bots.registry import find_bot
from tirelire.bots.search import Search
from tirelire.core.chance import seeded

COLOURS = {"A": "RED", "B": "YELLOW", "C": "GREEN", "D": "BLUE"}


def signed(field: int) -> str:
    return f"{field:+d}" if field else "0"


def on_the_highest_field(number: int, board: str, highest: int) -> Match:
    """Return a random position in which the pawn of the active seat stands on the highest field."""
    random = Random(number)
    seats = "ABCD"[: random.choice((3, 4))]
    active = random.choice(seats)
    fields = {seat: random.randint(-6, highest) for seat in seats} | {active: highest}
    pawns = " ".join(f"{seat} {signed(field)}" for seat, field in fields.items())
    turn = random.randint(1, 5 * len(seats))
    big_deal = random.choice((seats, seats[:1], "-"))
    return Match.at(
        f"cash_oder_crash {len(seats)} board={board}; deal {random.randint(1, 3)}; turn {turn}; "
        f"active {active}; pawns {pawns}; big_deal {big_deal}",
        seed=number,
    )


@pytest.mark.parametrize(("board", "highest"), [("ring13", 6), ("ring17", 10)])
def test_a_strong_bot_never_moves_its_own_pawn_off_a_field_from_which_every_number_is_worse(
    board: str, highest: int
) -> None:
    bot = find_bot("strong@60")
    for number in range(60):
        m = on_the_highest_field(number, board, highest)
        seat = m.item("active")
        for seed in range(3):
            move = bot.choose(m.view(seat), seeded(seed), None)
            assert str(move) != f"lay {COLOURS[seat]}", m.position()


@pytest.mark.parametrize("number", range(20))
def test_the_own_colour_is_not_even_searched_there(number: int) -> None:
    m = on_the_highest_field(number, "ring13", 6)
    seat = m.item("active")
    ranked = Search("strong", playouts=20).rank(m.view(seat), seeded(number), None)
    assert [str(one.move) for one in ranked] != []
    assert f"lay {COLOURS[seat]}" not in [str(one.move) for one in ranked]


@pytest.mark.parametrize(
    "position",
    [
        "cash_oder_crash 3; pawns A +5 B 0 C 0",  # +1 is better
        "cash_oder_crash 3 board=ring17; pawns A +6 B 0 C 0",  # +2 is better
        "cash_oder_crash 3 board=line; pawns A +6 B 0 C 0",
        "cash_oder_crash 3; pawns A -6 B 0 C 0",
    ],
)
def test_where_some_number_is_better_both_colours_are_searched(position: str) -> None:
    m = Match.at(position)
    ranked = Search("strong", playouts=20).rank(m.view("A"), seeded(1), None)
    assert {str(one.move) for one in ranked} == {"lay RED", "lay YELLOW"}


def test_an_attentive_player_by_rule_of_thumb_leaves_its_pawn_there_too() -> None:
    bot = find_bot("attentive")
    for number in range(40):
        m = on_the_highest_field(number, "ring13", 6)
        seat = m.item("active")
        assert str(bot.choose(m.view(seat), seeded(number), None)) != f"lay {COLOURS[seat]}"
