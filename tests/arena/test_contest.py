"""Contests: the same result whoever plays the boards, and an honest end."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.arena.common import BOARDS, BOTS, GAME, SHORT, contest, played_here
from tirelire import OptionError
from tirelire.arena import run as module
from tirelire.arena.board import BoardResult, MatchResult
from tirelire.arena.contest import Contest, Tally
from tirelire.arena.executors import Crew
from tirelire.arena.picture import draw
from tirelire.arena.run import arena
from tirelire.arena.wager import ABOVE, BELOW, UNSURE
from tirelire.games import game


def test_the_number_of_workers_changes_nothing() -> None:
    told: list[int] = []
    report = arena(contest(), workers=2, progress=lambda done, share: told.append(done))
    assert report.summary() == played_here().summary()
    assert told == list(range(BOARDS + 1))


def test_a_report_adds_up() -> None:
    summary = played_here().summary()
    assert (summary["boards"], summary["matches"]) == (BOARDS, 3 * BOARDS)
    rows = summary["entrants"]
    assert [row["bot"] for row in rows] == list(BOTS)
    rounding = len(rows) * 1e-6  # each figure is rounded to six digits
    assert sum(row["win_share"]["mean"] for row in rows) == pytest.approx(1, abs=rounding)
    assert sum(row["score_difference"]["mean"] for row in rows) == pytest.approx(0, abs=1e-5)
    for row in rows:
        assert row["win_share"]["low"] < row["win_share"]["mean"] < row["win_share"]["high"]
        assert row["faults"] == 0


def won_by(number: int, winner: str) -> BoardResult:
    """A board whose matches all have the same winner."""
    seats = ("a", "b", "c")
    totals = tuple(30 if seat == winner else 10 for seat in seats)
    return BoardResult(number, (MatchResult(seats, totals, (seats.index(winner),), 9),))


class Named(Contest):
    """A contest of bots that nobody has to find."""

    def _check(self, against: float | None) -> None:
        pass


def tally(boards: int = 100, **settings: Any) -> Tally:
    return Tally(Named(game(GAME), ["a", "b", "c"], boards=boards, **settings))


def test_boards_count_in_their_order_and_only_without_gaps() -> None:
    count = tally()
    count.add(won_by(1, "a"))
    count.add(won_by(2, "a"))
    assert count.boards == []
    count.add(won_by(0, "b"))
    assert [board.number for board in count.boards] == [0, 1, 2]
    assert count.share == pytest.approx(2 / 3)


@pytest.mark.parametrize(("winner", "verdict"), [("a", ABOVE), ("b", BELOW)])
def test_it_is_settled_at_the_same_board_whatever_the_order(winner: str, verdict: str) -> None:
    boards = [won_by(number, winner) for number in range(60)]
    ends = []
    for order in (boards, boards[::-1]):
        count = tally(until_sure=True)
        for board in order:
            count.add(board)
        assert count.settled
        assert count.verdict == verdict
        ends.append(len(count.boards))
    assert ends[0] == ends[1] < 40


def test_another_bar_needs_another_proof() -> None:
    """A bot that wins every second board is above 0.3, below 0.7 and not surely either of 0.5."""
    boards = [won_by(number, "ab"[number % 2]) for number in range(200)]
    for bar, verdict in ((0.3, ABOVE), (0.5, UNSURE), (0.7, BELOW)):
        count = tally(200, until_sure=True, against=bar)
        for board in boards:
            count.add(board)
        assert count.verdict == verdict
        assert (len(count.boards) == 200) == (verdict == UNSURE)


def test_equal_bots_are_not_told_apart() -> None:
    report = arena(Contest(game(GAME), ["novice"] * 3, SHORT, boards=2), workers=1)
    (row,) = report.summary()["entrants"]
    assert row["win_share"] == {"mean": 0.333333, "low": 0.333333, "high": 0.333333}
    assert report.verdict == UNSURE


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"specs": ["regular"]}, "3–4"),
        ({"specs": ["regular", "novice", "nobody"]}, "nobody"),
        ({"boards": 0}, "1–1000000"),
        ({"seed": -1}, "seed"),
        ({"time": 0.0}, "time"),
        ({"time": float("nan")}, "time"),
        ({"against": 1.0}, "0 < … < 1"),
        ({"specs": ["novice"] * 3, "until_sure": True}, "only novice"),
        ({"specs": ["novice"] * 3, "against": 0.2}, "only novice"),
        ({"options": {"rounds": 99}}, "1–12"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Contest(game(GAME), **{"specs": BOTS, "boards": 1, **settings})


def test_a_bot_that_cannot_be_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: str) -> None:
        raise ImportError("no such engine")

    monkeypatch.setattr("tirelire.arena.contest.find_player", broken)
    with pytest.raises(OptionError, match="ImportError: no such engine"):
        contest()


def test_no_workers_are_refused() -> None:
    with pytest.raises(OptionError, match="workers"):
        arena(contest(1), workers=0)


def test_a_worker_that_dies_is_told_and_what_is_saved_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deadly(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002
            future: Future[Any] = Future()
            if args[0].number < 2:
                future.set_result(played_here().boards[args[0].number])
            else:
                future.set_exception(BrokenExecutor("a process was terminated"))
            return future

    @contextmanager
    def gather(*_: object) -> Iterator[Crew]:
        yield Crew(Deadly(), 1, (BrokenExecutor,))

    monkeypatch.setattr(module, "gather", gather)
    path = tmp_path / "contest.jsonl"
    with pytest.raises(OptionError, match="worker was lost"):
        arena(contest(), save=path)
    assert path.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize(("boards", "until_sure"), [(1, False), (2, False), (2, True)])
def test_the_course_is_drawn(tmp_path: Path, boards: int, until_sure: bool) -> None:
    settings: dict[str, Any] = {"boards": boards, "until_sure": until_sure, "against": 0.4}
    report = arena(Contest(game(GAME), BOTS, SHORT, **settings), workers=1)
    for kind in ("png", "svg"):
        path = tmp_path / f"course.{kind}"
        draw(report, "Titre", "fr", path)
        assert path.stat().st_size > 1000
