"""Holding a contest: hand out boards, write them down, stop when it is settled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from pathlib import Path

from tirelire.arena.board import BoardResult, play_board
from tirelire.arena.contest import Contest, Tally
from tirelire.arena.executors import Crew, gather
from tirelire.arena.ledger import Ledger
from tirelire.arena.report import Report
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

Stop = Callable[[], bool]
"""Says whether no more boards are to be begun."""
BoardProgress = Callable[[int, float], None]
"""Is told how many boards are done, and the first bot's share of the wins, or not a number."""


def arena(
    contest: Contest,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    save: Path | None = None,
    progress: BoardProgress | None = None,
) -> Report:
    """Hold a contest and report it.

    `save` is a ledger: boards that it holds are not played again, so that a contest which was
    interrupted, killed or cut short goes on. `workers` and `cluster` are as in `gather`.

    Law: where the moves of the bots do not depend on the clock, the report does not depend on who
    played the boards, in which order, or how often that was interrupted.
    """
    if workers is not None and workers < 1:
        raise OptionError(Refusal("range", name="workers", allowed="≥ 1"))
    tally = Tally(contest)
    with Ledger(save, contest.settings()) as ledger:
        for board in ledger.boards.values():
            tally.add(board)
        if progress:
            progress(len(ledger.boards), tally.share)
        if not tally.settled:
            with gather([contest.game.id], workers, cluster) as crew:
                _play(crew, tally, ledger, progress)
    return Report(contest, tally.boards, tally.verdict)


def hold(contest: Contest, crew: Crew, save: Path, stop: Stop) -> Report:
    """Hold one of many contests with a crew that plays all of them, until it is told to stop."""
    tally = Tally(contest)
    with Ledger(save, contest.settings()) as ledger:
        for board in ledger.boards.values():
            tally.add(board)
        _play(crew, tally, ledger, stop=stop)
    return Report(contest, tally.boards, tally.verdict)


def _play(
    crew: Crew,
    tally: Tally,
    ledger: Ledger,
    progress: BoardProgress | None = None,
    stop: Stop = lambda: False,
) -> None:
    """Play boards that are not in the ledger until the tally is settled, or until told to stop."""
    try:
        _hand_out(crew, tally, ledger, progress, stop)
    except crew.losses as error:
        reason = f"{type(error).__name__}: {error}"[:300]
        raise OptionError(Refusal("arena.lost", reason=reason)) from error


def _hand_out(
    crew: Crew, tally: Tally, ledger: Ledger, progress: BoardProgress | None, stop: Stop
) -> None:
    """Keep all workers busy with boards."""
    contest = tally.contest
    open_numbers = (x for x in range(contest.boards) if x not in ledger.boards)
    running: set[Future[BoardResult]] = set()
    while not tally.settled:
        if not stop():
            for number in islice(open_numbers, crew.room - len(running)):
                running.add(crew.executor.submit(play_board, contest.task(number)))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            board = future.result()
            ledger.add(board)
            tally.add(board)
            if progress:
                progress(len(ledger.boards), tally.share)
