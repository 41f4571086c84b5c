"""The rules are one source: uncompiled they play the very same matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tirelire.games import GAMES, game
from tirelire.sim.simulate import simulate

CODE = """
import json, sys
from tirelire import game
from tirelire.sim.simulate import simulate
found = game(sys.argv[1])
runs = [simulate(found, players, games=2, seed=11, workers=1)
        for players in range(found.fewest, found.most + 1)]
print(json.dumps([run.summary() for run in runs]))
"""


def uncompiled(*arguments: str) -> str:
    """Run Python without the compiler, warnings being errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("name", GAMES)
def test_the_same_matches_are_played_without_the_compiler(name: str) -> None:
    found = game(name)
    compiled = [
        simulate(found, players, games=2, seed=11, workers=1).summary()
        for players in range(found.fewest, found.most + 1)
    ]
    assert json.loads(uncompiled("-c", CODE, name)) == json.loads(json.dumps(compiled))


def test_the_inspector_finds_broken_rules() -> None:
    output = uncompiled("-m", "pytest", "-q", "tests/contract/broken_rules.py")
    assert "7 passed" in output
