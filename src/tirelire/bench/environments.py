"""Environments driven from Python by the same loops: ours, PettingZoo's and RLCard's."""

from __future__ import annotations

import random
import time
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from tirelire.bench.peers import peer, pyspiel
from tirelire.contract.game import Game


def ours(game: Game, seconds: float) -> float:
    """Decisions per second of our AEC environment."""
    adapter = import_module("tirelire.adapters.pettingzoo")
    return _turns(adapter.env(game.id), seconds)


def leduc(seconds: float) -> float:
    """Decisions per second of PettingZoo's own leduc hold'em."""
    return _turns(_pettingzoo_leduc(), seconds)


@cache
def _pettingzoo_leduc() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return peer("pettingzoo.classic.leduc_holdem_v4").env()


def _turns(env: Any, seconds: float) -> float:
    """Play at random by the loop of PettingZoo's documentation."""
    numbers = random.Random(1)
    env.reset(seed=1)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        env.reset()
        for _ in env.agent_iter():
            told, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(told["action_mask"])
            env.step(legal[int(numbers.random() * len(legal))])
            done += 1
    return done / spent


def versions() -> dict[str, str]:
    """Return the versions of the packages measured here and in `batch`."""
    return {name: version(name) for name in ("pettingzoo", "pgx", "jax", "rlcard")}


def openspiel_leduc(seconds: float) -> float:
    """Decisions per second of OpenSpiel's leduc poker, driven from Python with observations."""
    game = pyspiel().load_game("leduc_poker")
    numbers = random.Random(1)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                done += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(numbers.random() * len(legal))])
    return done / spent


def rlcard_leduc(seconds: float) -> float:
    """Decisions per second of RLCard's leduc hold'em, driven from Python."""
    env = peer("rlcard").make("leduc-holdem")
    numbers = random.Random(1)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(numbers.random() * len(legal))])
            done += 1
    return done / spent
