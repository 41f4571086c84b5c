"""Blocks of boards: what a worker plays at once, and what intervals are computed from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.bots.compiled_policy import compiled_policy
from tirelire.contract.game import Game
from tirelire.core.chance import STREAM, new_stream
from tirelire.core.compiling import array_type, entry_point
from tirelire.games import game as find_game
from tirelire.lab.board_kernels import BOARDS, boards
from tirelire.lab.count_layout import CountLayout
from tirelire.policy.traits import Traits, table_of

FIELDS = 3
"""Numbers of a match before its totals: decisions, deals, winners."""


@dataclass(frozen=True)
class Block:
    """The arguments of a worker that plays some boards: plain values only."""

    game: str
    players: int
    opt: tuple[int, ...]
    bots: tuple[Traits, ...]
    """The bot in each seat before the first rotation."""
    wanted: tuple[int, ...]
    """The cards that seat 0 is dealt in every deal."""
    seed: int
    first: int
    """The number of the first board."""
    boards: int


@dataclass(frozen=True)
class BlockResult:
    """The result of a block."""

    matches: NDArray[np.int64]
    """By board and rotation: decisions, deals, winners, then the total of each seat."""
    sums: NDArray[np.int64]
    """The counts (see `count_layout`)."""


@cache
def compiled_boards(game: Game) -> Any:
    """Return the compiled loop of a game: see `board_kernels.boards`."""
    compiled = compiled_policy(game)
    function = boards(game.engine.kernel, compiled.policy)
    types = (
        *(np.uint8, np.uint8, STREAM, STREAM, np.int32, BOARDS),
        *(np.int64, np.int64, np.int16, np.int64, np.int64, np.int64),
    )
    arguments = tuple(map(array_type, types))
    return entry_point(
        function, "boards_in_lab", game.id, arguments, threads=True, parts=compiled.parts
    )


def play_block(block: Block) -> BlockResult:
    """Play the boards of a block.

    Law: the result depends neither on the worker, nor on how a run is cut into blocks.
    """
    game, players = find_game(block.game), block.players
    engine, sorts, layout = game.engine, game.sorts, CountLayout(game, players)
    state = engine.new()
    traits = table_of([*block.bots, *[block.bots[0]] * (engine.seats - players)])
    sizes = (len(sorts.kinds), len(sorts.sets), sorts.kept)
    setting = np.array([(block.first, block.seed, players, block.boards, *sizes)], BOARDS)
    matches = np.zeros((block.boards, players, FIELDS + players), np.int64)
    sums = np.zeros(layout.at[-1], np.int64)
    compiled_boards(game)(
        *(state, engine.new(), new_stream(0), new_stream(0)),
        np.array(block.opt, np.int32),
        setting,
        traits,
        np.array([*sorts.kind_numbers, *sorts.set_numbers], np.int64),
        np.array(block.wanted, np.int16),
        np.array(layout.at, np.int64),
        *(matches.reshape(-1), sums),
    )
    return BlockResult(matches, sums)
