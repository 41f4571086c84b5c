"""Batches: the rules played together, the same whoever plays them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tirelire import Batch, IllegalMove, OptionError
from tirelire.core.state import State
from tirelire.games import GAMES, game


def play(batch: Batch, steps: int) -> str:
    """Play at random; return a hash of everything that was told."""
    digest = hashlib.sha256()
    for _ in range(steps):
        for told in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.done):
            digest.update(told.tobytes())
        batch.step(batch.sample())
    return digest.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_neither_workers_nor_a_reset_change_anything(name: str) -> None:
    one, many = Batch(name, 7, 3, workers=1), Batch(name, 7, 3, workers=3)
    first = play(one, 300)
    assert first == play(many, 300)
    one.reset()
    assert first == play(one, 300)
    one.reset(4)
    assert first != play(one, 300)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_by_the_rules(name: str) -> None:
    """Every step is what the engine makes of the same decision, to the end of a deal."""
    found = game(name)
    engine, batch = found.engine, Batch(name, 3, 8, workers=1)
    size = engine.state_type.itemsize
    rows = batch._rows.states.view(np.uint8).reshape(3, size)

    def twin_of(row: int) -> State:
        raw = engine.new()
        raw[:size] = rows[row]
        return State(engine, raw)

    twins = [twin_of(row) for row in range(3)]
    followed = 0
    for _ in range(600):
        actions = batch.sample()
        for row, twin in enumerate(twins):
            assert twin.asked == batch.seats[row]
            assert list(twin.choices()) == np.flatnonzero(batch.masks[row]).tolist()
            assert twin.play(twin.asked, int(actions[row]))
        batch.step(actions)
        for row, twin in enumerate(twins):
            if twin.asked < 0:
                twins[row] = twin_of(row)
            else:
                followed += 1
                assert twin.bytes == rows[row].tobytes()
    assert followed > 1000


@pytest.mark.parametrize("name", GAMES)
def test_matches_end_and_begin_anew(name: str) -> None:
    players = game(name).fewest
    shares = Batch(name, 32, 1, players=players)
    gains = Batch(name, 32, 1, players=players, reward="gain")
    ended = 0
    while ended < 20:
        actions = shares.sample()
        shares.step(actions)
        gains.step(actions)
        assert (shares.observations == gains.observations).all()
        over = shares.done == 1
        assert (over == (gains.done == 1)).all()
        assert np.allclose(shares.rewards[over].sum(axis=1), 1)
        assert not shares.rewards[~over].any()
        told = shares.layout.read(shares.observations, "deals")
        assert (told[over] == 1).all()
        ended += int(over.sum())


def test_a_match_is_worth_its_total() -> None:
    batch = Batch("cash_oder_crash", 16, 2, players=3, reward="gain")
    gained = np.zeros((16, 3))
    ended = 0
    while ended < 20:
        told = batch.layout.read(batch.observations, "total")[:, :3].copy()
        seats = batch.seats.copy()
        for row in range(16):
            assert (np.roll(told[row], seats[row]) == 35 + gained[row]).all()
        batch.step(batch.sample())
        gained += batch.rewards
        gained[batch.done == 1] = 0
        ended += int(batch.done.sum())


def everything(batch: Batch) -> tuple[bytes, ...]:
    arrays = (
        batch._rows.states,
        batch._rows.memories,
        batch._rows.streams,
        batch._rows.numbers,
        batch._rows.observations,
    )
    return tuple(array.tobytes() for array in (*arrays, batch._rows.masks, batch._rows.seats))


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_and_nothing_changes(name: str) -> None:
    batch = Batch(name, 4, 1)
    before = everything(batch)
    for wrong in (-1, batch.decisions, 10**9, int(np.flatnonzero(batch.masks[2] == 0)[0])):
        actions = batch.sample()
        actions[2] = wrong
        with pytest.raises(IllegalMove, match=f"Match 2.*{wrong}"):
            batch.step(actions)
        assert everything(batch) == before


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(3, np.int64), ValueError),
        (np.zeros((4, 1), np.int64), ValueError),
        (np.zeros(4), TypeError),
        (np.zeros(4, bool), TypeError),
        (5, ValueError),
        (["a"] * 4, TypeError),
    ],
)
def test_other_shapes_and_kinds_are_refused(actions: Any, error: type[Exception]) -> None:
    batch = Batch("money", 4, 1)
    before = everything(batch)
    with pytest.raises(error):
        batch.step(actions)
    assert everything(batch) == before


@pytest.mark.parametrize(
    "given",
    [
        {"n": 0},
        {"n": 2.5},
        {"seed": -1},
        {"players": 9},
        {"options": {"nonsense": 1}},
        {"reward": "money"},
        {"workers": 0},
        {"game": "poker"},
    ],
)
def test_what_a_batch_cannot_be_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Batch(**{"game": "money", "n": 2, **given})


def test_the_arrays_are_the_same_and_cannot_be_written() -> None:
    batch = Batch("money", 4, 1)
    names = ("observations", "masks", "seats", "rewards", "done")
    arrays = [getattr(batch, name) for name in names]
    batch.step(batch.sample().astype(np.int32))
    for name, array in zip(names, arrays, strict=True):
        assert getattr(batch, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


CODE = """
import sys
from tests.sim.test_batch import play
from tirelire import Batch
print(play(Batch(sys.argv[1], 2, 6, players=int(sys.argv[2]), workers=1), 120))
"""


@pytest.mark.parametrize(
    ("name", "players"), [(name, n) for name in GAMES for n in (game(name).fewest, game(name).most)]
)
def test_uncompiled_it_is_the_same(name: str, players: int) -> None:
    command = [sys.executable, "-W", "error", "-c", CODE, name, str(players)]
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    uncompiled = subprocess.check_output(command, env=plain, text=True).strip()
    assert uncompiled == play(Batch(name, 2, 6, players=players, workers=1), 120)
