"""The places of the fields on the ring board."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, dist, pi

import pytest

from tirelire.games.cash_oder_crash.art.ring import board_places, field_place
from tirelire.games.cash_oder_crash.rules.material import FIELDS, LOWEST_FIELD

RINGS = [board for board, count in FIELDS.items() if count]


@pytest.mark.rule("C2")
@pytest.mark.parametrize("board", RINGS)
def test_every_field_has_its_own_place(board: str) -> None:
    places = board_places(board)
    assert list(places) == list(range(LOWEST_FIELD, LOWEST_FIELD + FIELDS[board]))
    assert all(20 < x < 220 and 20 < y < 220 for x, y in places.values())
    spots = list(places.values())
    assert all(dist(a, b) > 24 for i, a in enumerate(spots) for b in spots[:i])


@pytest.mark.rule("C2")
@pytest.mark.parametrize("board", RINGS)
def test_plus_runs_clockwise_and_the_ring_closes(board: str) -> None:
    places = board_places(board)
    angles = [atan2(y - 120, x - 120) for x, y in (*places.values(), places[LOWEST_FIELD])]
    steps = [(b - a) % (2 * pi) for a, b in pairwise(angles)]
    assert steps == pytest.approx([2 * pi / FIELDS[board]] * FIELDS[board], abs=1e-3)
    assert places[0][0] == 120
    assert places[0][1] < 120


def test_the_usual_board_is_the_ring_of_thirteen() -> None:
    assert board_places() == board_places("ring13")
    assert field_place(3) == board_places()[3]
    with pytest.raises(KeyError):
        field_place(7)
