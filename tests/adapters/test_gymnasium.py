"""Gymnasium's own check, unmodified, and one seat against bots, alone and in many matches."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tirelire.adapters.gymnasium
from tirelire import OptionError
from tirelire.adapters.gymnasium import ILLEGAL_REWARD, SeatEnv
from tirelire.adapters.gymnasium_vector import VectorSeatEnv
from tirelire.games import GAMES, game


def name_of(game_name: str) -> str:
    assert tirelire.adapters.gymnasium.ILLEGAL_REWARD < 0
    return f"tirelire/{game_name}-v0"


def play(env: Any, seed: int) -> tuple[float, int]:
    """Play a match at random; return what the seat got, and its decisions."""
    told, info = env.reset(seed=seed)
    numbers = np.random.default_rng(seed)
    got, steps, over = 0.0, 0, False
    while not over:
        assert (info["action_mask"] == told["action_mask"]).all()
        action = numbers.choice(np.flatnonzero(told["action_mask"]))
        told, reward, over, truncated, info = env.step(action)
        assert not truncated
        assert env.observation_space.contains(told)
        got, steps = got + reward, steps + 1
    return got, steps


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_is_one(name: str) -> None:
    for players in range(game(name).fewest, game(name).most + 1):
        made = gymnasium.make(name_of(name), players=players, render_mode="rgb_array")
        check_env(made.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_one_seat_plays_against_bots(name: str) -> None:
    most = game(name).most
    for seat in (0, most - 1):
        env = gymnasium.make(name_of(name), seat=seat, opponents="novice")
        got, steps = play(env, 5)
        assert 0 <= got <= 1
        assert steps > 3
        assert play(env, 5) == (got, steps)


def test_opponents_can_be_of_all_kinds() -> None:
    env = SeatEnv("money", 3, opponents=["random", "strong@20"])
    assert 0 <= play(env, 1)[0] <= 1


@pytest.mark.parametrize("name", GAMES)
def test_many_matches_at_once(name: str) -> None:
    env: Any = gymnasium.make_vec(
        name_of(name), num_envs=6, vectorization_mode="vector_entry_point", opponents="regular"
    )
    assert isinstance(env, VectorSeatEnv)
    told, infos = env.reset(seed=3)
    again: Any = VectorSeatEnv(name, 6, opponents="regular", workers=2)
    again.reset(seed=3)
    ended = 0
    while ended < 8:
        assert (env.batch.seats == 0).all()
        assert env.observation_space.contains(told)
        actions = env.batch.sample()
        told, rewards, over, cut, infos = env.step(actions)
        other = again.step(actions)
        assert (other[0]["observation"] == told["observation"]).all()
        assert (other[1] == rewards).all()
        assert not cut.any()
        assert not rewards[~over].any()
        assert ((rewards >= 0) & (rewards <= 1)).all()
        assert infos["action_mask"] is told["action_mask"]
        ended += int(over.sum())


def test_bots_win_against_chance_in_both() -> None:
    """Both ways to play against the same bots are the same game."""
    alone = SeatEnv("cash_oder_crash", 3, {"rounds": 1}, opponents="regular", reward="gain")
    by_hand = np.array([play(alone, seed)[0] for seed in range(250)])
    many = VectorSeatEnv("cash_oder_crash", 250, 3, {"rounds": 1}, reward="gain")
    many.reset(seed=1)
    gained: list[float] = []
    while len(gained) < 4000:
        _, rewards, over, _, _ = many.step(many.batch.sample())
        gained += rewards[over].tolist()
    spread = np.std(by_hand) / np.sqrt(len(by_hand)) + np.std(gained) / np.sqrt(len(gained))
    assert abs(by_hand.mean() - np.mean(gained)) < 4 * spread
    assert np.mean(gained) < -1


def test_an_illegal_action_loses_and_ends_the_match() -> None:
    env = SeatEnv("money", 3)
    told, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(told["action_mask"] == 0)[0])
    told, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal_action"]) == (ILLEGAL_REWARD, True, wrong)
    assert not told["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    many = VectorSeatEnv("money", 4, 3)
    told, _ = many.reset(seed=1)
    actions = many.batch.sample()
    actions[2] = int(np.flatnonzero(told["action_mask"][2] == 0)[0])
    number = many.batch._rows.numbers[2]
    _, rewards, over_all, _, infos = many.step(actions)
    assert over_all.tolist() == [False, False, True, False]
    assert rewards[2] == ILLEGAL_REWARD
    assert infos["illegal_action"].tolist() == [-1, -1, actions[2], -1]
    assert many.batch._rows.numbers[2] == number + 4


def test_bad_input_is_an_error() -> None:
    env, many = SeatEnv("money", 3), VectorSeatEnv("money", 2, 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        many.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    many.reset(seed=1)
    for action in (1000, -1):
        with pytest.raises(ValueError, match="whole number"):
            env.step(action)
        with pytest.raises(ValueError, match="whole number"):
            many.step(np.full(2, action))
    with pytest.raises(TypeError):
        env.step(0.5)
    with pytest.raises(ValueError, match="shape"):
        many.step(np.zeros(3, np.int64))
    for wrong in (
        {"seat": 3},
        {"opponents": "nobody"},
        {"opponents": ["regular"]},
        {"players": 9},
        {"options": {"nonsense": 1}},
    ):
        given: dict[str, Any] = {"game": "money", "players": 3, **wrong}
        for kind in (SeatEnv, VectorSeatEnv):
            with pytest.raises(OptionError):
                kind(**given)
    with pytest.raises(OptionError):
        VectorSeatEnv("money", 2, 3, opponents="strong")
    drawn: dict[str, Any] = {"game": "money", "render_mode": "nonsense"}
    for kind in (SeatEnv, VectorSeatEnv):
        with pytest.raises(ValueError, match="render_mode"):
            kind(**drawn)
