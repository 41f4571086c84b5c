"""A small study that several tests look at, and samples that are made up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.options import Value
from tirelire.games import game
from tirelire.lab.blocks import FIELDS, BlockResult
from tirelire.lab.count_layout import CountLayout
from tirelire.lab.plan import Plan, PlayedSetting
from tirelire.lab.run import Findings, study
from tirelire.lab.sample import Sample

GAME = "cash_oder_crash"
SHORT: dict[str, Value] = {"rounds": 1}
GAMES = 900
VARY = ("board=ring13,line", "players=3,4", "deck=any,+6x2")


def plan(**changes: Any) -> Plan:
    given: dict[str, Any] = {"vary": VARY, "games": GAMES, "seed": 3} | changes
    return Plan(game(GAME), 3, SHORT, **given)


@cache
def studied() -> Findings:
    """The study as this process does it."""
    return study(plan(), workers=1)


def made_up(totals: Sequence[Any], sums: Sequence[Any] | None = None) -> Sample:
    """Make a sample of totals, by block, board, rotation and seat; the highest totals win."""
    players = totals[0].shape[-1]
    layout = CountLayout(game(GAME), players)
    played = []
    for i, block in enumerate(totals):
        matches = np.ones((*block.shape[:2], FIELDS + players), np.int64)
        matches[..., FIELDS:] = block
        best = block == block.max(axis=-1, keepdims=True)
        matches[..., 2] = (best << np.arange(players)).sum(axis=-1)
        counted = np.zeros(layout.at[-1], np.int64) if sums is None else sums[i]
        played.append(BlockResult(matches, counted))
    setting = PlayedSetting(game(GAME), players, tuple(game(GAME).encode(players, {})))
    return Sample(setting, ["regular"] * players, played)


def figure(findings: Sequence[Any], section: str, name: str, item: str) -> Any:
    """Find the estimate of one figure."""
    (found,) = (
        x.estimate for x in findings if (x.section, x.name, x.item) == (section, name, item)
    )
    return found
