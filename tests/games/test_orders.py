"""Orders of games: from what a seat knows, always legal, and as their words say."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.cache_ton_cash.helpers import duel
from tests.games.monopoly.helpers import swapped
from tirelire import Match
from tirelire.contract.orders import ASK, encode_orders
from tirelire.core.chance import seeded
from tirelire.core.codes import seat_number
from tirelire.core.errors import OptionError
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import catalogue
from tirelire.games import GAMES, game
from tirelire.match.random_player import random_move

WITH_ORDERS = [name for name in GAMES if game(name).orders.ORDERS]
CASES = [
    pytest.param("cache_ton_cash", 6, {"penny_jar": "on", "top_two": "on"}, id="cache_ton_cash-6"),
    pytest.param("cache_ton_cash", 3, {"penny_jar": "on"}, id="cache_ton_cash-3"),
    pytest.param("monopoly", 6, {}, id="monopoly-6"),
]


def test_the_games_whose_orders_are_tested_are_those_that_have_any() -> None:
    assert {case.values[0] for case in CASES} == set(WITH_ORDERS)
    assert game("money").orders.applies(None, 0) is False


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_orders_are_legal_and_follow_from_the_view(
    name: str, players: int, options: dict[str, Any]
) -> None:
    orders, source = game(name).orders, seeded(3)
    match = Match.begin(name, players=players, options=options, seed=5)
    answered = 0
    for _ in range(400):
        if match.ended == "match":
            break
        if match.ended == "deal":
            match.accept(match.prepare_next_deal())
            continue
        for seat in match.actors:
            number = seat_number(seat, players)
            view: Any = match.view(seat).plain
            state = match.state.record
            assert orders.applies(view, number) == orders.applies(state, number)
            if players == 6:  # nothing else stops a match of six in the turn of another
                assert orders.applies(view, number) == (number != view.active)
            if not orders.applies(view, number):
                continue
            for codes in product(*(range(len(order.values)) for order in orders.ORDERS)):
                decision = orders.obey(view, number, codes)
                assert decision == orders.obey(state, number, codes)
                if not any(codes):
                    assert decision == ASK
                if decision != ASK:
                    assert decision in match.decisions(seat)
                    answered += 1
        seat = match.asked
        match.play(random_move(match.view(seat), source), seat)
    assert answered > 50


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", WITH_ORDERS)
def test_every_order_has_its_words(name: str, lang: str) -> None:
    cards = {code for code, _, _ in game(name).table.deck(lang)}
    for order in game(name).orders.ORDERS:
        key = f"order.{name}.{order.name}"
        assert f"{key}.label" in catalogue(lang)
        for value in order.values:
            assert f"{key}.{value}" in catalogue(lang) or value in cards


OPENINGS = {
    1: ("4", "A challenge B AUTO"),
    2: ("4 penny_jar=on", "A challenge B ECO"),
}
"""A attacks B's two cars with a card, or with a jar, which demands two (K20)."""


@pytest.mark.rule("K7", "K20")
@pytest.mark.parametrize(
    ("demand", "hand", "order", "answer"),
    [
        (1, "TRAIN AUTO ARGENT", "never", "stop"),
        (1, "TRAIN AUTO ARGENT", "matching", "answer AUTO"),
        (1, "TRAIN BD ARGENT", "matching", "stop"),
        (1, "TRAIN BD ARGENT OR", "cheapest", "answer ARGENT"),
        (1, "TRAIN BD OR", "cheapest", "answer OR"),
        (1, "TRAIN BD", "cheapest", "stop"),
        (2, "AUTO AUTO ARGENT", "matching", "answer AUTO AUTO"),
        (2, "AUTO ARGENT", "matching", "stop"),
        (2, "AUTO ARGENT", "cheapest", "answer AUTO ARGENT"),
        (2, "ARGENT OR", "cheapest", "answer ARGENT OR"),
        (2, "AUTO BD", "cheapest", "stop"),
    ],
)
def test_a_set_is_defended_as_ordered(demand: int, hand: str, order: str, answer: str) -> None:
    first, opening = OPENINGS[demand]
    match = duel(first, hand_A="BD AUTO OR" if demand == 1 else "BD AUTO ECO", hand_B=hand)
    match.play(opening)
    assert ordered(match, "B", defend=order) == answer


@pytest.mark.rule("K7")
def test_one_set_is_given_up_and_others_are_asked_for() -> None:
    match = duel()
    match.play("A challenge B AUTO")
    assert ordered(match, "B", abandon="AUTO") == "stop"
    assert ordered(match, "B", abandon="AUTO", defend="cheapest") == "stop"
    assert ordered(match, "B", abandon="TRAIN") == ""
    assert ordered(match, "B", abandon="TRAIN", defend="cheapest") == "answer AUTO"


@pytest.mark.rule("P23")
def test_the_lowest_card_is_the_first_in_the_order_of_the_cards() -> None:
    match = swapped()
    for seat in "BCDE":
        legal = match.legal(seat)
        assert ordered(match, seat, **{"pass": "lowest"}) == legal[0]
        assert ordered(match, seat, **{"pass": "highest"}) == legal[-1]
        assert ordered(match, seat, lay="lowest") == ""
    assert ordered(match, "A", **{"pass": "lowest"}) == ""  # in one's own turn one is asked


def ordered(match: Match, seat: str, **given: str) -> str:
    """Return the move that orders make; empty: the player is asked."""
    number, found = seat_number(seat, match.players), match.game
    view = match.view(seat).plain
    codes = encode_orders(found.orders.ORDERS, given)
    decision = found.orders.obey(view, number, codes) if found.orders.applies(view, number) else ASK
    return "" if decision == ASK else str(found.moves.combine(view, [decision]))


def test_unknown_orders_are_refused_with_those_that_there_are() -> None:
    orders = game("cache_ton_cash").orders.ORDERS
    with pytest.raises(OptionError, match="defend, abandon"):
        encode_orders(orders, {"attack": "never"})
    with pytest.raises(OptionError, match=r"ask \| never"):
        encode_orders(orders, {"defend": "always"})
    assert encode_orders(orders, {"abandon": "PIANO"}) == [0, 2]
