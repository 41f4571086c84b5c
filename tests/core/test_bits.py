"""The fast way to list the cards of a zone is tied to its definition."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tirelire.core.bits import zone_finder, zone_lister
from tirelire.core.compiling import array_type, entry_point, scalar_type

SIZES = (20, 60, 64, 69, 110, 128)


@cache
def lister(cards: int) -> Any:
    inner = zone_lister(cards)

    def run(zones: Any, zone: int, above: int, out: Any) -> int:
        return inner(zones, zone, above, out)

    numbers = (array_type(np.int8), scalar_type(), scalar_type(), array_type(np.int16))
    return entry_point(run, f"lister{cards}", "money", numbers)


@pytest.mark.parametrize("cards", SIZES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_the_cards_of_a_zone_above_a_card_ascending(cards: int, data: st.DataObject) -> None:
    zones = np.array(
        data.draw(st.lists(st.integers(-1, 3), min_size=cards, max_size=cards)), np.int8
    )
    above = data.draw(st.integers(-1, cards + 2))
    out = np.zeros(cards + 3, np.int16)
    count = lister(cards)(zones, 2, above, out)
    assert out[:count].tolist() == [c for c in range(cards) if zones[c] == 2 and c > above]


@cache
def finder(cards: int, lanes: int) -> Any:
    inner = zone_finder(cards, lanes)

    def run(zones: Any, start: int, zone: int) -> int:
        return inner(zones, start, zone)

    numbers = (array_type(np.int8), scalar_type(), scalar_type())
    return entry_point(run, f"finder{cards}x{lanes}", "money", numbers)


@pytest.mark.parametrize(("cards", "lanes"), [(20, 16), (110, 16), (110, 64)])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_the_first_card_of_a_zone_from_a_card_on(
    cards: int, lanes: int, data: st.DataObject
) -> None:
    card = data.draw(st.integers(0, cards - 1))
    start = data.draw(st.integers(max(0, card - lanes + 1), card))
    zones = np.array(
        data.draw(st.lists(st.integers(-1, 1), min_size=cards, max_size=cards)), np.int8
    )
    zones[start:card] = 0
    zones[card] = 2
    assert finder(cards, lanes)(zones, start, 2) == card
