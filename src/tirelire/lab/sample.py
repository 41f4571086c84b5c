"""The matches of one setting, by block, and their most used statistics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.lab.blocks import FIELDS, BlockResult
from tirelire.lab.count_layout import CountLayout
from tirelire.lab.estimates import Sums
from tirelire.lab.plan import PlayedSetting


class Sample:
    """The matches of one setting; every list is by block."""

    def __init__(
        self, setting: PlayedSetting, bots: Sequence[str], played: Sequence[BlockResult]
    ) -> None:
        self.setting = setting
        self.players = setting.players
        self.bots = tuple(bots)
        """The bot in each seat before the first rotation."""
        self.layout = CountLayout(setting.game, setting.players)
        self.blocks = [block.matches for block in played]
        """By board and rotation, the numbers of each match (see `blocks`)."""
        self.sums: Sums = np.array([block.sums for block in played], np.float64)

    def part(self, name: str) -> Sums:
        """Return a part of the counts, by block."""
        part: Sums = self.layout.part(name, self.sums)
        return part

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(block.shape[0] * block.shape[1] for block in self.blocks)

    def column(self, number: int) -> list[NDArray[np.int64]]:
        """Return one number of every match: 0 decisions, 1 deals."""
        return [block[..., number].reshape(-1) for block in self.blocks]

    @cached_property
    def totals(self) -> list[NDArray[np.int64]]:
        """By board, rotation and seat: what each seat had at the end."""
        return [block[..., FIELDS:] for block in self.blocks]

    @cached_property
    def leads(self) -> list[NDArray[np.float64]]:
        """By board, rotation and seat: what each seat had more than the mean of its table."""
        return [x - x.mean(axis=-1, keepdims=True) for x in self.totals]

    @cached_property
    def shares(self) -> list[NDArray[np.float64]]:
        """By board, rotation and seat: the share of the win."""
        bits = [(x[..., 2, None] >> np.arange(self.players)) & 1 for x in self.blocks]
        return [x / x.sum(axis=-1, keepdims=True) for x in bits]

    def seat_sums(self, values: Sequence[NDArray[Any]]) -> Sums:
        """Sum values by block and seat; last comes the number of matches."""
        rows = [[*x.sum(axis=(0, 1)), x.shape[0] * x.shape[1]] for x in values]
        return np.array(rows, np.float64)

    def bot_sums(self, values: Sequence[NDArray[Any]]) -> Sums:
        """Sum values by block and bot of the line-up; last comes the number of matches."""
        return self.seat_sums([by_bot(x) for x in values])


def by_bot(values: NDArray[Any]) -> NDArray[Any]:
    """Put the values of every match in the order of the bots instead of that of the seats.

    In rotation r, bot b sits in seat b + r.
    """
    players = values.shape[-1]
    return np.stack([np.roll(values[:, r], -r, axis=-1) for r in range(players)], axis=1)
