"""The fast way to list the cards of a zone is tied to its definition."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tirelire.core.bits import zone_lister
from tirelire.core.compiling import array_type, door, scalar_type

SIZES = (20, 60, 64, 69, 110, 128)


@cache
def lister(cards: int) -> Any:
    inner = zone_lister(cards)

    def run(zones: Any, zone: int, above: int, out: Any) -> int:
        return inner(zones, zone, above, out)

    numbers = (array_type(np.int8), scalar_type(), scalar_type(), array_type(np.int16))
    return door(run, f"lister{cards}", "money", numbers)


@pytest.mark.parametrize("cards", SIZES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_the_cards_of_a_zone_above_a_card_ascending(cards: int, data: st.DataObject) -> None:
    zones = np.array(
        data.draw(st.lists(st.integers(-1, 3), min_size=cards, max_size=cards)), np.int8
    )
    above = data.draw(st.integers(-1, cards + 2))
    out = np.zeros(cards + 1, np.int16)
    count = lister(cards)(zones, 2, above, out)
    assert out[:count].tolist() == [c for c in range(cards) if zones[c] == 2 and c > above]
