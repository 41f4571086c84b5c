"""Batches with observations and masks, ours beside those of pgx, on one core.

Both are kept to the same core and measured in seconds of the processor: so a machine that does
other things meanwhile slows neither, and a peer that waits for its own threads does not either.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from tirelire.bench.ours import usual_players
from tirelire.bench.peers import peer
from tirelire.contract.game import Game
from tirelire.sim.batch import Batch

SIZE = 512
"""Matches in our batch."""
PEER_SIZES = (256, 1024, 4096)
"""Matches in the peer's; the best of these counts."""
PEER_STEPS = 200
"""Steps that the peer makes in one call, compiled as one loop."""


def decisions(game: Game, seconds: float) -> float:
    """Decisions per second of random legal play by one worker, with observations and masks.

    The action at random is drawn in compiled code, as the peer's is.
    """
    batch = _batch(game)
    with one_core():
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            batch.step(batch.sample())
            done += SIZE
    return done / spent


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread, and all that it starts meanwhile, to one core; only Linux can."""
    if sys.platform != "linux":
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@cache
def _batch(game: Game) -> Batch:
    return Batch(game, SIZE, seed=1, players=usual_players(game), workers=1)


def leduc(seconds: float) -> float:
    """Decisions per second of leduc hold'em in pgx, compiled and vectorised, at its best size."""
    with one_core():
        return max(_leduc(size)(seconds / len(PEER_SIZES)) for size in PEER_SIZES)


@cache
def _leduc(size: int) -> Callable[[float], float]:
    """Make the measurement for one size: random legal play, begun anew when a match is over."""
    jax, pgx = _peers()
    jnp = jax.numpy
    env = pgx.make("leduc_holdem")
    again = peer("pgx.experimental").auto_reset(env.step, env.init)

    def step(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choosing, logits, axis=-1)
        return (jax.vmap(again)(state, actions, jax.random.split(stepping, size)), key), None

    go = jax.jit(lambda carry: jax.lax.scan(step, carry, None, length=PEER_STEPS)[0])
    key = jax.random.PRNGKey(0)
    at = [go((jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key))]

    def run(seconds: float) -> float:
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            at[0] = jax.block_until_ready(go(at[0]))
            done += size * PEER_STEPS
        return done / spent

    return run


def _peers() -> tuple[Any, Any]:
    return peer("jax"), peer("pgx")
