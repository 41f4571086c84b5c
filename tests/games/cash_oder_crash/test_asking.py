"""Who is asked first for BIG DEAL where there is no clock: C8, every big_deal_priority."""

from __future__ import annotations

from itertools import permutations

import pytest

from tirelire import Match

from .helpers import ANYONE, lay_any, pass_all, table, window


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("by", "priority", "active", "holders", "order"),
    [
        ("pair", "colour", "A", "ABCD", "AB"),
        ("pair", "number", "A", "ABCD", "BA"),
        ("pair", "colour", "D", "ABCD", "DA"),
        ("pair", "number", "D", "ABCD", "AD"),
        ("pair", "colour", "D", "ABC", "A"),
        ("anyone", "colour", "A", "ABCD", "ABCD"),
        ("anyone", "colour", "C", "ABCD", "CDAB"),
        ("anyone", "number", "C", "ABCD", "DCAB"),
        ("anyone", "number", "D", "ABCD", "ADBC"),
        ("anyone", "colour", "C", "ABC", "CAB"),
        ("anyone", "number", "C", "ABD", "DAB"),
    ],
)
def test_the_order_of_asking(by: str, priority: str, active: str, holders: str, order: str) -> None:
    m = table(
        f"active {active}",
        f"big_deal {holders}",
        players=4,
        options=f"big_deal_by={by} big_deal_priority={priority}",
    )
    lay_any(m)
    assert pass_all(m) == order


@pytest.mark.rule("C8")
@pytest.mark.parametrize("priority", ["colour", "number", "random"])
@pytest.mark.parametrize("caller", ["A", "B", "C"])
def test_the_first_call_to_arrive_counts_whoever_is_asked(priority: str, caller: str) -> None:
    m = window(options=f"{ANYONE} big_deal_priority={priority}")
    m.play(f"{caller} call")
    assert m.item("pawns") == "A +4 B 0 C 0"
    assert m.item("big_deal") == "ABC".replace(caller, "")


@pytest.mark.rule("C8")
@pytest.mark.parametrize(("by", "may_call"), [("pair", "AB"), ("anyone", "ABC")])
def test_random_draws_every_order(by: str, may_call: str) -> None:
    options = f"big_deal_by={by} big_deal_priority=random"
    orders = {pass_all(window(options=options, seed=seed)) for seed in range(80)}
    assert orders == {"".join(order) for order in permutations(may_call)}


@pytest.mark.rule("C8")
def test_random_draws_a_new_order_for_each_turn() -> None:
    m = table(options=f"{ANYONE} big_deal_priority=random")
    orders = set()
    while m.ended == "running":
        lay_any(m)
        orders.add(pass_all(m))
    assert len(orders) > 1


@pytest.mark.rule("C8")
def test_the_drawn_orders_belong_to_the_position() -> None:
    options = f"{ANYONE} big_deal_priority=random"
    for seed in range(5):
        m = table(players=4, options=options, seed=seed)
        again = Match.at(m.position(), seed=seed + 100)
        for _ in range(4):
            lay_any(m)
            lay_any(again)
            assert pass_all(m) == pass_all(again)
