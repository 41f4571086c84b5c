"""Every law of the contract, for every game, player count and pair of option values."""

from __future__ import annotations

import pytest

from tirelire.contract.covering import Setting, settings
from tirelire.contract.inspector import inspect
from tirelire.games import GAMES, game

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(settings(game(name)))
]


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_random_play_keeps_every_law(name: str, players: int, setting: Setting) -> None:
    findings = inspect(game(name), players, setting, matches=30, deals=45, seed=players)
    assert findings.law == "", findings
