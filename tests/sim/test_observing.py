"""Observations: nothing but what a seat may know, all of it, as described."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.watching import Watched
from tirelire.contract.covering import Setting, spread_settings
from tirelire.games import GAMES, game
from tirelire.sim.stepper import stepper_of

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(spread_settings(game(name)))
]
STEPS = 150


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_an_observation_is_what_the_view_tells(name: str, players: int, setting: Setting) -> None:
    watched = Watched(name, players, setting, seed=5)
    layout = watched.batch.layout
    for step in range(STEPS):
        seat = int(watched.batch.seats[0])
        assert watched.batch.observations[0].tobytes() == watched.by_view(seat)
        for other in range(players):
            told, _ = watched.told(other)
            assert told == watched.by_view(other), (step, other)
            numbers = np.frombuffer(told, np.int16)
            wrong = np.flatnonzero((numbers < layout.low) | (numbers > layout.high))
            assert not wrong.size, (step, wrong)
        watched.step()


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_a_seat_is_told_the_same_in_every_world_it_cannot_tell_apart(
    name: str, players: int, setting: Setting
) -> None:
    watched = Watched(name, players, setting, seed=11)
    for step in range(STEPS):
        if step % 3 == 0:
            for seat in range(players):
                told = watched.told(seat)
                for seed in range(3):
                    assert watched.told(seat, watched.world(seat, seed)) == told, (step, seat)
        watched.step()


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_what_a_seat_sees_change_changes_its_observation(
    name: str, players: int, setting: Setting
) -> None:
    watched = Watched(name, players, setting, seed=3)
    before: dict[int, tuple[bytes, bytes]] = {}
    for _ in range(STEPS):
        for seat in range(players):
            view, (told, _) = watched.view(seat).tobytes(), watched.told(seat)
            if seat in before and before[seat][0] != view:
                assert before[seat][1] != told
            before[seat] = (view, told)
        watched.step()


@pytest.mark.parametrize("name", GAMES)
def test_a_memory_holds_nothing_that_a_seat_did_not_see(name: str) -> None:
    """Two decisions after which a seat has the same view are remembered alike."""
    watched = Watched(name, game(name).most, {}, seed=4)
    batch = watched.batch
    compared = 0
    for _ in range(400):
        states, memories = batch._rows.states.copy(), batch._rows.memories.copy()
        mover = int(batch.seats[0])
        legal = np.flatnonzero(batch.masks[0])
        seen: dict[tuple[int, bytes], bytes] = {}
        for decision in legal:
            probe = Watched(name, batch.players, {}, seed=4)
            probe.batch._rows.states[:] = states
            probe.batch._rows.memories[:] = memories
            probe.batch._rows.streams[:] = batch._rows.streams
            probe.batch._rows.seats[:] = mover
            probe.batch._rows.masks[:] = batch._rows.masks
            probe.batch.step(np.array([decision]))
            if probe.batch.done[0]:
                continue
            for seat in range(batch.players):
                if seat != mover:
                    told = probe.told(seat)[0]
                    key = (seat, probe.view(seat).tobytes())
                    compared += key in seen
                    assert seen.setdefault(key, told) == told
        watched.step()
    assert compared >= (0 if name == "cache_ton_cash" else 200)


@pytest.mark.parametrize("name", GAMES)
def test_a_layout_is_whole(name: str) -> None:
    layout = stepper_of(game(name)).layout
    assert layout.size == sum(field.size for field in layout.fields) == len(layout.low)
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    assert all(field.low <= field.high and field.meaning for field in layout.fields)
    rows = np.arange(2 * layout.size).reshape(2, layout.size)
    for field in layout.fields:
        part = layout.read(rows, field.name)
        assert part.shape == (2, *field.shape)
        assert part.reshape(2, -1)[1, 0] == layout.size + layout.at(field.name)


def test_one_knows_the_own_hand_and_what_everybody_laid() -> None:
    """Numbers that were laid are remembered for the seat that laid them, seen from any seat."""
    watched = Watched("cash_oder_crash", 3, {}, seed=1)
    layout, kinds = watched.batch.layout, 5
    for _ in range(40):
        rows = [np.frombuffer(watched.told(seat)[0], np.int16) for seat in range(3)]
        laid = [layout.read(row, "laid") for row in rows]
        for seat in range(3):
            hand = layout.read(rows[seat], "hand").sum()
            assert hand == layout.read(rows[seat], "cards")[0]
            assert hand + laid[seat][0].sum() == kinds
            assert (laid[seat][0] == laid[(seat + 1) % 3][2]).all()
        assert (laid[0].sum(axis=0) == layout.read(rows[0], "played")).all()
        watched.step()
