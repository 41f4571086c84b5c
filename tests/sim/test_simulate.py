"""Simulation: the same seed gives the same result, however the work is shared out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tirelire import OptionError
from tirelire.games import GAMES, game
from tirelire.sim import simulate as module
from tirelire.sim.plot import histogram
from tirelire.sim.simulate import simulate


@pytest.mark.parametrize("name", GAMES)
def test_workers_and_portions_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = game(name)
    one = simulate(found, found.fewest, games=60, seed=9, workers=1)
    monkeypatch.setattr(module, "MOST_AT_ONCE", 3)
    two = simulate(found, found.fewest, games=60, seed=9, workers=3)
    assert one.summary() == two.summary()
    assert np.array_equal(one.totals, two.totals)
    other = simulate(found, found.fewest, games=60, seed=10, workers=1)
    assert not np.array_equal(one.totals, other.totals)


def test_shares_of_wins_add_up_and_ties_are_shared() -> None:
    run = simulate(game("money"), 4, games=400, seed=1)
    assert sum(run.win_shares()) == pytest.approx(1)
    assert any(mask & (mask - 1) for mask in run.winners)


def test_progress_tells_every_match() -> None:
    told: list[int] = []
    simulate(game("cash_oder_crash"), 3, games=4500, progress=told.append)
    assert sum(told) == 4500


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"games": 5, "workers": 0}, {"games": 5, "seed": -1}]
)
def test_misuse_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        simulate(game("money"), 4, **wrong)  # type: ignore[arg-type]


def test_the_histogram_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "totals.png"
    histogram(simulate(game("money"), 4, games=200), game("money"), "fr", path)
    assert path.read_bytes().startswith(b"\x89PNG")
