"""Three ways into the games, each in a few lines: a batch, PettingZoo, Gymnasium.

python examples/quick_start.py
"""

from __future__ import annotations

import gymnasium
import numpy as np

import tirelire.adapters.gymnasium  # noqa: F401  (registers the ids)
from tirelire import Batch
from tirelire.adapters.pettingzoo import env


def batch() -> None:
    """Play many matches of Cash oder Crash at once, at random."""
    matches = Batch("cash_oder_crash", 256, seed=1, players=4)
    ended = 0
    for _ in range(500):
        matches.step(matches.sample())
        ended += int(matches.done.sum())
    print(f"batch: {ended} matches ended in {500 * matches.n} decisions")


def pettingzoo() -> None:
    """Play one match of Cache ton Cash, turn by turn."""
    table = env("cache_ton_cash", players=3)
    table.reset(seed=1)
    numbers = np.random.default_rng(1)
    for _ in table.agent_iter():
        told, _, terminated, truncated, _ = table.last()
        over = terminated or truncated
        table.step(None if over else numbers.choice(np.flatnonzero(told["action_mask"])))
    print("pettingzoo: the match is over")


def gym() -> None:
    """Play one seat of Cash oder Crash against regular bots."""
    seat = gymnasium.make("tirelire/cash_oder_crash-v0", players=3, opponents="regular")
    told, _ = seat.reset(seed=1)
    numbers = np.random.default_rng(1)
    over, gained = False, 0.0
    while not over:
        told, reward, over, _, _ = seat.step(numbers.choice(np.flatnonzero(told["action_mask"])))
        gained += float(reward)
    print(f"gymnasium: a share of {gained:.2f} of the win")


if __name__ == "__main__":
    batch()
    pettingzoo()
    gym()
