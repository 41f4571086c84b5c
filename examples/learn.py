"""Learn to beat the regular bot, with NumPy alone, in a few minutes on two cores.

    python examples/learn.py --out learning.png

An actor and a critic share a small network. Many matches are played at once against regular bots
(`VectorSeatEnv`); after some steps in all of them the network is improved a little (A2C with
generalised advantages, Adam). It is rewarded with what it gains in each deal. Now and then it plays
whole matches, in every seat equally often, that it does not learn from: the share of the wins is
what the picture shows, with its 95% interval. Among equals it would be one third.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.adapters.gymnasium_vector import VectorSeatEnv

Numbers = NDArray[np.float32]

GAME, PLAYERS = "cash_oder_crash", 3
MATCHES, STEPS = 512, 32
HIDDEN = 128
DISCOUNT, TRACE = 0.99, 0.95
RATE, ENTROPY, VALUE = 1e-3, 0.01, 0.5
EVERY = 12
"""Updates between two evaluations."""
UNIT = 10.0
"""Chips that are a reward of one."""


@dataclass
class Network:
    """Two layers of tanh, then the weights of all decisions and the value."""

    inputs: int
    decisions: int
    numbers: np.random.Generator
    weights: dict[str, Numbers] = field(init=False)

    def __post_init__(self) -> None:
        shapes = {"a": (self.inputs, HIDDEN), "b": (HIDDEN, HIDDEN)}
        shapes |= {"p": (HIDDEN, self.decisions), "v": (HIDDEN, 1)}
        self.weights = {}
        for name, shape in shapes.items():
            scale = 0.01 if name == "p" else 1 / np.sqrt(shape[0])
            self.weights[name] = (scale * self.numbers.standard_normal(shape)).astype(np.float32)
            self.weights[f"{name}0"] = np.zeros(shape[1], np.float32)
        self.mean = np.zeros(self.inputs, np.float32)
        self.spread = np.ones(self.inputs, np.float32)
        self._first = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._second = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._updates = 0

    def see(self, observations: NDArray[np.int16], rate: float) -> None:
        """Follow the mean and the spread of what is observed."""
        seen = observations.astype(np.float32)
        self.mean += rate * (seen.mean(axis=0) - self.mean)
        self.spread += rate * (np.abs(seen - self.mean).mean(axis=0) + 0.1 - self.spread)

    def think(self, told: NDArray[np.int16], masks: NDArray[np.int8]) -> tuple[Any, ...]:
        """Return the layers, the chance of every decision and the value."""
        w = self.weights
        x = np.clip((told - self.mean) / self.spread, -5, 5).astype(np.float32)
        one = np.tanh(x @ w["a"] + w["a0"])
        two = np.tanh(one @ w["b"] + w["b0"])
        logits = np.where(masks == 1, two @ w["p"] + w["p0"], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return x, one, two, chances, (two @ w["v"] + w["v0"])[:, 0]

    def choose(self, told: NDArray[np.int16], masks: NDArray[np.int8]) -> tuple[Any, Any]:
        """Draw a decision for each row; return them with the values."""
        *_, chances, values = self.think(told, masks)
        drawn = self.numbers.random((len(told), 1), np.float32) * chances.sum(axis=1, keepdims=True)
        actions = np.minimum((chances.cumsum(axis=1) <= drawn).sum(axis=1), chances.shape[1] - 1)
        # Rounding may point past the last legal decision.
        legal = masks[np.arange(len(told)), actions] == 1
        return np.where(legal, actions, chances.argmax(axis=1)), values

    def improve(
        self,
        told: NDArray[np.int16],
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        gains: Numbers,
        returns: Numbers,
    ) -> None:
        """Take one step up the gradient of the decisions' worth, and of the value's fit."""
        rows, w = len(told), self.weights
        x, one, two, chances, values = self.think(told, masks)
        chosen = np.zeros_like(chances)
        chosen[np.arange(rows), actions] = 1
        logs = np.log(chances + 1e-9)
        disorder = -(chances * logs).sum(axis=1, keepdims=True)
        up = (chosen - chances) * gains[:, None] - ENTROPY * chances * (logs + disorder)
        worth = (VALUE * (returns - values))[:, None]
        back = (up @ w["p"].T + worth @ w["v"].T) * (1 - two**2)
        first = (back @ w["b"].T) * (1 - one**2)
        layers = {"p": (two, up), "v": (two, worth), "b": (one, back), "a": (x, first)}
        self._updates += 1
        for name, (below, above) in layers.items():
            self._adam(name, below.T @ above / rows)
            self._adam(f"{name}0", above.sum(axis=0) / rows)

    def _adam(self, name: str, slope: Numbers) -> None:
        first, second, n = self._first[name], self._second[name], self._updates
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        root = np.sqrt(second / (1 - 0.999**n)) + 1e-8
        self.weights[name] += (RATE * (first / (1 - 0.9**n)) / root).astype(np.float32)


def advantages(rewards: Numbers, over: NDArray[Any], values: Numbers) -> Numbers:
    """Return how much better it went than expected; `values` has one row more."""
    gains = np.zeros_like(rewards)
    later = np.zeros(rewards.shape[1], np.float32)
    for t in range(len(rewards) - 1, -1, -1):
        goes_on = DISCOUNT * (1 - over[t])
        later = rewards[t] + goes_on * values[t + 1] - values[t] + TRACE * goes_on * later
        gains[t] = later
    return gains


def learn(env: VectorSeatEnv, network: Network, rate: float) -> None:
    """Play some steps in all matches, and learn from them."""
    told: list[Any] = []
    masks, actions, rewards, over, values = ([] for _ in range(5))  # type: ignore[var-annotated]
    for _ in range(STEPS):
        told.append(env.batch.observations.copy())
        masks.append(env.batch.masks.copy())
        chosen, worth = network.choose(told[-1], masks[-1])
        _, gained, ended, _, _ = env.step(chosen)
        actions.append(chosen)
        rewards.append(gained / UNIT)
        over.append(ended)
        values.append(worth)
    values.append(network.choose(env.batch.observations, env.batch.masks)[1])
    worths = np.array(values, np.float32)
    gains = advantages(np.array(rewards, np.float32), np.array(over), worths)
    returns = gains + worths[:-1]
    flat = (np.concatenate(told), np.concatenate(masks), np.concatenate(actions))
    scaled = (gains - gains.mean()) / (gains.std() + 1e-6)
    network.see(flat[0], rate)
    network.improve(*flat, scaled.reshape(-1), returns.reshape(-1))


def evaluate(network: Network, matches: int, seed: int) -> tuple[float, float]:
    """Return the share of the wins over all seats, and half of its 95% interval.

    The same cards are dealt once for every seat that the learner sits in: such matches count as one
    when the interval is reckoned, since they are not independent of each other.
    """
    each = matches // PLAYERS
    shares = np.zeros((PLAYERS, each))
    for seat in range(PLAYERS):
        env = VectorSeatEnv(GAME, each, PLAYERS, seat=seat, opponents="regular")
        env.reset(seed=seed)
        open_rows = np.ones(each, bool)
        while open_rows.any():  # the first match of every row, so that short ones count no more
            chosen, _ = network.choose(env.batch.observations, env.batch.masks)
            _, won, ended, _, _ = env.step(chosen)
            shares[seat] += np.where(ended & open_rows, won, 0)
            open_rows &= ~ended
    boards = shares.mean(axis=0)
    return float(boards.mean()), float(1.96 * boards.std() / np.sqrt(each))


def draw(curve: list[tuple[float, float, float]], path: Path) -> None:
    """Draw the share of the wins against the decisions that were learnt from."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    at, share, half = np.array(curve).T
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    axes.fill_between(at, share - half, share + half, color="#1f5f8b", alpha=0.25)
    axes.plot(at, share, color="#1f5f8b", label="the learner, with its 95% interval")
    axes.axhline(1 / PLAYERS, color="#c8553d", linestyle="--", label="a regular bot in its place")
    axes.set_xlabel("decisions learnt from, in millions")
    axes.set_ylabel("share of the wins against regular bots")
    axes.set_title(f"{GAME}, {PLAYERS} players")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(path, dpi=150)
    plt.close(figure)


def main() -> None:
    """Learn for so many updates; print and draw the curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--updates", type=int, default=240)
    parser.add_argument("--matches", type=int, default=3000, help="matches of each evaluation")
    parser.add_argument("--last", type=int, default=30_000, help="matches of the last one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    env = VectorSeatEnv(GAME, MATCHES, PLAYERS, opponents="regular", reward="gain")
    env.reset(seed=given.seed)
    network = Network(env.batch.layout.size, env.batch.decisions, np.random.default_rng(given.seed))
    curve: list[tuple[float, float, float]] = []
    for update in range(given.updates + 1):
        last = update == given.updates
        if last or update % EVERY == 0:
            matches = given.last if last else given.matches
            done = update * MATCHES * STEPS / 1e6
            curve.append((done, *evaluate(network, matches, 1000 + update)))
            print("{:7.1f} million decisions: {:.3f} ± {:.3f} of the wins".format(*curve[-1]))
        if not last:
            learn(env, network, 0.5 if update == 0 else 0.01)
    if given.out:
        draw(curve, given.out)


if __name__ == "__main__":
    main()
