"""Random play in bulk: many matches on all cores, the same result for the same seed.

Match i of a run draws from branch i of the seed. So neither the number of workers nor the size of
their portions changes the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.contract.game import Game
from tirelire.core.chance import new_stream
from tirelire.core.codes import seat_letter
from tirelire.core.errors import OptionError
from tirelire.core.match_loop import DEALS, DECISIONS, RUN, TOTALS, WINNERS
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal

MOST_AT_ONCE = 2000
"""Matches that a worker plays before it reports, at most."""
PORTIONS_EACH = 4
"""Portions that a short run is cut into for each worker, so that all are busy to the end."""
MOST_GAMES = 100_000_000


@dataclass(frozen=True)
class Results:
    """The results of a run, one row per match."""

    game: str
    players: int
    options: dict[str, Value]
    seed: int
    decisions: NDArray[np.int64]
    deals: NDArray[np.int64]
    winners: NDArray[np.int64]
    """Bitmasks of seats."""
    totals: NDArray[np.int64]
    """Two dimensions: match and seat."""

    @property
    def games(self) -> int:
        """How many matches were played."""
        return len(self.decisions)

    def win_shares(self) -> list[float]:
        """Return each seat's share of the wins; a shared win counts in equal parts."""
        bits = (self.winners[:, None] >> np.arange(self.players)) & 1
        shares = bits / bits.sum(axis=1, keepdims=True)
        return [float(share) for share in shares.mean(axis=0)]

    def summary(self) -> dict[str, Any]:
        """Return means and spreads as plain numbers, for tables and JSON."""
        shares = self.win_shares()
        seats = {
            seat_letter(seat): {
                "win_share": round(shares[seat], 6),
                **spread(self.totals[:, seat]),
            }
            for seat in range(self.players)
        }
        return {
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "games": self.games,
            "seed": self.seed,
            "total": spread(self.totals.ravel()),
            "seats": seats,
            "deals": spread(self.deals),
            "decisions": spread(self.decisions),
        }


def spread(values: NDArray[Any]) -> dict[str, float]:
    """Return mean, standard deviation and extremes of some numbers."""
    return {
        "mean": round(float(values.mean()), 6),
        "sd": round(float(values.std()), 6),
        "min": int(values.min()),
        "max": int(values.max()),
    }


def simulate(
    game: Game,
    players: int,
    options: Mapping[str, Value] | None = None,
    *,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play whole matches, every decision random among the legal ones.

    `progress` gets the number of matches that were finished since its last call.
    """
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(Refusal("range", name="games", allowed=f"1–{MOST_GAMES}"))
    if workers is not None and workers < 1:
        raise OptionError(Refusal("range", name="workers", allowed="≥ 1"))
    if not 0 <= seed < 2**63:
        raise OptionError(Refusal("range", name="seed", allowed=f"0–{2**63 - 1}"))
    codes = game.encode(players, options or {})
    opt = np.array(codes, np.int32)
    engine = game.engine
    playouts = engine.playouts
    results = engine.new_results(games)
    traits = np.zeros(0, np.int64)  # play at random has none

    threads = workers or os.cpu_count() or 1
    size = min(MOST_AT_ONCE, -(-games // (PORTIONS_EACH * threads)))

    def portion(first: int) -> int:
        rows = results[first : first + size]
        run = np.array([(first, seed, players, 0)], RUN)
        playouts(engine.new(), new_stream(0), opt, run, traits, rows)
        return len(rows)

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(portion, range(0, games, size)):
            if progress:
                progress(done)
    return Results(
        game=game.id,
        players=players,
        options=game.decode(codes),
        seed=seed,
        decisions=results[:, DECISIONS],
        deals=results[:, DEALS],
        winners=results[:, WINNERS],
        totals=results[:, TOTALS : TOTALS + players],
    )
