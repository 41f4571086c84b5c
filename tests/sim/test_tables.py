"""The page of observations says what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tirelire.games import GAMES, game
from tirelire.sim.tables import page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "observations.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page()


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_has_its_line(name: str) -> None:
    first = [begin for begin, _ in game(name).observation.ACTIONS]
    assert first[0] == 0
    assert first == sorted(set(first))
    assert first[-1] < game(name).engine.decisions
