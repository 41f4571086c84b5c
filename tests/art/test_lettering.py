"""Letters are placed by their visible edges."""

from __future__ import annotations

import re

import pytest

from tirelire.art.lettering import trace, width_of
from tirelire.art.svg import curve, num, nums


def test_numbers_are_written_short() -> None:
    assert [num(value) for value in (0, -0.001, 0.5, -0.25, 3, 10.126)] == [
        *("0", "0", ".5", "-.25", "3", "10.13"),
    ]
    assert nums(1, -2, 3.5) == "1-2 3.5"


@pytest.mark.parametrize(("anchor", "shift"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_text_lies_where_its_anchor_says(anchor: str, shift: float) -> None:
    way, pen = trace("HI", 50, 10, 20, anchor=anchor)
    first = float(re.findall(r"M([\d.]+)", way)[0])
    assert first - pen / 2 == pytest.approx(50 - shift * width_of("HI", 20), abs=0.06)


def test_a_curve_goes_through_its_ends() -> None:
    way = curve(lambda t: (10 * t, t * t), 0, 3, 6)
    assert way.startswith("M0 0c")
    moves = [float(word) for word in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", way)][2:]
    ends = [moves[4:6], *(moves[i + 2 : i + 4] for i in range(6, len(moves), 4))]
    assert [round(sum(end[i] for end in ends), 1) for i in (0, 1)] == [30, 9]
