"""The examples run, and the network of the training example learns by the right slope."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tirelire.adapters.gymnasium_vector import VectorSeatEnv

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_quick_starts_run() -> None:
    lines = run("quick_start.py").splitlines()
    assert [line.split(":")[0] for line in lines] == ["batch", "pettingzoo", "gymnasium"]


def test_the_training_example_runs_and_draws(tmp_path: Path) -> None:
    out = tmp_path / "learning.png"
    few = ("--updates", "2", "--matches", "30", "--last", "60", "--out", str(out))
    assert run("learn.py", *few).count("of the wins") == 2
    assert out.stat().st_size > 10_000


def test_what_went_better_than_expected_becomes_likelier() -> None:
    """The network follows the gradient: a rewarded decision gains, a punished one loses."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        import learn  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(EXAMPLES))
    env: Any = VectorSeatEnv("cash_oder_crash", 8, 3)
    env.reset(seed=1)
    told, masks = env.batch.observations.copy(), env.batch.masks.copy()
    network = learn.Network(env.batch.layout.size, env.batch.decisions, np.random.default_rng(1))
    actions, values = network.choose(told, masks)
    wanted = int(actions[0])
    before = network.think(told, masks)[3][:, wanted]
    gains = np.where(actions == wanted, 1, -1).astype(np.float32)
    for _ in range(20):
        network.improve(told, masks, actions, gains, values + 1)
    assert (network.think(told, masks)[3][:, wanted] > before).all()
    assert (network.think(told, masks)[4] > values).all()
    rewards, over = np.ones((2, 1), np.float32), np.array([[0], [1]])
    expected = learn.advantages(rewards, over, np.zeros((3, 1), np.float32))
    assert np.allclose(expected[:, 0], [1 + learn.DISCOUNT * learn.TRACE, 1])
