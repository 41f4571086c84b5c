"""A contest: who plays what against whom, and when it is decided."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tirelire import __version__
from tirelire.arena.board import BoardResult, Task
from tirelire.arena.opponents.heuristics import Heuristic
from tirelire.arena.players import find_player
from tirelire.arena.statistics import entrants_of
from tirelire.arena.wager import UNSURE, Trial
from tirelire.contract.game import RULES_VERSION, Game
from tirelire.core.codes import quote
from tirelire.core.errors import OptionError, TirelireError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal

SURE = 0.99
"""Confidence at which a contest is decided."""
MOST_BOARDS = 1_000_000
LONGEST_THINKING = 3600.0


class Contest:
    """All that decides how the boards are played and when there are enough of them."""

    def __init__(
        self,
        game: Game,
        specs: Sequence[str],
        options: Mapping[str, Value] | None = None,
        *,
        boards: int,
        until_sure: bool = False,
        against: float | None = None,
        seed: int = 0,
        time: float | None = None,
    ) -> None:
        self.game = game
        self.specs = tuple(specs)
        self.options = game.decode(game.encode(len(specs), options or {}))
        self.entrants = entrants_of(specs)
        self.boards = boards
        """How many boards are played, at most."""
        self.until_sure = until_sure
        self.seed = seed
        self.time = time
        self.fair = 1 / len(specs)
        """The share of the wins that every seat has among bots that are equally good."""
        self.bar = self.fair if against is None else against
        """The share that the first bot's is compared with."""
        self._check(against)

    def _check(self, against: float | None) -> None:
        for spec in dict.fromkeys(self.specs):
            _try_player(spec, self.game)
        if len(self.entrants) == 1 and (self.until_sure or against is not None):
            raise OptionError(Refusal("arena.one_bot", bot=self.specs[0]))
        most_share = 1 / self.entrants[0].seats
        ranges = {
            "boards": (1 <= self.boards <= MOST_BOARDS, f"1–{MOST_BOARDS}"),
            "seed": (0 <= self.seed < 2**63, f"0–{2**63 - 1}"),
            "against": (against is None or 0 < against < most_share, f"0 < … < {most_share:g}"),
            "time": (
                self.time is None or 0 < self.time <= LONGEST_THINKING,
                f"0 < … ≤ {LONGEST_THINKING:g}",
            ),
        }
        for name, (fits, allowed) in ranges.items():
            if not fits:
                raise OptionError(Refusal("range", name=name, allowed=allowed))

    def task(self, number: int) -> Task:
        """Return what a worker has to be told to play a board."""
        return Task(self.game.id, self.specs, self.options, self.seed, number, self.time)

    def settings(self) -> dict[str, Any]:
        """Return what decides how a board is played: boards with other settings do not mix."""
        return {
            "game": self.game.id,
            "players": len(self.specs),
            "options": self.options,
            "bots": list(self.specs),
            "seed": self.seed,
            "time": self.time,
            "rules": RULES_VERSION,
            "version": __version__,
        }


def _try_player(spec: str, game: Game) -> None:
    """Refuse a player that is not known, plays another game, or cannot even be made."""
    try:
        player = find_player(spec)
        if isinstance(player, Heuristic) and player.game is not game:
            raise OptionError(Refusal("arena.other_game", bot=spec, game=game.id))
    except TirelireError:
        raise
    except Exception as error:  # a bot of another author can raise anything
        reason = f"{type(error).__name__}: {error}"[:200]
        raise OptionError(Refusal("arena.bot", bot=quote(spec), reason=reason)) from error


class Tally:
    """Counts boards in the order of their numbers, although they arrive in any order.

    Law: when it is settled, and by which boards, depends on nothing but the boards.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.boards: list[BoardResult] = []
        """The boards that count: there is no gap before the last."""
        self._waiting: dict[int, BoardResult] = {}
        self._first = contest.entrants[0]
        # Among copies of one bot there is nothing to find out.
        alone = len(contest.entrants) == 1
        # The trial needs numbers from 0 to 1; a bot's seats together win no more than the match.
        self._trial = None if alone else Trial(contest.bar * self._first.seats, SURE)
        self._shares = 0.0

    def add(self, board: BoardResult) -> None:
        """Take a board, and count it as soon as all before it are there."""
        self._waiting[board.number] = board
        while not self.settled and len(self.boards) in self._waiting:
            next_board = self._waiting.pop(len(self.boards))
            self.boards.append(next_board)
            share = self._first.win_share(next_board)
            self._shares += share
            if self._trial:
                self._trial.add(share * self._first.seats)

    @property
    def verdict(self) -> str:
        """Whether the first bot's share is surely above or below the bar, or neither."""
        return self._trial.verdict if self._trial else UNSURE

    @property
    def share(self) -> float:
        """The first bot's share of the wins so far."""
        return self._shares / len(self.boards) if self.boards else math.nan

    @property
    def settled(self) -> bool:
        """Whether there are enough boards."""
        enough = len(self.boards) >= self.contest.boards
        return enough or (self.contest.until_sure and bool(self.verdict))
