"""The cross table: every player against every other, and mixed tables, in every game.

In a *pair* one seat plays against the other seats, which are all of another player; a board is one
match with the same cards for every rotation of the seats. In a *mixed table* all seats are of
different players. Matches are as short as people can choose them, since a whole match of some games
takes a search minutes: one deal of Money and Cache ton Cash, say.

Every contest has a ledger in one folder. So the command can be stopped, killed, or given more time,
and goes on from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import numpy as np

from tirelire.arena.contest import Contest
from tirelire.arena.executors import Crew, gather
from tirelire.arena.opponents.heuristics import names_of
from tirelire.arena.report import Report
from tirelire.arena.run import hold
from tirelire.arena.statistics import with_student_intervals
from tirelire.contract.game import Game
from tirelire.core.chance import seeded, shuffled
from tirelire.core.options import Value

LEVELS = ("random", "novice", "regular", "attentive")
"""Players of every game, beside the search and IS-MCTS."""
_GROWTH = 2
"""A contest that is not exact enough gets so many times more boards in the next round."""


@dataclass(frozen=True)
class CrossPlan:
    """All that decides which boards are played; how many of them, the time may decide."""

    games: tuple[Game, ...]
    players: int
    """Players of a table; a game that seats fewer gets as many as it seats."""
    common: tuple[str, ...]
    """Players of every game."""
    seed: int
    least: int
    """Boards of every contest."""
    most: int
    """Boards of a contest that is not exact enough."""
    within: float
    """A contest is exact enough when its interval reaches no further to each side."""
    mixed: int
    """Mixed tables of each game."""

    def seats(self, game: Game) -> int:
        """Return how many play at a table of a game."""
        return max(game.fewest, min(self.players, game.most))

    def pool(self, game: Game) -> list[str]:
        """Return all players of a game."""
        return [*self.common, *names_of(game)]

    def contests(self, game: Game, boards: int) -> Iterator[Contest]:
        """Yield the contests of a game, each with so many boards: all pairs, then mixed tables."""
        pool, seats = self.pool(game), self.seats(game)
        tables = [[one, *[other] * (seats - 1)] for one in pool for other in pool if one != other]
        for number in range(self.mixed if len(pool) >= seats else 0):
            order = shuffled(seeded(self.seed, number), list(range(len(pool))))
            tables.append([pool[i] for i in order[:seats]])
        for specs in tables:
            yield Contest(game, specs, shortest(game), boards=boards, seed=self.seed)


def shortest(game: Game) -> dict[str, Value]:
    """Return the options of the shortest match that people can choose."""
    return dict(game.lengths[0].options) if game.lengths else {}


@dataclass(frozen=True)
class Share:
    """A share of the wins, and how far its interval reaches to each side."""

    mean: float
    half: float
    """Not a number where one board alone was played, or none."""
    boards: int


def share_of(report: Report) -> Share:
    """Return the share of the first player of a contest.

    Law: the half is that of Student's interval over boards, which are independent of each other.
    """
    first = report.contest.entrants[0]
    return _mean([first.win_share(board) for board in report.boards])


def _mean(values: Sequence[float]) -> Share:
    """Return a mean with its interval.

    After n boards that all ended alike Student's has no width. So none is narrower than 1/n: that
    is a little more than the rule of three says for the matches of a board, 3/(4 n) at a table of
    four.
    """
    if not values:
        return Share(math.nan, math.nan, 0)
    running = with_student_intervals(np.array(values))
    mean, high = float(running.mean[-1]), float(running.high[-1])
    return Share(mean, max(high - mean, 1 / len(values)), len(values))


class GameTable:
    """The cross table of one game: what was played of it so far."""

    def __init__(self, plan: CrossPlan, game: Game) -> None:
        self.game = game
        self.pool = plan.pool(game)
        self.seats = plan.seats(game)
        self.pairs: dict[tuple[str, str], Share] = {}
        """By the one player and the player of all other seats."""
        self._mixed: dict[tuple[str, ...], Report] = {}

    def take(self, report: Report) -> None:
        """Enter a contest; it replaces what was entered of it before."""
        specs = report.contest.specs
        if is_pair(report.contest):
            self.pairs[specs[0], specs[1]] = share_of(report)
        else:
            self._mixed[specs] = report

    def against_all(self, one: str) -> Share:
        """Return the mean of a player's shares over all other players, each counted alike."""
        found = [self.pairs[one, other] for other in self.pool if (one, other) in self.pairs]
        if not found:
            return _mean([])
        half = math.sqrt(sum(share.half**2 for share in found)) / len(found)
        mean = sum(share.mean for share in found) / len(found)
        return Share(mean, half, sum(share.boards for share in found))

    def mixed(self, one: str) -> Share:
        """Return the share of a player at all mixed tables that it sits at."""
        values = []
        for report in self._mixed.values():
            for entrant in report.contest.entrants:
                if entrant.spec == one:
                    values += [entrant.win_share(board) for board in report.boards]
        return _mean(values)


def is_pair(contest: Contest) -> bool:
    """Tell whether one plays against several of another."""
    return len(contest.entrants) == 2


def ledger_of(contest: Contest, folder: Path) -> Path:
    """Return the path of the ledger of a contest."""
    names = contest.specs[:2] if is_pair(contest) else contest.specs
    plain = "-".join(names).replace(":", ".")
    return folder / f"{contest.game.id}-{len(contest.specs)}-{plain}-{contest.seed}.jsonl"


def fill(
    plan: CrossPlan,
    folder: Path,
    *,
    hours: float | None = None,
    workers: int | None = None,
    told: Callable[[str], None],
) -> list[GameTable]:
    """Play the cross tables of all games, in rounds: first some boards of each contest, then more.

    A contest is left out as soon as it is exact enough. `hours` ends the run: no board is begun
    after that time, and what was played counts.

    Law: without `hours` the tables depend on the plan alone, not on the workers, and not on how
    often the run was interrupted.
    """
    for game in plan.games:
        list(plan.contests(game, plan.least))  # unknown players are refused before the first board
    folder.mkdir(parents=True, exist_ok=True)
    end = math.inf if hours is None else monotonic() + 3600 * hours
    tables = {game.id: GameTable(plan, game) for game in plan.games}
    with gather([game.id for game in plan.games], workers, None) as crew:
        boards = plan.least
        is_done = False
        while not is_done:
            is_done = not _round(plan, boards, tables, crew, folder, end, told)
            is_done = is_done or boards >= plan.most
            boards = min(plan.most, boards * _GROWTH)
    return list(tables.values())


def _round(
    plan: CrossPlan,
    boards: int,
    tables: dict[str, GameTable],
    crew: Crew,
    folder: Path,
    end: float,
    told: Callable[[str], None],
) -> bool:
    """Give so many boards to each contest that needs them; tell whether any did."""
    needed = False
    for game in plan.games:
        for contest in plan.contests(game, boards):
            table = tables[game.id]
            one, other = contest.specs[:2]
            known = table.pairs.get((one, other)) if is_pair(contest) else None
            if known and known.half <= plan.within:
                continue
            needed = True
            told(f"{game.id}, {boards}: {one} / {other}")
            report = hold(contest, crew, ledger_of(contest, folder), lambda: monotonic() >= end)
            table.take(report)
    return needed and monotonic() < end
